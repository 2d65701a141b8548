import Camera
import FoundationEssentials
import Testing

@Suite struct KnownCamerasTests {
    private let first = "platform-vhci_hcd.0-usb-0:1:1.0"
    private let second = "platform-vhci_hcd.0-usb-0:2:1.0"
    private let single = Bench.Device(label: "single", serial: "A1B2")
    private let plain = Bench.Device(label: "plain", serial: nil)
    private let left = Bench.Device(label: "left", serial: "SN0001")
    private let right = Bench.Device(label: "right", serial: "SN0001")

    @Test("Ids are made of the model and the identity, and never change between versions")
    func idsStayTheSameForEver() {
        var bench = Bench()
        #expect(bench.plug(single, port: first).description == "webcam-c270-7cc8")
        #expect(bench.plug(plain, port: second).description == "webcam-c270-3618")
    }

    @Test("A camera with its own serial number keeps its id in every port")
    func aSerialMovesBetweenPorts() {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        bench.pull(single)
        #expect(bench.plug(single, port: second) == id)
        #expect(bench.memory.records.count == 1)
    }

    @Test("A camera without a serial number belongs to its port")
    func aPortIsAnIdentity() {
        var bench = Bench()
        let id = bench.plug(plain, port: first)
        bench.pull(plain)
        #expect(bench.plug(plain, port: second) != id)
        bench.pull(plain)
        #expect(bench.plug(plain, port: "platform-vhci_hcd.0-usbv2-0:1:1.0") == id)
    }

    @Test("The second of two equal serials gets its port's id; the first keeps its own and its port")
    func twinsAreToldApart() {
        var bench = Bench()
        let leftID = bench.plug(left, port: first)
        let rightID = bench.plug(right, port: second)
        #expect(leftID != rightID)
        #expect(bench.memory[leftID]?.boundTo == .port)
        #expect(bench.memory[rightID]?.boundTo == .port)
        bench.pull(left)
        #expect(bench.plug(left, port: "platform-vhci_hcd.0-usb-0:3:1.0") != leftID)
    }

    @Test("A twin that comes alone before anyone saw two is taken for the other, as documented")
    func aLoneTwinCannotBeToldApart() {
        var bench = Bench()
        let leftID = bench.plug(left, port: first)
        bench.pull(left)
        #expect(bench.plug(right, port: second) == leftID)
    }

    @Test("Several capture nodes of one device have an id each, and are no twins")
    func nodesOfOneDevice() {
        var bench = Bench()
        let infrared = Bench.Device(label: "infrared", serial: "A1B2", index: 2)
        let id = bench.plug(single, port: first)
        let infraredID = bench.plug(infrared, port: first)
        let other = bench.plug(Bench.Device(label: "depth", serial: "A1B2"), port: "platform-vhci_hcd.0-usb-0:1:1.3")
        #expect(Set([id, infraredID, other]).count == 3)
        #expect(bench.memory.records.allSatisfy { $0.boundTo == .serial })
    }

    @Test("Nodes that nothing tells apart still have an id each")
    func nothingToTellApart() {
        var bench = Bench()
        let loopbacks = (0..<4).map {
            Bench.Device(label: "\($0)", vendorID: nil, productID: nil, serial: nil, model: "Dummy")
        }
        #expect(Set(loopbacks.map { bench.plug($0, port: "") }).count == 4)
        bench.restart(finding: loopbacks.reversed(), memory: bench.memory)
        #expect(Set(bench.ids.values).count == 4)
        #expect(bench.memory.records.count == 4)
    }

    @Test("An id that another camera has already is told apart by more digits")
    func takenIdsGrow() {
        var bench = Bench()
        bench.configured = [ConfiguredCamera(id: CameraID("webcam-c270-7cc8")!, source: .test)]
        let id = bench.plug(single, port: first).description
        #expect(id.hasPrefix("webcam-c270-") && id.hasSuffix("7cc8") && id.count == "webcam-c270-".count + 8)
    }

    @Test("A record that is seen again moves its last moment, and a clock set back does not")
    func lastSeen() {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        let before = bench.memory[id]!.lastSeen
        bench.memory.saw(id, now: before + 10)
        bench.memory.saw(id, now: before - 10)
        #expect(bench.memory[id]?.lastSeen == before + 10)
        #expect(bench.memory[id]?.firstSeen == before)
    }

    @Test("Trimming forgets the absent ones that were not seen for longest")
    func trimming() {
        var bench = Bench()
        let ids = (1...5).map { number in
            bench.plug(Bench.Device(label: "\(number)", serial: "S\(number)"), port: first)
        }
        bench.memory.trim(to: 3, present: [ids[0], ids[1]])
        #expect(bench.memory.records.map(\.id) == [ids[0], ids[1], ids[4]])
    }

    @Test("A state file with the same id twice is refused, and so is one with an id that breaks the rule")
    func damagedRecords() throws {
        var bench = Bench()
        let id = bench.plug(single, port: first)
        let text = String(decoding: try JSONEncoder().encode(bench.memory.records), as: UTF8.self)
        let record = text.dropFirst().dropLast()
        for damaged in ["[\(record),\(record)]", text.replacing(id.description, with: "No Such Id")] {
            #expect(throws: DecodingError.self) {
                try JSONDecoder().decode(KnownCameras.self, from: Data(damaged.utf8))
            }
        }
    }
}
