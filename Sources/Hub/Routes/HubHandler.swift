package import Camera
package import HTTP
import Posix
import WebAssets

/// Answers the hub's routes. On HTTP threads: it looks at what is there and never waits.
package struct HubHandler: Handler {
    private let inventory: Inventory
    private let pages: Pages
    private let basePath: [String]
    private let defaults: Locked<HubConfiguration>
    /// The answer that was given last to who asked for all cameras.
    private let told = Locked<(tag: EntityTag, response: Response)?>(nil)
    private let version: String
    private let startedAt: MonotonicTime
    private let clock: @Sendable () -> MonotonicTime

    /// - Parameters:
    ///   - basePath: segments that a proxy puts before every path; with and without them is answered alike.
    ///   - clock: the time by which the cameras go.
    package init(
        inventory: Inventory, configuration: HubConfiguration, basePath: [String], frameAncestors: [String],
        version: String, startedAt: MonotonicTime, clock: @escaping @Sendable () -> MonotonicTime = { .now }
    ) {
        self.inventory = inventory
        self.basePath = basePath
        self.version = version
        self.startedAt = startedAt
        self.clock = clock
        pages = Pages(frameAncestors: frameAncestors)
        defaults = Locked(configuration)
    }

    package func follow(_ configuration: HubConfiguration) { defaults.withLock { $0 = configuration } }

    /// Only the path and the method count here: the answer itself waits for the body.
    package func refuse(_ head: Request) -> Response? {
        guard let route = HubRoute(path(of: head)) else { return .nothingHere }
        return route.methods.contains(head.method) ? nil : .methodNotAllowed(route.methods)
    }

    package func answer(_ request: Request) -> Answer {
        guard let route = HubRoute(path(of: request)) else { return .now(.nothingHere) }
        guard route.methods.contains(request.method) else { return .now(.methodNotAllowed(route.methods)) }
        switch route {
        case .cameraFrame(let id): return withCamera(id) { frame(of: $0, request) }
        case .firstFrame: return firstFrame(request)
        case .cameras: return cameras(request)
        case .events: return events()
        case .grid: return pages.asset("index.html", request)
        case .asset(let path): return pages.asset(path, request)
        case .cameraPage(let id): return withCamera(id) { _ in pages.asset("camera.html", request) }
        case .cameraSettings(let id): return withCamera(id) { .now(.json(SettingsReport($0.snapshot(now: clock())))) }
        case .cameraStatus(let id): return withCamera(id) { .now(.json(StatusReport($0.snapshot(now: clock())))) }
        case .status: return .now(status())
        case .settings: return .now(.json(["targetFPS": defaults.withLock { $0.defaults.settings.fps }]))
        }
    }

    /// The path below the hub's own: a proxy may or may not have taken the base path away.
    private func path(of request: Request) -> ArraySlice<String> {
        let segments = request.target.segments
        guard !basePath.isEmpty, segments.starts(with: basePath) else { return segments[...] }
        let rest = segments.dropFirst(basePath.count)
        return rest.elementsEqual([""]) ? [] : rest
    }

    private func withCamera(_ id: String, _ body: (LiveCamera) -> Answer) -> Answer {
        guard let camera = inventory.camera(id) else {
            return .now(.notFound("there is no camera with this id", hint: "GET /cameras lists those that there are"))
        }
        return body(camera)
    }

    // MARK: - Frames

    private func frame(of camera: LiveCamera, _ request: Request) -> Answer {
        switch camera.look(ViewerKey(request), now: clock()) {
        case .frame(let frame):
            if let tags = request.field("If-None-Match"), frame.tag.isNamed(in: tags) {
                return .notModified(frame.response)
            }
            return .now(frame.response)
        case .notYet:
            return .later(FrameWait(for: camera))
        case .unavailable(let condition):
            return .now(.unavailable(condition))
        }
    }

    private func firstFrame(_ request: Request) -> Answer {
        guard let first = inventory.listing.cameras.first else {
            let nothing = CameraCondition(.offline, reason: "there is no camera yet", hint: "plug a camera in")
            return .now(.unavailable(nothing))
        }
        return frame(of: first, request)
    }

    // MARK: - The hub

    private func cameras(_ request: Request) -> Answer {
        let (cameras, tag) = inventory.listing
        let isKnown = request.field("If-None-Match").map(tag.isNamed) ?? false
        // Who knows the tag has had this very answer, or one that differs in counters alone.
        if isKnown, let told = told.withLock({ $0 }), told.tag == tag { return .notModified(told.response) }
        let now = clock()
        let reports = cameras.map { CameraReport($0.snapshot(now: now)) }
        let response = Response.json(["cameras": reports], fields: [Field("ETag", tag.text)])
        told.withLock { $0 = (tag, response) }
        return isKnown ? .notModified(response) : .now(response)
    }

    private func events() -> Answer {
        let feed = EventFeed(inventory)
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
                cameras: states, clientCount: viewers.count))
    }
}

extension Response {
    fileprivate static var nothingHere: Response {
        .notFound("there is nothing at this path", hint: "the routes are in docs/http-api.md")
    }
}
