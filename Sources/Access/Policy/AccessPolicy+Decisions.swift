package import Camera

extension AccessPolicy {
    /// Whether the sender of a request may come in here.
    ///
    /// Ask it only about cameras that there are: each one that is asked about can be given wrong PINs.
    package func decide(_ request: AccessRequest, at door: Door, unixTime: Int64) -> Decision {
        let grant = grant(of: request, unixTime: unixTime)
        if permits(grant, at: door) { return .settled(.success(grant)) }
        let isChallenged = isChallenged(request)
        guard let field = request.authorization else {
            return .settled(.failure(.unauthorized(isChallenged: isChallenged)))
        }
        switch (BasicCredentials(field), door) {
        case (.pin(let pin), .camera(let camera)):
            return .ask(claim(pin, at: targets([camera]), base: grant, request, unixTime, isChallenged: isChallenged))
        case (.password(let password), _):
            return .ask(claim(password, at: [admin], base: grant, request, unixTime, isChallenged: isChallenged))
        case (.unusable, _), (.pin, .admin):
            return .settled(.failure(.unauthorized(isChallenged: isChallenged)))
        }
    }

    /// What the sender of a request may see of the whole hub: nobody is refused, at most less is shown.
    ///
    /// A PIN that opens none of these cameras is a wrong one at each of them.
    package func survey(_ request: AccessRequest, of cameras: [CameraID], unixTime: Int64) -> Decision {
        let grant = grant(of: request, unixTime: unixTime)
        guard let field = request.authorization else { return .settled(.success(grant)) }
        let closed = cameras.filter { !permits(grant, at: .camera($0)) }
        switch BasicCredentials(field) {
        case .pin(let pin) where !closed.isEmpty:
            return .ask(claim(pin, at: targets(closed), others: pins, base: grant, request, unixTime))
        case .password(let password) where !permits(grant, at: .admin):
            return .ask(claim(password, at: [admin], base: grant, request, unixTime))
        case .pin, .password, .unusable: return .settled(.success(grant))
        }
    }

    /// Whether what somebody entered opens this door. A session makes no difference: it is tried like a stranger's.
    package func logIn(_ entered: String, _ request: AccessRequest, at door: Door, unixTime: Int64) -> Decision {
        let base = Grant(isLocal: isLocal(request), secrets: [], session: nil)
        switch door {
        case .admin where Password.isWellFormed(entered):
            return .ask(claim(Secret(entered), at: [admin], base: base, request, unixTime, isChallenged: false))
        case .camera(let camera):
            let targets = targets([camera])
            if targets.isEmpty { return .settled(.success(base)) }
            guard Pin.isWellFormed(entered) else { break }
            return .ask(
                claim(
                    Secret(entered), at: targets, others: pins, base: base, request, unixTime, isChallenged: false))
        case .admin: break
        }
        return .settled(.failure(.unauthorized(isChallenged: false)))
    }

    /// What a request has shown by itself: where it came from, and its session.
    package func grant(of request: AccessRequest, unixTime: Int64) -> Grant {
        let session = session(of: request, unixTime: unixTime)
        return Grant(isLocal: isLocal(request), secrets: session?.secrets ?? [], session: session)
    }

    /// Not where it would make a browser put its own dialog in front of the page.
    func isChallenged(_ request: AccessRequest) -> Bool {
        !request.isScripted && !(request.cookie.map(cookies.areIn) ?? false)
    }

    private var admin: Claim.Target {
        Claim.Target(door: .admin, lock: keyring.admin.id, item: keyring.password)
    }

    private var pins: [Keyring.Item] { Array(keyring.pins.values) }

    private func targets(_ cameras: [CameraID]) -> [Claim.Target] {
        cameras.compactMap { camera in
            guard case .locked(let lock) = keyring.protection(of: camera), let item = keyring.item(lock.secret) else {
                return nil
            }
            return Claim.Target(door: .camera(camera), lock: lock.id, item: item)
        }
    }

    private func claim(
        _ candidate: Secret, at targets: [Claim.Target], others: [Keyring.Item] = [], base: Grant,
        _ request: AccessRequest, _ unixTime: Int64, isChallenged: Bool? = nil
    ) -> Claim {
        Claim(
            client: ClientKey(client(of: request)), device: device(of: request, unixTime: unixTime),
            candidate: candidate, digest: signer.digest(for: .candidate, candidate.revealed), targets: targets,
            others: others, base: base, isChallenged: isChallenged)
    }
}
