package import Camera
internal import HTTP

/// What opens a camera: 4 to 12 digits.
package enum Pin {
    package static let digits = "4 to 12 digits"
    package static let allowed =
        "\(digits), a hash that begins with $y$, or null for a camera that is open to everyone"

    /// Whether it could be the PIN of a camera. What could not be one is wrong without any look at the secret.
    package static func isWellFormed(_ text: some StringProtocol) -> Bool {
        (4...12).contains(text.utf8.count) && text.utf8.allSatisfy(\.isDigit)
    }

    /// A PIN as the configuration has it: itself, or its hash.
    package static func secret(_ text: String) -> Secret? {
        isWellFormed(text) || Secret.isYescrypt(text) ? Secret(text) : nil
    }

    /// Six digits, each of the million equally likely if the generator's numbers are.
    package static func generated(using generator: inout some RandomNumberGenerator) -> Secret {
        let digits = String(Int.random(in: 0..<1_000_000, using: &generator))
        return Secret(String(repeating: "0", count: 6 - digits.count) + digits)
    }
}
