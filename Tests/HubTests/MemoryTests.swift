import Camera
import Hub
import HubTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct MemoryTests {
    private let first = VideoNode.usb(0, serial: "A", model: "Zulu")
    private let second = VideoNode.usb(1, serial: "B", model: "Alpha")

    @Test("Cameras of an earlier run are offline until they come, under their old ids and in their old order")
    func remembered() async throws {
        let store = MemoryStore()
        var ids: [String] = []
        try await withHub(store: store) { hub in
            await hub.plug(first, second)
            ids = hub.ids
        }
        #expect(ids.map { $0.prefix(4) } == ["zulu", "alph"])
        try await withHub(store: store) { hub in
            #expect(hub.ids == ids)
            #expect(
                hub.inventory.listing.cameras.allSatisfy { $0.snapshot(now: hub.time.now).condition.state == .offline })
            await hub.plug(second)
            #expect(hub.ids == ids)
            let id = try #require(CameraID(ids[1]))
            #expect(hub.condition(id) == CameraCondition(.idle))
        }
    }

    @Test("Twins that were seen together stay apart over a restart, also when only one comes back")
    func twinsOverARestart() async throws {
        let store = MemoryStore()
        let (left, right) = (VideoNode.usb(0, serial: "SN1", port: 1), VideoNode.usb(1, serial: "SN1", port: 2))
        var ids: [String] = []
        try await withHub(store: store) { hub in
            await hub.plug(left, right)
            ids = hub.ids
        }
        try await withHub(store: store) { hub in
            await hub.plug(.usb(0, serial: "SN1", port: 2))
            let rightID = try #require(CameraID(ids[1]))
            #expect(hub.ids == ids)
            #expect(hub.condition(rightID) == CameraCondition(.idle))
        }
    }

    @Test("The order is the configuration's, then as cameras were first seen, whatever order they come in")
    func order() async throws {
        let configuration = HubConfiguration(cameras: [.test("zebra"), .device("front", serial: "B"), .test("ape")])
        try await withHub(configuration) { hub in
            await hub.plug(.usb(3, serial: "D", model: "Last"), first, second)
            #expect(hub.ids.prefix(3) == ["zebra", "front", "ape"])
            #expect(hub.ids.dropFirst(3).map { $0.prefix(4) } == ["last", "zulu"])
            await hub.unplug(.usb(3, serial: "D", model: "Last"))
            await hub.plug(.usb(3, serial: "D", model: "Last"))
            #expect(hub.ids.dropFirst(3).map { $0.prefix(4) } == ["last", "zulu"])
        }
    }

    @Test("A camera that is offline for longer than forgetAfter leaves the inventory, one that a key names stays")
    func forgetAfter() async throws {
        let configuration = HubConfiguration(cameras: [.device("front", serial: "A")], forgetAfter: .seconds(3600))
        try await withHub(configuration) { hub in
            await hub.plug(first, second)
            await hub.unplug(first)
            await hub.unplug(second)
            await hub.time.advance(by: .seconds(3599))
            #expect(hub.ids.count == 2)
            await hub.time.advance(by: .seconds(2))
            #expect(hub.ids == ["front"])
            await hub.plug(second)
            #expect(hub.ids.count == 2)
        }
    }

    @Test("A camera that comes back in time is not forgotten later")
    func backInTime() async throws {
        try await withHub(HubConfiguration(forgetAfter: .seconds(60))) { hub in
            await hub.plug(first)
            await hub.unplug(first)
            await hub.time.advance(by: .seconds(59))
            await hub.plug(first)
            await hub.time.advance(by: .seconds(600))
            #expect(hub.ids.count == 1)
        }
    }

    @Test("What is forgotten keeps its id for when it comes back, also after a restart")
    func forgottenIdsComeBack() async throws {
        let store = MemoryStore()
        let configuration = HubConfiguration(forgetAfter: .seconds(60))
        var ids: [String] = []
        try await withHub(configuration, store: store) { hub in
            await hub.plug(first)
            ids = hub.ids
            await hub.unplug(first)
            await hub.time.advance(by: .seconds(61))
            #expect(hub.ids == [])
        }
        try await withHub(configuration, store: store) { hub in
            await hub.plug(.usb(7, serial: "A", model: "Zulu"))
            #expect(hub.ids == ids)
        }
    }

    @Test("With forgetAfter never, a camera stays for good")
    func neverForgotten() async throws {
        try await withHub(HubConfiguration(forgetAfter: nil)) { hub in
            await hub.plug(first)
            await hub.unplug(first)
            await hub.time.leap(by: .seconds(365 * 24 * 3600))
            #expect(hub.ids.count == 1)
        }
    }

    @Test("The state is kept when something is learnt, and not at every turn")
    func savesAreRare() async throws {
        let store = MemoryStore()
        try await withHub(store: store) { hub in
            // At the first start, what is kept about access.
            #expect(store.saves == 1)
            await hub.plug(first)
            #expect(store.saves == 2)
            let id = hub.inventory.listing.cameras[0].id
            try await hub.stream(id)
            await hub.time.advance(by: .seconds(60))
            #expect(store.saves == 2)
        }
        #expect(store.state.cameras.records.count == 1)
    }

    @Test("Devices with a new serial number at every plug do not fill the memory")
    func theMemoryIsBounded() async throws {
        var full = HubState()
        for number in 0..<256 {
            _ = full.cameras.resolve(
                .usb(0, serial: "S\(number)"), present: [:], configured: [], now: 1_700_000_000 + Int64(number))
        }
        let store = MemoryStore(full)
        try await withHub(store: store) { hub in
            for number in 256..<260 {
                await hub.plug(.usb(0, serial: "S\(number)"))
                await hub.unplug(.usb(0, serial: "S\(number)"))
            }
        }
        let serials = store.state.cameras.records.map(\.device.serial)
        #expect(serials == (4..<260).map { "S\($0)" })
    }
}
