import Glibc

/// Reading from descriptors that others own.
package enum Descriptor {
    /// Reads what is there, as much as there is room for; 0 at the end. Throws `wouldBlock` if there is nothing yet.
    package static func read(_ descriptor: CInt, into room: UnsafeMutableRawBufferPointer) throws(Errno) -> Int {
        try valueOrErrno { unsafe Glibc.read(descriptor, room.baseAddress, room.count) }
    }

    /// The same into new memory, which is empty at the end.
    package static func read(_ descriptor: CInt, upTo count: Int) throws(Errno) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let count = try valueOrErrno { unsafe Glibc.read(descriptor, &bytes, bytes.count) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }
}
