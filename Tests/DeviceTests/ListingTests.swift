import Testing

extension DeviceTests {
    /// Which nodes are cameras, and what is said of the others.
    @Suite struct ListingTests {
        @Test("Of the nodes of a USB camera and of vivid, one each is a camera; the list gives modes, and why not")
        func onlyCaptureNodesAreCameras() throws {
            try Stage.play { stage in
                try stage.load("vivid n_devs=1")
                let device = try stage.plug(1)
                _ = try stage.hub.camera(in: 0)
                try eventually("vivid's camera is listed") { try stage.hub.client.cameras().count == 2 }
                let nodes = try stage.guest.run("ls /dev/video*").split(separator: "\n").map(String.init)
                let listing = try stage.guest.run("HOME=/run/hub '\(Hub.program)' cameras")
                let parts = listing.split(separator: "left out:\n").map(String.init)
                try #require(parts.count == 2, "\(listing)")
                #expect(parts[0].contains("\(device.node)  Guest Camera"))
                #expect(parts[0].contains(/MJPG +1280x720 +30 15 5 fps/), "\(listing)")
                #expect(parts[1].contains(/Guest Camera: it carries data about another node's pictures/))
                #expect(
                    parts[1].contains(/vivid-000-vid-out: an output: it takes pictures and gives none/), "\(listing)")
                let cameras = Set(try stage.hub.client.cameras().compactMap(\.device?.path))
                for node in nodes where !cameras.contains(node) {
                    #expect(parts[1].contains("  \(node)  "), "\(node) is left out without a word: \(listing)")
                }
                for camera in cameras { #expect(parts[0].contains("\(camera)  "), "\(listing)") }
            }
        }
    }
}
