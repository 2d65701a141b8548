import Access
package import Camera
package import Posix

/// A PIN and a password that the hub made, in clear.
package struct GeneratedSecrets: Equatable, Sendable {
    package let pin: Secret
    package let adminPassword: Secret

    package init(pin: Secret, adminPassword: Secret) {
        self.pin = pin
        self.adminPassword = adminPassword
    }

    /// New ones, by the tools' random numbers.
    package init(with tools: AccessTools) {
        var numbers = tools.numbers
        self.init(pin: Pin.generated(using: &numbers), adminPassword: Password.generated(using: &numbers))
    }
}

/// `secrets.txt` in the state directory: for people, readable by the hub's own user alone.
package struct SecretsFile: Sendable {
    package let path: String
    private static let pinLabel = "PIN: "
    private static let passwordLabel = "admin password: "

    package init(directory: String) { path = directory + "/secrets.txt" }

    package func write(_ secrets: GeneratedSecrets) throws(Errno) {
        let text =
            "# Made by camhub. They count until the configuration says others:\n"
            + "# pin under defaults, and password under admin.\n"
            + SecretsFile.pinLabel + secrets.pin.revealed + "\n"
            + SecretsFile.passwordLabel + secrets.adminPassword.revealed + "\n"
        try RegularFile.replace(path, with: Array(text.utf8), mode: 0o600)
    }

    /// What was written; nil if it is not there any more, or not in this form. Somebody may have edited it.
    package func read() -> GeneratedSecrets? {
        guard let bytes = try? RegularFile.contents(of: path, limit: 4096) else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let values = [SecretsFile.pinLabel, SecretsFile.passwordLabel].map { label in
            lines.first { $0.hasPrefix(label) }.map { Secret(String($0.dropFirst(label.count))) }
        }
        guard let pin = values[0], let password = values[1], Pin.isWellFormed(pin.revealed),
            Password.isWellFormed(password.revealed)
        else { return nil }
        return GeneratedSecrets(pin: pin, adminPassword: password)
    }
}
