import Configuration
import YAML

/// Any text is a configuration or has faults, each with its place in the text.
@Sendable func fuzzConfiguration(_ input: UnsafeRawBufferPointer) {
    let bytes = Array(input)
    do throws(ConfigurationFaults) {
        _ = try Configuration(bytes, file: "camhub.yaml").warnings(file: "camhub.yaml")
    } catch {
        precondition(!error.faults.isEmpty && error.lines.allSatisfy { !$0.isEmpty }, "faults without words")
        for place in error.faults.compactMap(\.place) {
            precondition((1...bytes.count + 1).contains(place.line), "a fault at \(place)")
        }
    }
}
