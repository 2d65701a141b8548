import Glibc

/// The name of this machine.
package enum MachineName {
    /// As the kernel has it; empty if it has none.
    package static var current: String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&text, text.count) == 0 else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
