import Camera
import Configuration
import HTTP
import Testing

/// The keys of a camera that is sent to the running hub.
@Suite struct AddedCameraTests {
    private func camera(_ json: String, over defaults: CameraDefaults = CameraDefaults()) throws -> ConfiguredCamera {
        let tree = try #require(JSONTree(Array(json.utf8)))
        guard case .object(let keys) = tree else { throw NoObject() }
        return try ConfiguredCamera(keys, id: try #require(CameraID("gate")), defaults: defaults)
    }

    private struct NoObject: Error {}

    private func reasons(_ json: String) throws -> [String] {
        let error = #expect(throws: AddedCameraFault.self) { try camera(json) }
        return try #require(error).reasons
    }

    @Test("Every key of a network camera means what it means in the file")
    func keys() throws {
        var defaults = CameraDefaults()
        defaults.settings.fps = 7
        let read = try camera(
            #"""
            {"url": "https://u:p@camera.example/v", "name": "Tor \ud83d\ude00", "pin": 135790, "size": "640x480",
             "quality": "auto", "rotate": 90, "flip": "none", "idleAfter": "never", "insecure": true, "enabled": true}
            """#, over: defaults)
        #expect(read.id.description == "gate" && read.source?.description == "network https://camera.example/v")
        #expect(read.settings.name == "Tor 😀" && read.pin == .secret(Secret("135790")))
        #expect(read.settings.fps == 7 && read.settings.rotate == .quarter && read.settings.isInsecure)
        #expect(read.settings.size == Size(width: 640, height: 480) && read.settings.idleAfter == nil)
        #expect(try camera(#"{"url": "http://a", "pin": null}"#).pin == .open)
    }

    @Test(
        "What would run a program or read a file is refused, whatever else is there",
        arguments: [
            #""exec": ["sh", "-c", "true"]"#, #""replay": "/etc/passwd""#, #""test": {}"#, #""match": {"serial": "1"}"#,
        ])
    func otherSources(member: String) throws {
        let key = try #require(member.split(separator: "\"").first)
        let place = "it belongs under a camera's id in the configuration file; here is only url"
        let told = try reasons("{\(member), \"url\": \"http://a\"}")
        #expect(told.contains(#"unknown key "\#(key)" in cameras.gate; \#(place)"#))
    }

    @Test("All faults are told, by the names that the keys have in the file, and none repeats a secret")
    func faults() throws {
        let told = try reasons(#"{"fps": 999, "pin": "12", "colour": 1}"#)
        #expect(told.count == 4)
        #expect(told.contains { $0.hasPrefix(#"cameras.gate.fps is "999"; it has to be a whole number"#) })
        #expect(told.contains { $0.hasPrefix("cameras.gate.pin is malformed; ") })
        #expect(told.contains { $0.hasPrefix(#"unknown key "colour" in cameras.gate"#) })
        #expect(told.contains("cameras.gate has no url; it has to have one"))
        #expect(try reasons(#"{"url": "ftp://u:secret@a/"}"#).allSatisfy { !$0.contains("secret") })
    }
}
