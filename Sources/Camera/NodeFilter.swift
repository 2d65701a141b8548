extension NodeFinding {
    /// Tells cameras from the other nodes that video drivers make, with a plain reason for what is left out.
    package init(_ node: NodeDescription) {
        if let reason = NodeFilter.reasonAgainst(node) {
            self = .excluded(reason: reason)
            return
        }
        let usable = node.modes.filter { $0.format.canBecomeJPEG }
        guard !usable.isEmpty else {
            self = .excluded(reason: NodeFilter.reasonAgainst(formats: Set(node.modes.map(\.format))))
            return
        }
        self = usable.allSatisfy { $0.format.isSensorOnly } ? .sensor(modes: usable) : .camera(modes: usable)
    }
}

private enum NodeFilter {
    /// Drivers of codecs, scalers and image processors, by how their names begin. Most say so by their
    /// capabilities; some of their nodes are plain capture nodes all the same.
    static let processors = [
        "bcm2835-codec", "bcm2835-isp", "rpivid", "rpi-hevc-dec", "pispbe", "pisp_be", "rkvdec", "rkvenc", "hantro",
        "rockchip-rga", "rkisp", "cedrus", "sun8i-di", "mtk-vcodec", "mtk-jpeg", "mtk-mdp", "s5p-mfc", "s5p-jpeg",
        "exynos-gsc", "coda", "imx-media-csc", "mxc-jpeg", "qcom-venus", "venus", "iris", "wave5", "meson-vdec",
        "ipu3-imgu", "vicodec", "vim2m", "visl",
    ]

    /// Drivers whose nodes hand out what the sensor sees: pictures only after libcamera's work.
    static let sensorReceivers = ["unicam", "rp1-cfe"]

    static func reasonAgainst(_ node: NodeDescription) -> String? {
        let can = node.capabilities
        let isVideo = !can.isDisjoint(with: .anyCapture)
        if processors.contains(where: node.driver.hasPrefix) {
            return "a node of the codec or image processor \(node.driver), not of a camera"
        }
        if !can.isDisjoint(with: .anyMemoryToMemory) {
            return "a codec or converter: it works on pictures that a program gives it"
        }
        if !can.isDisjoint(with: .anyOutput) {
            return isVideo
                ? "an output as well as an input (a loopback: load v4l2loopback with exclusive_caps=1)"
                : "an output: it takes pictures and gives none"
        }
        if !isVideo {
            return can.isDisjoint(with: [.metadataCapture, .metadataOutput])
                ? "it does not capture video" : "it carries data about another node's pictures, no pictures"
        }
        if !can.contains(.streaming) { return "it has no streaming I/O (V4L2_CAP_STREAMING)" }
        if can.contains(.mediaController) || isSensorReceiver(node) {
            return "it gives unprocessed sensor data that needs libcamera (driver \(node.driver))"
        }
        return nil
    }

    /// The same receivers also carry HDMI bridges, whose pictures are ready.
    private static func isSensorReceiver(_ node: NodeDescription) -> Bool {
        sensorReceivers.contains(where: node.driver.hasPrefix)
            && node.modes.allSatisfy { !$0.format.isCompressed && !$0.format.isEncodable }
    }

    static func reasonAgainst(formats: Set<PixelFormat>) -> String {
        guard !formats.isEmpty else { return "it offers no picture format" }
        let names = formats.map(\.description).sorted().joined(separator: ", ")
        return formats.allSatisfy(\.isSensorOnly)
            ? "an infrared or depth sensor whose data (\(names)) cannot become JPEG"
            : "none of its formats (\(names)) can become JPEG"
    }
}
