import Camera
import HTTP
@testable import Hub
import HubTesting
import Posix
import Testing

/// Who encodes when, and what is said when the machine is too slow for it.
@Suite(.timeLimit(.minutes(1))) struct EncodingTests {
    private final class Guest: EncodingGuest {
        private let calls = Locked(0)
        var count: Int { calls.withLock { $0 } }
        func placeIsFree() { calls.withLock { $0 += 1 } }
    }

    @Test("There are never more at it than there are places, and the line moves in its order")
    func places() {
        let places = EncodingPlaces(count: 2)
        let guests = (0..<5).map { _ in Guest() }
        #expect(guests.map { places.enter($0) } == [true, true, false, false, false])
        // Asking again changes nothing.
        #expect(guests.map { places.enter($0) } == [true, true, false, false, false])
        #expect(places.standing == (taken: 2, waiting: 3))
        places.leave(guests[1])
        #expect(guests.map(\.count) == [0, 0, 1, 0, 0])
        // Who has had its turn stands at the end of the line.
        #expect(!places.enter(guests[1]) && places.enter(guests[2]))
        places.leave(guests[3])
        places.leave(guests[0])
        #expect(guests.map(\.count) == [0, 0, 1, 0, 1])
        places.leave(guests[2])
        #expect(guests.map(\.count) == [0, 1, 1, 0, 1])
        for guest in guests { places.leave(guest) }
        #expect(places.standing == (taken: 0, waiting: 0))
        #expect(EncodingPlaces(count: -1).count == 1)
    }

    @Test("Frames lost are those that the rate had room for, and only where encoding was what took the time")
    func delays() {
        let start = MonotonicTime(nanoseconds: 0)
        func at(_ milliseconds: Int) -> MonotonicTime { start.advanced(by: .milliseconds(milliseconds)) }
        /// Encodes 100 frames, each asked for, begun and ended at these moments, at 20 fps.
        func lost(_ times: (Int) -> (Int, Int, Int)) -> Int {
            var delay = EncodingDelay()
            return (0..<100).map(times).reduce(0) { sum, times in
                sum
                    + delay.encoded(
                        asked: at(times.0), begun: at(times.1), ended: at(times.2), interval: .milliseconds(50))
            }
        }
        #expect(lost { (50 * $0, 50 * $0, 50 * $0 + 10) } == 0)
        // A wait in the line that makes each late, but none too late.
        #expect(lost { (50 * $0, 50 * $0 + 30, 50 * $0 + 40) } == 0)
        // Too slow alone: 60 ms a frame are 16.7 instead of 20 a second.
        #expect((18...20).contains(lost { (60 * $0, 60 * $0, 60 * $0 + 60) }))
        // Too slow because of others: one frame in 150 ms.
        #expect((196...198).contains(lost { (150 * $0 + 45, 150 * $0 + 145, 150 * $0 + 150) }))
        // The camera itself is slow.
        #expect(lost { (150 * $0, 150 * $0 + 1, 150 * $0 + 11) } <= 2)
    }

    @Test("With one place three cameras take it in turn, each with its newest frame, and what they lose is told")
    func camerasAlternate() async throws {
        let ids: [CameraID] = ["a", "b", "c"]
        let order = Locked<[CameraID]>([])
        try await withHub(HubConfiguration(cameras: ids.map { .test($0) }), places: 1) { hub in
            var sources: [ScriptedSource] = []
            for id in ids { sources.append(try await hub.stream(id)) }
            let gate = Gate()
            for (id, source) in zip(ids, sources) {
                source.encode {
                    order.withLock { $0.append(id) }
                    gate.wait()
                }
            }
            for round in 1...4 {
                for source in sources { source.push(.frame(bytes: [UInt8(round)])) }
                for number in 1...3 {
                    await gate.whenReached(3 * (round - 1) + number)
                    #expect(try await hub.client.get("/status").json["encoding"]?["places"] == 1)
                    gate.open()
                }
                await hub.time.settle()
                for _ in 0..<3 { await hub.time.advance(by: .milliseconds(17)) }
            }
            let turns = order.withLock { $0 }
            for round in 0..<4 { #expect(Set(turns[(3 * round)..<(3 * round + 3)]) == Set(ids)) }
            for id in ids { #expect(hub.snapshot(id)?.sequence == 5) }
        }
    }

    @Test("A camera that had to wait for others says so for some seconds, and answers its newest frame")
    func waiting() async throws {
        try await withHub(HubConfiguration(cameras: [.test("a"), .test("b")]), places: 1) { hub in
            let (slow, other) = (try await hub.stream("a"), try await hub.stream("b"))
            let gate = Gate()
            slow.encode { gate.wait() }
            other.encode()
            other.push(.frame(bytes: [1]))
            await hub.time.settle()
            slow.push(.frame())
            await gate.whenReached()
            other.push(.frame(bytes: [2]))
            await hub.time.until { hub.places.standing.waiting == 1 }
            #expect(try await hub.client.get("/status").json["encoding"]?["waiting"] == 1)
            hub.time.pass(.milliseconds(500))
            gate.open()
            await hub.time.settle()
            #expect(try await hub.client.get("/cam/b/frame").bytes == [2])
            let status = try await hub.client.get("/cam/b/status").json
            // At 20 frames a second, ten had room in that time.
            #expect(status["frames"]?["skipped"] == 9 && status["isBehind"] == true)
            #expect(try await hub.client.get("/status").json["encoding"]?["isBehind"] == true)
            await hub.time.advance(by: .seconds(5))
            #expect(hub.snapshot("b")?.isBehind == false && hub.snapshot("b")?.counters.skipped == 9)
        }
    }

    @Test("Smaller pictures stand in the same line as frames")
    func sizesStandInLine() async throws {
        try await withHub(HubConfiguration(cameras: [.test("a"), .test("b")]), places: 1) { hub in
            let slow = try await hub.stream("a")
            try await hub.stream("b", .frame(bytes: [5]))
            let gate = Gate()
            slow.encode { gate.wait() }
            slow.push(.frame())
            await gate.whenReached()
            let asked = try hub.client.send(.get, "/cam/b/frame?width=640", [:])
            #expect(hub.places.standing == (taken: 1, waiting: 1) && hub.scaling.jobs.isEmpty)
            gate.open()
            #expect(await asked.reply.bytes == [2, 5])
            await hub.time.settle()
            #expect(hub.places.standing == (taken: 0, waiting: 0))
        }
    }

    @Test("A camera that nobody watches any more when its turn comes gives its place back, and is not taken for silent")
    func unwatched() async throws {
        let cameras: [ConfiguredCamera] = [.test("a") { $0.idleAfter = nil }, .test("b") { $0.idleAfter = nil }]
        try await withHub(HubConfiguration(cameras: cameras), places: 1) { hub in
            let (slow, other) = (try await hub.stream("a"), try await hub.stream("b"))
            let gate = Gate()
            slow.encode { gate.wait() }
            other.encode()
            slow.push(.frame())
            await gate.whenReached()
            other.push(.frame())
            await hub.time.until { hub.places.standing.waiting == 1 }
            hub.time.pass(.seconds(6))
            gate.open()
            await hub.time.settle()
            #expect(hub.places.standing == (taken: 0, waiting: 0))
            #expect(other.restarts == 0 && hub.condition("b")?.state == .streaming)
            #expect(hub.snapshot("b")?.sequence == 1)
        }
    }

    @Test("However long a camera has to wait it is not taken for silent, and what it lost is told")
    func longWait() async throws {
        try await withHub(HubConfiguration(cameras: [.test("a")]), places: 1) { hub in
            let source = try await hub.stream("a")
            source.encode()
            source.push(.frame())
            await hub.time.settle()
            let guest = Guest()
            #expect(hub.places.enter(guest))
            for second in UInt8(1)...10 {
                source.push(.frame(bytes: [second]))
                await hub.time.advance(by: .seconds(1))
                try await hub.ask("a")
            }
            #expect(source.restarts == 0 && hub.condition("a") == CameraCondition(.streaming))
            #expect(hub.snapshot("a")?.sequence == 2)
            hub.places.leave(guest)
            await hub.time.settle()
            #expect(hub.snapshot("a")?.sequence ?? 0 > 2 && hub.snapshot("a")?.counters.skipped ?? 0 > 150)
        }
    }

    @Test("A camera that is unplugged while it waits gives its stand in the line up")
    func leaving() async throws {
        try await withHub(HubConfiguration(cameras: [.test("a")]), places: 1) { hub in
            let (node, slow) = (VideoNode.usb(0), try await hub.stream("a"))
            await hub.plug(node)
            let id = hub.inventory.listing.cameras[1].id
            let source = try await hub.stream(id)
            let gate = Gate()
            slow.encode { gate.wait() }
            source.encode()
            slow.push(.frame())
            await gate.whenReached()
            source.push(.frame())
            await hub.time.until { hub.places.standing.waiting == 1 }
            hub.devices.unplug(node)
            await hub.time.until { hub.places.standing.waiting == 0 }
            gate.open()
            await hub.time.settle()
            #expect(!source.isOpen && hub.places.standing == (taken: 0, waiting: 0))
        }
    }
}
