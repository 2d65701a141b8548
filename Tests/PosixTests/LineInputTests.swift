import Glibc
import Posix
import Testing

/// Lines out of a pipe, however they come.
@Suite(.timeLimit(.minutes(1))) struct LineInputTests {
    /// What is read of a pipe that holds a text and has ended.
    private func lines(_ text: String, limit: Int = 10) throws -> [String] {
        var ends: [CInt] = [0, 0]
        try valueOrErrno { pipe(&ends) }
        let reading = OwnedDescriptor(adopting: ends[0])
        do {
            let writing = OwnedDescriptor(adopting: ends[1])
            let bytes = Array(text.utf8)
            #expect(try valueOrErrno { write(writing.rawValue, bytes, bytes.count) } == bytes.count)
        }
        var input = LineInput(reading.rawValue)
        let signals = try SignalSource()
        var lines: [String] = []
        while let line = try input.next(limit: limit, unless: signals) {
            lines.append(String(decoding: line, as: UTF8.self))
        }
        return lines
    }

    @Test(
        "Each line comes without its end, and the last one needs none",
        arguments: [
            ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n", [""]), ("a\n\nb", ["a", "", "b"]),
            ("1234567890\n1234567890", ["1234567890", "1234567890"]),
        ])
    func whole(text: String, expected: [String]) throws {
        #expect(try lines(text) == expected)
    }

    @Test(
        "A line that is too long is refused, also one that never ends",
        arguments: ["12345678901\n", "12345678901", "a\n12345678901\n", String(repeating: "x", count: 5000)])
    func tooLong(text: String) {
        #expect(throws: Errno.tooLarge) { try lines(text) }
    }
}
