package import Camera
package import Hub

/// What `camhub probe` has found at an address, as text for people.
package struct ProbeReport: Sendable {
    package var url: CameraURL
    package var finding: NetworkFinding
    package var size: Size
    /// Pictures in a second; nil: there were too few to tell.
    package var rate: Double?
    package var tally: StreamTally
    package var isInsecure: Bool

    package init(
        url: CameraURL, finding: NetworkFinding, size: Size, rate: Double?, tally: StreamTally, isInsecure: Bool
    ) {
        (self.url, self.finding, self.size) = (url, finding, size)
        (self.rate, self.tally, self.isInsecure) = (rate, tally, isInsecure)
    }

    /// Shows no user, password or query of the address.
    package var text: String {
        var rows = [("kind", kind), ("type", finding.contentType ?? "none")]
        if finding.target.description != url.description { rows.append(("address", "leads to \(finding.target)")) }
        rows.append(("size", size.description))
        rows.append(("rate", rate.map { "\(ProbeReport.rounded($0)) pictures a second" } ?? "too slow to tell"))
        rows.append(("anomalies", ProbeReport.list(tally.anomalies.map { ($0.key.rawValue, $0.value) })))
        rows.append(("broken", ProbeReport.list(tally.broken.map { ($0.key.rawValue, $0.value) })))
        let lines = rows.map { "  " + $0.0.padded(to: 11) + $0.1 + "\n" }.joined()
        return "\(url)\n\(lines)\nIn the configuration, under an id of your choice:\n\n\(configuration)"
    }

    private var kind: String {
        guard !finding.isStill else { return "a single picture, to be asked for again and again" }
        return finding.hasBoundaries
            ? "a stream of parts with boundaries" : "a stream of pictures, one behind the other"
    }

    /// What is written for it.
    private var configuration: String {
        let authority = url.credentials == nil ? url.place : "USER:PASSWORD@\(url.place)"
        let path = url.description.dropFirst(url.scheme.count + 3 + url.place.count)
        let query = url.bare.contains("?") ? "?…" : ""
        var keys = ["url: \"\(url.scheme)://\(authority)\(path)\(query)\""]
        // Pages need not ask more often than there are pictures.
        if !finding.isStill, let rate, rate.rounded() < Double(CameraSettings().fps) {
            keys.append("fps: \(max(1, Int(rate.rounded())))")
        }
        if isInsecure { keys.append("insecure: true") }
        return "cameras:\n  camera: { \(keys.joined(separator: ", ")) }\n"
    }

    private static func list(_ counts: [(name: String, count: Int)]) -> String {
        let words = counts.filter { $0.count > 0 }.sorted { $0.name < $1.name }.map { "\($0.name) \($0.count)" }
        return words.isEmpty ? "none" : words.joined(separator: ", ")
    }

    private static func rounded(_ number: Double) -> Double { (number * 10).rounded() / 10 }
}

extension String {
    fileprivate func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
