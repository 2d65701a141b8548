package import Camera

/// What `camhub cameras` prints: every node that is there, what it is, and why if it is none.
package struct NodeListing {
    /// One node, what was found behind it, and which camera that is.
    package struct Entry {
        package var node: VideoNode
        package var finding: NodeFinding
        package var camera: KnownCamera?

        package init(_ node: VideoNode, _ finding: NodeFinding, camera: KnownCamera?) {
            self.node = node
            self.finding = finding
            self.camera = camera
        }
    }

    private let entries: [Entry]

    package init(_ entries: [Entry]) { self.entries = entries }

    /// Whole lines: the cameras first, then what was left out.
    package var text: String {
        let cameras = entries.filter { !$0.finding.isExcluded }
        let others = entries.filter(\.finding.isExcluded)
        var blocks = cameras.map { $0.lines.joined(separator: "\n") }
        if cameras.isEmpty { blocks.append("no cameras found") }
        if !others.isEmpty {
            blocks.append((["left out:"] + others.map(\.exclusion)).joined(separator: "\n"))
        }
        return blocks.joined(separator: "\n\n") + "\n"
    }
}

extension NodeListing.Entry {
    fileprivate var exclusion: String {
        guard case .excluded(let reason) = finding else { return "" }
        return "  \(node.path)  \(node.model.plain): \(reason)"
    }

    fileprivate var lines: [String] {
        let device = DeviceTraits(node)
        var rows = [("id", camera?.id.description ?? "none")]
        rows.append(("known", camera?.boundTo == .serial ? "by its serial number, in any port" : "by its port"))
        rows.append(("serial", device.serial.map(\.plain) ?? "none"))
        rows.append(("path", device.busPath ?? "none"))
        if let vendor = device.vendorID, let product = device.productID { rows.append(("USB", "\(vendor):\(product)")) }
        if let driver = node.driver { rows.append(("driver", driver)) }
        if node.index > 0 { rows.append(("index", "\(node.index)")) }
        rows += details
        return ["\(node.path)  \(node.model.plain)"] + rows.map { "  \($0.0.padded(to: 8))\($0.1)" }
    }

    private var details: [(String, String)] {
        switch finding {
        case .camera(let modes): rows(of: modes)
        case .sensor(let modes):
            [("kind", "infrared or depth sensor: shown only if a key under cameras names it")] + rows(of: modes)
        case .unreadable(let error):
            [("state", "\(error.condition.state.rawValue): \(error.condition.reason ?? "unknown")")]
                + (error.condition.hint.map { [("hint", $0)] } ?? [])
        case .excluded: []
        }
    }

    private func rows(of modes: [Mode]) -> [(String, String)] {
        modes.enumerated().map { place, mode in
            let rates = mode.intervals.isEmpty ? "rate unknown" : "\(mode.rates) fps"
            let size = mode.size.description.padded(to: 11)
            return (place == 0 ? "modes" : "", "\(mode.format.description.padded(to: 6))\(size)\(rates)")
        }
    }
}

extension Mode {
    /// For example `30 15 7.5`: the fastest first, as the device lists them.
    fileprivate var rates: String {
        intervals.map { interval in
            let tenths = Int((interval.framesPerSecond * 10).rounded())
            return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
        }
        .joined(separator: " ")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        // One space at least, for names that are longer.
        self + String(repeating: " ", count: max(1, width - count))
    }

    /// Devices name themselves: what would move a terminal's cursor is left out.
    fileprivate var plain: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}
