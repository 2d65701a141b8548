internal import HTTP

/// What proxies on the way say about a request. Hand it every header field of the request.
package struct Forwarding: Hashable, Sendable {
    /// Whether there is any sign of a proxy.
    package private(set) var isPresent = false
    /// The values of X-Forwarded-For, in their order: the last 16, since proxies add theirs behind those of liars.
    private var addresses: [String] = []
    /// The last value of X-Forwarded-Proto.
    private var scheme: String?

    package init() {}

    /// Most fields are not about that: their first letter already says so.
    package mutating func note(_ name: String, _ value: @autoclosure () -> String) {
        switch name.utf8.first.map({ $0 | 0x20 }) {
        case UInt8(ascii: "x"):
            if name.isEqualIgnoringCase("X-Forwarded-For") {
                addresses = addresses.suffix(15) + [value()]
            } else if name.isEqualIgnoringCase("X-Forwarded-Proto") {
                scheme = value()
            }
            if name.prefix(12).isEqualIgnoringCase("X-Forwarded-") || name.isEqualIgnoringCase("X-Real-IP") {
                isPresent = true
            }
        case UInt8(ascii: "f"), UInt8(ascii: "v"):
            if name.isEqualIgnoringCase("Forwarded") || name.isEqualIgnoringCase("Via") { isPresent = true }
        default: break
        }
    }

    /// Who sent the request, if `isTrusted` says which hops tell the truth: the last one that it does not trust.
    ///
    /// What stands to the left of that one may be invented. If it names nobody, it is the proxy that let it through.
    func client(behind peer: PeerAddress, isTrusted: (IPAddress) -> Bool) -> PeerAddress {
        var nearest = peer
        let hops = addresses.flatMap { $0.split(separator: ",", omittingEmptySubsequences: false) }
        for hop in hops.reversed().prefix(32) {
            guard let address = Self.address(hop) else { return nearest }
            nearest = .ip(address)
            if !isTrusted(address) { return nearest }
        }
        return nearest
    }

    /// Whether the browser's connection was encrypted, as the nearest proxy says; nil if it does not say.
    var isEncrypted: Bool? {
        guard let last = scheme?.split(separator: ",").last?.trimmed else { return nil }
        return last.isEqualIgnoringCase("https") ? true : last.isEqualIgnoringCase("http") ? false : nil
    }

    /// `10.0.0.1`, `10.0.0.1:1234`, `2001:db8::1`, `[2001:db8::1]:1234`.
    private static func address(_ hop: Substring) -> IPAddress? {
        let text = hop.trimmed
        if let address = IPAddress(peer: text) { return address }
        guard let host = Authority(text)?.host else { return nil }
        return IPAddress(peer: host)
    }
}

extension Substring {
    /// Without spaces and tabs before and behind.
    var trimmed: Substring {
        let start = drop { $0 == " " || $0 == "\t" }
        return start.dropLast(start.reversed().prefix { $0 == " " || $0 == "\t" }.count)
    }
}
