import CMicroHTTPD
import Camera
import HTTP

/// One request and its answer.
@safe final class Exchange: @unchecked Sendable {  // reason: touched on its worker's thread alone
    let target: String
    /// Valid until the request's completion callback, and for as long as the connection is suspended.
    let connection: OpaquePointer
    /// Known from the head on.
    var link: Link?
    var body: [UInt8] = []
    /// While the connection is suspended: who will answer, and until when.
    var pending: (any PendingAnswer)?
    var deadline: MonotonicTime?
    /// What to answer, once the connection is resumed.
    var answer: Answer?

    init(target: String, connection: OpaquePointer) {
        self.target = target
        unsafe self.connection = connection
    }
}

/// A request's header fields, read from the library while the handler runs.
@safe struct ConnectionFields: FieldSource {
    private let connection: OpaquePointer

    init(_ connection: OpaquePointer) { unsafe self.connection = connection }

    func field(_ name: StaticString) -> String? {
        let name = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let value = unsafe MHD_lookup_connection_value(connection, .HEADER_KIND, name) else { return nil }
        return unsafe String(cString: value)
    }

    func forEach(_ body: (_ name: String, _ value: () -> String) -> Void) {
        withoutActuallyEscaping(body) { body in
            var visitor = Visitor(body: body)
            unsafe withUnsafeMutablePointer(to: &visitor) { visitor in
                _ = unsafe MHD_get_connection_values(
                    connection, .HEADER_KIND,
                    { visitor, _, name, value in
                        let visitor = unsafe visitor!.assumingMemoryBound(to: Visitor.self)
                        unsafe visitor.pointee.body(String(cString: name!)) {
                            unsafe value.map { unsafe String(cString: $0) } ?? ""
                        }
                        return .YES
                    }, visitor)
            }
        }
    }

    private struct Visitor {
        let body: (_ name: String, _ value: () -> String) -> Void
    }
}
