import Synchronization

/// A status code with the standard's number.
package struct Status: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let ok = Status(rawValue: 200)
    package static let created = Status(rawValue: 201)
    package static let noContent = Status(rawValue: 204)
    package static let seeOther = Status(rawValue: 303)
    package static let notModified = Status(rawValue: 304)
    package static let badRequest = Status(rawValue: 400)
    package static let unauthorized = Status(rawValue: 401)
    package static let forbidden = Status(rawValue: 403)
    package static let notFound = Status(rawValue: 404)
    package static let methodNotAllowed = Status(rawValue: 405)
    package static let requestTimeout = Status(rawValue: 408)
    package static let conflict = Status(rawValue: 409)
    package static let contentTooLarge = Status(rawValue: 413)
    package static let unsupportedMediaType = Status(rawValue: 415)
    package static let misdirectedRequest = Status(rawValue: 421)
    package static let tooManyRequests = Status(rawValue: 429)
    package static let internalServerError = Status(rawValue: 500)
    package static let serviceUnavailable = Status(rawValue: 503)
    package static let loopDetected = Status(rawValue: 508)
}

/// A header field, its name spelled as it goes out.
package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// What follows the header.
package enum Body: Sendable {
    case bytes([UInt8])
    /// Memory that someone else owns and that stays as it is while `owner` lives; sent without a copy.
    case shared(SharedBytes)
    /// Unknown length, sent as it comes, ended by closing the connection.
    case stream(any BodyStream)
    /// Likewise, but never more than one part is under way.
    case parts(any PartStream)
}

/// Borrowed, unchanging memory, and who keeps it alive.
package struct SharedBytes: @unchecked Sendable {  // reason: nobody writes to the memory after it was made
    package let buffer: UnsafeRawBufferPointer
    package let owner: any AnyObject & Sendable

    package init(_ buffer: UnsafeRawBufferPointer, owner: any AnyObject & Sendable) {
        self.buffer = buffer
        self.owner = owner
    }
}

/// A whole answer. An object, so that a server can keep what it has made of it for the next client.
package final class Response: Sendable {
    package let status: Status
    package let fields: [Field]
    package let body: Body
    /// Owned by this object once it is there.
    private let form = Atomic<Unmanaged<ServerForm>?>(nil)

    package init(_ status: Status, fields: [Field] = [], body: Body = .bytes([])) {
        self.status = status
        self.fields = fields
        self.body = body
    }

    /// The server's own form of this answer, made at its first use; nil if it cannot be made.
    ///
    /// Two threads that come at the same moment may both make one; the first is kept, the other one dropped.
    package func serverForm(_ make: () -> ServerForm?) -> ServerForm? {
        if let kept = form.load(ordering: .acquiring) { return kept.takeUnretainedValue() }
        guard let made = make() else { return nil }
        let mine = Unmanaged.passRetained(made)
        let (isKept, first) = form.compareExchange(expected: nil, desired: mine, ordering: .acquiringAndReleasing)
        guard !isKept, let first else { return made }
        mine.release()
        return first.takeUnretainedValue()
    }

    deinit { form.load(ordering: .acquiring)?.release() }

    /// The value of a field, by name in any case; for tests and for conditional requests.
    package func field(_ name: String) -> String? {
        fields.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The bytes of a body that has an end.
    package var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .shared(let shared): Array(shared.buffer)
        case .stream, .parts: []
        }
    }
}

/// What a server makes of a response to send it: a handle of its library, given back with the last reference.
package final class ServerForm: @unchecked Sendable {  // reason: the handle never changes, its library counts users
    package let handle: OpaquePointer
    private let release: @Sendable (OpaquePointer) -> Void

    package init(_ handle: OpaquePointer, release: @escaping @Sendable (OpaquePointer) -> Void) {
        self.handle = handle
        self.release = release
    }

    deinit { release(handle) }
}
