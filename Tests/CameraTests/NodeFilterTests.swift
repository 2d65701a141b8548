import Camera
import Testing

/// Which nodes are cameras, by what real drivers answer to VIDIOC_QUERYCAP and VIDIOC_ENUM_FMT.
@Suite struct NodeFilterTests {
    struct Node: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var description: NodeDescription

        init(_ name: String, driver: String, caps: UInt32, _ formats: String...) {
            testDescription = name
            let size = Size(width: 640, height: 480)
            description = NodeDescription(
                driver: driver, capabilities: NodeCapabilities(rawValue: caps),
                modes: formats.map { Mode(format: PixelFormat($0)!, size: size, intervals: []) })
        }
    }

    private static let webcams = [
        Node("USB webcam", driver: "uvcvideo", caps: 0x0420_0001, "MJPG", "YUYV"),
        Node("USB webcam with H.264 beside JPEG", driver: "uvcvideo", caps: 0x0420_0001, "H264", "MJPG"),
        Node("vivid's capture node", driver: "vivid", caps: 0x0523_0005, "YUYV", "GREY", "Y16"),
        Node("v4l2loopback with exclusive_caps", driver: "v4l2 loopback", caps: 0x0520_0001, "YU12"),
        Node("multi-planar HDMI input", driver: "rk_hdmirx", caps: 0x0420_1000, "NV12", "BGR3"),
        Node("HDMI bridge behind a CSI receiver", driver: "unicam", caps: 0x0520_0001, "UYVY"),
        Node("old Bayer webcam", driver: "gspca_main", caps: 0x0520_0001, "GBRG"),
    ]

    @Test("A node that captures, streams and has a format for us is a camera", arguments: webcams)
    func cameras(node: Node) {
        let usable = node.description.modes.filter { $0.format.canBecomeJPEG }
        #expect(NodeFinding(node.description) == .camera(modes: usable))
    }

    private static let depthSensors = [
        Node("Windows Hello infrared", driver: "uvcvideo", caps: 0x0420_0001, "GREY"),
        Node("depth camera with a grey stream", driver: "uvcvideo", caps: 0x0420_0001, "Z16", "GREY"),
        Node("thermal camera", driver: "uvcvideo", caps: 0x0420_0001, "Y16"),
    ]

    @Test(
        "A node with only infrared or depth formats is a sensor, with what we can show",
        arguments: depthSensors)
    func sensors(node: Node) {
        let usable = node.description.modes.filter { $0.format.canBecomeJPEG }
        #expect(NodeFinding(node.description) == .sensor(modes: usable))
    }

    private static let strangers: [(Node, String)] = [
        (Node("metadata of a webcam", driver: "uvcvideo", caps: 0x04A0_0000), "data about another node's pictures"),
        (Node("metadata of vivid", driver: "vivid", caps: 0x05A3_0000), "data about another node's pictures"),
        (Node("metadata of a receiver", driver: "unicam", caps: 0x05A0_0000), "data about another node's pictures"),
        (Node("output of vivid", driver: "vivid", caps: 0x0522_0002, "YUYV"), "it takes pictures and gives none"),
        (
            Node("loopback without exclusive_caps", driver: "v4l2 loopback", caps: 0x0520_0003, "YUYV"),
            "exclusive_caps=1"
        ),
        (Node("decoder", driver: "bcm2835-codec", caps: 0x0420_4000, "NV12"), "bcm2835-codec"),
        (Node("a processor's capture node", driver: "bcm2835-isp", caps: 0x0420_0001, "YU12"), "bcm2835-isp"),
        (Node("a processor's statistics", driver: "bcm2835-isp", caps: 0x04A0_0000), "bcm2835-isp"),
        (Node("HEVC decoder", driver: "rpivid", caps: 0x0420_4000, "NC12"), "rpivid"),
        (Node("back end", driver: "pispbe", caps: 0x2420_1000, "YU12"), "pispbe"),
        (Node("decoder of another board", driver: "hantro-vpu", caps: 0x0420_4000, "NV12"), "hantro-vpu"),
        (Node("decoder of a third", driver: "rkvdec", caps: 0x0420_4000, "NV12"), "rkvdec"),
        (Node("scaler", driver: "some-scaler", caps: 0x0420_8000, "YUYV"), "a codec or converter"),
        (Node("sensor behind a receiver", driver: "unicam", caps: 0x0520_0001, "pRAA", "RG10"), "libcamera"),
        (Node("sensor behind a media controller", driver: "rp1-cfe", caps: 0x2520_0001, "YUYV", "pRAA"), "libcamera"),
        (Node("old driver without streaming", driver: "old", caps: 0x0100_0001, "YUYV"), "no streaming I/O"),
        (Node("radio", driver: "radio-si470x", caps: 0x0005_0000), "it does not capture video"),
        (Node("no format", driver: "uvcvideo", caps: 0x0420_0001), "offers no picture format"),
        (Node("only H.264", driver: "uvcvideo", caps: 0x0420_0001, "H264", "HEVC"), "(H264, HEVC) can become JPEG"),
        (Node("only depth", driver: "uvcvideo", caps: 0x0420_0001, "Z16", "Y12"), "(Y12, Z16) cannot become JPEG"),
    ]

    @Test("Every other node is left out, with a reason that says what it is", arguments: strangers)
    func others(node: Node, expected: String) {
        guard case .excluded(let reason) = NodeFinding(node.description) else {
            Issue.record("taken for a camera")
            return
        }
        #expect(reason.contains(expected))
    }
}
