import Camera
import Capture
import Testing

@Suite struct NodeListingTests {
    private func node(_ path: String, _ model: String, serial: String? = nil) -> VideoNode {
        VideoNode(
            path: path, deviceNumber: 1, vendorID: "046d", productID: "0825", serial: serial,
            busPath: "pci-0000:00:14.0-usb-0:1:1.0", model: model, driver: "uvcvideo")
    }

    private func known(_ node: VideoNode) -> KnownCamera? {
        var known = KnownCameras()
        let id = known.resolve(node, present: [:], configured: [], now: 0)
        return known[id]
    }

    @Test("A camera has its id, what it is known by, and every mode with its rates")
    func cameras() {
        let node = node("/dev/video0", "HD\u{1B} Webcam", serial: "SN0001")
        let intervals = [FrameInterval(numerator: 1, denominator: 30), FrameInterval(numerator: 2, denominator: 15)]
        let modes = [
            Mode(format: .mjpeg, size: Size(width: 1280, height: 720), intervals: intervals),
            Mode(format: .yuyv, size: Size(width: 640, height: 480), intervals: []),
        ]
        let camera = known(node)
        let listing = NodeListing([NodeListing.Entry(node, .camera(modes: modes), camera: camera)])
        #expect(
            listing.text == """
                /dev/video0  HD Webcam
                  id      \(camera!.id)
                  known   by its serial number, in any port
                  serial  SN0001
                  path    pci-0000:00:14.0-usb-0:1:1.0
                  USB     046d:0825
                  driver  uvcvideo
                  modes   MJPG  1280x720   30 7.5 fps
                          YUYV  640x480    rate unknown

                """)
    }

    @Test("What could not be asked says why, and what was left out comes last")
    func others() {
        let denied = node("/dev/video0", "Webcam")
        let error = CaptureError(.denied, reason: "cannot open /dev/video0: permission denied", hint: "join video")
        let listing = NodeListing([
            NodeListing.Entry(node("/dev/video1", "Webcam"), .excluded(reason: "no pictures"), camera: nil),
            NodeListing.Entry(denied, .unreadable(error), camera: known(denied)),
        ])
        #expect(
            listing.text.contains(
                "  state   denied: cannot open /dev/video0: permission denied\n  hint    join video\n"))
        #expect(listing.text.contains("  known   by its port\n  serial  none\n"))
        #expect(listing.text.hasSuffix("\n\nleft out:\n  /dev/video1  Webcam: no pictures\n"))
    }

    @Test("An infrared sensor says how it becomes a camera")
    func sensors() {
        let mode = Mode(format: .grey, size: Size(width: 640, height: 480), intervals: [])
        let listing = NodeListing([NodeListing.Entry(node("/dev/video2", "IR"), .sensor(modes: [mode]), camera: nil)])
        #expect(
            listing.text.contains("  kind    infrared or depth sensor: shown only if a key under cameras names it\n"))
    }

    @Test("No camera at all is said, not shown as nothing")
    func nothing() {
        #expect(NodeListing([]).text == "no cameras found\n")
    }
}
