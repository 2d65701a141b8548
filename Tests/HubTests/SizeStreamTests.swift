import Camera
import HTTP
import Hub
import HubTesting
import Testing

/// `/cam/<id>/stream?width=`: streams of smaller pictures.
@Suite(.timeLimit(.minutes(1))) struct SizeStreamTests {
    private let demo = HubConfiguration(cameras: [.test("demo")])

    private func watch(_ hub: TestHub, _ query: String) throws -> Spectator {
        Spectator(try #require(try hub.client.send(.get, "/cam/demo/stream\(query)", [:]).parts))
    }

    @Test("Streams of one size share its pictures, those of another size or none get theirs")
    func streams() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectators = try ["?width=640", "?width=600", "?width=640&fps=100", "?width=160", "?width=x", ""].map {
                try watch(hub, $0)
            }
            for spectator in spectators { _ = spectator.take() }
            for number in UInt8(1)...4 {
                // Whose picture is not made yet asks for it, and is woken when it is.
                for spectator in spectators { _ = spectator.look() }
                await hub.time.settle()
                let pictures = spectators.map { $0.takePicture() }
                #expect(pictures == [[2, number], [2, number], [2, number], [8, number], [number], [number]])
                #expect(hub.scaling.jobs.count == 2 * Int(number))
                for spectator in spectators { #expect(spectator.takePicture() == nil) }
                await hub.time.advance(by: .milliseconds(50))
                source.push(.frame(bytes: [number + 1]))
                await hub.time.settle()
            }
            for spectator in spectators { spectator.close() }
        }
    }

    @Test("When nothing new comes the last smaller picture comes again, and is not made again")
    func streamsRepeat() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectator = try watch(hub, "?width=640")
            _ = spectator.take()
            _ = spectator.look()
            await hub.time.settle()
            #expect(spectator.takePicture() == [2, 1])
            source.push(.fault(CaptureError(.failed, reason: "the cable is bad")))
            await hub.time.advance(by: .seconds(5))
            #expect(spectator.takePicture() == [2, 1] && hub.scaling.jobs.count == 1)
            // Who comes now sees the last picture in its own size.
            let late = try watch(hub, "?width=320")
            _ = late.take()
            _ = late.look()
            await hub.time.settle()
            #expect(late.takePicture() == [4, 1])
            for spectator in [spectator, late] { spectator.close() }
        }
    }

    @Test("A stream whose pictures take longer than the time between two gets each that is made, not none")
    func slowStreams() async throws {
        let gate = Gate()
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            hub.scaling.whileScaling { gate.wait() }
            let spectator = try watch(hub, "?width=640")
            _ = spectator.take()
            #expect(spectator.takePicture() == nil)
            await gate.whenReached()
            for number in UInt8(2)...4 {
                source.push(.frame(bytes: [number]))
                await hub.time.until { hub.snapshot("demo")?.sequence == Int(number) }
                #expect(spectator.takePicture() == nil)
            }
            gate.open()
            await gate.whenReached(2)
            #expect(spectator.takePicture() == [2, 1])
            gate.open()
            await hub.time.settle()
            #expect(spectator.takePicture() == [2, 4] && hub.scaling.jobs.count == 2)
            spectator.close()
        }
    }

    @Test("A turned camera's stream goes on with pictures that lie right")
    func turnedStreams() async throws {
        try await withHub(demo) { hub in
            let source = try await hub.stream("demo", .frame(bytes: [1]))
            let spectators = try [watch(hub, ""), watch(hub, "?width=100")]
            for spectator in spectators { _ = spectator.take() }
            var turned = demo
            turned.cameras[0].settings.rotate = .quarter
            await hub.follow(turned)
            for spectator in spectators { #expect(spectator.takePicture() == nil) }
            source.push(.frame(bytes: [2]))
            await hub.time.settle()
            _ = spectators[1].look()
            await hub.time.settle()
            // 720 pixels wide by now, so that an eighth is too small.
            #expect(spectators[0].takePicture() == [2] && spectators[1].takePicture() == [4, 2])
            for spectator in spectators { spectator.close() }
        }
    }
}
