import Camera
package import Posix

/// Knows which devices are there, which camera each of them is, and runs one capture actor for each camera.
///
/// On a thread of its own that sleeps until a plug event comes, so that its file writes hold nobody up.
package actor Registry {
    struct Member {
        let live: LiveCamera
        let capture: CaptureActor
        /// When it went offline; nil while its device is there, and for cameras that have none.
        var offlineSince: MonotonicTime?
    }

    struct Present {
        let node: VideoNode
        /// Nil while it is being looked at, and for what is no camera of ours.
        var id: CameraID?
        var finding: NodeFinding?
    }

    /// What the registry stands on.
    package struct Ground: Sendable {
        package var reactor: any Reactor
        /// A reactor with a thread of its own, by name.
        package var makeReactor: @Sendable (String) throws(Errno) -> any Reactor
        package var devices: any DeviceWatch
        package var inspector: any NodeInspector
        package var opener: any SourceOpener
        /// Who may encode at this moment, and who makes smaller pictures then.
        package var places: EncodingPlaces
        package var makeScaler: @Sendable () -> any FrameScaler
        package var store: any StateStore
        /// Reads the keys of cameras that are added.
        package var reader: any CameraReader
        package var log: Log

        package init(
            reactor: any Reactor, makeReactor: @escaping @Sendable (String) throws(Errno) -> any Reactor,
            devices: any DeviceWatch, inspector: any NodeInspector, opener: any SourceOpener,
            places: EncodingPlaces, makeScaler: @escaping @Sendable () -> any FrameScaler, store: any StateStore,
            reader: any CameraReader, log: Log
        ) {
            self.reactor = reactor
            self.makeReactor = makeReactor
            self.devices = devices
            self.inspector = inspector
            self.opener = opener
            self.places = places
            self.makeScaler = makeScaler
            self.store = store
            self.reader = reader
            self.log = log
        }
    }

    private enum Message: Sendable {
        case configuration(HubConfiguration, @Sendable () -> Void)
        case found(VideoNode, NodeFinding)
        case change(CameraID, SettingsPatch, @Sendable (ChangeOutcome) -> Void)
        case add(AddedCamera, @Sendable (AddOutcome) -> Void)
        case forget(CameraID, @Sendable (ForgetOutcome) -> Void)
        case askControls(CameraID, @Sendable (ControlsOutcome) -> Void)
        case changeControls(CameraID, ControlsPatch, @Sendable (ControlsOutcome) -> Void)
        /// A patch of controls was carried out.
        case keepControls(CameraID, ChangedControls, @Sendable (ControlsOutcome) -> Void)
        /// Something about access has changed that is kept.
        case keepAccess
        case end
    }

    let ground: Ground
    let inventory: Inventory
    let access: AccessControl
    let crew: ScalingCrew
    let buses = UsedBuses()
    var configuration: HubConfiguration
    var members: [CameraID: Member] = [:]
    var present: [UInt64: Present] = [:]
    var known = KnownCameras()
    /// Cameras that are in no file.
    var added: [AddedCamera]
    private var saved = HubState()
    private var monitor: (any DeviceMonitor)?
    private let mailbox = Locked<[Message]>([])
    private var isEnded = false
    /// What the task group of `run` is to begin: actors and looks at nodes.
    var toRun: [CaptureActor] = []
    var toInspect: [VideoNode] = []
    private var nextPing: MonotonicTime

    package nonisolated var unownedExecutor: UnownedSerialExecutor { ground.reactor.asUnownedSerialExecutor() }

    private static let pingInterval: Duration = .seconds(15)
    /// So many devices are remembered; beyond, those that were absent for longest are forgotten.
    static let memory = 256

    /// - Parameters:
    ///   - configuration: with the changes that were kept.
    ///   - restored: what was kept, as the store has it.
    package init(
        _ ground: Ground, configuration: HubConfiguration, restored: HubState, inventory: Inventory,
        access: AccessControl
    ) {
        self.ground = ground
        self.configuration = configuration
        self.inventory = inventory
        self.access = access
        crew = ScalingCrew(ground.places, makeScaler: ground.makeScaler)
        saved = restored
        known = restored.cameras
        added = restored.added
        nextPing = ground.reactor.now.advanced(by: Registry.pingInterval)
    }

    /// Follows a new configuration; what it does not change goes on untouched. Calls `completion` on the registry's
    /// thread when it is in force.
    package nonisolated func follow(
        _ configuration: HubConfiguration, completion: @escaping @Sendable () -> Void = {}
    ) { post(.configuration(configuration, completion)) }

    /// Calls `completion` on the registry's thread when the change is kept and in force.
    nonisolated func change(
        _ id: CameraID, _ patch: SettingsPatch, completion: @escaping @Sendable (ChangeOutcome) -> Void
    ) { post(.change(id, patch, completion)) }

    /// Adds a network camera. Calls `completion` on the registry's thread when it is kept and there.
    nonisolated func add(_ camera: AddedCamera, completion: @escaping @Sendable (AddOutcome) -> Void) {
        post(.add(camera, completion))
    }

    /// Removes a camera that was added, or forgets an offline one that no key of the configuration describes.
    nonisolated func forget(_ id: CameraID, completion: @escaping @Sendable (ForgetOutcome) -> Void) {
        post(.forget(id, completion))
    }

    /// Calls `completion`, on some camera's or the registry's thread, with the controls as they are now.
    nonisolated func askControls(_ id: CameraID, completion: @escaping @Sendable (ControlsOutcome) -> Void) {
        post(.askControls(id, completion))
    }

    /// Likewise, when the change is in force and kept, or is refused.
    nonisolated func changeControls(
        _ id: CameraID, _ patch: ControlsPatch, completion: @escaping @Sendable (ControlsOutcome) -> Void
    ) { post(.changeControls(id, patch, completion)) }

    nonisolated func keepControls(
        _ id: CameraID, _ changed: ChangedControls, completion: @escaping @Sendable (ControlsOutcome) -> Void
    ) { post(.keepControls(id, changed, completion)) }

    nonisolated func keepAccess() { post(.keepAccess) }

    /// Ends every camera and lets `run` return.
    package nonisolated func end() { post(.end) }

    private nonisolated func post(_ message: Message) {
        mailbox.withLock { $0.append(message) }
        ground.reactor.wake()
    }

    /// Serves until `end`; returns when every device is closed. After `begin`.
    package func run() async {
        let reactors = scalingReactors()
        await withDiscardingTaskGroup { group in
            group.addTask { [crew] in await crew.run(on: reactors) }
            while !isEnded {
                start(in: &group)
                let deadline = [nextPing, nextForget].compactMap { $0 }.min()
                _ = await ground.reactor.wait(for: monitor?.descriptor, until: deadline)
                for event in monitor?.receive() ?? [] { take(event) }
                readMailbox()
                pingWhenDue()
                forgetLongOffline()
                save()
            }
            for member in members.values { member.capture.post(.end) }
            inventory.close()
            crew.end()
        }
        for id in members.keys where members[id]?.offlineSince == nil { noteSeen(id) }
        save()
    }

    /// Lists the cameras that are configured or remembered, and looks for devices. Call it once, before `run`.
    package func begin() {
        // A file may name any number, and each is a thread.
        known.trim(to: Registry.memory, present: [])
        access.onChange { [inventory] policy in inventory.follow(policy) }
        configuration = withAdded(configuration)
        dropOldChanges()
        access.follow(configuration)
        addConfiguredCameras()
        addRemembered()
        do throws(CaptureError) {
            let monitor = try ground.devices.begin()
            self.monitor = monitor
            for node in monitor.scan() { take(.added(node)) }
        } catch {
            ground.log.error("devices", "cameras that are plugged in are not found: \(error)")
        }
        publish()
        // Before anybody can log in: a secret's age must not be counted anew after the next start.
        save()
    }

    /// A thread for each place.
    private func scalingReactors() -> [any Reactor] {
        (0..<ground.places.count).compactMap { number in
            do throws(Errno) {
                return try ground.makeReactor("scale-\(number)")
            } catch {
                ground.log.error("hub", "cannot start a thread for smaller pictures: \(error)")
                return nil
            }
        }
    }

    private func start(in group: inout DiscardingTaskGroup) {
        for capture in toRun { group.addTask(executorPreference: capture.preference) { await capture.run() } }
        toRun.removeAll()
        for node in toInspect {
            group.addTask { [ground] in
                // A thread of its own for each look: a device that hangs holds up nobody else.
                let finding = await Prober.inspect(node, ground)
                self.post(.found(node, finding))
            }
        }
        toInspect.removeAll()
    }

    private func readMailbox() {
        let messages = mailbox.withLock { mailbox in
            defer { mailbox.removeAll() }
            return mailbox
        }
        for message in messages {
            switch message {
            case .configuration(let configuration, let completion):
                apply(configuration)
                completion()
            case .found(let node, let finding): take(finding, of: node)
            case .change(let id, let patch, let completion): completion(change(id, patch))
            case .add(let camera, let completion): completion(add(camera))
            case .forget(let id, let completion): completion(forget(id))
            case .askControls(let id, let completion): askControls(of: id, completion)
            case .changeControls(let id, let patch, let completion): changeControls(of: id, patch, completion)
            case .keepControls(let id, let changed, let completion): completion(keep(changed, of: id))
            case .keepAccess: break
            case .end: isEnded = true
            }
        }
    }

    private func pingWhenDue() {
        let now = ground.reactor.now
        guard nextPing <= now else { return }
        nextPing = now.advanced(by: Registry.pingInterval)
        inventory.ping()
    }

    /// Keeps what has changed; false if it cannot be kept. It is tried again with the next change.
    @discardableResult
    func save() -> Bool {
        var state = HubState()
        state.cameras = known
        state.changes = configuration.changes
        state.added = added
        state.access = access.kept
        guard state != saved else { return true }
        saved = state
        return ground.store.save(state)
    }

    /// Seconds since 1970, for what is remembered over restarts.
    var unixSeconds: Int64 { ground.reactor.now.unixMilliseconds / 1000 }

    func noteSeen(_ id: CameraID) { known.saw(id, now: unixSeconds) }
}

/// Looks at one node, on a thread of its own.
private actor Prober {
    private let reactor: any Reactor

    nonisolated var unownedExecutor: UnownedSerialExecutor { reactor.asUnownedSerialExecutor() }

    private init(_ reactor: any Reactor) { self.reactor = reactor }

    static func inspect(_ node: VideoNode, _ ground: Registry.Ground) async -> NodeFinding {
        do throws(Errno) {
            let prober = Prober(try ground.makeReactor("probe"))
            return await prober.inspect(node, ground.inspector)
        } catch {
            let reason = "it could not be looked at: \(error)"
            return .unreadable(CaptureError(.failed, reason: reason, hint: "raise the limit of threads or descriptors"))
        }
    }

    private func inspect(_ node: VideoNode, _ inspector: any NodeInspector) -> NodeFinding { inspector.inspect(node) }
}
