import Camera
import Testing

extension DeviceTests {
    /// Cameras that misbehave: whatever they send, no broken picture is served, and all is well when they are.
    @Suite struct FaultTests {
        /// What a camera does, and what the hub makes of it.
        struct Fault: CustomTestStringConvertible, Sendable {
            /// As Tests/Guest/usbcamera/behaviour.h tells.
            var behaviour: String
            /// Its name among the status's broken frames; nil: the picture can be mended.
            var cause: String?

            var testDescription: String { behaviour }
        }

        static let faults = [
            Fault(behaviour: "truncate", cause: "truncated"),
            Fault(behaviour: "missing-end", cause: "truncated"),
            Fault(behaviour: "garbage", cause: "garbage"),
            Fault(behaviour: "two-in-one", cause: "malformed"),
        ]

        @Test("A damaged picture is not served, its cause is counted, and the camera goes on", arguments: faults)
        func damagedPicturesAreCounted(fault: Fault) throws {
            try watchedWhileFaulty { stage, id, poller in
                let cause = try #require(fault.cause)
                try stage.tell(1, "\(fault.behaviour) 10")
                let status = try stage.hub.status(of: id) { $0.frames.broken[cause] ?? 0 >= 8 }
                #expect(status.frames.broken.keys.elementsEqual([cause]), "\(status.frames.broken)")
            }
        }

        @Test(
            "What can be mended is served mended",
            arguments: [
                Fault(behaviour: "no-tables 10"), Fault(behaviour: "pad 5000 zero"),
                Fault(behaviour: "pad 5000 random"),
                Fault(behaviour: "wrong-size 10"),
            ])
        func whatCanBeMendedIsServed(fault: Fault) throws {
            try watchedWhileFaulty { stage, id, poller in
                try stage.tell(1, fault.behaviour)
                let count = poller.history.served.count
                let history = try poller.wait(for: "frames") { $0.served.count > count + 30 }
                #expect(history.served.allSatisfy { $0.picture.suffix(2) == [0xFF, 0xD9] })
                // The decoder here brings its own tables for those that lack; others do not.
                #expect(history.served.allSatisfy { $0.picture.contains(0xC4, after: 0xFF) })
                #expect(try stage.hub.client.status(of: id).frames.broken == [:])
                if fault.behaviour.hasPrefix("wrong-size") {
                    #expect(Set(history.served.map(\.size)).count == 2, "the odd pictures were served as well")
                }
            }
        }

        @Test("A picture that the camera itself marks as bad never shows, and is counted")
        func markedBadPicturesAreCounted() throws {
            try watchedWhileFaulty { stage, id, poller in
                let before = try stage.hub.client.status(of: id).frames
                try stage.tell(1, "mark-bad 10")
                try stage.hub.status(of: id) { status in
                    let frames = status.frames
                    return frames.dropped - before.dropped + (frames.broken["markedBad"] ?? 0) >= 8
                }
            }
        }

        @Test("A frozen camera is stalled, says so, and goes on when it thaws")
        func frozenCamerasRecover() throws {
            try watchedWhileFaulty { stage, id, poller in
                try stage.tell(1, "freeze")
                let status = try stage.hub.status(of: id) { $0.state == "stalled" }
                #expect(status.reason != nil && status.hint != nil)
                let refused = try poller.wait(for: "a refusal") { !$0.refusals.isEmpty }
                #expect(refused.refusals.first?.state == "stalled")
                try stage.tell(1, "thaw")
            }
        }

        /// One camera with a viewer; after the fault it serves good frames again, and never served another.
        private func watchedWhileFaulty(_ fault: (Stage, String, Poller) throws -> Void) throws {
            try Stage.play { stage in
                try stage.plug(1, "--mjpeg 640x480@30")
                let id = try stage.hub.camera(in: 0).id
                let poller = try stage.watch(id)
                try poller.wait(for: "frames") { $0.served.count > 10 }
                try fault(stage, id, poller)
                let count = poller.history.served.count
                try poller.wait(for: "recovery", seconds: 20) { $0.served.count > count + 20 }
                #expect(try stage.hub.client.status(of: id).state == "streaming")
                let history = poller.finish()
                #expect(try history.broken() == [])
                #expect(history.failures == [])
            }
        }
    }
}

extension [UInt8] {
    /// Whether one byte stands directly after another somewhere in the head of a picture.
    fileprivate func contains(_ byte: UInt8, after other: UInt8) -> Bool {
        let head = prefix(1500)
        return zip(head, head.dropFirst()).contains { $0 == (other, byte) }
    }
}
