import Access
package import Camera

/// What is kept about access: no secret in clear.
package struct AccessState: Equatable, Sendable {
    /// 32 random bytes that sign cookies.
    var key: [UInt8]
    /// The hashes of what the hub made at its first start.
    package internal(set) var generatedPin: Secret
    package internal(set) var adminPassword: Secret
    var epochs = SecretEpochs()
    var ended = EndedSessions()

    /// Makes a key, for a hub that has none yet, and the hashes of its generated secrets. Takes some 40 ms.
    package init(_ secrets: GeneratedSecrets, with tools: AccessTools) throws {
        var numbers = tools.numbers
        key = (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &numbers) }
        generatedPin = try tools.hash(secrets.pin)
        adminPassword = try tools.hash(secrets.adminPassword)
    }

    /// With the secrets that the file of the generated ones says now. Takes some 40 ms, and as much for each new one.
    package func following(_ secrets: GeneratedSecrets, with tools: AccessTools) throws -> AccessState {
        var state = self
        if try !tools.isHash(generatedPin, of: secrets.pin) { state.generatedPin = try tools.hash(secrets.pin) }
        if try !tools.isHash(adminPassword, of: secrets.adminPassword) {
            state.adminPassword = try tools.hash(secrets.adminPassword)
        }
        return state
    }
}

extension AccessState: Codable {
    private enum Key: String, CodingKey { case key, generatedPin, adminPassword, epochs, ended }

    package init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        key = [UInt8](hexadecimal: try keys.decode(String.self, forKey: .key))
        generatedPin = Secret(try keys.decode(String.self, forKey: .generatedPin))
        adminPassword = Secret(try keys.decode(String.self, forKey: .adminPassword))
        epochs = try keys.decode(SecretEpochs.self, forKey: .epochs)
        ended = try keys.decode(EndedSessions.self, forKey: .ended)
        guard key.count == 32, generatedPin.isHash, adminPassword.isHash else {
            throw DecodingError.dataCorruptedError(
                forKey: .key, in: keys, debugDescription: "the key has to have 32 bytes, and secrets to be hashes")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(key.hexadecimal, forKey: .key)
        try keys.encode(generatedPin.revealed, forKey: .generatedPin)
        try keys.encode(adminPassword.revealed, forKey: .adminPassword)
        try keys.encode(epochs, forKey: .epochs)
        try keys.encode(ended, forKey: .ended)
    }
}

extension [UInt8] {
    fileprivate var hexadecimal: String {
        map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    /// Empty for what is no row of pairs of digits.
    fileprivate init(hexadecimal text: String) {
        let digits = text.compactMap(\.hexDigitValue).map { UInt8($0) }
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else {
            self = []
            return
        }
        self = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
