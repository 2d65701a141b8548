package import Camera
import HTTP
package import Hub
import Posix

/// A whole hub over scripted devices, on a clock that the test moves.
package final class TestHub: Sendable {
    package let time: ManualTime
    package let devices: ScriptedDevices
    package let inspector = ScriptedInspector()
    package let opener: ScriptedOpener
    package let scaling = ScriptedScaling()
    package let places: EncodingPlaces
    package let lines = LogLines()
    package let inventory: Inventory
    package let handler: HubHandler
    package let client: HandlerClient
    package let access: AccessControl
    private let registry: Registry
    private let isOpen: Bool
    private let executor: ManualExecutor
    private let running = Locked<Task<Void, Never>?>(nil)

    /// - Parameters:
    ///   - isOpen: without a word about it, cameras need no PIN; else the generated one, 246810.
    ///   - places: how many pictures may be encoded at the same time.
    package init(
        _ configuration: HubConfiguration = HubConfiguration(), store: any StateStore = MemoryStore(),
        basePath: [String] = [], frameAncestors: [String] = [], isOpen: Bool = true,
        places: Int = 2
    ) throws {
        let time = ManualTime()
        self.time = time
        devices = ScriptedDevices(time)
        opener = ScriptedOpener(time)
        executor = try ManualExecutor(time)
        inventory = Inventory(boot: "boot")
        self.places = EncodingPlaces(count: places)
        let ground = Registry.Ground(
            reactor: try ManualReactor(time, name: "registry"),
            makeReactor: { name throws(Errno) in try ManualReactor(time, name: name) }, devices: devices,
            inspector: inspector, opener: opener, places: self.places, makeScaler: scaling.make,
            store: store, reader: ScriptedReader(), log: lines.log())
        self.isOpen = isOpen
        var configuration = TestHub.opened(configuration, if: isOpen)
        let restored = store.load()
        configuration.changes = restored.changes
        access = try AccessControl(
            restored.access ?? FakeAccess.state(), configuration, tools: FakeAccess.tools,
            reactor: ManualReactor(time, name: "hashes"), log: lines.log())
        registry = Registry(
            ground, configuration: configuration, restored: restored, inventory: inventory, access: access)
        handler = HubHandler(
            inventory: inventory, access: access, registry: registry, configuration: configuration, basePath: basePath,
            frameAncestors: frameAncestors,
            version: "9.9.9", startedAt: time.now, clock: { time.now })
        client = HandlerClient(handler)
    }

    /// Begins, and returns when the hub has nothing left to do.
    package func start() async {
        let task = Task(executorPreference: executor) { [registry, access] in
            async let hashes: Void = access.run()
            await registry.begin()
            await registry.run()
            access.end()
            await hashes
        }
        running.withLock { $0 = task }
        await time.settle()
    }

    /// Ends the hub. What it left behind or did wrong on the way, in words; empty if all is well.
    package func stop() async -> [String] {
        registry.end()
        await running.withLock { $0.take() }?.value
        return opener.complaints + opener.open.sorted().map { "the source of \($0) is still open" }
    }

    package func follow(_ configuration: HubConfiguration) async {
        change(to: configuration)
        await time.settle()
    }

    /// The same, without waiting for what comes of it.
    package func change(to configuration: HubConfiguration) {
        let configuration = TestHub.opened(configuration, if: isOpen)
        handler.follow(configuration)
        registry.follow(configuration)
    }

    private static func opened(_ configuration: HubConfiguration, if isOpen: Bool) -> HubConfiguration {
        guard isOpen, configuration.defaults.pin == .inherited else { return configuration }
        var opened = configuration
        opened.defaults.pin = .open
        return opened
    }

    // MARK: - Devices

    /// Plugs devices in, one after the other, each when the hub is done with the one before.
    package func plug(_ nodes: VideoNode...) async {
        for node in nodes {
            devices.plug(node)
            await time.settle()
        }
    }

    package func unplug(_ node: VideoNode) async {
        devices.unplug(node)
        await time.settle()
    }

    // MARK: - What there is

    /// The ids of `/cameras`, in its order.
    package var ids: [String] { inventory.listing.cameras.map(\.id.description) }

    package var tag: String { inventory.listing.tag.text }

    package func snapshot(_ id: CameraID) -> CameraSnapshot? {
        inventory.camera(id.description)?.snapshot(now: time.now)
    }

    package func condition(_ id: CameraID) -> CameraCondition? { snapshot(id)?.condition }

    /// Asks for a frame, so that the camera is wanted, and returns when that has had its effect.
    @discardableResult
    package func ask(_ id: CameraID, from address: String = "192.0.2.7") async throws -> Asked {
        let asked = try client.send(.get, "/cam/\(id)/frame", from: address)
        await time.settle()
        return asked
    }

    /// Makes the camera stream: asks for it and lets its source give a frame.
    @discardableResult
    package func stream(_ id: CameraID, _ frame: ScriptedSource.Step = .frame()) async throws -> ScriptedSource {
        try await ask(id)
        guard let source = opener.source(id), source.isOpen else { throw NotOpened(id: id) }
        source.push(frame)
        await time.settle()
        return source
    }

    package struct NotOpened: Error { package let id: CameraID }
}

extension VideoNode {
    /// A USB camera by its number; in the port of that number, if nothing else is said.
    package static func usb(
        _ number: Int, serial: String? = nil, port: Int? = nil, model: String = "Webcam C270", index: Int = 0
    ) -> VideoNode {
        VideoNode(
            path: "/dev/video\(number)", deviceNumber: UInt64(81 << 8 | number), vendorID: "046d", productID: "0825",
            serial: serial, busPath: "platform-vhci_hcd.0-usb-0:\(port ?? number + 1):1.0", model: model,
            driver: "uvcvideo", index: index)
    }
}
