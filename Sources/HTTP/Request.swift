/// A request method, as it stands in the request line: case counts.
package struct Method: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    package static let get = Method(rawValue: "GET")
    package static let head = Method(rawValue: "HEAD")
    package static let post = Method(rawValue: "POST")
    package static let patch = Method(rawValue: "PATCH")
    package static let delete = Method(rawValue: "DELETE")
    package static let options = Method(rawValue: "OPTIONS")

    package var description: String { rawValue }
}

/// How a request came in.
package struct Channel: Hashable, Sendable {
    package let peer: PeerAddress
    /// The hub's own end of the connection; nil: a Unix socket, or the kernel does not tell.
    package let arrivedAt: IPAddress?
    /// It came over TLS that the hub itself ended.
    package let isSecure: Bool

    package init(peer: PeerAddress, arrivedAt: IPAddress?, isSecure: Bool = false) {
        self.peer = peer
        self.arrivedAt = arrivedAt
        self.isSecure = isSecure
    }
}

/// The header fields of a request.
package protocol FieldSource {
    /// By its name, in any case; nil if it is absent, the first if it comes twice.
    func field(_ name: StaticString) -> String?

    /// Each of them in the order in which they came, its name as it was sent.
    func forEach(_ body: (_ name: String, _ value: () -> String) -> Void)
}

/// One request: its line, and a door to its header fields that is open only while the handler runs.
///
/// Not Sendable on purpose: who answers later takes along what they need.
package struct Request {
    package let method: Method
    package let target: RequestTarget
    package let channel: Channel
    /// Empty while only the head has come.
    package let body: [UInt8]
    private let fields: any FieldSource

    package init(
        method: Method, target: RequestTarget, channel: Channel, fields: any FieldSource, body: [UInt8] = []
    ) {
        self.method = method
        self.target = target
        self.channel = channel
        self.fields = fields
        self.body = body
    }

    package func field(_ name: StaticString) -> String? { fields.field(name) }

    package func forEachField(_ body: (_ name: String, _ value: () -> String) -> Void) { fields.forEach(body) }
}
