import HTTP
import Synchronization
import Testing

@Suite struct ResponseTests {
    private func text(_ response: Response) -> String { String(decoding: response.bytes, as: UTF8.self) }

    @Test("A JSON answer is never kept unasked, and equal values give equal bytes")
    func jsonAnswers() {
        let response = Response.json(["b": 1, "a": 2], fields: [Field("ETag", "\"x\"")])
        #expect(response.status == .ok)
        #expect(text(response) == #"{"a":2,"b":1}"#)
        #expect(response.field("content-type") == "application/json")
        #expect(response.field("CACHE-CONTROL") == "no-cache")
        #expect(response.field("etag") == "\"x\"")
        #expect(response.field("Retry-After") == nil)
    }

    @Test("An error has its words, a code for programs and, where there is one, a hint; slashes stay readable")
    func errorReports() {
        let report = ErrorReport("nothing at /x", code: "not-found", hint: "see \"routes\"")
        #expect(text(.json(report)) == #"{"code":"not-found","error":"nothing at /x","hint":"see \"routes\""}"#)
        #expect(text(.json(ErrorReport("e", code: "c"))) == #"{"code":"c","error":"e"}"#)
    }

    @Test("404, 405 and 400 say what is wrong; 405 names the methods that there are, 400 closes")
    func refusals() {
        let unknown = Response.notFound("there is no camera x", hint: "look")
        #expect(unknown.status.rawValue == 404)
        #expect(text(unknown) == #"{"code":"not-found","error":"there is no camera x","hint":"look"}"#)
        let method = Response.methodNotAllowed([.get, .head])
        #expect(method.status.rawValue == 405)
        #expect(method.field("Allow") == "GET, HEAD")
        #expect(text(method).contains(#""hint":"use GET, HEAD""#))
        let bad = Response.badRequest("two hosts")
        #expect(bad.status.rawValue == 400)
        #expect(bad.field("Connection") == "close")
        #expect(text(bad) == #"{"code":"bad-request","error":"two hosts"}"#)
    }

    @Test("Shared bytes are the body, and live as long as the answer")
    func sharedBodies() {
        let memory = Memory([1, 2, 3])
        let response = Response(.ok, body: .shared(SharedBytes(UnsafeRawBufferPointer(memory.bytes), owner: memory)))
        #expect(response.bytes == [1, 2, 3])
    }

    @Test("The server's form is made once and given back with the answer")
    func theServerFormIsKept() throws {
        let released = Counter()
        var made = 0
        do {
            let response = Response(.ok)
            let make: () -> ServerForm? = {
                made += 1
                return ServerForm(OpaquePointer(bitPattern: 8)!) { _ in released.add() }
            }
            let first = try #require(response.serverForm(make))
            #expect(response.serverForm(make) === first)
            #expect(made == 1)
            #expect(released.count == 0)
        }
        #expect(released.count == 1)
    }

    @Test("A form that could not be made is tried again at the next use")
    func aMissingFormIsMadeLater() {
        let response = Response(.ok)
        #expect(response.serverForm { nil } == nil)
        #expect(response.serverForm { ServerForm(OpaquePointer(bitPattern: 8)!) { _ in } } != nil)
    }

    @Test("Threads that make the form at the same moment all get one of them, and the others are given back")
    func formsRace() async {
        let response = Response(.ok)
        let (made, released) = (Counter(), Counter())
        let forms = await withTaskGroup { group in
            for _ in 0..<64 {
                group.addTask {
                    let form = response.serverForm {
                        made.add()
                        return ServerForm(OpaquePointer(bitPattern: 8)!) { _ in released.add() }
                    }
                    return form.map(ObjectIdentifier.init)
                }
            }
            return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
        }
        #expect(forms.count == 1 && !forms.contains(nil))
        #expect(released.count == made.count - 1)
    }
}

private final class Counter: Sendable {
    private let number = Atomic(0)

    var count: Int { number.load(ordering: .relaxed) }

    func add() { number.add(1, ordering: .relaxed) }
}

private final class Memory: Sendable {
    nonisolated(unsafe) let bytes: UnsafeMutableRawBufferPointer  // reason: written in `init` alone

    init(_ content: [UInt8]) {
        bytes = .allocate(byteCount: content.count, alignment: 1)
        bytes.copyBytes(from: content)
    }

    deinit { bytes.deallocate() }
}
