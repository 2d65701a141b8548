import Testing

@testable import Access

/// The token in the session cookie.
@Suite struct SessionTests {
    private let signer = FakeSigner()
    private let session = Session(id: 77, issuedAt: 1000, secrets: [SecretID(rawValue: 5), SecretID(rawValue: 6)])

    private func read(_ text: String, signer: FakeSigner = FakeSigner(), unixTime: Int64 = 2000) -> Session? {
        Session(text.utf8.span, signer: signer, unixTime: unixTime)
    }

    @Test("It comes back as it was, and fits into a cookie without quotes")
    func comesBack() {
        let text = session.text(by: signer)
        #expect(read(text) == session)
        #expect(text.contains(/^[A-Za-z0-9_-]+$/))
    }

    @Test("No character can be changed, left out or added")
    func isSealed() {
        let text = Array(session.text(by: signer))
        for index in text.indices {
            var other = text
            other[index] = other[index] == "A" ? "B" : "A"
            #expect(read(String(other)) == nil)
            other.remove(at: index)
            #expect(read(String(other)) == nil)
        }
        for addition in ["A", "=", " ", "AAAAAAAAAAA"] { #expect(read(String(text) + addition) == nil) }
    }

    @Test("Nobody with another key can make one, nor out of a device's mark")
    func isOurs() {
        #expect(read(session.text(by: FakeSigner(key: 2))) == nil)
        let mark = DeviceMark(id: 77, issuedAt: 1000, locks: [LockID(rawValue: 5)])
        #expect(read(mark.text(by: signer)) == nil)
        #expect(DeviceMark(session.text(by: signer).utf8.span, signer: signer, unixTime: 2000) == nil)
    }

    @Test(
        "It is good for 30 days, and also when the clock has gone back",
        arguments: [(1000, true), (1000 + 30 * 86400 - 1, true), (1000 + 30 * 86400, false), (0, true)]
            as [(Int64, Bool)])
    func expires(unixTime: Int64, isGood: Bool) {
        #expect((read(session.text(by: signer), unixTime: unixTime) != nil) == isGood)
    }

    @Test("It is due for renewal after a day")
    func renewal() {
        #expect(!session.isDueForRenewal(unixTime: 1000 + 86399))
        #expect(session.isDueForRenewal(unixTime: 1000 + 86400))
    }

    @Test("Of more than 64 secrets it keeps the newest")
    func bounded() {
        let many = (0..<100).map { SecretID(rawValue: $0) }
        let session = Session(id: 1, issuedAt: 1000, secrets: many)
        #expect(read(session.text(by: signer))?.secrets == Array(many[36...]))
        #expect(session.text(by: signer).utf8.count < 800)
    }

    @Test("Garbage of any length is no session")
    func garbage() {
        var generator = SplitMix(state: 3)
        for length in [0, 1, 2, 3, 4, 31, 32, 44, 45, 46, 64, 1024, 1025, 5000] {
            let text = String((0..<length).map { _ in "AZaz09-_=.%\u{7F}é".randomElement(using: &generator)! })
            #expect(read(text) == nil)
        }
    }

    private let pin = SecretID(rawValue: 1)
    private let other = SecretID(rawValue: 2)

    private func session(_ id: UInt64, at time: Int64, _ secrets: SecretID...) -> Session {
        Session(id: id, issuedAt: time, secrets: secrets)
    }

    @Test("A session that was ended stays ended, however many are ended after it, and so do those of its time and PIN")
    func endedSessions() {
        var ended = EndedSessions()
        ended.end(session(77, at: 5000, pin), unixTime: 5000)
        #expect(ended.remainder(of: session(77, at: 5000, pin)) == nil)
        // Renewed before it was ended, it has the same id.
        #expect(ended.remainder(of: session(77, at: 4999, pin)) == nil)
        #expect(ended.remainder(of: session(78, at: 5000, pin)) != nil)
        for id in 0..<3000 { ended.end(session(10_000 + UInt64(id), at: 6001, pin), unixTime: 7000 + Int64(id)) }
        #expect(ended.remainder(of: session(77, at: 5000, pin)) == nil)
        #expect(ended.remainder(of: session(79, at: 11_000, pin)) != nil)
    }

    @Test("Who logs in and out a thousand times with one PIN ends no session that has shown another secret")
    func floorsAreForTheirSecrets() {
        var ended = EndedSessions()
        for id in 0..<3000 { ended.end(session(10_000 + UInt64(id), at: 7000, pin), unixTime: 7000 + Int64(id)) }
        #expect(ended.remainder(of: session(1, at: 5000, other)) != nil)
        #expect(ended.remainder(of: session(2, at: 5000, pin, other))?.secrets == [other])
        #expect(ended.contains(session(2, at: 5000, pin, other), for: pin))
        ended.keep { $0 != pin }
        #expect(ended.remainder(of: session(3, at: 5000, pin)) != nil)
    }

    @Test("What has been ended for as long as a session lives need not be remembered")
    func endedLongAgo() {
        var ended = EndedSessions()
        let first = session(77, at: 5000, pin)
        ended.end(first, unixTime: 5000)
        let before = ended
        ended.end(session(2, at: 5000, pin), unixTime: 5000 + Session.lifetime + 1)
        #expect(ended.remainder(of: first) != nil && before.remainder(of: first) == nil)
    }
}
