internal import HTTP

/// How a span of time is written: `500ms`, `10s`, `15m`, `24h`, `7d`, `never`.
enum DurationWord {
    static let allowed = "a number with its unit (ms, s, m, h or d) such as 10s, or never"

    private static let units: [(name: String, length: Duration)] = [
        ("ms", .milliseconds(1)), ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
        ("d", .seconds(86400)),
    ]

    /// The span, `.some(nil)` for `never`; nil for what is no span, or has more than 9 digits.
    static func parse(_ text: String) -> Duration?? {
        if text == "never" { return .some(nil) }
        let digits = text.utf8.prefix(while: \.isDigit)
        let unit = text.dropFirst(digits.count)
        guard (1...9).contains(digits.count), let number = Int(text.prefix(digits.count)),
            let length = units.first(where: { $0.name == unit })?.length
        else { return nil }
        return length * number
    }
}
