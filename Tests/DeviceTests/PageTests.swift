import Camera
import Posix
import Testing

extension DeviceTests {
    /// The pages in a browser, with cameras that are plugged in and pulled out.
    @Suite(.enabled(if: Witness.isThere, "there is no browser that can be driven; scripts/test browser gets one"))
    struct PageTests {
        @Test("A camera's tile is there within 1.5 s of udev's event, and dims at once when it is pulled")
        func tilesFollowTheBus() throws {
            try Stage.play { stage in
                let cameras = 1...4
                let witness = try Witness("grid", "http://127.0.0.1:\(stage.guest.port)/", "\(cameras.count)")
                _ = try witness.next("open")
                let events = try NodeEvents(of: stage.guest)
                let clock = try stage.guest.clock()
                var (came, dimmed): ([MonotonicTime], [MonotonicTime]) = ([], [])
                for camera in cameras {
                    try stage.insert(camera)
                    came.append(try witness.next("starting").time)
                    _ = try witness.next("live")
                    try stage.pull(camera)
                    dimmed.append(try witness.next("troubled").time)
                }
                let noted = try events.finish().filter { $0.source == "UDEV" }
                let arrivals = delays(of: "add", in: noted, until: came, by: clock)
                let dims = delays(of: "remove", in: noted, until: dimmed, by: clock)
                print("seconds from udev's event to the tile:", arrivals, "to its dimming:", dims)
                #expect(arrivals.count == cameras.count && arrivals.allSatisfy { $0 <= 1.5 })
                #expect(dims.count == cameras.count && dims.allSatisfy { $0 <= 0.5 })
            }
        }

        /// Each plug makes two nodes, and takes two away; the earlier event counts.
        private func delays(
            of action: String, in events: [NodeEvents.Event], until times: [MonotonicTime], by clock: GuestClock
        ) -> [Double] {
            let noted = events.filter { $0.action == action }
            let first = stride(from: 0, to: noted.count, by: 2).map { clock.earliest(noted[$0].time) }
            return zip(first, times).map { $0.duration(to: $1).inSeconds }
        }

        @Test("A slider on the camera's page sets the device itself, with the range that it has")
        func brightnessIsSetOnThePage() throws {
            try Stage.play(configuration: Hub.administered) { stage in
                try stage.plug(1)
                let id = try stage.hub.camera(in: 0).id
                let page = "http://127.0.0.1:\(stage.guest.port)/cam/\(id)"
                let witness = try Witness("brightness", page, Hub.password, "200")
                #expect(try witness.next().words == ["0", "255"])
                let status = try stage.guest.run("usbcamera tell 1 status")
                #expect(status.split(separator: "\n").contains("brightness=200"), "\(status)")
            }
        }
    }
}
