import HTTP

/// What the server says by itself, before a handler is asked.
extension Response {
    static let bodyTooLarge = Response.json(
        ErrorReport("the body is too large", code: "too-large", hint: "64 KB at most"), status: .contentTooLarge,
        fields: [Field("Connection", "close")])

    static let shuttingDown = Response.json(
        ErrorReport("the hub is stopping", code: "stopping"), status: .serviceUnavailable,
        fields: [Field("Retry-After", "1"), Field("Connection", "close")])

    static let tooManyConnections = Response.json(
        ErrorReport(
            "too many connections", code: "too-many-connections",
            hint: "close some pages, or raise limits.connections or limits.connectionsPerAddress"),
        status: .serviceUnavailable, fields: [Field("Retry-After", "5"), Field("Connection", "close")])

    static let httpsOnly = Response.json(
        ErrorReport("this address speaks HTTPS only", code: "https-only", hint: "write https:// in place of http://"),
        status: .badRequest, fields: [Field("Connection", "close")])
}
