import Access
import Camera
import HTTP
import Posix

// Who comes in, and what the admin changes.
extension HubHandler {
    /// Unix time, in seconds.
    var unixTime: Int64 { clock().unixMilliseconds / 1000 }

    /// Lets the sender in through this door, at once or as soon as the secret that they show is checked.
    func enter(
        _ door: Door, _ visit: Visit, _ policy: AccessPolicy,
        refused: @escaping @Sendable (Refusal) -> Answer = { .now(.refused($0)) },
        then answer: @escaping @Sendable (Grant) -> Answer
    ) -> Answer {
        if let grant = recall(visit, at: door, policy) { return answer(grant) }
        let unixTime = visit.arrivedAt.unixMilliseconds / 1000
        let decision = policy.decide(visit.access, at: door, unixTime: unixTime)
        return settle(decision, visit, policy, at: door.place) { [self] outcome in
            switch outcome {
            case .success(let grant):
                remember(grant, visit, at: door, policy, isByAuthorization: decision.isClaim)
                return answer(grant)
            case .failure(let refusal): return refused(refusal)
            }
        }
    }

    /// - Parameter isByAuthorization: what the Authorization field says has opened the door, and nothing else.
    private func remember(
        _ grant: Grant, _ visit: Visit, at door: Door, _ policy: AccessPolicy, isByAuthorization: Bool
    ) {
        // Only under the words that have opened the door: a wrong PIN beside a good session must not come to count.
        let isByShown = visit.access.authorization == nil ? grant.session != nil : isByAuthorization
        guard isByShown, let words = visit.shown else { return }
        access.recollection.remember(
            grant, for: words, by: policy.client(of: visit.access), at: door, now: clock())
    }

    /// What the sender has shown a moment ago with the same words, if it still opens the door.
    private func recall(_ visit: Visit, at door: Door, _ policy: AccessPolicy) -> Grant? {
        guard let words = visit.shown else { return nil }
        let client = policy.client(of: visit.access)
        let isLocal = policy.isLocal(visit.access)
        let grant = access.recollection.grant(of: words, by: client, isLocal: isLocal, at: door, now: clock())
        return grant.flatMap { policy.permits($0, at: door) ? $0 : nil }
    }

    /// - Parameter place: where it was tried, for the log.
    func settle(
        _ decision: Decision, _ visit: Visit, _ policy: AccessPolicy, at place: String,
        then answer: @escaping @Sendable (Outcome) -> Answer
    ) -> Answer {
        if case .settled(let outcome) = decision { return answer(outcome) }
        let client = policy.client(of: visit.access)
        let answer: @Sendable (Outcome) -> Answer = { $0.isFruitless ? .heldBack(answer($0)) : answer($0) }
        switch access.weigh(decision, by: client, at: place, now: clock()) {
        case .settled(let outcome): return answer(outcome)
        case .compute(let attempt):
            let wait = SecretWait(
                { [access, clock] completion in
                    access.compute(attempt, by: client, at: place, clock: clock, completion: completion)
                }, then: answer)
            return .later(wait)
        }
    }

    /// The Set-Cookie field that a page brings when the session is older than a day.
    func renewal(_ visit: Visit, _ policy: AccessPolicy) -> [Field] {
        let grant = policy.grant(of: visit.access, unixTime: unixTime)
        return policy.renewal(of: grant, visit.access, unixTime: unixTime).map { [Field("Set-Cookie", $0)] } ?? []
    }

    /// A camera's page, or the way to its login page.
    func page(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(
            .camera(camera.id), visit, policy,
            refused: { refusal in
                guard case .unauthorized = refusal else { return .now(.refused(refusal)) }
                return .now(.seeOther("../login?cam=\(camera.id)"))
            },
            then: { [self] _ in pages.asset("camera.html", visit, renewal(visit, policy)) })
    }

    // MARK: - Logging in and out

    /// `GET /login`.
    func loginPage(_ visit: Visit) -> Response {
        guard let id = visit.target.value(of: "cam") else { return pages.login(.admin, hub: "./") }
        guard let camera = inventory.camera(id) else { return .noCamera }
        return pages.login(.camera(camera.id, name: camera.snapshot(now: clock()).name), hub: "./")
    }

    /// `POST /login`: the admin.
    func logIn(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        logIn(
            visit, policy, Login(door: .admin, field: "password", page: .admin, hub: "./", destination: "./"))
    }

    /// `POST /cam/<id>/login`.
    func logIn(to camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        let name = camera.snapshot(now: clock()).name
        return logIn(
            visit, policy,
            Login(
                door: .camera(camera.id), field: "pin", page: .camera(camera.id, name: name), hub: "../../",
                destination: "../\(camera.id)"))
    }

