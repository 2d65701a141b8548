internal import Camera

/// What guards one door.
enum Protection: Hashable, Sendable {
    /// On purpose: `pin: null`.
    case open
    case locked(Lock)
}

/// A secret at a door.
struct Lock: Hashable, Sendable {
    let id: LockID
    let secret: SecretID
    /// Nobody has chosen this PIN, so that requests from the machine itself need not know it.
    var isOpenToLocal = false
}

/// Every secret that is in force, and what it guards.
struct Keyring: Sendable {
    /// A secret under its id.
    struct Item: Hashable, Sendable {
        let id: SecretID
        let secret: Secret
        /// What the right candidate's digest is; nil for a hash: nobody knows it before the first right one.
        let digest: Digest?
    }

    let admin: Lock
    /// Of the cameras, without the admin's.
    let pins: [SecretID: Item]
    let password: Item
    private let own: [CameraID: Protection]
    private let byDefault: Protection

    /// - Parameter epochs: as they were kept; brought up to date.
    init(_ settings: AccessSettings, epochs: inout SecretEpochs, signer: any Signer) {
        let maker = KeyMaker(signer: signer)
        let usual = settings.defaultPin == .inherited ? .secret(settings.generatedPin) : settings.defaultPin
        let secrets = ([usual] + settings.cameras.values).compactMap(\.secret)
        epochs.follow(
            secrets.map { maker.fingerprint(of: $0, isPin: true) }
                + [maker.fingerprint(of: settings.adminPassword, isPin: false)])
        let items = secrets.map { maker.item($0, isPin: true, epochs) }
        let pins = Dictionary(zip(secrets, items)) { first, _ in first }
        let protection: (PinSetting, String, Bool) -> Protection = { setting, name, isOpenToLocal in
            guard let item = setting.secret.flatMap({ pins[$0] }) else { return .open }
            return .locked(Lock(id: maker.lock(name), secret: item.id, isOpenToLocal: isOpenToLocal))
        }
        password = maker.item(settings.adminPassword, isPin: false, epochs)
        admin = Lock(id: maker.lock("admin"), secret: password.id)
        byDefault = protection(usual, "default", settings.defaultPin == .inherited)
        own = Dictionary(
            uniqueKeysWithValues: settings.cameras.filter { $0.value != .inherited }.map { id, setting in
                (id, protection(setting, "camera \(id)", false))
            })
        self.pins = Dictionary(pins.values.map { ($0.id, $0) }) { first, _ in first }
    }

    /// What guards a camera. One that no key names, or that was never seen before, has the default.
    func protection(of camera: CameraID) -> Protection { own[camera] ?? byDefault }

    func isInForce(_ secret: SecretID) -> Bool { secret == password.id || pins[secret] != nil }

    func item(_ secret: SecretID) -> Item? { secret == password.id ? password : pins[secret] }
}

extension PinSetting {
    fileprivate var secret: Secret? {
        if case .secret(let secret) = self { secret } else { nil }
    }
}
