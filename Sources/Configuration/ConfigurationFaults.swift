package import YAML

/// Something in a file that is no fault, and that its writer should know.
package struct Notice: Hashable, Sendable {
    /// Nil where the whole file is meant.
    package var place: Place?
    package var message: String

    package init(_ message: String, at place: Place?) {
        self.place = place
        self.message = message
    }

    /// A line for people, `file` being the name of the file as it was given.
    package func line(file: String) -> String {
        "\(file)\(place.map { ":\($0)" } ?? ""): \(message)"
    }
}

extension Place? {
    /// What is about the whole file comes first.
    static func < (left: Place?, right: Place?) -> Bool {
        guard let left, let right else { return left == nil && right != nil }
        return left < right
    }
}

/// Everything that is wrong in a configuration file, in the order of the file; never empty.
package struct ConfigurationFaults: Error, Hashable, CustomStringConvertible {
    /// Its name as it was given.
    package var file: String
    package var faults: [Fault]

    package init(file: String, faults: [Fault]) {
        self.file = file
        self.faults = faults
    }

    /// `FILE:LINE:COLUMN: what, and what is allowed`, one for each fault.
    package var lines: [String] {
        faults.map { Notice($0.message, at: $0.place).line(file: file) }
    }

    package var description: String { lines.joined(separator: "\n") }
}
