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

    /// What it says. Nil if it is not there, or does not say it: somebody may have edited it.
    ///
    /// - Parameter log: gets a warning, for who changed a secret has to know that the old one still counts.
    package func read(_ log: Log? = nil) -> GeneratedSecrets? {
        let whole: RegularFile.Whole
        do throws(Errno) {
            whole = try RegularFile.read(path, limit: 4096)
        } catch .noSuchFile {
            return nil
        } catch {
            log?.warning("secrets", "\(path) was not taken: \(error)")
            return nil
        }
        if whole.mode & 0o077 != 0 {
            log?.warning("secrets", "others can read or change \(path): chmod 600 \(path)")
        }
        let lines = String(decoding: whole.bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
        let values = [SecretsFile.pinLabel, SecretsFile.passwordLabel].map { label in
            lines.first { $0.hasPrefix(label) }.map { Secret(String($0.dropFirst(label.count))) }
        }
        guard let pin = values[0], let password = values[1], Pin.isWellFormed(pin.revealed),
            Password.isWellFormed(password.revealed)
        else {
            log?.warning(
                "secrets",
                "\(path) was not taken: it needs a line \"\(SecretsFile.pinLabel)\" with \(Pin.digits), and a line "
                    + "\"\(SecretsFile.passwordLabel)\" with 4 to 128 characters; what counted before still does")
            return nil
        }
        return GeneratedSecrets(pin: pin, adminPassword: password)
    }
}
