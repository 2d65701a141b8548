import Access
import Camera
import Testing

/// The Authorization header field.
@Suite struct BasicCredentialsTests {
    @Test(
        "The user camhub shows a PIN, the user admin a password",
        arguments: [
            ("Basic \(base64("camhub:1357"))", BasicCredentials.pin(Secret("1357"))),
            ("basic \(base64("camhub:1357"))", .pin(Secret("1357"))),
            ("BASIC   \(base64("camhub:0000000"))", .pin(Secret("0000000"))),
            ("Basic \(base64("admin:pass:word: "))", .password(Secret("pass:word: "))),
            ("Basic \(base64("admin:päß"))" + "", .unusable),
            ("Basic \(base64("admin:pä€ß"))", .password(Secret("pä€ß"))),
        ])
    func users(field: String, credentials: BasicCredentials) {
        #expect(BasicCredentials(field) == credentials)
    }

    @Test(
        "What could not be right is told apart before any look at a secret",
        arguments: [
            "", "Basic", "Basic ", "Bearer \(base64("camhub:1357"))", "Basic \(base64("camhub"))",
            "Basic \(base64("camhub:"))", "Basic \(base64("camhub:135"))", "Basic \(base64("camhub:13 57"))",
            "Basic \(base64("Camhub:1357"))", "Basic \(base64("root:1357"))", "Basic \(base64(":1357"))",
            "Basic \(base64("1357:"))", "Basic \(base64("admin:\u{0}word"))", "Basic \(base64("admin:$y$x"))",
            "Basic \(base64("camhub:1357\n"))", "Basic \(base64("camhub:1357")) ", "Basic\t\(base64("camhub:1357"))",
            "Basic \(base64("camhub:1357").dropLast())", "Basic \(base64("camhub:1357"))=", "Basic Y2FtaHVi:MTM1Nw==",
            "Basic \(base64("admin:" + String(repeating: "x", count: 2000)))", "Digest username=\"camhub\"",
        ])
    func unusable(field: String) {
        #expect(BasicCredentials(field) == .unusable)
    }

    @Test("Bytes that are not UTF-8 are no password")
    func notUTF8() {
        // "admin:" and the bytes C3 28 C3 28.
        #expect(BasicCredentials("Basic YWRtaW46wyjDKA==") == .unusable)
    }
}
