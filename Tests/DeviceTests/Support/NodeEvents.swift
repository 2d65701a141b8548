import Camera
import Glibc
import Posix

/// Notes what kernel and udev say of video nodes, by `udevadm monitor`.
struct NodeEvents {
    /// One event, for example `UDEV  [42.123456] add  /devices/…/video0 (video4linux)`.
    struct Event {
        /// `KERNEL`, or `UDEV` when its rules are through.
        var source: String
        /// On the guest's monotonic clock.
        var time: Duration
        var action: String
        var device: String
    }

    private static let job = "events"
    private let guest: Guest

    init(of guest: Guest) throws {
        self.guest = guest
        try guest.start(NodeEvents.job, "exec stdbuf -oL udevadm monitor --kernel --udev -s video4linux")
        // It listens before it says what it will print.
        try eventually("udevadm listens") { guest.log(of: NodeEvents.job).contains("KERNEL - ") }
    }

    /// Ends it: all that it noted.
    func finish() throws -> [Event] {
        try guest.signal(NodeEvents.job, SIGTERM)
        try guest.wait(for: NodeEvents.job)
        return guest.log(of: NodeEvents.job).split(separator: "\n").compactMap { line in
            guard let match = line.wholeMatch(of: /(KERNEL|UDEV) *\[([0-9.]+)\] (\w+) +(\S+) .*/) else { return nil }
            guard let seconds = Double(match.2) else { return nil }
            return Event(
                source: String(match.1), time: .seconds(seconds), action: String(match.3), device: String(match.4))
        }
    }
}

/// What this machine's clock said when the guest's said something.
struct GuestClock {
    /// The guest's start by this machine's clock is not before this.
    fileprivate var start: MonotonicTime

    /// The earliest moment at which it can have been so late in the guest.
    func earliest(_ time: Duration) -> MonotonicTime { start.advanced(by: time) }
}

extension Guest {
    /// Compares the clocks: the answer to a question has a time between those of question and answer.
    func clock() throws -> GuestClock {
        let starts = try (0..<10).map { _ in
            let before = MonotonicTime.now
            let text = try run("read -r uptime _ </proc/uptime; echo $uptime")
            guard let uptime = Double(text.trimmingSuffix("\n")) else { throw GuestError("/proc/uptime: \(text)") }
            // The file counts in hundredths, rounded down.
            return before.advanced(by: .seconds(-uptime - 0.01))
        }
        return GuestClock(start: starts.max()!)
    }
}

extension Double {
    /// For people.
    func rounded(toTenths: Void) -> Double { (self * 10).rounded() / 10 }
}
