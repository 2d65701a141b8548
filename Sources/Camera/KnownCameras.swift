/// The memory by which a camera keeps its id over replug, reboot and renumbering.
///
/// Pure: the registry asks it at each plug event and stores it in the state file. A record outlives its place in
/// the inventory, because it holds what was learnt about twins: hide a camera by `lastSeen`, do not forget it.
package struct KnownCameras: Equatable, Sendable {
    /// In the order in which they were first seen. No two have the same `id`, nor the same `ownID`.
    package private(set) var records: [KnownCamera] = []

    package init() {}

    package subscript(_ id: CameraID) -> KnownCamera? { records.first { $0.id == id } }

    /// The id of a node that is there now: the same as before if the device was seen before.
    ///
    /// - Parameters:
    ///   - present: the device cameras that are there, by id, with or without this one. Take removed ones out first.
    ///   - configured: in the order of the file.
    ///   - now: Unix time, in seconds.
    package mutating func resolve(
        _ node: VideoNode, present: [CameraID: VideoNode], configured: [ConfiguredCamera], now: Int64
    ) -> CameraID {
        let device = DeviceTraits(node)
        let others = present.filter { $0.value.deviceNumber != node.deviceNumber }
        bindTwins(of: device, among: others)
        let place = indexOfRecord(of: device, node: node, present: present) ?? add(device, configured, now: now)
        records[place].device = device
        records[place].lastSeen = max(now, records[place].lastSeen)
        name(place, by: configured, others: others)
        return records[place].id
    }

    /// Follows a new configuration, also the first one: the id of every present device, by device number.
    package mutating func follow(
        _ configured: [ConfiguredCamera], present: [CameraID: VideoNode], now: Int64
    ) -> [UInt64: CameraID] {
        for place in records.indices {
            let isPresent = present[records[place].id] != nil
            let kept = configured.first { $0.id == records[place].configuredID && $0.means(records[place].device) }
            records[place].configuredID = isPresent ? kept?.id : nil
            renewOwnID(place, unlessReservedBy: configured)
        }
        // A device that has a key's name already keeps it, though another would fit too.
        let inOrder = present.sorted { left, right in
            (self[left.key]?.configuredID == nil ? 1 : 0, left.key) < (
                self[right.key]?.configuredID == nil ? 1 : 0, right.key
            )
        }
        var resolved: [CameraID: VideoNode] = [:]
        for (_, node) in inOrder {
            resolved[resolve(node, present: resolved, configured: configured, now: now)] = node
        }
        for place in records.indices where resolved[records[place].id] == nil {
            let taken = Set(records.compactMap(\.configuredID))
            records[place].configuredID =
                configured.first { !taken.contains($0.id) && $0.means(records[place].device) }?.id
        }
        return Dictionary(uniqueKeysWithValues: resolved.map { ($0.value.deviceNumber, $0.key) })
    }

    /// Notes that a camera was still there at this moment.
    package mutating func saw(_ id: CameraID, now: Int64) {
        guard let place = records.firstIndex(where: { $0.id == id }) else { return }
        records[place].lastSeen = max(now, records[place].lastSeen)
    }

    /// Forgets a device for good: if it comes back, it is new.
    package mutating func forget(_ id: CameraID) { records.removeAll { $0.id == id } }

    /// Forgets the absent devices that were not seen for longest, until `limit` are left.
    package mutating func trim(to limit: Int, present: Set<CameraID>) {
        let absent = records.filter { !present.contains($0.id) }.sorted { $0.lastSeen < $1.lastSeen }
        for record in absent.prefix(max(0, records.count - limit)) { forget(record.id) }
    }
}

extension KnownCameras {
    /// A second device with the same serial number is there: from now on each is known by its port.
    private mutating func bindTwins(of device: DeviceTraits, among others: [CameraID: VideoNode]) {
        guard device.serial != nil else { return }
        for place in records.indices where records[place].boundTo == .serial && records[place].isDevice(device) {
            guard let twin = others[records[place].id] else { continue }
            records[place].device = DeviceTraits(twin)
            records[place].boundTo = .port
        }
    }

