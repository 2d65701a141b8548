import Camera
import Posix
import Testing

extension DeviceTests {
    /// Cameras that come, and their frames.
    @Suite struct ServingTests {
        @Test("A new camera is listed and serves its first frame within a second of udev's event, in half of the plugs")
        func plugToPictureWithinASecond() throws {
            try Stage.play { stage in
                let events = try NodeEvents(of: stage.guest)
                let clock = try stage.guest.clock()
                var servedAt: [MonotonicTime] = []
                for _ in 0..<7 {
                    try stage.insert(1)
                    let id = try stage.hub.camera(in: 0).id
                    try eventually("\(id) serves a frame") {
                        try stage.hub.client.get("/cam/\(id)/frame").status == 200
                    }
                    servedAt.append(.now)
                    try stage.pull(1)
                    try stage.hub.status(of: id) { $0.state == "offline" }
                }
                let plugs = try events.finish().filter { $0.action == "add" && $0.source == "UDEV" }
                // Each plug makes two nodes; the earlier event counts, whichever that is of.
                let first = stride(from: 0, to: plugs.count, by: 2).map { clock.earliest(plugs[$0].time) }
                let delays = zip(first, servedAt).map { $0.duration(to: $1).inSeconds }.sorted()
                print("plug to picture, seconds:", delays)
                try #require(delays.count == 7)
                #expect(delays[3] <= 1)
            }
        }

        @Test("Cameras at 30 fps are all served at 28 new frames a second and more at once")
        func allAtOnceAtFullRate() throws {
            try expectFullRate(count: 4, size: "1280x720")
            try expectFullRate(count: 8, size: "640x480")
        }

        private func expectFullRate(count: Int, size: String) throws {
            try Stage.play(configuration: "defaults: { pin: null, fps: 30, size: \(size) }") { stage in
                for number in 1...count { try stage.plug(number) }
                let ids = try (0..<count).map { try stage.hub.camera(in: $0).id }
                let pollers = try ids.map { try stage.watch($0) }
                for poller in pollers { try poller.wait(for: "the first frame") { !$0.served.isEmpty } }
                for poller in pollers { poller.forget() }
                for poller in pollers { try poller.wait(for: "240 frames", seconds: 30) { $0.served.count >= 240 } }
                let histories = pollers.map { $0.finish() }
                print(size, "frames a second:", histories.map { $0.rate.rounded(toTenths: ()) })
                for history in histories {
                    #expect(history.rate >= 28, "\(history.summary)")
                    #expect(try history.broken() == [])
                    #expect(history.served.last?.size.description == size)
                }
            }
        }

        @Test("A camera that takes three seconds for its first frame is waited for")
        func slowStartIsWaitedFor() throws {
            try Stage.play { stage in
                try stage.plug(1, "--behave 'slow-start 3000'")
                let id = try stage.hub.camera(in: 0).id
                let start = MonotonicTime.now
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
                #expect(start.duration(to: .now) > .seconds(2.5))
            }
        }
    }
}
