import Testing

extension DeviceTests {
    /// Devices that others have, may have, or are kept from us.
    @Suite struct SharingTests {
        private static let other = "other"

        /// Streams from a node as another program would.
        private func stream(from node: String, frames: Int) -> String {
            "exec v4l2-ctl -d \(node) --stream-mmap=3 --stream-count=\(frames)"
        }

        @Test("A device that another program has is busy, which names that program; it comes when it is free")
        func busyDevicesRecover() throws {
            try Stage.play { stage in
                let device = try stage.plug(1)
                let id = try stage.hub.camera(in: 0).id
                try stage.guest.start(Self.other, stream(from: device.node, frames: 100_000))
                try eventually("the other program streams") { stage.guest.log(of: Self.other).contains("<") }
                let poller = try stage.watch(id)
                let history = try poller.wait(for: "a refusal") { $0.refusals.contains { $0.state == "busy" } }
                #expect(history.served.isEmpty)
                let refusal = try #require(history.refusals.last)
                #expect(refusal.reason?.contains("v4l2-ctl") == true && refusal.hint != nil, "\(refusal)")
                try stage.guest.signal(Self.other, 15)
                try stage.guest.wait(for: Self.other)
                try poller.wait(for: "frames", seconds: 12) { $0.served.count > 10 }
            }
        }

        @Test("A device that the hub may not open is denied, with what to do; it comes when it may")
        func deniedDevicesRecover() throws {
            try Stage.play(user: "nobody") { stage in
                let device = try stage.plug(1)
                let report = try stage.hub.camera(in: 0) { $0.state == "denied" }
                #expect(report.reason?.contains(device.node) == true)
                #expect(report.hint?.contains("usermod -aG video nobody") == true, "\(report)")
                let poller = try stage.watch(report.id)
                try poller.wait(for: "a refusal") { $0.refusals.contains { $0.state == "denied" } }
                try stage.guest.run("chmod 666 \(device.node)")
                try poller.wait(for: "frames", seconds: 12) { $0.served.count > 10 }
            }
        }

        @Test("When nobody has watched for idleAfter, another program can have the device, and the hub again after it")
        func idleDevicesAreFree() throws {
            try Stage.play(configuration: "defaults: { pin: null, fps: 30, idleAfter: 1s }") { stage in
                let device = try stage.plug(1)
                let id = try stage.hub.camera(in: 0).id
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
                try stage.hub.status(of: id, seconds: 3) { $0.state == "idle" }
                try stage.guest.run(stream(from: device.node, frames: 10))
                #expect(try stage.hub.client.get("/cam/\(id)/frame").status == 200)
            }
        }

        @Test("Eight idle cameras cost no more than half a percent of a processor")
        func idleCamerasCostNothing() throws {
            try Stage.play { stage in
                for number in 1...8 { try stage.plug(number) }
                for port in 0..<8 { _ = try stage.hub.camera(in: port) { $0.state == "idle" } }
                // User and system time of all threads, those that have ended too, in hundredths of a second.
                let read = "awk '{ print $14 + $15 }' /proc/$(pidof camhub)/stat"
                let readings = try stage.guest.run("\(read); sleep 10; \(read)").split(separator: "\n")
                    .compactMap { Double($0) }
                try #require(readings.count == 2)
                let share = (readings[1] - readings[0]) / 100 / 10
                print("eight idle cameras, share of a processor:", share)
                #expect(share <= 0.005)
            }
        }
    }
}
