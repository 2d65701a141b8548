import CLinux
package import Camera
import Glibc
package import Posix

/// Every kernel call that a video node needs: made in one place, and replaced by a script in tests.
package protocol VideoKernel: Sendable {
    /// Opens a node for reading and writing, never blocking, closed on exec.
    func open(_ path: String) throws(Errno) -> CInt

    func close(_ descriptor: CInt)

    /// The device number of the node that is open.
    ///
    /// The corresponding C value is `st_rdev` of `struct stat`.
    func deviceNumber(of descriptor: CInt) throws(Errno) -> UInt64

    /// The argument is of the type that belongs to the request.
    ///
    /// The corresponding C function is `ioctl`.
    @unsafe func control(
        _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno)

    /// Maps one of the node's buffers, for reading.
    @unsafe func map(_ descriptor: CInt, offset: Int, count: Int) throws(Errno) -> UnsafeRawBufferPointer

    @unsafe func unmap(_ memory: UnsafeRawBufferPointer)

    var now: MonotonicTime { get }

    /// Who may open a node; nil if the node is gone.
    func access(to path: String) -> NodeAccess?

    /// Other programs that have the node open, as far as we may look.
    func holders(of deviceNumber: UInt64) -> [String]
}

/// The calls of the machine that this runs on.
package struct LinuxVideoKernel: VideoKernel {
    package init() {}

    package func open(_ path: String) throws(Errno) -> CInt {
        try valueOrErrno { unsafe Glibc.open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC) }
    }

    package func close(_ descriptor: CInt) { _ = OwnedDescriptor(adopting: descriptor) }

    package func deviceNumber(of descriptor: CInt) throws(Errno) -> UInt64 {
        var status = stat()
        try valueOrErrno { unsafe fstat(descriptor, &status) }
        return UInt64(status.st_rdev)
    }

    package func control(
        _ descriptor: CInt, _ request: VideoRequest, _ argument: UnsafeMutableRawPointer
    ) throws(Errno) {
        try valueOrErrno { unsafe ioctl(descriptor, request.rawValue, argument) }
    }

    package func map(_ descriptor: CInt, offset: Int, count: Int) throws(Errno) -> UnsafeRawBufferPointer {
        // MAP_FAILED is the address of all ones.
        let address = try valueOrErrno {
            Int(bitPattern: unsafe mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, offset))
        }
        return unsafe UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: count)
    }

    package func unmap(_ memory: UnsafeRawBufferPointer) {
        let failure = unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        precondition(failure == 0, "only what was mapped is unmapped, once")
    }

    package var now: MonotonicTime { .now }

    package func access(to path: String) -> NodeAccess? { NodeAccess(path: path) }

    package func holders(of deviceNumber: UInt64) -> [String] { DeviceHolders.names(of: deviceNumber) }
}
