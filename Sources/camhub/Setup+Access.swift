import Access
import Camera
import Configuration
import Crypto
import Glibc
import Hub
import Posix

// Who may see what: from the configuration, the state and the file of generated secrets.
extension Setup {
    /// The real tools. Throws if the system has no random numbers or no HMAC.
    static func accessTools() throws -> AccessTools {
        let random = try RandomNumbers()
        let yescrypt = Yescrypt()
        return AccessTools(
            makeSigner: { try SigningKey($0) }, verifier: yescrypt,
            hash: { secret in
                var numbers = random
                return try yescrypt.hash(of: secret, using: &numbers)
            },
            random: {
                var numbers = random
                return numbers.next()
            })
    }

    /// What is kept about access; made anew at the first start, and written down for people.
    func accessState(_ kept: AccessState?, _ file: SecretsFile, _ tools: AccessTools, _ log: Log) throws -> AccessState
    {
        // Somebody may have edited it, or made new ones with `camhub pin --reset`.
        let written = file.read(log)
        if let kept { return try written.map { try kept.following($0, with: tools) } ?? kept }
        if let written { return try AccessState(written, with: tools) }
        let secrets = GeneratedSecrets(with: tools)
        do throws(Errno) {
            try file.write(secrets)
        } catch {
            log.error(
                "secrets",
                "cannot write \(file.path): \(error); nobody knows the PIN and the admin's password: "
                    + "set pin under defaults and password under admin")
        }
        return try AccessState(secrets, with: tools)
    }

    /// What `camhub pin --reset` does: makes new secrets, and says how they come in force.
    func resetSecrets() throws -> String {
        let file = SecretsFile(directory: try servedStateDirectory())
        try file.write(GeneratedSecrets(with: try Setup.accessTools()))
        return secretsNotice(file, isTerminal: isatty(STDOUT_FILENO) == 1)
            + "They count from the next start on; to a running hub send SIGHUP.\n"
    }

    var accessRules: AccessRules {
        var rules = AccessRules()
        rules.adminPassword = configuration.adminPassword
        rules.trustedProxies = configuration.trustedProxies
        rules.allowedHosts = configuration.allowedHosts
        rules.allowOrigins = configuration.allowOrigins
        rules.basePath = configuration.basePath.description
        rules.machineName = MachineName.current
        return rules
    }

    /// Which secrets people have to know, for those who start the hub; in clear on a terminal alone.
    func secretsNotice(_ file: SecretsFile, isTerminal: Bool) -> String {
        let needsPin = configuration.defaults.pin == .inherited
        let needsPassword = configuration.adminPassword == nil
        guard needsPin || needsPassword else { return "" }
        guard isTerminal, let secrets = file.read() else {
            let what = [needsPin ? "The PIN" : nil, needsPassword ? "the admin's password" : nil].compactMap(\.self)
            let text = what.joined(separator: " and ")
            return "\(text.prefix(1).uppercased())\(text.dropFirst()) can be read in \(file.path)\n"
        }
        return (needsPin ? "PIN for every camera without its own: \(secrets.pin.revealed)\n" : "")
            + (needsPassword ? "Password of the user admin: \(secrets.adminPassword.revealed)\n" : "")
    }
}
