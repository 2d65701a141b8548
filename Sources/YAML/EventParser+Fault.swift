internal import CYAML

extension EventParser {
    /// Why the parser has stopped, in the library's words and with what to do about the usual ones.
    var fault: Fault {
        let state = unsafe parser.pointee
        let problem = unsafe state.problem.map { unsafe String(cString: $0) } ?? "it cannot be read"
        switch unsafe state.error {
        case YAML_MEMORY_ERROR:
            return Fault("there is no memory left to read it", at: nil)
        case YAML_READER_ERROR:
            // The reader runs ahead of the parser's marks: all that it tells is a number of bytes.
            let place = unsafe Place(ofByte: state.problem_offset, in: input)
            return Fault("this is not a text in UTF-8, or not one that YAML allows: \(problem)", at: place)
        default:
            let (start, place) = unsafe (Place(state.context_mark), Place(state.problem_mark))
            let context = unsafe state.context.map { unsafe String(cString: $0) }
            // A whole that begins where the fault is tells nothing.
            let whole = context.flatMap { start == place ? nil : " \($0) that begins at \(start)" } ?? ""
            let hint = Self.hints[problem].map { "; \($0)" } ?? ""
            return Fault("this is not YAML: \(problem)\(whole)\(hint)", at: place)
        }
    }

    /// What mostly helps, by the library's words.
    private static let hints = [
        "mapping values are not allowed in this context": "text with \": \" in it has to be in quotes",
        "found character that cannot start any token":
            "indent with spaces, and put text that begins with @ ` or % in quotes",
        "found a tab character that violates indentation": "indent with spaces",
        "found a tab character where an indentation space is expected": "indent with spaces",
        "found unexpected ':'": "text with : in it has to be in quotes here",
        "did not find expected key": "keys of one mapping have to begin in the same column",
        "did not find expected '-' indicator": "items of one list have to begin in the same column",
        "did not find expected ',' or ']'": "text with any of [ ] { } , in it has to be in quotes",
        "did not find expected ',' or '}'": "text with any of [ ] { } , in it has to be in quotes",
        "did not find expected node content": "text with any of [ ] { } , : in it has to be in quotes",
        "could not find expected ':'": "a key is followed by a colon and a space",
        "found unexpected end of stream": "something that was opened is not closed",
        "found unknown escape character": "in double quotes a backslash has to be written twice",
    ]
}

extension Place {
    /// Counts line ends and characters up to a byte, which may itself be no text.
    init(ofByte offset: Int, in input: some Sequence<UInt8>) {
        self.init(line: 1, column: 1)
        for byte in input.prefix(offset) {
            if byte == UInt8(ascii: "\n") {
                line += 1
                column = 1
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
    }
}
