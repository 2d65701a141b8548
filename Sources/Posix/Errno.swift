import Glibc

/// A kernel error number, open to values that have no name here.
///
/// The corresponding C variable is `errno`.
package struct Errno: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
    package let rawValue: CInt

    package init(rawValue: CInt) { self.rawValue = rawValue }

    package static let notPermitted = Errno(rawValue: EPERM)
    package static let noSuchFile = Errno(rawValue: ENOENT)
    package static let interrupted = Errno(rawValue: EINTR)
    package static let inputOutput = Errno(rawValue: EIO)
    package static let wouldBlock = Errno(rawValue: EAGAIN)
    package static let outOfMemory = Errno(rawValue: ENOMEM)
    package static let accessDenied = Errno(rawValue: EACCES)
    package static let deviceBusy = Errno(rawValue: EBUSY)
    package static let alreadyExists = Errno(rawValue: EEXIST)
    package static let noSuchDevice = Errno(rawValue: ENODEV)
    package static let noSuchDeviceOrAddress = Errno(rawValue: ENXIO)
    package static let invalidArgument = Errno(rawValue: EINVAL)
    package static let outOfRange = Errno(rawValue: ERANGE)
    package static let illegalSequence = Errno(rawValue: EILSEQ)
    package static let remoteError = Errno(rawValue: EREMOTEIO)
    package static let inappropriateIoctl = Errno(rawValue: ENOTTY)
    package static let noSpace = Errno(rawValue: ENOSPC)
    package static let brokenPipe = Errno(rawValue: EPIPE)
    package static let protocolError = Errno(rawValue: EPROTO)
    package static let timedOut = Errno(rawValue: ETIMEDOUT)
    package static let addressInUse = Errno(rawValue: EADDRINUSE)
    package static let addressNotAvailable = Errno(rawValue: EADDRNOTAVAIL)
    package static let addressFamilyNotSupported = Errno(rawValue: EAFNOSUPPORT)
    package static let tooManyOpenFiles = Errno(rawValue: EMFILE)
    package static let tooManyOpenFilesInSystem = Errno(rawValue: ENFILE)
    package static let tooLarge = Errno(rawValue: EFBIG)
    package static let connectionAborted = Errno(rawValue: ECONNABORTED)
    package static let noData = Errno(rawValue: ENODATA)
    package static let noLink = Errno(rawValue: ENOLINK)

    /// The C library's words for it, for example `Device or resource busy`.
    package var description: String {
        var buffer = [CChar](repeating: 0, count: 256)
        // Whatever it answers, the buffer holds words, also for a number that it does not know.
        _ = unsafe strerror_r(rawValue, &buffer, buffer.count)
        return String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}

/// The only reader of `errno`: runs a call that says -1 when it fails.
@discardableResult
package func valueOrErrno<Value: FixedWidthInteger>(
    retryOnInterrupt: Bool = true, _ call: () -> Value
) throws(Errno) -> Value {
    while true {
        let value = call()
        guard value == -1 else { return value }
        let error = Errno(rawValue: errno)
        guard error == .interrupted && retryOnInterrupt else { throw error }
    }
}
