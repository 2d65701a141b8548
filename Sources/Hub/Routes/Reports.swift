import Access
import Camera

// What the routes say, as JSON. A value that is not known is `null`, never left out.

/// `/cameras`, one camera.
struct CameraReport: Encodable {
    struct Rate: Encodable {
        let target: Int
        let measured: Double
    }

    struct Links: Encodable {
        let page: String
        let frame: String
        let stream: String
    }

    let snapshot: CameraSnapshot
    /// Who is not authorized sees little more than that there is a camera.
    let standing: AccessPolicy.Standing

    private enum Key: String, CodingKey {
        case id, name, kind, state, reason, hint, locked, authorized, width, height, format, fps, viewers, sequence
        case device, urls
    }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        let path = "cam/\(snapshot.id)"
        try keys.encode(snapshot.id.description, forKey: .id)
        try keys.encode(snapshot.name, forKey: .name)
        try keys.encode(snapshot.condition.state.rawValue, forKey: .state)
        try keys.encode(standing.isLocked, forKey: .locked)
        try keys.encode(standing.isAuthorized, forKey: .authorized)
        try keys.encode(Links(page: path, frame: "\(path)/frame", stream: "\(path)/stream"), forKey: .urls)
        guard standing.isAuthorized else { return }
        try keys.encode(snapshot.kind.rawValue, forKey: .kind)
        try keys.encode(snapshot.condition.reason, forKey: .reason)
        try keys.encode(snapshot.condition.hint, forKey: .hint)
        try keys.encode(snapshot.delivery?.size.width, forKey: .width)
        try keys.encode(snapshot.delivery?.size.height, forKey: .height)
        try keys.encode(snapshot.delivery?.format.description, forKey: .format)
        let measured = snapshot.measuredFPS.rounded(toPlaces: 1)
        try keys.encode(Rate(target: snapshot.settings.fps, measured: measured), forKey: .fps)
        try keys.encode(snapshot.viewers.count, forKey: .viewers)
        try keys.encode(snapshot.sequence, forKey: .sequence)
        try keys.encode(snapshot.node.map(DeviceReport.init), forKey: .device)
    }
}

/// The device behind a camera.
struct DeviceReport: Encodable {
    let node: VideoNode

    init(_ node: VideoNode) { self.node = node }

    private enum Key: String, CodingKey { case path, driver, bus, vendorId, productId, serial }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(node.path, forKey: .path)
        try keys.encode(node.driver, forKey: .driver)
        try keys.encode(node.busPath, forKey: .bus)
        try keys.encode(node.vendorID, forKey: .vendorId)
        try keys.encode(node.productID, forKey: .productId)
        try keys.encode(node.serial, forKey: .serial)
    }
}

/// `/cam/<id>/settings`.
struct SettingsReport: Encodable {
    let settings: CameraSettings
    let name: String

    init(settings: CameraSettings, name: String) {
        self.settings = settings
        self.name = name
    }

    init(_ snapshot: CameraSnapshot) { self.init(settings: snapshot.settings, name: snapshot.name) }

    private enum Key: String, CodingKey { case targetFPS, name, quality, rotate, flip }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(settings.fps, forKey: .targetFPS)
        try keys.encode(name, forKey: .name)
        try keys.encode(settings.quality, forKey: .quality)
        try keys.encode(settings.rotate, forKey: .rotate)
        try keys.encode(settings.flip, forKey: .flip)
    }
}

/// `/cam/<id>/status`.
struct StatusReport: Encodable {
    struct Rate: Encodable {
        let target: Int
        let measured: Double
        let device: Double?

        private enum Key: String, CodingKey { case target, measured, device }

        func encode(to encoder: any Encoder) throws {
            var keys = encoder.container(keyedBy: Key.self)
            try keys.encode(target, forKey: .target)
            try keys.encode(measured, forKey: .measured)
            try keys.encode(device, forKey: .device)
        }
    }

    struct Frames: Encodable {
        let captured: Int
        let dropped: Int
        let skipped: Int
        let broken: [String: Int]
        let anomalies: [String: Int]
    }

    let snapshot: CameraSnapshot

    init(_ snapshot: CameraSnapshot) { self.snapshot = snapshot }

    private enum Key: String, CodingKey {
        case id, kind, state, reason, hint, since, width, height, format, fps, bytesPerFrame, bitsPerSecond, sequence
        case viewers, frames, isBehind, device
    }

    func encode(to encoder: any Encoder) throws {
        var keys = encoder.container(keyedBy: Key.self)
        try keys.encode(snapshot.id.description, forKey: .id)
        try keys.encode(snapshot.kind.rawValue, forKey: .kind)
        try keys.encode(snapshot.condition.state.rawValue, forKey: .state)
        try keys.encode(snapshot.condition.reason, forKey: .reason)
        try keys.encode(snapshot.condition.hint, forKey: .hint)
        try keys.encode(snapshot.since, forKey: .since)
        try keys.encode(snapshot.delivery?.size.width, forKey: .width)
        try keys.encode(snapshot.delivery?.size.height, forKey: .height)
        try keys.encode(snapshot.delivery?.format.description, forKey: .format)
        try keys.encode(
            Rate(
                target: snapshot.settings.fps, measured: snapshot.measuredFPS.rounded(toPlaces: 1),
                device: snapshot.delivery?.framesPerSecond?.rounded(toPlaces: 2)), forKey: .fps)
        try keys.encode(snapshot.bytesPerFrame, forKey: .bytesPerFrame)
        try keys.encode(Int(snapshot.bytesPerSecond * 8), forKey: .bitsPerSecond)
        try keys.encode(snapshot.sequence, forKey: .sequence)
        try keys.encode(snapshot.viewers.count, forKey: .viewers)
        let counters = snapshot.counters
        let broken = Dictionary(uniqueKeysWithValues: counters.broken.map { ($0.key.rawValue, $0.value) })
        let anomalies = Dictionary(uniqueKeysWithValues: counters.anomalies.map { ($0.key.rawValue, $0.value) })
        try keys.encode(
            Frames(
                captured: counters.captured, dropped: counters.dropped, skipped: counters.skipped, broken: broken,
                anomalies: anomalies),
            forKey: .frames)
        try keys.encode(snapshot.isBehind, forKey: .isBehind)
        try keys.encode(snapshot.node.map(DeviceReport.init), forKey: .device)
    }
}

/// `/status`.
struct HubReport: Encodable {
    let isRunning = true
    let version: String
    /// Seconds.
    let uptime: Double
    /// How many are in each state.
    let cameras: [String: Int]
    let clientCount: Int
    let encoding: EncodingReport
}

/// How the machine keeps up with what has to be encoded.
struct EncodingReport: Encodable {
    /// How many pictures are encoded at the same time, at most.
    let places: Int
    /// How many wait for a place now.
    let waiting: Int
    /// Frames of all cameras that were left out.
    let skipped: Int
    /// Some were, within the last seconds.
    let isBehind: Bool

    init(_ places: EncodingPlaces, _ snapshots: [CameraSnapshot]) {
        self.places = places.count
        waiting = places.standing.waiting
        skipped = snapshots.reduce(0) { $0 + $1.counters.skipped }
        isBehind = snapshots.contains(where: \.isBehind)
    }
}

extension Double {
    func rounded(toPlaces places: Int) -> Double {
        let factor = (0..<places).reduce(1.0) { factor, _ in factor * 10 }
        return (self * factor).rounded() / factor
    }
}
