import Camera
import Posix

// The cameras and their order.
extension Registry {
    /// Makes a camera and its capture actor, without a device yet.
    /// - Parameter shown: What is told of it until the actor tells more: nobody shall see as gone what is just coming.
    func add(
        _ id: CameraID, kind: CameraKind, absent condition: CameraCondition, shown: CameraCondition? = nil
    ) {
        do throws(Errno) {
            let reactor = try ground.makeReactor(id.description)
            let settings = configuration.settings(of: id)
            let live = LiveCamera(
                id: id, kind: kind, settings: settings, condition: shown ?? condition, now: reactor.now,
                boot: inventory.boot, crew: crew, wake: { reactor.wake() },
                changed: { [weak inventory] id in inventory?.noteChange(of: id) })
            let capture = CaptureActor(
                live: live, settings: settings, absent: condition, reactor: reactor, opener: ground.opener,
                places: ground.places, buses: buses, log: ground.log)
            members[id] = Member(live: live, capture: capture)
            toRun.append(capture)
        } catch {
            ground.log.error(
                id.description, "cannot start a thread for it: \(error); raise the limit and plug it in again")
        }
    }

    func drop(_ id: CameraID) {
        guard let member = members.removeValue(forKey: id) else { return }
        member.capture.post(.unplugged(LiveCamera.removed))
        member.capture.post(.end)
    }

    /// Cameras that the configuration describes: sources of its own, and devices that may come.
    func addConfiguredCameras() {
        for camera in configuration.cameras where camera.isEnabled && members[camera.id] == nil {
            if let source = camera.source {
                add(camera.id, kind: source.kind, absent: .unplugged, shown: CameraCondition(.idle))
                members[camera.id]?.capture.post(.plugged(.configured(source)))
            } else if camera.match != nil {
                add(camera.id, kind: .v4l2, absent: .notSeen)
            }
        }
    }

    /// Cameras of an earlier run that may come back: shown as offline for as long as others are.
    func addRemembered() {
        let now = unixSeconds
        for record in known.records where members[record.id] == nil && configuration.isEnabled(record.id) {
            let age = Duration.seconds(max(0, now - record.lastSeen))
            if let forgetAfter = configuration.forgetAfter, age >= forgetAfter { continue }
            add(record.id, kind: .v4l2, absent: .unplugged)
            members[record.id]?.offlineSince = ground.reactor.now.advanced(by: .zero - age)
        }
    }

    /// Puts the present members before everyone, in the order of the configuration, then as they were first seen.
    func publish() {
        let configured = configuration.cameras.map(\.id)
        let seen = known.records.map(\.id)
        var order: [CameraID: Int] = [:]
        for (place, id) in (configured + seen).enumerated() where order[id] == nil { order[id] = place }
        let sorted = members.keys.sorted { (order[$0] ?? .max, $0) < (order[$1] ?? .max, $1) }
        let cameras = sorted.compactMap { members[$0]?.live }
        guard !cameras.elementsEqual(inventory.listing.cameras, by: ===) else { return }
        inventory.replace(with: cameras)
    }

    // MARK: - A new configuration

    func apply(_ file: HubConfiguration) {
        let (old, new) = (configuration, withAdded(file))
        configuration = new
        configuration.changes = old.changes
        dropOldChanges()
        access.follow(configuration)
        for id in members.keys where old[id]?.source != new[id]?.source || !new.isEnabled(id) { drop(id) }
        renameDevices()
        for id in members.keys where presentByID[id] == nil && known[id] == nil && !new.describes(id) { drop(id) }
        addConfiguredCameras()
        addRemembered()
        for id in members.keys { followSettings(id) }
        publish()
    }

    /// Tells a camera its settings of now: what is asked of it from here on answers by them, and its source follows.
    func followSettings(_ id: CameraID) {
        let settings = configuration.settings(of: id)
        members[id]?.live.set(settings)
        members[id]?.capture.post(.settings(settings))
    }

    /// Gives every device the camera that it is by the configuration of now.
    private func renameDevices() {
        let ids = known.follow(configuration.cameras, present: presentByID, now: unixSeconds)
        let candidates = present.values.filter { $0.finding?.isCandidate == true }
            .sorted { $0.node.deviceNumber < $1.node.deviceNumber }
        var moved: [(device: Present, id: CameraID)] = []
        // First all leave the places that are not theirs any more: two may have changed places.
        for device in candidates {
            guard let former = device.id, let id = ids[device.node.deviceNumber], let finding = device.finding else {
                continue
            }
            let isUnnamed = isUnnamedSensor(id, finding)
            guard id != former || members[id] == nil || isUnnamed else { continue }
            present[device.node.deviceNumber]?.id = nil
            drop(former)
            if isUnnamed {
                leaveOut(id, device.node)
            } else if configuration.isEnabled(id) {
                moved.append((device, id))
            }
        }
        for (device, id) in moved {
            if let finding = device.finding { assign(id, to: device.node, finding) }
        }
        for device in candidates where device.id == nil {
            guard let finding = device.finding, let id = identify(device.node, finding) else { continue }
            assign(id, to: device.node, finding)
        }
    }

    // MARK: - Forgetting

    private func forgetTime(_ id: CameraID, _ member: Member) -> MonotonicTime? {
        guard configuration[id] == nil, let since = member.offlineSince else { return nil }
        return configuration.forgetAfter.map { since.advanced(by: $0) }
    }

    /// When the next offline camera is to leave the inventory.
    var nextForget: MonotonicTime? { members.compactMap { forgetTime($0.key, $0.value) }.min() }

    func forgetLongOffline() {
        let now = ground.reactor.now
        let old = members.filter { id, member in forgetTime(id, member).map { $0 <= now } ?? false }
        guard !old.isEmpty else { return }
        for id in old.keys { drop(id) }
        publish()
    }
}

extension NodeFinding {
    /// Whether it may be a camera at all.
    var isCandidate: Bool {
        if case .excluded = self { return false }
        return true
    }
}

extension CameraCondition {
    static let notSeen = CameraCondition(
        .offline, reason: "the camera was not found",
        hint: "plug it in; camhub cameras shows what is there, to compare with its match")
}
