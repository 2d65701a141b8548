import Camera
import Posix

// Devices that come and go, and the camera that each of them is.
extension Registry {
    func take(_ event: NodeEvent) {
        switch event {
        case .added(let node):
            // A scan and the monitor can both tell of a node; one that could not be looked at is tried again.
            if let known = present[node.deviceNumber], known.node == node, known.isSettled { return }
            remove(node.deviceNumber)
            present[node.deviceNumber] = Present(node: node)
            toInspect.append(node)
        case .removed(let deviceNumber):
            remove(deviceNumber)
        }
    }

    private func remove(_ deviceNumber: UInt64) {
        guard let gone = present.removeValue(forKey: deviceNumber), let id = gone.id else { return }
        members[id]?.offlineSince = ground.reactor.now
        members[id]?.capture.post(.unplugged(.unplugged))
        noteSeen(id)
        ground.log.info(id.description, "unplugged from \(gone.node.path)")
    }

    func take(_ finding: NodeFinding, of node: VideoNode) {
        // It may be gone again, or another device may have its number by now.
        guard let waiting = present[node.deviceNumber], waiting.node == node else { return }
        present[node.deviceNumber]?.finding = finding
        if case .excluded(let reason) = finding {
            ground.log.info(node.path, "left out: \(reason)")
            return
        }
        if let id = identify(node, finding) { assign(id, to: node, finding) }
        publish()
    }

    /// Which camera the node is; nil if it is to be none, which is logged.
    func identify(_ node: VideoNode, _ finding: NodeFinding) -> CameraID? {
        var learnt = known
        let id = learnt.resolve(node, present: presentByID, configured: configuration.cameras, now: unixSeconds)
        guard isUnnamedSensor(id, finding) else {
            learnt.trim(to: Registry.memory, present: Set(presentByID.keys).union([id]))
            known = learnt
            guard configuration.isEnabled(id) else {
                ground.log.info(node.path, "left alone: \(id) is not enabled")
                return nil
            }
            return id
        }
        leaveOut(id, node)
        return nil
    }

    func isUnnamedSensor(_ id: CameraID, _ finding: NodeFinding) -> Bool {
        if case .sensor = finding { return configuration[id] == nil }
        return false
    }

    /// It is no camera, and is not remembered as one either: it may have been one while a key named it.
    func leaveOut(_ id: CameraID, _ node: VideoNode) {
        known.forget(id)
        if presentByID[id] == nil { drop(id) }
        ground.log.info(
            node.path, "left out: an infrared or depth sensor; name \(id) under cameras to use it all the same")
    }

    /// Makes the node that camera.
    func assign(_ id: CameraID, to node: VideoNode, _ finding: NodeFinding) {
        present[node.deviceNumber]?.id = id
        if members[id] == nil { add(id, kind: .v4l2, absent: .unplugged, shown: finding.condition) }
        guard let member = members[id] else { return }
        members[id]?.offlineSince = nil
        member.live.set(node)
        switch finding {
        case .camera(let modes), .sensor(let modes):
            member.capture.post(.plugged(.device(node, modes: modes)))
        case .unreadable(let error):
            member.capture.post(.unreadable(.device(node, modes: []), error))
        case .excluded:
            return
        }
        ground.log.info(id.description, "is \(node.model) at \(node.path), port \(node.busPath ?? "unknown")")
    }

    var presentByID: [CameraID: VideoNode] {
        var nodes: [CameraID: VideoNode] = [:]
        for device in present.values { if let id = device.id { nodes[id] = device.node } }
        return nodes
    }
}

extension NodeFinding {
    /// What there is to tell of a camera before its actor has begun.
    fileprivate var condition: CameraCondition {
        if case .unreadable(let error) = self { return error.condition }
        return CameraCondition(.idle)
    }
}

extension Registry.Present {
    /// It was looked at with success, or is being looked at.
    fileprivate var isSettled: Bool {
        if case .unreadable = finding { return false }
        return true
    }
}

extension CameraCondition {
    static let unplugged = CameraCondition(.offline, reason: "the camera is unplugged", hint: "plug it in")
}
