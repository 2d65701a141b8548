import Glibc

/// A sanitizer under which the tests run, as scripts/sanitize has built them.
package enum Sanitizer {
    /// What it is told, by environment variable: for the programs that tests start, too. Empty: there is none.
    package static let options: [String: String] = {
        var options: [String: String] = [:]
        for name in ["ASAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS"] {
            if let value = getenv(name) { options[name] = String(cString: value) }
        }
        return options
    }()

    package static var isOn: Bool { !options.isEmpty }

    /// How many times longer than else something may take.
    package static var slowness: Int { isOn ? 10 : 1 }
}
