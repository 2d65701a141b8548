import Camera

/// Figures in Prometheus' text format, version 0.0.4.
struct MetricsText {
    static let mediaType = "text/plain; version=0.0.4; charset=utf-8"

    enum Kind: String {
        case counter, gauge, histogram
    }

    /// Names and values, in the order in which they stand.
    typealias Labels = KeyValuePairs<String, String>

    private(set) var text = ""

    /// Begins a family: its samples follow, and nothing else before the next one.
    mutating func begin(_ name: String, _ kind: Kind, _ help: String) {
        text += "# HELP \(name) \(MetricsText.escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
    }

    mutating func add(_ name: String, _ labels: Labels, _ value: Int) { add(name, labels, text: "\(value)") }

    mutating func add(_ name: String, _ labels: Labels, _ value: Double) {
        add(name, labels, text: MetricsText.number(value))
    }

    /// A family of one figure.
    mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Double) {
        begin(name, kind, help)
        add(name, [:], value)
    }

    /// Seconds.
    mutating func add(_ name: String, _ labels: Labels, _ reading: Histogram.Reading) {
        for (bound, count) in zip(reading.bounds, reading.cumulative) {
            line("\(name)_bucket", labels, bound: MetricsText.number(bound.inSeconds), "\(count)")
        }
        line("\(name)_bucket", labels, bound: "+Inf", "\(reading.count)")
        add("\(name)_sum", labels, reading.sum.inSeconds)
        add("\(name)_count", labels, reading.count)
    }

    private mutating func add(_ name: String, _ labels: Labels, text value: String) {
        line(name, labels, bound: nil, value)
    }

    private mutating func line(_ name: String, _ labels: Labels, bound: String?, _ value: String) {
        var pairs = labels.map { "\($0.key)=\"\(MetricsText.escaped($0.value, quotes: true))\"" }
        if let bound { pairs.append("le=\"\(bound)\"") }
        text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs.joined(separator: ","))} \(value)\n"
    }

    private static func number(_ value: Double) -> String {
        switch value {
        case .infinity: "+Inf"
        case -.infinity: "-Inf"
        default: value.isNaN ? "NaN" : "\(value)"
        }
    }

    /// In help texts quotes stand for themselves.
    private static func escaped(_ text: String, quotes: Bool) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": escaped += "\\\\"
            case "\n": escaped += "\\n"
            case "\"" where quotes: escaped += "\\\""
            default: escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
