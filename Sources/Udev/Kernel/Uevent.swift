/// What the kernel says when a device comes, goes or changes.
package struct Uevent: Equatable, Sendable {
    /// For example `add`, `remove`, `change`, `bind`.
    package let action: String
    /// Below /sys, for example `/devices/…/video4linux/video0`.
    package let devicePath: String
    package let subsystem: String

    /// Nil for what is no such message, udevd's own ones included.
    ///
    /// - Parameter message: `ACTION@DEVPATH`, then `KEY=VALUE` words, each with a zero at its end.
    package init?(_ message: [UInt8]) {
        let words = message.split(separator: 0, omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        guard let head = words.first, head.contains("@") else { return nil }
        var values: [String: String] = [:]
        for word in words.dropFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            // The kernel says each once.
            if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
        }
        guard let action = values["ACTION"], let path = values["DEVPATH"], let subsystem = values["SUBSYSTEM"],
            head == "\(action)@\(path)"
        else { return nil }
        self.action = action
        devicePath = path
        self.subsystem = subsystem
    }
}
