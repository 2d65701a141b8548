package import Camera

/// Tells of /dev/video nodes that come and go. Thread-bound: made and used by the registry's actor.
///
/// Events are collected from the moment it is made, so that nothing is missed between that and the first `scan`.
package protocol DeviceMonitor: AnyObject {
    /// Readable when there are events; nil for a machine that has no way to tell.
    var descriptor: CInt? { get }

    /// Every node that is there now.
    func scan() -> [VideoNode]

    /// Takes the events that are there, without waiting. A node can come twice: merge by device number.
    func receive() -> [NodeEvent]
}

/// Where monitors come from.
package protocol DeviceWatch: Sendable {
    /// Called on the registry's thread. Throws with the reason why plugging cannot be followed on this machine.
    func begin() throws(CaptureError) -> any DeviceMonitor
}

/// Opens a node for a moment to see what it is. Blocks as long as the kernel does: call it on a thread of its own.
package protocol NodeInspector: Sendable {
    func inspect(_ node: VideoNode) -> NodeFinding
}
