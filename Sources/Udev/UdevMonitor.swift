import CUdev
package import Camera
import Glibc
package import Posix

/// Tells of video nodes that come and go, by udev. Thread-bound.
///
/// Events are collected from the moment it is made: whoever scans afterwards misses nothing.
@safe package final class UdevMonitor {
    private static let subsystem = "video4linux"
    /// Room for the events of some hundred devices that come at once.
    private static let bufferSize: CInt = 1 << 20

    private let udev: UdevHandle
    private let monitor: MonitorHandle
    /// What was reported: the difference to it is what an overflow hid.
    private var known: [UInt64: VideoNode] = [:]

    /// Whether udevd runs here: without it nobody would ever finish a node, and tell of it.
    package static var isPossible: Bool { unsafe access("/run/udev/control", F_OK) == 0 }

    /// Throws when the machine has no memory or descriptor left, or forbids netlink.
    package init() throws(Errno) {
        udev = try UdevHandle()
        monitor = try MonitorHandle(udev)
        try monitor.listen(to: UdevMonitor.subsystem, bufferSize: UdevMonitor.bufferSize)
    }

    /// Readable when there are events.
    package var descriptor: CInt? { monitor.descriptor }

    /// Every video node that is there now, in the order of their numbers.
    ///
    /// One that udevd has not finished is left to its event: its permissions and its identity are not there yet.
    package func scan() -> [VideoNode] {
        let found = present().filter(\.isInitialized).map(\.node).sorted { $0.deviceNumber < $1.deviceNumber }
        known = Dictionary(found.map { ($0.deviceNumber, $0) }) { first, _ in first }
        return found
    }

    /// Takes the events that are there, without waiting.
    package func receive() -> [NodeEvent] {
        var events: [NodeEvent] = []
        var isIncomplete = false
        reading: while true {
            switch monitor.next() {
            case .event(let event): events.append(event)
            case .other: continue
            case .overflow: isIncomplete = true
            case .end: break reading
            }
        }
        // The kernel says at once that it had no room, and only then gives what it still has: all of that is older
        // than what can be seen now.
        if isIncomplete { events = changesSinceKnown() }
        events.forEach(note)
        return events
    }

    private func present() -> [(node: VideoNode, isInitialized: Bool)] {
        udev.devices(of: UdevMonitor.subsystem).compactMap { device in
            device.videoNode.map { ($0, device.isInitialized) }
        }
    }

    private func note(_ event: NodeEvent) {
        switch event {
        case .added(let node): known[node.deviceNumber] = node
        case .removed(let number): known[number] = nil
        }
    }

    /// The kernel had no room for some events. All that is there is reported again, as it may have been replaced.
    private func changesSinceKnown() -> [NodeEvent] {
        let before = known
        let now = scan()
        let present = Dictionary(now.map { ($0.deviceNumber, $0) }) { first, _ in first }
        let gone = before.values.filter { present[$0.deviceNumber] != $0 }.map(\.deviceNumber).sorted()
        return gone.map { .removed(deviceNumber: $0) } + now.map { .added($0) }
    }
}
