package import Camera
package import HTTP

/// Which secret guards what, and everything that can be decided from a request alone.
///
/// A value: HTTP threads take a copy and decide without any lock. When configuration, a PIN or a logout changes it,
/// the hub makes a new one and asks it about every stream and every waiting request (`permits`).
package struct AccessPolicy: Sendable {
    /// What does not change before the next policy.
    private final class Core: Sendable {
        let settings: AccessSettings
        let keyring: Keyring
        let signer: any Signer
        let cookies: HubCookies
        let hosts: HostRule

        init(settings: AccessSettings, keyring: Keyring, signer: any Signer) {
            self.settings = settings
            self.keyring = keyring
            self.signer = signer
            let id = String(signer.digest(for: .hub, "").words.0 >> 32, radix: 16)
            cookies = HubCookies(hub: String(repeating: "0", count: 8 - id.count) + id, path: settings.basePath)
            hosts = HostRule(machineName: settings.machineName, allowedHosts: settings.allowedHosts)
        }
    }

    private let core: Core
    /// Who logged out; to be kept in the state file.
    package private(set) var ended: EndedSessions

    var settings: AccessSettings { core.settings }
    var keyring: Keyring { core.keyring }
    var signer: any Signer { core.signer }
    var cookies: HubCookies { core.cookies }

    /// - Parameters:
    ///   - epochs: from the state file; keep what it is afterwards before anybody can log in.
    ///   - ended: from the state file, or the policy before.
    ///   - signer: its key is kept in the state too; with another key all sessions end.
    package init(
        _ settings: AccessSettings, epochs: inout SecretEpochs, ended: EndedSessions = EndedSessions(),
        signer: any Signer
    ) {
        core = Core(
            settings: settings, keyring: Keyring(settings, epochs: &epochs, signer: signer), signer: signer)
        var ended = ended
        ended.keep(core.keyring.isInForce)
        self.ended = ended
    }

    /// Ends a session for good, and with it everything that its cookie has opened.
    package mutating func end(_ session: Session, unixTime: Int64) { ended.end(session, unixTime: unixTime) }

    // MARK: - What a grant opens

    /// Whether somebody who has shown this may come in: asked at the request, and again whenever the policy changes.
    package func permits(_ grant: Grant, at door: Door) -> Bool {
        switch door {
        case .admin: return hasShown(grant, keyring.admin.secret)
        case .camera(let id):
            guard case .locked(let lock) = keyring.protection(of: id) else { return true }
            return lock.isOpenToLocal && grant.isLocal || hasShown(grant, lock.secret)
                || hasShown(grant, keyring.admin.secret)
        }
    }

    private func hasShown(_ grant: Grant, _ secret: SecretID) -> Bool {
        grant.secrets.contains(secret) && !(grant.session.map { ended.contains($0, for: secret) } ?? false)
    }

    /// What `/cameras` says about a camera to this caller. One that is not authorized shows its id, name, state and
    /// URLs and nothing else.
    package func standing(of camera: CameraID, for grant: Grant) -> Standing {
        Standing(
            isLocked: needsSecret(camera, isLocal: grant.isLocal), isAuthorized: permits(grant, at: .camera(camera)))
    }

    package struct Standing: Hashable, Sendable {
        /// This caller has to show a secret, or has shown it.
        package let isLocked: Bool
        package let isAuthorized: Bool
        /// A secret was shown: there is something to log out of.
        package var isUnlocked: Bool { isLocked && isAuthorized }
    }

    func needsSecret(_ camera: CameraID, isLocal: Bool) -> Bool {
        guard case .locked(let lock) = keyring.protection(of: camera) else { return false }
        return !(lock.isOpenToLocal && isLocal)
    }

    // MARK: - Rules of the request alone

    /// Whether the name by which the request calls the hub is one of its own. Asked first.
    package func hostFault(of request: AccessRequest) -> RequestFault? { core.hosts.fault(request) }

    /// Whether a PATCH, POST or DELETE may have been sent by another web site.
    package func changeFault(of request: AccessRequest, isForm: Bool = false) -> RequestFault? {
        ChangeRule.fault(request, isForm: isForm, isEncrypted: isEncrypted(request))
    }

    /// Which other web sites may read this camera's frames. It goes into every answer of `frame`, refusals too.
    package func crossOrigin(of request: AccessRequest, to camera: CameraID) -> CrossOrigin {
        if needsSecret(camera, isLocal: isLocal(request)) { return .everyone }
        guard let origin = request.origin.flatMap(Origin.init), settings.allowOrigins.contains(origin) else {
            return .nobody
        }
        return .only(origin)
    }

    /// Whether it came from this machine itself, and nothing says that somebody else stands behind it.
    package func isLocal(_ request: AccessRequest) -> Bool {
        // Both ends: there are networks that hand packets for 127.0.0.1 on to it.
        // Under a name that anybody can register, a web site that was given our address would count as local.
        guard settings.trustedProxies.isEmpty, core.hosts.isNobodyElses(request), let here = request.arrivedAt,
            here.unmapped.isLoopback,
            case .ip(let peer) = request.peer, peer.unmapped.isLoopback
        else { return false }
        return !request.forwarding.isPresent
    }

    /// Who sent it: the peer, or whom a trusted proxy names. Whoever may open the Unix socket is a trusted proxy as soon
    /// as there are any.
    package func client(of request: AccessRequest) -> PeerAddress {
        isFromProxy(request) ? request.forwarding.client(behind: request.peer, isTrusted: isTrusted) : request.peer
    }

    /// Whether the browser's own connection is TLS.
    package func isEncrypted(_ request: AccessRequest) -> Bool {
        isFromProxy(request) ? request.forwarding.isEncrypted ?? request.isEncrypted : request.isEncrypted
    }

    private func isFromProxy(_ request: AccessRequest) -> Bool {
        switch request.peer {
        case .ip(let address): isTrusted(address.unmapped)
        case .unix: !settings.trustedProxies.isEmpty
        }
    }

    private func isTrusted(_ address: IPAddress) -> Bool {
        settings.trustedProxies.contains { $0.contains(address) }
    }
}