    /// The record of this very device: not one that another present device has.
    private func indexOfRecord(of device: DeviceTraits, node: VideoNode, present: [CameraID: VideoNode]) -> Int? {
        let fitting = records.indices.filter { records[$0].isDevice(device) }
        let own = fitting.first { present[records[$0].id]?.deviceNumber == node.deviceNumber }
        return own ?? fitting.first { present[records[$0].id] == nil }
    }

    private mutating func add(_ device: DeviceTraits, _ configured: [ConfiguredCamera], now: Int64) -> Int {
        let isUnique = !records.contains { $0.device.makeAndSerial == device.makeAndSerial }
        let binding: KnownCamera.Binding = device.serial != nil && isUnique ? .serial : .port
        records.append(
            KnownCamera(
                ownID: freeID(for: device, boundTo: binding, configured), configuredID: nil, device: device,
                boundTo: binding, firstSeen: now, lastSeen: now))
        return records.endIndex - 1
    }

    /// Gives the record the id that the configuration has for it now, or its own.
    private mutating func name(_ place: Int, by configured: [ConfiguredCamera], others: [CameraID: VideoNode]) {
        let device = records[place].device
        let configuredID = configured.first { others[$0.id] == nil && $0.means(device) }?.id
        if let configuredID {
            // An absent device that had this id before: the key means this one now.
            for other in records.indices where records[other].id == configuredID && other != place {
                records[other].configuredID = nil
                renewOwnID(other, unlessReservedBy: configured)
            }
        }
        records[place].configuredID = configuredID
        renewOwnID(place, unlessReservedBy: configured)
    }

    /// The configuration may have given the hub's id for this device to another camera: then it needs a new one.
    private mutating func renewOwnID(_ place: Int, unlessReservedBy configured: [ConfiguredCamera]) {
        let record = records[place]
        guard configured.contains(where: { $0.reserves(record.ownID) && record.configuredID != $0.id }) else { return }
        records[place].ownID = freeID(for: record.device, boundTo: record.boundTo, configured)
    }

    /// Four hexadecimal digits after the model; more, if others have that id.
    private func freeID(
        for device: DeviceTraits, boundTo binding: KnownCamera.Binding, _ configured: [ConfiguredCamera]
    ) -> CameraID {
        let identity = binding == .serial ? device.makeAndSerial : device.makeSerialAndPort
        var round = 1
        while true {
            // Devices that cannot be told apart at all still get an id each.
            let digits = StableHash.digits(of: round == 1 ? identity : "\(identity)|#\(round)")
            for length in [4, 8, 12, 16] {
                let id = CameraID(slug: device.model, suffix: String(digits.suffix(length)))
                if !isTaken(id, configured) { return id }
            }
            round += 1
        }
    }

    private func isTaken(_ id: CameraID, _ configured: [ConfiguredCamera]) -> Bool {
        records.contains { $0.ownID == id || $0.configuredID == id } || configured.contains { $0.reserves(id) }
    }
}

extension ConfiguredCamera {
    fileprivate func means(_ device: DeviceTraits) -> Bool { source == nil && match?.fits(device) == true }

    /// Whether this id is for something that the key itself describes, not for what the hub calls so.
    fileprivate func reserves(_ id: CameraID) -> Bool { self.id == id && (source != nil || match != nil) }
}

extension KnownCameras: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        records = try container.decode([KnownCamera].self)
        guard Set(records.map(\.id)).count == records.count, Set(records.map(\.ownID)).count == records.count else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "two cameras have the same id")
        }
        guard records.allSatisfy({ $0.firstSeen >= 0 && $0.lastSeen >= 0 }) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a camera was seen before 1970")
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(records)
    }
}
