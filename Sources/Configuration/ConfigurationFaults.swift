package import YAML

/// A key which is accepted and checked, and which has no effect in this version.
package struct Notice: Hashable, Sendable {
    package var place: Place
    /// Its full name, for example `cameras.front-door.rotate`.
    package var key: String

    package init(key: String, at place: Place) {
        self.place = place
        self.key = key
    }

    /// A line for people, `file` being the name of the file as it was given.
    package func line(file: String) -> String {
        "\(file):\(place): \(key) is not yet in this version: it has no effect"
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
        faults.map { fault in
            let place = fault.place.map { ":\($0)" } ?? ""
            return "\(file)\(place): \(fault.message)"
        }
    }

    package var description: String { lines.joined(separator: "\n") }
}
