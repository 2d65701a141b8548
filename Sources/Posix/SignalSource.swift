import CLinux
import Glibc

/// Signals as something to wait for, instead of interruptions.
///
/// The corresponding C functions are `pthread_sigmask` and `signalfd`.
@safe package final class SignalSource: Sendable {
    package enum Signal: CInt, Sendable {
        case hangUp = 1
        case interrupt = 2
        case terminate = 15
    }

    private let descriptor: OwnedDescriptor

    /// Readable when a signal has come.
    package var rawValue: CInt { descriptor.rawValue }

    /// Takes hang-up, interrupt and terminate for itself, and ignores broken pipes. Call it before any other thread
    /// begins: threads inherit the mask of the one that makes them.
    package init() throws(Errno) {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in [SIGHUP, SIGINT, SIGTERM] { unsafe sigaddset(&set, signal) }
        let failure = unsafe pthread_sigmask(SIG_BLOCK, &set, nil)
        guard failure == 0 else { throw Errno(rawValue: failure) }
        _ = signal(SIGPIPE, SIG_IGN)
        descriptor = OwnedDescriptor(
            adopting: try valueOrErrno { unsafe signalfd(-1, &set, CInt(SFD_NONBLOCK) | CInt(SFD_CLOEXEC)) })
    }

    /// The next signal that has come, without waiting.
    package func next() -> Signal? {
        var information = signalfd_siginfo()
        let count = unsafe read(descriptor.rawValue, &information, MemoryLayout<signalfd_siginfo>.size)
        guard count == MemoryLayout<signalfd_siginfo>.size else { return nil }
        return Signal(rawValue: CInt(bitPattern: information.ssi_signo))
    }
}
