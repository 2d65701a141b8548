import Posix
import Testing

/// The time of day, as far as it is the same in every zone.
@Suite struct LocalTimeTests {
    @Test(
        "Minutes of a quarter, seconds and milliseconds are those of the Unix time",
        arguments: [
            (0, 0, 0, 0), (1_700_000_723_456, 10, 23, 456), (86_399_999, 14, 59, 999),
        ] as [(Int64, Int, Int, Int)])
    func partsOfTheTime(unixMilliseconds: Int64, minute: Int, second: Int, millisecond: Int) {
        let time = LocalTime(unixMilliseconds: unixMilliseconds)
        #expect((0...23).contains(time.hour))
        // Zones differ by whole quarters of an hour.
        #expect(time.minute % 15 == minute % 15)
        #expect(time.second == second)
        #expect(time.millisecond == millisecond)
    }
}
