import FoundationEssentials

/// An error as every route says it: `{"error": "…", "code": "…", "hint": "…"}`.
package struct ErrorReport: Encodable, Sendable {
    package var error: String
    package var code: String
    package var hint: String?

    package init(_ error: String, code: String, hint: String? = nil) {
        self.error = error
        self.code = code
        self.hint = hint
    }
}

extension Response {
    /// A JSON answer: `Cache-Control: no-cache`, keys sorted so that equal values give equal bytes.
    package static func json(
        _ value: some Encodable, status: Status = .ok, fields: [Field] = []
    ) -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(value) else {
            // Only a number that JSON cannot say gets here; every value of ours is finite.
            preconditionFailure("a value of ours that is no JSON: \(type(of: value))")
        }
        let own = [Field("Content-Type", "application/json"), Field("Cache-Control", "no-cache")]
        return Response(status, fields: own + fields, body: .bytes(Array(data)))
    }

    package static func notFound(_ what: String, hint: String? = nil) -> Response {
        .json(ErrorReport(what, code: "not-found", hint: hint), status: .notFound)
    }

    package static func methodNotAllowed(_ allowed: [Method]) -> Response {
        let list = allowed.map(\.rawValue).joined(separator: ", ")
        return .json(
            ErrorReport("this route does not take that method", code: "method-not-allowed", hint: "use \(list)"),
            status: .methodNotAllowed, fields: [Field("Allow", list)])
    }

    package static func badRequest(_ reason: String) -> Response {
        .json(ErrorReport(reason, code: "bad-request"), status: .badRequest, fields: [Field("Connection", "close")])
    }
}
