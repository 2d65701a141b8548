package import Camera
import Hub

/// Looks at a node through Video4Linux.
package struct VideoNodeInspector: NodeInspector {
    package init() {}

    package func inspect(_ node: VideoNode) -> NodeFinding { .excluded(reason: "not yet in this version") }
}
