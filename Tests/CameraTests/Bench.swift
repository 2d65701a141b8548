import Camera

/// A table with USB cameras that are plugged in and pulled out, and a hub's memory beside it.
struct Bench {
    /// A camera as an object: what it tells about itself, apart from where it is plugged in.
    struct Device: Hashable {
        var label: String
        var vendorID: String? = "046d"
        var productID: String? = "0825"
        var serial: String?
        var model = "Webcam C270"
        var index = 0
    }

    var memory = KnownCameras()
    var configured: [ConfiguredCamera] = []
    private(set) var present: [CameraID: VideoNode] = [:]
    private(set) var ids: [Device: CameraID] = [:]
    private var ports: [Device: String] = [:]
    private var now: Int64 = 1_700_000_000

    var plugged: [Device] { ids.keys.sorted { $0.label < $1.label } }

    @discardableResult
    mutating func plug(_ device: Device, port: String) -> CameraID {
        now += 1
        let node = node(device, port: port)
        let id = memory.resolve(node, present: present, configured: configured, now: now)
        present[id] = node
        ids[device] = id
        ports[device] = port
        return id
    }

    mutating func pull(_ device: Device) {
        guard let id = ids.removeValue(forKey: device) else { return }
        present[id] = nil
    }

    /// The hub ends, everything stays plugged in, and the next hub finds it in this order.
    mutating func restart(finding order: [Device], memory: KnownCameras) {
        self.memory = memory
        let before = ports
        present = [:]
        ids = [:]
        for device in order { plug(device, port: before[device] ?? "") }
    }

    mutating func reload(_ configured: [ConfiguredCamera]) {
        self.configured = configured
        let named = memory.follow(configured, present: present, now: now)
        present = Dictionary(uniqueKeysWithValues: present.values.map { (named[$0.deviceNumber]!, $0) })
        for (device, port) in ports where ids[device] != nil {
            ids[device] = present.first { $0.value.busPath == port && $0.value.index == device.index }?.key
        }
    }

    /// The lowest free number, as the kernel gives it: it says nothing about the device.
    private func node(_ device: Device, port: String) -> VideoNode {
        let used = Set(present.values.map(\.deviceNumber))
        let number = (0...).first { !used.contains($0) }!
        return VideoNode(
            path: "/dev/video\(number)", deviceNumber: number, vendorID: device.vendorID, productID: device.productID,
            serial: device.serial, busPath: port.isEmpty ? nil : port, model: device.model, driver: "uvcvideo",
            index: device.index)
    }
}

/// A generator with a seed, so that a failure can be played again: SplitMix64.
struct Seeded: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