    /// What logging in at one door is made of.
    private struct Login {
        let door: Door
        /// In which the secret is sent.
        let field: String
        let page: LoginPage.Door
        /// The hub, and where a form leads to in the end, relative to the path that it is sent to.
        let hub: String
        let destination: String
    }

    private func logIn(_ visit: Visit, _ policy: AccessPolicy, _ login: Login) -> Answer {
        let isForm = visit.isForm
        guard let sent = visit.sent(login.field) else {
            return .now(
                .json(
                    ErrorReport(
                        "the body has no \(login.field) that is text", code: "bad-login",
                        hint: "send {\"\(login.field)\": \"…\"}"), status: .badRequest))
        }
        let decision = policy.logIn(sent, visit.access, at: login.door, unixTime: unixTime)
        return settle(decision, visit, policy, at: login.door.place) { [self] outcome in
            switch outcome {
            case .success(let grant):
                // The policy may have changed while the secret was checked.
                let cookies = access.policy.cookies(
                    loggedIn: grant, at: login.door, visit.access, unixTime: unixTime, ids: access.newIDs)
                let fields = cookies.map { Field("Set-Cookie", $0) }
                return .now(isForm ? .seeOther(login.destination, fields) : Response(.noContent, fields: fields))
            case .failure(let refusal):
                return .now(isForm ? pages.login(login.page, refusal: refusal, hub: login.hub) : .refused(refusal))
            }
        }
    }

    /// `POST /logout`: ends the session, also for whoever has copied its cookie.
    func logOut(_ visit: Visit, _ policy: AccessPolicy) -> Response {
        if let session = policy.session(of: visit.access, unixTime: unixTime) {
            access.end(session, unixTime: unixTime)
            registry.keepAccess()
        }
        let cookie = Field("Set-Cookie", policy.logout(visit.access))
        return visit.isForm ? .seeOther("./", [cookie]) : Response(.noContent, fields: [cookie])
    }

    // MARK: - Changes

    /// `GET /cam/<id>/settings`. `Allow` tells pages whether this caller could change them.
    func settings(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.camera(camera.id), visit, policy) { [self] grant in
            let methods: [Method] = policy.permits(grant, at: .admin) ? [.get, .head, .patch] : [.get, .head]
            let allowed = Field("Allow", methods.map(\.rawValue).joined(separator: ", "))
            return .now(.json(SettingsReport(camera.snapshot(now: clock())), fields: [allowed]))
        }
    }

    /// `PATCH /cam/<id>/settings`.
    func change(_ camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.admin, visit, policy) { [registry] _ in
            do throws(SettingsPatch.Fault) {
                let patch = try SettingsPatch(visit.body)
                return .later(
                    RegistryWait { completion in
                        registry.change(camera.id, patch) { completion(.now(.telling($0))) }
                    })
            } catch {
                let report = ErrorReport(error.reason, code: "bad-settings", hint: error.hint)
                return .now(.json(report, status: .badRequest))
            }
        }
    }
}

extension Decision {
    fileprivate var isClaim: Bool {
        if case .ask = self { true } else { false }
    }
}

extension Outcome {
    /// The secret that was shown has opened nothing.
    fileprivate var isFruitless: Bool {
        switch self {
        case .failure: true
        case .success(let grant): grant.secrets.isEmpty
        }
    }
}

extension Answer {
    /// Who guesses as fast as answers come gets ten a second on each connection, which leaves the machine to the viewers.
    /// Who has mistyped does not notice.
    fileprivate static func heldBack(_ answer: Answer) -> Answer {
        .later(HeldAnswer(answer, for: .milliseconds(100)))
    }
}

extension Door {
    /// For the log.
    fileprivate var place: String {
        switch self {
        case .camera(let id): id.description
        case .admin: "admin"
        }
    }
}

extension Response {
    static func seeOther(_ location: String, _ fields: [Field] = []) -> Response {
        Response(.seeOther, fields: [Field("Location", location), Field("Cache-Control", "no-store")] + fields)
    }
}

extension Response {
    fileprivate static func telling(_ outcome: Registry.ChangeOutcome) -> Response {
        switch outcome {
        case .changed(let settings, let name): .json(SettingsReport(settings: settings, name: name))
        case .gone: .noCamera
        case .notKept: .notKept
        case .refused(let damage):
            .json(ErrorReport("\(damage)", code: "bad-settings", hint: "nothing was changed"), status: .badRequest)
        case .failed(let reason):
            .json(ErrorReport("nothing was changed: \(reason)", code: "failed"), status: .serviceUnavailable)
        }
    }
}
