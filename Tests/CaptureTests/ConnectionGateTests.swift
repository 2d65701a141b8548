import Camera
import Capture
import Glibc
import Posix
import Testing

/// How many network cameras connect at the same time.
@Suite struct ConnectionGateTests {
    private let gate = ConnectionGate()

    private func time(_ milliseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: milliseconds * 1_000_000) }

    private func tickets(_ count: Int) throws -> [ConnectionGate.Ticket] {
        try (0..<count).map { _ in try ConnectionGate.Ticket() }
    }

    private func isRung(_ ticket: ConnectionGate.Ticket) -> Bool {
        var polled = pollfd(fd: ticket.bell.rawValue, events: Int16(POLLIN), revents: 0)
        defer { ticket.bell.clear() }
        return poll(&polled, 1, 0) == 1
    }

    @Test("Of twenty that hear nothing two go in any second, each in its turn")
    func nobodyAnswers() throws {
        var waiting = Array(try tickets(20).enumerated())
        var passed: [(number: Int, at: Int64)] = []
        for now in stride(from: Int64(0), to: 12_000, by: 10) {
            waiting.removeAll { number, ticket in
                guard gate.enter(ticket, now: time(now)) else { return false }
                passed.append((number, now))
                return true
            }
        }
        #expect(passed.map(\.number) == Array(0..<20))
        #expect(zip(passed, passed.dropFirst(2)).allSatisfy { $1.at - $0.at >= 1000 })
        #expect(passed.last?.at == 9000)
    }

    @Test("Who has an answer makes room at once, and the next one is told")
    func answers() throws {
        let tickets = try tickets(4)
        for ticket in tickets { ticket.bell.clear() }
        #expect(tickets.map { gate.enter($0, now: time(0)) } == [true, true, false, false])
        #expect(!isRung(tickets[2]))
        gate.heard(tickets[1])
        #expect(isRung(tickets[2]) && !isRung(tickets[3]))
        #expect(!gate.enter(tickets[3], now: time(1)), "it is not the first in the line")
        #expect(gate.enter(tickets[2], now: time(1)))
        #expect(isRung(tickets[3]), "it is the first one from here on")
        #expect(gate.nextOpening(for: tickets[3]) == time(1000))
        #expect(!gate.enter(tickets[3], now: time(999)) && gate.enter(tickets[3], now: time(1000)))
    }

    @Test("Who leaves the line is waited for by nobody, and a try that was left counts all the same")
    func leaves() throws {
        let tickets = try tickets(4)
        for ticket in tickets { ticket.bell.clear() }
        #expect(tickets.map { gate.enter($0, now: time(0)) } == [true, true, false, false])
        gate.leave(tickets[0])
        gate.leave(tickets[2])
        #expect(isRung(tickets[3]) && gate.nextOpening(for: tickets[2]) == nil)
        #expect(!gate.enter(tickets[3], now: time(500)) && gate.enter(tickets[3], now: time(1000)))
    }

    @Test("A new ticket's bell says that it should ask")
    func firstBell() throws {
        #expect(isRung(try ConnectionGate.Ticket()))
    }
}
