extension AccessPolicy {
    /// The Set-Cookie values after a login: the session, with what it could open before, and the device's mark.
    ///
    /// - Parameters:
    ///   - grant: what the login has shown.
    ///   - ids: two random numbers.
    package func cookies(
        loggedIn grant: Grant, at door: Door, _ request: AccessRequest, unixTime: Int64, ids: (UInt64, UInt64)
    ) -> [String] {
        guard !grant.secrets.isEmpty, let lock = lock(of: door) else { return [] }
        let old = session(of: request, unixTime: unixTime)
        let kept = (old?.secrets ?? []).filter { !grant.secrets.contains($0) && keyring.isInForce($0) }
        let session = Session(id: old?.id ?? ids.0, issuedAt: unixTime, secrets: kept + grant.secrets)
        let mark = device(of: request, unixTime: unixTime)
        let device = DeviceMark(
            id: mark?.id ?? ids.1, issuedAt: unixTime, locks: (mark?.locks ?? []).filter { $0 != lock } + [lock])
        let isSecure = isEncrypted(request)
        return [
            cookies.setting(
                cookies.session, to: session.text(by: signer), lifetime: Session.lifetime, isSecure: isSecure),
            cookies.setting(
                cookies.device, to: device.text(by: signer), lifetime: DeviceMark.lifetime, isSecure: isSecure),
        ]
    }

    /// The Set-Cookie value with which a page renews a session that is older than a day.
    package func renewal(of grant: Grant, _ request: AccessRequest, unixTime: Int64) -> String? {
        guard let old = grant.session.flatMap(ended.remainder), old.isDueForRenewal(unixTime: unixTime) else {
            return nil
        }
        let secrets = old.secrets.filter(keyring.isInForce)
        guard !secrets.isEmpty else { return nil }
        let session = Session(id: old.id, issuedAt: unixTime, secrets: secrets)
        return cookies.setting(
            cookies.session, to: session.text(by: signer), lifetime: Session.lifetime, isSecure: isEncrypted(request))
    }

    /// The Set-Cookie value that takes the session away from the browser. Its device's mark stays.
    package func logout(_ request: AccessRequest) -> String {
        cookies.setting(cookies.session, to: "", lifetime: 0, isSecure: isEncrypted(request))
    }

    /// The first session cookie that is good, of at most four: a stale one of another path must not hide it.
    package func session(of request: AccessRequest, unixTime: Int64) -> Session? {
        guard let header = request.cookie else { return nil }
        var found: Session?
        var left = 4
        CookieHeader.search(header, for: cookies.sessionBytes) { text in
            found = Session(text, signer: signer, unixTime: unixTime).flatMap(ended.remainder)
            left -= 1
            return found != nil || left == 0
        }
        return found
    }

    func device(of request: AccessRequest, unixTime: Int64) -> DeviceMark? {
        guard let header = request.cookie else { return nil }
        var found: DeviceMark?
        var left = 4
        CookieHeader.search(header, for: cookies.deviceBytes) { text in
            found = DeviceMark(text, signer: signer, unixTime: unixTime)
            left -= 1
            return found != nil || left == 0
        }
        return found
    }

    private func lock(of door: Door) -> LockID? {
        switch door {
        case .admin: return keyring.admin.id
        case .camera(let id):
            guard case .locked(let lock) = keyring.protection(of: id) else { return nil }
            return lock.id
        }
    }
}
