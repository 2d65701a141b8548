import Camera
import JPEG
import Testing

extension DeviceTests {
    /// Raw pictures: vivid, the kernel's own test camera, gives any format.
    @Suite struct ColourTests {
        /// White, yellow, cyan, green, magenta, red, blue and black, at three quarters: vivid's first pattern.
        private static let bars: [SIMD3<Int>] = [
            [191, 191, 191], [191, 191, 0], [0, 191, 191], [0, 191, 0], [191, 0, 191], [191, 0, 0], [0, 0, 191],
            [0, 0, 0],
        ]

        /// Encoded from their planes, repacked, and by libv4lconvert.
        static let formats = [
            "YUYV", "UYVY", "YVYU", "NV12", "NV21", "YU12", "YV12", "RGB3", "BGR3", "RGBP", "NV16", "XR24", "BA81",
        ]

        @Test("The bars of vivid's pattern have their colours in every format, to within 6 of 255")
        func barsHaveTheirColours() throws {
            try Stage.play { stage in
                try stage.load("vivid n_devs=1 node_types=0x1")
                try stage.guest.run("v4l2-ctl -d /dev/video0 -c osd_text_mode=2")
                for format in Self.formats {
                    try stage.restartHub(
                        configuration: "defaults: { pin: null, fps: 30, size: 640x360, format: \(format) }")
                    let id = try stage.hub.camera(on: "platform-vivid.0").id
                    let frame = try stage.hub.client.get("/cam/\(id)/frame")
                    try #require(frame.status == 200, "\(format): \(String(decoding: frame.body, as: UTF8.self))")
                    #expect(try stage.hub.client.status(of: id).format == format)
                    let picture = try JPEGDecoder().decode(frame.body.span.bytes)
                    #expect(picture.warning == nil)
                    for (place, wanted) in Self.bars.enumerated() {
                        let mean = picture.mean(ofBar: place, of: Self.bars.count)
                        let error = (0..<3).map { abs(mean[$0] - Double(wanted[$0])) }.max()!
                        #expect(error <= 6, "\(format), bar \(place): \(mean), not \(wanted)")
                    }
                }
            }
        }
    }
}

extension RGBPicture {
    /// The mean colour of an upright bar, without the edges where neighbours run into each other.
    fileprivate func mean(ofBar place: Int, of count: Int) -> SIMD3<Double> {
        let width = size.width / count
        let columns = (place * width + width / 8)..<((place + 1) * width - width / 8)
        var sum = SIMD3<Int>.zero
        for y in 0..<size.height { for x in columns { sum &+= self[x, y] } }
        return SIMD3<Double>(sum) / Double(columns.count * size.height)
    }
}
