import CMicroHTTPD
import Glibc

/// What a request's header fields say about where it ends: the ways in which two servers could disagree about it.
struct RequestHead {
    private var hosts = 0
    private var lengths = 0
    private var codings = 0
    private var isForeignCoding = false
    private var hasStrayName = false
    private var hasStrayValue = false
    /// What `Content-Length` says; nil if it is absent. What no `Int` can hold is the largest that can.
    private(set) var announcedBody: Int?

    init(_ connection: OpaquePointer) {
        unsafe withUnsafeMutablePointer(to: &self) { census in
            _ = unsafe MHD_get_connection_values(
                connection, .HEADER_KIND,
                { census, _, name, value in
                    unsafe census!.assumingMemoryBound(to: RequestHead.self).pointee.count(name!, value)
                    return .YES
                }, census)
        }
    }

    var hasBody: Bool { codings > 0 || announcedBody ?? 0 > 0 }

    /// Why the request must not be answered as if nothing were; nil if it is plain.
    var lie: String? {
        if hasStrayName { return "a field's name must have no blank or control character in it or behind it" }
        if hasStrayValue { return "a field's value must have no control character in it" }
        if hosts > 1 { return "a request must have one Host" }
        if lengths > 1 { return "a request must have one Content-Length at most" }
        if lengths > 0 && codings > 0 { return "a request must not have both Content-Length and Transfer-Encoding" }
        if codings > 1 { return "a request must have one Transfer-Encoding at most" }
        if isForeignCoding { return "the only Transfer-Encoding that is known here is chunked" }
        return nil
    }

    private mutating func count(_ name: UnsafePointer<CChar>, _ value: UnsafePointer<CChar>?) {
        // Of "Content-Length :" others make a length.
        if unsafe !isToken(name) { hasStrayName = true }
        // Of "a\rHost: b" others make two fields.
        if let value = unsafe value, unsafe !isText(value) { hasStrayValue = true }
        if unsafe strcasecmp(name, "Host") == 0 {
            hosts += 1
        } else if unsafe strcasecmp(name, "Content-Length") == 0 {
            lengths += 1
            // The library has refused what is no number.
            announcedBody = unsafe value.map { Int(unsafe String(cString: $0)) ?? .max }
        } else if unsafe strcasecmp(name, "Transfer-Encoding") == 0 {
            codings += 1
            isForeignCoding = unsafe value.map { unsafe strcasecmp($0, "chunked") != 0 } ?? true
        }
    }

    private func isToken(_ name: UnsafePointer<CChar>) -> Bool {
        var next = unsafe name
        while unsafe next.pointee != 0 {
            // Signed: what is above ASCII is below zero.
            guard unsafe (0x21...0x7E).contains(next.pointee) else { return false }
            unsafe next += 1
        }
        return true
    }

    /// Without control characters but tabs.
    private func isText(_ value: UnsafePointer<CChar>) -> Bool {
        var next = unsafe value
        while unsafe next.pointee != 0 {
            guard unsafe !(1..<0x20).contains(next.pointee) || next.pointee == 0x09, unsafe next.pointee != 0x7F else {
                return false
            }
            unsafe next += 1
        }
        return true
    }
}
