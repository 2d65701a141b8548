import Camera
import Testing

/// Frames of a steady rate come when they are due, and never in a burst.
@Suite struct CadenceTests {
    private static let start = MonotonicTime(nanoseconds: 123_456_789)

    private func time(_ seconds: Double) -> MonotonicTime { Self.start.advanced(by: .seconds(seconds)) }

    @Test("Every rate has, in a minute, exactly its frames, and the last moment is still exact", arguments: 1...120)
    func noDrift(framesPerSecond: Int) {
        let cadence = Pace(framesPerSecond: framesPerSecond, from: Self.start)
        #expect(cadence.nextDue == Self.start)
        var count = 0
        while cadence.nextDue < time(60) {
            let due = cadence.nextDue
            #expect(!cadence.claim(at: due.advanced(by: .nanoseconds(-1))))
            #expect(cadence.claim(at: due))
            #expect(cadence.nextDue > due)
            count += 1
        }
        #expect(count == 60 * framesPerSecond)
        #expect(cadence.nextDue == time(60))
    }

    @Test("Looking late moves no later moment")
    func latenessIsForgotten() {
        let cadence = Pace(framesPerSecond: 10, from: Self.start)
        #expect(cadence.claim(at: time(0)))
        #expect(cadence.claim(at: time(0.17)))
        #expect(cadence.nextDue == time(0.2))
    }

    @Test("What was missed is left out: one frame now, the next at its own moment", arguments: [350, 3050, 86_400_050])
    func noBurst(milliseconds: Int) {
        let cadence = Pace(framesPerSecond: 10, from: Self.start)
        #expect(cadence.claim(at: time(0)))
        let late = Self.start.advanced(by: .milliseconds(milliseconds))
        #expect(cadence.claim(at: late))
        #expect(!cadence.claim(at: late))
        #expect(cadence.nextDue == late.advanced(by: .milliseconds(50)))
    }

    @Test("A new rate counts from the last frame on, at once", arguments: [(1, 50), (50, 1), (7, 7), (120, 1)])
    func ratesChangeAtOnce(from old: Int, to new: Int) {
        let cadence = Pace(framesPerSecond: old, from: Self.start)
        #expect(cadence.claim(at: time(0)))
        cadence.change(to: new)
        #expect(cadence.nextDue.nanoseconds == Self.start.nanoseconds + (1_000_000_000 + Int64(new) - 1) / Int64(new))
    }

    @Test("A new rate before the first frame leaves that frame where it is")
    func firstFrameStays() {
        let cadence = Pace(framesPerSecond: 1, from: Self.start)
        cadence.change(to: 30)
        #expect(cadence.nextDue == Self.start)
    }

    @Test("No rate is below one frame a second", arguments: [0, -5])
    func leastRate(framesPerSecond: Int) {
        let cadence = Pace(framesPerSecond: framesPerSecond, from: Self.start)
        #expect(cadence.claim(at: Self.start))
        #expect(cadence.nextDue == time(1))
        cadence.change(to: framesPerSecond)
        #expect(cadence.nextDue == time(1))
    }

    @Test("Frames of a device that come a little before or after their moments are all taken")
    func deviceJitterLosesNothing() {
        let cadence = Pace(framesPerSecond: 30, from: Self.start)
        let early = Duration.seconds(1) / 60
        let jitter = [0.0, 0.002, -0.002, 0.001, -0.004, 0.004, -0.001]
        let taken = (0..<3000).count { frame in
            cadence.claim(at: time(Double(frame) / 30 + jitter[frame % jitter.count]), early: early)
        }
        #expect(taken == 3000)
    }

    @Test("Of a device that is faster, as many are taken as are wanted", arguments: [5, 10, 15, 20, 24, 25, 29])
    func fasterDevicesAreThinned(framesPerSecond: Int) {
        let cadence = Pace(framesPerSecond: framesPerSecond, from: Self.start)
        let early = Duration.seconds(1) / (2 * framesPerSecond)
        let taken = (0..<3000).count { cadence.claim(at: time(Double($0) / 30), early: early) }
        #expect(abs(taken - 100 * framesPerSecond) <= 1)
    }
}

/// A cadence as an object: what is expected of it can then be asked and changed in one expression.
private final class Pace {
    private var cadence: Cadence

    init(framesPerSecond: Int, from start: MonotonicTime) {
        cadence = Cadence(framesPerSecond: framesPerSecond, from: start)
    }

    var nextDue: MonotonicTime { cadence.nextDue }

    func claim(at now: MonotonicTime, early: Duration = .zero) -> Bool { cadence.claim(at: now, early: early) }

    func change(to framesPerSecond: Int) { cadence.change(to: framesPerSecond) }
}
