package import Camera

extension PinSetting {
    /// The same for the same words, and for nothing else; says nothing about the secret without the signer's key.
    package func mark(by signer: some Signer) -> String {
        switch self {
        case .inherited: "default"
        case .open: "open"
        case .secret(let secret):
            String(KeyMaker(signer: signer).fingerprint(of: secret, isPin: true), radix: 16)
        }
    }
}
