import Configuration

/// The hash of the PIN 246810.
let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UgKEwuDuLnzBoammxmJZluLi0qzX0qQBw/vdv/sVQb0"

func configuration(_ text: String) throws(ConfigurationFaults) -> Configuration {
    try Configuration(Array(text.utf8), file: "hub.yaml")
}

/// What is said about a text, without the name of the file; nothing if it is sound.
func faults(_ text: String) -> [String] {
    do {
        _ = try configuration(text)
        return []
    } catch {
        return error.lines.map { String($0.trimmingPrefix("hub.yaml:")) }
    }
}
