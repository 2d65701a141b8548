package import Camera
import Glibc
package import Posix

/// Tells of video nodes that come and go where no udevd runs, by looking at /sys and /dev. Thread-bound.
///
/// It looks whenever the kernel tells of a video device, a node's file comes, goes or changes its permissions, and every
/// few seconds: in a container one or both of the former may be silent.
@safe package final class KernelMonitor {
    /// A node, and by what a later one with the same words is told from it.
    private struct Seen: Equatable {
        let node: VideoNode
        /// Of its folder in /sys, and of its file: others after each plug.
        let generation: [UInt64]
        /// When its permissions changed last.
        let changed: Int64
    }

    private let kernel: KernelEvents?
    private let files: FolderWatch?
    private let timer: RepeatingTimer
    private let epoll: Epoll
    private let systemFolder: String
    private let deviceFolder: String
    private var known: [UInt64: Seen] = [:]

    private static let interval: Duration = .seconds(5)

    /// Throws when the machine has no descriptor left.
    /// - Parameters:
    ///   - systemFolder: /sys.
    ///   - deviceFolder: /dev.
    package init(
        systemFolder: String = "/sys", deviceFolder: String = "/dev", interval: Duration = KernelMonitor.interval
    ) throws(Errno) {
        self.systemFolder = systemFolder
        self.deviceFolder = deviceFolder
        epoll = try Epoll()
        timer = try RepeatingTimer(every: interval)
        try epoll.add(timer.rawValue, tag: 0)
        // Neither is necessary: without it a plug is noticed later.
        kernel = try? KernelEvents()
        files = try? FolderWatch(deviceFolder)
        if let kernel = kernel?.rawValue { try epoll.add(kernel, tag: 1) }
        if let files = files?.rawValue { try epoll.add(files, tag: 2) }
    }

    /// Readable when there may be events.
    package var descriptor: CInt? { epoll.rawValue }

    /// Every video node that is there now and has a file, in the order of their numbers.
    package func scan() -> [VideoNode] {
        known = look()
        return known.values.map(\.node).sorted { $0.deviceNumber < $1.deviceNumber }
    }

    /// Takes the events that are there, without waiting.
    package func receive() -> [NodeEvent] {
        // Each is to be emptied.
        let reasons = [hasWordOfKernel(), files?.hasNews(of: "video") ?? false, timer.hasPassed()]
        guard reasons.contains(true) else { return [] }
        let before = known
        known = look()
        let gone = before.filter { known[$0.key].map { $0.generation } != $0.value.generation }.keys.sorted()
        // A change of permissions is told as well: what could not be opened is tried again.
        let added = known.filter { before[$0.key] != $0.value }.values.map(\.node)
            .sorted { $0.deviceNumber < $1.deviceNumber }
        return gone.map { .removed(deviceNumber: $0) } + added.map { .added($0) }
    }

    /// What udev would call the port of any device, by its folder in /sys.
    package static func busPath(ofDeviceAt folder: String) -> String? {
        SysfsDevice(folder).flatMap { BusPath.built(from: $0.steps) }
    }

    private func hasWordOfKernel() -> Bool {
        var isAboutVideo = false
        while true {
            switch kernel?.next() ?? .end {
            case .message(let bytes): isAboutVideo = isAboutVideo || Uevent(bytes)?.subsystem == "video4linux"
            case .overflow: isAboutVideo = true
            case .end: return isAboutVideo
            }
        }
    }

    private func look() -> [UInt64: Seen] {
        // Without memory for a list there are more pressing worries.
        let folders = (try? FilePattern.paths(matching: "\(systemFolder)/class/video4linux/video*")) ?? []
        var found: [UInt64: Seen] = [:]
        for folder in folders {
            guard let device = SysfsDevice(folder),
                let properties = NodeProperties(device, deviceFolder: deviceFolder),
                // Asked last: of a device that is just being removed, not all may have been there to read.
                let file = Facts(properties.node), let place = Facts(device.path)
            else { continue }
            found[properties.deviceNumber] = Seen(
                node: VideoNode(properties), generation: [place.inode, file.inode], changed: file.changed)
        }
        return found
    }
}

/// What tells a file from another one at the same place.
private struct Facts {
    let inode: UInt64
    /// Nanoseconds since 1970.
    let changed: Int64

    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        inode = UInt64(status.st_ino)
        changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    }
}
