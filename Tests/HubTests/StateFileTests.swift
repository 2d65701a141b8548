import Camera
import FoundationEssentials
import Hub
import HubTesting
import Posix
import Testing

@Suite struct StateFileTests {
    private let folder: TemporaryFolder
    private let lines = LogLines()

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.path + "/state.json" }

    private func file(in directory: String? = nil) -> StateFile {
        StateFile(directory: directory ?? folder.path, log: lines.log())
    }

    private func state(_ serials: String...) -> HubState {
        var state = HubState()
        for serial in serials {
            _ = state.cameras.resolve(.usb(0, serial: serial), present: [:], configured: [], now: 1_700_000_000)
        }
        return state
    }

    private func mode(of path: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return try #require(attributes[.posixPermissions] as? Int)
    }

    @Test("What was kept is there again, in a file for the owner alone")
    func keeps() throws {
        let state = state("A", "B")
        file().save(state)
        #expect(file().load() == state)
        #expect(try mode(of: path) == 0o600)
        #expect(lines.all == [])
    }

    @Test("Without a file the state is empty, and nobody is alarmed")
    func nothingThere() {
        #expect(file().load() == HubState())
        #expect(file(in: folder.path + "/not/there").load() == HubState())
        #expect(lines.all == [])
    }

    @Test("Missing folders are made, for the owner alone")
    func foldersAreMade() throws {
        let deep = folder.path + "/a/b"
        file(in: deep).save(state("A"))
        #expect(file(in: deep).load() == state("A"))
        #expect(try mode(of: deep) == 0o700)
    }

    static let once = #"""
        {"version":1,"cameras":[
        {"ownID":"a","boundTo":"port","firstSeen":1,"lastSeen":1,"device":{"model":"x","index":0}}]}
        """#

    static let twice = #"""
        {"version":1,"cameras":[
        {"ownID":"a","boundTo":"port","firstSeen":1,"lastSeen":1,"device":{"model":"x","index":0}},
        {"ownID":"a","boundTo":"port","firstSeen":1,"lastSeen":1,"device":{"model":"y","index":0}}]}
        """#

    @Test(
        "A damaged file is set aside with a warning that says what is wrong, and the hub begins anew",
        arguments: [
            ("", "damaged"), ("{", "damaged"), ("{\"version\":1}", "damaged"), ("[]", "damaged"),
            ("{\"version\":1,\"cameras\":[{}]}", "damaged"), ("\u{0}\u{0}\u{0}", "damaged"),
            (twice, "same id"), (once.replacing("\"lastSeen\":1", with: "\"lastSeen\":\(Int64.min)"), "before 1970"),
            (twice.replacing("\"a\"", with: "\"A b\""), "no camera id"),
            ("{\"version\":2,\"cameras\":[]}", "version 2"),
        ])
    func damaged(text: String, reason: String) throws {
        try folder.write("state.json", Array(text.utf8))
        #expect(file().load() == HubState())
        #expect(lines.all.count == 1)
        #expect(lines.all.first?.hasPrefix("warning: state: \(path) was moved to \(path).damaged: ") == true)
        #expect(lines.all.first?.contains(reason) == true)
        #expect(try RegularFile.contents(of: path + ".damaged", limit: 1000) == Array(text.utf8))
        #expect(!FileManager.default.fileExists(atPath: path))
        file().save(state("A"))
        #expect(file().load() == state("A"))
    }

    static let access = #"""
        {"key":"\#(String(repeating: "0a", count: 32))","generatedPin":"$y$","adminPassword":"$y$",
        "epochs":{"entries":[],"last":1},"ended":{"entries":[{"id":1,"endedAt":5,"secrets":[7]}],"floors":[{"secret":7,"time":3}]}}
        """#

    static func whole(access: String = access, change: String = "{}") -> String {
        #"{"version":1,"cameras":[],"access":\#(access),"changes":{"a":\#(change)}}"#
    }

    @Test(
        "Values that nobody can have set are damage as well, whatever would come of them later",
        arguments: [
            whole(access: access.replacing("\"last\":1", with: "\"last\":18446744073709551615")),
            whole(access: access.replacing("\"endedAt\":5", with: "\"endedAt\":-9223372036854775808")),
            whole(access: access.replacing("$y$", with: "1357")), whole(access: access.replacing("0a", with: "0")),
            whole(change: #"{"fps":{"value":9223372036854775807,"instead":20}}"#),
            whole(change: #"{"fps":{"value":0,"instead":20}}"#),
            whole(change: #"{"quality":{"value":9223372036854775807,"instead":"auto"}}"#),
            whole(change: #"{"name":{"value":"a\nb","instead":""}}"#),
            whole(change: #"{"controls":{}}"#), whole(change: #"{"controls":{"A b":{"value":1}}}"#),
            whole(change: #"{"controls":{"a":{"value":"x"}}}"#),
            whole(change: #"{"pin":{"value":"1357","instead":""}}"#), whole(change: #"{"pin":{"instead":""}}"#),
            whole(access: access.replacing("\"time\":3", with: "\"time\":-1")),
        ])
    func impossible(text: String) throws {
        try folder.write("state.json", Array(Self.whole().utf8))
        #expect(file().load().access != nil)
        try folder.write("state.json", Array(text.utf8))
        #expect(file().load() == HubState())
        #expect(lines.containing("was moved to").count == 1)
    }

    @Test("What is no file is set aside too")
    func aFolderInItsPlace() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(file().load() == HubState())
        #expect(lines.containing("was moved to").count == 1)
    }

    @Test("Where nothing can be written, an error says so, and what it means")
    func unwritable() throws {
        try folder.write("file")
        file(in: folder.path + "/file").save(state("A"))
        #expect(lines.all.count == 1)
        let line = try #require(lines.all.first)
        #expect(line.hasPrefix("error: state: cannot write \(folder.path)/file/state.json: Not a directory"))
        #expect(line.hasSuffix("after a restart ids, settings and PINs may be as they were"))
    }

    @Test("A save that fails leaves the old file as it is")
    func atomic() throws {
        file().save(state("A"))
        // The new file cannot be made: a folder has its name.
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)
        file().save(state("A", "B"))
        #expect(lines.containing("cannot write").count == 1)
        #expect(file().load() == state("A"))
    }

    @Test("A new file that was left half written is no harm")
    func leftovers() throws {
        file().save(state("A"))
        try folder.write("state.json.new", [1, 2, 3])
        #expect(file().load() == state("A"))
        file().save(state("B"))
        #expect(file().load() == state("B"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
    }

    @Test("The same state gives the same bytes, readable for people")
    func stableForm() throws {
        file().save(state("A", "B"))
        let first = try RegularFile.contents(of: path, limit: 10_000)
        file().save(state("A", "B"))
        #expect(try RegularFile.contents(of: path, limit: 10_000) == first)
        #expect(String(decoding: first, as: UTF8.self).contains("\n"))
    }
}
