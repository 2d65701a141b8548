import FoundationEssentials
import Testing

extension DeviceTests {
    /// What plugging and pulling leaves behind: nothing.
    @Suite struct EnduranceTests {
        /// 10, or as scripts/soak says.
        private static let cycles = ProcessInfo.processInfo.environment["CYCLES"].flatMap { Int($0) } ?? 10

        @Test("After many plugs and pulls with viewers, the hub has no more descriptors, threads and bytes than before")
        func cyclesLeaveNothingBehind() throws {
            try Stage.play(configuration: "defaults: { pin: null, fps: 30, size: 640x480 }") { stage in
                try stage.plug(1)
                try stage.plug(2)
                let ids = try (0..<2).map { try stage.hub.camera(in: $0).id }
                let steady = try stage.watch(ids[0])
                let viewers = try (0..<3).map { _ in try stage.watch(ids[1]) }
                // The first cycles fill what is then used again: allocator, caches of the libraries.
                for _ in 0..<max(4, Self.cycles / 5) { try cycle(stage, viewers) }
                let before = try Footprint.settled(in: stage.guest)
                for number in 1...Self.cycles {
                    try cycle(stage, viewers)
                    steady.forget()
                    if number.isMultiple(of: 10) { print("cycle", number, try Footprint.settled(in: stage.guest)) }
                }
                let after = try Footprint.settled(in: stage.guest)
                print("before", before, "after", after)
                #expect(after.descriptors <= before.descriptors)
                #expect(after.threads <= before.threads)
                // The allocator keeps 2 MB more for one thread or another: in a long run, from the first cycles on.
                #expect(after.kilobytes <= before.kilobytes + (Self.cycles < 50 ? 4096 : 1024))
                try steady.wait(for: "frames") { !$0.served.isEmpty }
            }
        }

        private func cycle(_ stage: Stage, _ viewers: [Poller]) throws {
            try stage.pull(2)
            for viewer in viewers { try viewer.wait(for: "being told") { !$0.refusals.isEmpty } }
            for viewer in viewers { viewer.forget() }
            try stage.plug(2)
            for viewer in viewers { try viewer.wait(for: "frames") { $0.served.count > 5 } }
            for viewer in viewers {
                #expect(try viewer.history.broken() == [])
                viewer.forget()
            }
        }
    }
}

/// What the hub has of the machine at a moment.
private struct Footprint {
    var descriptors: Int
    var threads: Int
    /// In RAM, without what files back.
    var kilobytes: Int

    /// Once it rests: what has just been done may still be cleared away.
    static func settled(in guest: Guest) throws -> Footprint {
        var last = try Footprint(in: guest)
        try eventually("the hub's footprint rests") {
            let before = last
            last = try Footprint(in: guest)
            return (last.descriptors, last.threads) == (before.descriptors, before.threads)
        }
        return last
    }

    private init(in guest: Guest) throws {
        let text = try guest.run(
            "cd /proc/$(pidof camhub); ls fd | wc -l; ls task | wc -l; sed -n 's/^RssAnon:[^0-9]*\\([0-9]*\\) kB/\\1/p' status"
        )
        let numbers = text.split(separator: "\n").compactMap { Int($0) }
        try #require(numbers.count == 3, "\(text)")
        (descriptors, threads, kilobytes) = (numbers[0], numbers[1], numbers[2])
    }
}
