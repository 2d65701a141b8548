import CMicroHTTPD
import HTTP

/// A library response over a `Response` of ours, used for as many clients as ask.
enum PreparedResponse {
    /// Nil when there is no memory for it, or a field cannot be sent as it is.
    static func form(of response: Response) -> ServerForm? {
        response.serverForm {
            guard let made = unsafe make(response.body) else { return nil }
            guard unsafe add(response.fields, to: made) else {
                unsafe MHD_destroy_response(made)
                return nil
            }
            return unsafe ServerForm(made) { unsafe MHD_destroy_response($0) }
        }
    }

    /// False if the library refuses a field: a line end or a control character in it.
    static func add(_ fields: [Field], to response: OpaquePointer) -> Bool {
        for field in fields {
            guard unsafe MHD_add_response_header(response, field.name, field.value) == .YES else { return false }
        }
        return true
    }

    private static func make(_ body: Body) -> OpaquePointer? {
        switch body {
        case .bytes(let bytes):
            return unsafe bytes.withUnsafeBytes { bytes in
                // The library copies: the pointer is only read during the call.
                unsafe MHD_create_response_from_buffer(
                    bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
            }
        case .shared(let shared):
            // Released in the library's free callback, which comes with the response's last reference.
            let owner = unsafe Unmanaged.passRetained(shared.owner as AnyObject)
            let made = unsafe MHD_create_response_from_buffer_with_free_callback_cls(
                shared.buffer.count, UnsafeMutableRawPointer(mutating: shared.buffer.baseAddress),
                { owner in unsafe Unmanaged<AnyObject>.fromOpaque(owner!).release() }, owner.toOpaque())
            if unsafe made == nil { unsafe owner.release() }
            return unsafe made
        case .stream, .parts:
            // These belong to one connection: see `StreamingResponse`.
            return nil
        }
    }
}
