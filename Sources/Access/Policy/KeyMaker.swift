internal import Camera

/// Makes the ids of secrets and locks.
struct KeyMaker {
    let signer: any Signer

    func lock(_ name: String) -> LockID { LockID(rawValue: signer.digest(for: .lock, name).words.0) }

    func fingerprint(of secret: Secret, isPin: Bool) -> UInt64 {
        signer.digest(for: .fingerprint, "\(isPin ? "pin" : "password") \(secret.revealed)").words.0
    }

    /// The epochs must have followed this secret.
    func item(_ secret: Secret, isPin: Bool, _ epochs: SecretEpochs) -> Keyring.Item {
        let fingerprint = fingerprint(of: secret, isPin: isPin)
        let epoch = epochs.epoch(of: fingerprint).map { String($0) } ?? ""
        return Keyring.Item(
            id: SecretID(rawValue: signer.digest(for: .secret, "\(epoch) \(fingerprint)").words.0), secret: secret,
            digest: secret.isHash ? nil : signer.digest(for: .candidate, secret.revealed))
    }
}
