import Camera
import FoundationEssentials
import Testing

/// Whatever is plugged and pulled in whatever order: the same camera has the same id, and no two have one.
@Suite struct KnownCamerasOrderTests {
    /// Two twins, one with its own serial number, one with none.
    private let devices = [
        Bench.Device(label: "left", serial: "SN0001"), Bench.Device(label: "right", serial: "SN0001"),
        Bench.Device(label: "single", serial: "A1B2"), Bench.Device(label: "plain", serial: nil),
    ]

    private func home(_ device: Bench.Device) -> String {
        "pci-0000:00:14.0-usb-0:\(devices.firstIndex(of: device)! + 1):1.0"
    }

    private func reread(_ memory: KnownCameras) throws -> KnownCameras {
        try JSONDecoder().decode(KnownCameras.self, from: JSONEncoder().encode(memory))
    }

    @Test("Once all four were seen together, every order of every start finds the same four ids")
    func everyOrderOfAStart() throws {
        for learnt in permutations(devices) {
            var bench = Bench()
            for device in learnt { bench.plug(device, port: home(device)) }
            let ids = bench.ids
            #expect(Set(ids.values).count == 4)
            for order in permutations(devices) {
                bench.restart(finding: order, memory: try reread(bench.memory))
                #expect(bench.ids == ids)
            }
        }
    }

    @Test("After any number of plugs, pulls, restarts and moves, ids are the same and never doubled", arguments: 1...40)
    func anyHistory(seed: UInt64) throws {
        var random = Seeded(seed)
        var bench = Bench()
        var settled: [Bench.Device: CameraID] = [:]
        var areTwinsKnown = false
        for _ in 0..<120 {
            let device = devices.randomElement(using: &random)!
            switch Int.random(in: 0..<10, using: &random) {
            case 0:
                bench.restart(finding: bench.plugged.shuffled(using: &random), memory: try reread(bench.memory))
            case 1...5 where bench.ids[device] == nil:
                // Only the one with a serial number of its own may go where it likes.
                let port =
                    device.serial == "A1B2" ? "pci-usb-0:\(Int.random(in: 5...9, using: &random)):1.0" : home(device)
                bench.plug(device, port: port)
            default:
                bench.pull(device)
            }
            #expect(Set(bench.ids.values).count == bench.ids.count, "two present devices with one id")
            areTwinsKnown = areTwinsKnown || (bench.ids[devices[0]] != nil && bench.ids[devices[1]] != nil)
            for (device, id) in bench.ids where areTwinsKnown || device.serial != "SN0001" {
                #expect(settled[device] == nil || settled[device] == id, "\(device.label) changed its id")
                settled[device] = id
            }
        }
        #expect(bench.memory.records.count <= 4)
    }

    private func permutations<Element>(_ items: [Element]) -> [[Element]] {
        guard let last = items.last else { return [[]] }
        return permutations(items.dropLast()).flatMap { rest in
            (0...rest.count).map { place in
                var order = rest
                order.insert(last, at: place)
                return order
            }
        }
    }
}
