import Access
package import Camera
package import HTTP
import Posix
import WebAssets

/// Answers the hub's routes. On HTTP threads: it looks at what is there and never waits.
///
/// An object: what is answered later keeps it, which would copy each field of a value for each request.
package final class HubHandler: Handler {
    let inventory: Inventory
    let access: AccessControl
    let registry: Registry
    let pages: Pages
    let clock: @Sendable () -> MonotonicTime
    let version: String
    let meter: RequestMeter
    private let interface: InterfaceDescription
    private let basePath: [String]
    private let defaults: Locked<HubConfiguration>
    private let told = AnswerMemory()
    private let startedAt: MonotonicTime

    /// Requests with the inventory's mark in `X-Camhub` come from this hub's own network cameras, and are refused.
    /// - Parameters:
    ///   - basePath: segments that a proxy puts before every path; with and without them is answered alike.
    ///   - clock: the time by which the cameras go.
    package init(
        inventory: Inventory, access: AccessControl, registry: Registry, configuration: HubConfiguration,
        basePath: [String], frameAncestors: [String], version: String, startedAt: MonotonicTime,
        clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        self.inventory = inventory
        self.access = access
        self.registry = registry
        self.basePath = basePath
        self.version = version
        self.startedAt = startedAt
        self.clock = clock
        meter = RequestMeter(clock: clock)
        interface = InterfaceDescription(version: version, basePath: basePath)
        pages = Pages(frameAncestors: frameAncestors)
        defaults = Locked(configuration)
    }

    package func follow(_ configuration: HubConfiguration) { defaults.withLock { $0 = configuration } }

    /// All that can be said without the body.
    package func refuse(_ head: Request) -> Response? {
        let visit = Visit(head, at: clock())
        let route = HubRoute(path(of: head))
        let refusal = refusal(of: visit, to: route)
        if let refusal { _ = meter.measure(.now(refusal), to: visit, on: route?.name ?? .unknown) }
        return refusal
    }

    package func note(_ said: Response) { meter.note(said) }

    private func refusal(of visit: Visit, to route: HubRoute?) -> Response? {
        if let fault = access.policy.hostFault(of: visit.access) { return .refused(fault) }
        guard let route else { return .nothingHere }
        return refusal(of: visit, to: route, by: access.policy)
    }

    package func answer(_ request: Request) -> Answer {
        let visit = Visit(request, at: clock())
        let route = HubRoute(path(of: request))
        return meter.measure(answer(visit, to: route), to: visit, on: route?.name ?? .unknown)
    }

    private func answer(_ visit: Visit, to route: HubRoute?) -> Answer {
        let policy = access.policy
        // Before any check: browsers send it without cookies and credentials, to hear what they may ask.
        if visit.method == .options, let route { return .now(preflight(route, visit, policy)) }
        if let fault = policy.hostFault(of: visit.access) { return .now(.refused(fault)) }
        // Its own picture, again and again: nobody would ever see anything else.
        if visit.hub == inventory.boot { return .now(.loop) }
        guard let route else { return .now(.nothingHere) }
        if let refusal = refusal(of: visit, to: route, by: policy) { return .now(refusal) }
        return answer(visit, to: route, by: policy)
    }

    private func refusal(of visit: Visit, to route: HubRoute, by policy: AccessPolicy) -> Response? {
        guard route.methods.contains(visit.method) else { return .methodNotAllowed(route.methods) }
        guard visit.method != .get, visit.method != .head else { return nil }
        return policy.changeFault(of: visit.access, isForm: route.takesForms && visit.isForm).map(Response.refused)
    }

    private func answer(_ visit: Visit, to route: HubRoute, by policy: AccessPolicy) -> Answer {
        switch route {
        case .cameraFrame(let id): withCamera(id) { frame(of: $0, visit, policy) }
        case .cameraStream(let id): withCamera(id) { stream(of: $0, visit, policy) }
        case .firstFrame: firstFrame(visit, policy)
        case .cameras where visit.method == .post: addCamera(visit, policy)
        case .cameras: cameras(visit, policy)
        case .events: events()
        case .grid: pages.asset("index.html", visit, renewal(visit, policy))
        case .asset(let path): pages.asset(path, visit)
        case .basic: basicPage(visit, policy)
        case .cameraPage(let id): withCamera(id) { page(of: $0, visit, policy) }
        case .cameraSettings(let id) where visit.method == .patch: withCamera(id) { change($0, visit, policy) }
        case .cameraSettings(let id): withCamera(id) { settings(of: $0, visit, policy) }
        case .cameraControls(let id) where visit.method == .patch:
            withCamera(id) { changeControls(of: $0, visit, policy) }
        case .cameraControls(let id): withCamera(id) { controls(of: $0, visit, policy) }
        case .cameraStatus(let id): withCamera(id) { report(on: $0, visit, policy) { .json(StatusReport($0)) } }
        case .camera(let id): withCamera(id) { forget($0, visit, policy) }
        case .login where visit.method == .post: logIn(visit, policy)
        case .login: .now(loginPage(visit))
        case .cameraLogin(let id) where visit.method == .post: withCamera(id) { logIn(to: $0, visit, policy) }
        // Where a browser is after a form was refused: who loads that address anew gets the page.
        case .cameraLogin(let id): withCamera(id) { .now(.seeOther("../../login?cam=\($0.id)")) }
        case .logout: .now(logOut(visit, policy))
        case .status: .now(status())
        case .settings: .now(.json(["targetFPS": defaults.withLock { $0.defaults.settings.fps }]))
        case .metrics: metrics(visit, policy)
        case .openAPI: interface.answer(visit)
        }
    }

    /// The path below the hub's own: a proxy may or may not have taken the base path away.
    private func path(of request: Request) -> ArraySlice<String> {
        let segments = request.target.segments
        guard !basePath.isEmpty, segments.starts(with: basePath) else { return segments[...] }
        let rest = segments.dropFirst(basePath.count)
        return rest.elementsEqual([""]) ? [] : rest
    }

    func withCamera(_ id: String, _ body: (LiveCamera) -> Answer) -> Answer {
        guard let camera = inventory.camera(id) else { return .now(.noCamera) }
        return body(camera)
    }

    private func preflight(_ route: HubRoute, _ visit: Visit, _ policy: AccessPolicy) -> Response {
        let allowed = Field("Allow", (route.methods + [.options]).map(\.rawValue).joined(separator: ", "))
        guard let id = route.pictures, let camera = inventory.camera(id) else {
            return Response(.noContent, fields: [allowed])
        }
        let crossOrigin = policy.crossOrigin(of: visit.access, to: camera.id)
        return Response(.noContent, fields: [allowed] + crossOrigin.preflightFields.map { Field($0.name, $0.value) })
    }

    private func report(
        on camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy,
        _ report: @escaping @Sendable (CameraSnapshot) -> Response
    ) -> Answer {
        enter(.camera(camera.id), visit, policy) { [self] _ in .now(report(camera.snapshot(now: clock()))) }
    }

    // MARK: - Frames

    private func frame(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        let crossOrigin = policy.crossOrigin(of: visit.access, to: camera.id)
        let viewer = ViewerKey(client: policy.client(of: visit.access), agent: visit.agent)
        return enter(
            .camera(camera.id), visit, policy, refused: { .now(.refused($0, crossOrigin.headerFields)) },
            then: { [self] grant in look(at: camera, visit, by: viewer, grant, crossOrigin) })
    }

    private func look(
        at camera: LiveCamera, _ visit: Visit, by viewer: ViewerKey, _ grant: Grant, _ crossOrigin: CrossOrigin
    ) -> Answer {
        let wish: FrameWish
        do throws(FrameWish.Fault) {
            wish = try FrameWish(visit.target.query)
        } catch {
            return .now(.badQuery(error, crossOrigin.headerFields))
        }
        let client = FrameClient(
            camera: camera, grant: grant, crossOrigin: crossOrigin, access: access, wish: wish,
            ifNoneMatch: visit.ifNoneMatch, clock: clock)
        switch camera.look(viewer, now: clock(), takesOld: wish.isStale) {
        case .frame(let frame) where !wish.has(frame): return client.answer(with: frame)
        case .frame(let frame) where wish.wait ?? .zero == .zero: return client.unchanged(frame)
        case .frame, .notYet: return .later(FrameWait(for: client))
        case .unavailable(let condition): return client.unavailable(condition)
        }
    }

    private func firstFrame(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        guard let first = inventory.listing.cameras.first else {
            let nothing = CameraCondition(.offline, reason: "there is no camera yet", hint: "plug a camera in")
            return .now(.unavailable(nothing))
        }
        return frame(of: first, visit, policy)
    }

    // MARK: - The hub

    private func cameras(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        let (cameras, tag) = inventory.listing
        let decision = policy.survey(visit.access, of: cameras.map(\.id), unixTime: unixTime)
        return settle(decision, visit, policy, at: "cameras") { [self] outcome in
            // A survey refuses nobody.
            guard case .success(let grant) = outcome else { return .now(.notChecked) }
            return list(cameras, tag, visit, grant, policy)
        }
    }

    private func list(
        _ cameras: [LiveCamera], _ tag: EntityTag, _ visit: Visit, _ grant: Grant, _ policy: AccessPolicy
    ) -> Answer {
        let standings = cameras.map { policy.standing(of: $0.id, for: grant) }
        let tag = tag.extended(by: standings)
        let renewed =
            policy.renewal(of: grant, visit.access, unixTime: unixTime).map { [Field("Set-Cookie", $0)] } ?? []
        let isKnown = visit.ifNoneMatch.map(tag.isNamed) ?? false
        // Who knows the tag has had this very answer, or one that differs in counters alone.
        if isKnown, renewed.isEmpty, let told = told[tag] { return .notModified(told) }
        let now = clock()
        let reports = zip(cameras, standings).map { CameraReport(snapshot: $0.snapshot(now: now), standing: $1) }
        let response = Response.json(["cameras": reports], fields: [Field("ETag", tag.text)] + renewed)
        // What is one client's own must not go to another one.
        if renewed.isEmpty { told[tag] = response }
        return isKnown ? .notModified(response) : .now(response)
    }

    private func events() -> Answer {
        let feed = EventFeed(inventory, meter[.events])
        inventory.subscribe(feed)
        let fields = [
            Field("Content-Type", "text/event-stream"), Field("Cache-Control", "no-cache"),
            Field("X-Accel-Buffering", "no"),
        ]
        return .now(Response(.ok, fields: fields, body: .stream(feed)))
    }

    private func status() -> Response {
        let now = clock()
        let snapshots = inventory.listing.cameras.map { $0.snapshot(now: now) }
        var states: [String: Int] = [:]
        for snapshot in snapshots { states[snapshot.condition.state.rawValue, default: 0] += 1 }
        let viewers = snapshots.reduce(into: Set<ViewerKey>()) { $0.formUnion($1.viewers) }
        return .json(
            HubReport(
                version: version, uptime: startedAt.duration(to: now).inSeconds.rounded(toPlaces: 1),
                cameras: states, clientCount: viewers.count,
                encoding: EncodingReport(registry.ground.places, snapshots)))
    }
}

extension EntityTag {
    /// Two callers who see different things have different tags; where nothing is locked, all have the same.
    fileprivate func extended(by standings: [AccessPolicy.Standing]) -> EntityTag {
        guard standings.contains(where: \.isLocked) else { return self }
        let letters = standings.map { $0.isAuthorized ? ($0.isLocked ? "u" : "o") : "l" }
        return EntityTag("\(opaque)-\(letters.joined())", isWeak: isWeak)
    }
}

extension Response {
    static var loop: Response {
        .json(
            ErrorReport(
                "this hub asks itself", code: "loop", hint: "the url of one of its cameras leads to the hub itself"),
            status: .loopDetected)
    }

    static var nothingHere: Response {
        .notFound("there is nothing at this path", hint: "the routes are in docs/http-api.md")
    }

    static var noCamera: Response {
        .notFound("there is no camera with this id", hint: "GET /cameras lists those that there are")
    }
}
