import Glibc

/// A terminal at which somebody types something that nobody else shall see.
package enum Terminal {
    /// Runs the body while the terminal does not show what is typed. What was typed before, and what the body leaves
    /// unread, is forgotten.
    ///
    /// Ctrl-C has to be taken by a `SignalSource`, for a signal that ends the process leaves the terminal as it is;
    /// the keys that would stop or abort the process are off. Throws `inappropriateIoctl` for what is no terminal.
    ///
    /// The corresponding C function is `tcsetattr`.
    package static func withoutEcho<Value>(on descriptor: CInt, _ body: () throws -> Value) throws -> Value {
        var before = termios()
        try valueOrErrno { unsafe tcgetattr(descriptor, &before) }
        var quiet = before
        // The end of the line still shows, so that what is printed next begins in a line of its own.
        quiet.c_lflag = quiet.c_lflag & ~tcflag_t(ECHO) | tcflag_t(ECHONL | ICANON | ISIG)
        unsafe withUnsafeMutableBytes(of: &quiet.c_cc) { keys in
            // 0 is no key.
            for key in [VQUIT, VSUSP] { unsafe keys[Int(key)] = 0 }
        }
        try valueOrErrno { unsafe tcsetattr(descriptor, TCSAFLUSH, &quiet) }
        // If the terminal is gone by then, there is nothing to restore.
        defer { _ = unsafe tcsetattr(descriptor, TCSAFLUSH, &before) }
        return try body()
    }
}
