import Testing

@testable import Access

/// Base64, strictly.
@Suite struct Base64Tests {
    private func decode(_ text: String, _ alphabet: Base64.Alphabet) -> String? {
        var bytes: [UInt8] = []
        guard Base64.decode(text.utf8.span, alphabet, into: &bytes) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "The examples of RFC 4648",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func examples(text: String, encoded: String) {
        #expect(decode(encoded, .standard) == text)
        #expect(Base64.webText(Array(text.utf8)) == encoded.filter { $0 != "=" })
        #expect(decode(encoded.filter { $0 != "=" }, .web) == text)
    }

    @Test(
        "A text that could be written differently is refused",
        arguments: [
            "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Zm9v=", "====", "=", "Z===", "Zg==Zg==", "Zm 9", "Zm-_", "Zm9v\n",
        ])
    func loose(text: String) {
        #expect(decode(text, .standard) == nil)
    }

    @Test("The web's alphabet is another one and is not filled up", arguments: ["Zm+/", "Zg==", "Zh", "Z", "Zm9v!"])
    func web(text: String) {
        #expect(decode(text, .web) == nil)
    }

    @Test("All bytes come back")
    func allBytes() {
        for length in 0..<40 {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }
            var decoded: [UInt8] = []
            #expect(Base64.decode(Base64.webText(bytes).utf8.span, .web, into: &decoded))
            #expect(decoded == bytes)
        }
    }
}
