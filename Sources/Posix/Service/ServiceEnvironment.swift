import Glibc

/// What a service manager such as systemd hands to the program that it starts, by variables of the environment.
///
/// See sd_notify(3), sd_watchdog_enabled(3) and sd_listen_fds(3).
package struct ServiceEnvironment: Equatable, Sendable {
    /// Where the manager wants to be told how the program is; nil: nobody asks.
    package var notifySocket: String?
    /// The program is killed if nothing is heard of it for so long; nil: nobody watches.
    package var watchdogPatience: Duration?
    /// Sockets that the manager has opened in place of the program, in its order.
    package var sockets: [PassedSocket] = []

    private static let firstSocket: CInt = 3
    private static let names = [
        "NOTIFY_SOCKET", "WATCHDOG_PID", "WATCHDOG_USEC", "LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES",
        "LISTEN_PIDFDID",
    ]

    /// - Parameter process: what is meant for another one is not for us.
    package init(_ variables: [String: String], process: Int32) {
        notifySocket = variables["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        if variables["WATCHDOG_PID"].map({ $0 == String(process) }) ?? true,
            let patience = variables["WATCHDOG_USEC"].flatMap({ Int64($0) }), patience > 0
        {
            watchdogPatience = .microseconds(patience)
        }
        if variables["LISTEN_PID"] == String(process), let count = variables["LISTEN_FDS"].flatMap({ CInt($0) }) {
            let names = (variables["LISTEN_FDNAMES"] ?? "").split(separator: ":", omittingEmptySubsequences: false)
            sockets = (0..<max(0, min(count, 1024))).map { number in
                let name = names.indices.contains(Int(number)) ? String(names[Int(number)]) : ""
                return PassedSocket(descriptor: ServiceEnvironment.firstSocket + number, name: name)
            }
        }
    }

    /// Takes it out of the environment, so that no program that this one starts takes it for its own; nor does it get
    /// the sockets. Call it before there is another thread, which could read the environment meanwhile.
    package static func take() -> ServiceEnvironment {
        var variables: [String: String] = [:]
        for name in names {
            variables[name] = unsafe getenv(name).map { unsafe String(cString: $0) }
            unsafe unsetenv(name)
        }
        let environment = ServiceEnvironment(variables, process: getpid())
        // Fails for what is not open: whoever adopts it will say so.
        for socket in environment.sockets { _ = fcntl(socket.descriptor, F_SETFD, FD_CLOEXEC) }
        return environment
    }
}

/// A socket that the service manager has opened: its number in this process, and its name in the manager's words.
package struct PassedSocket: Equatable, Sendable, CustomStringConvertible {
    package let descriptor: CInt
    package let name: String

    package init(descriptor: CInt, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    package var description: String { name.isEmpty ? "\(descriptor)" : "\(descriptor) (\(name))" }
}
