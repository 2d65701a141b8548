import Camera
import HTTP
import Testing

@testable import Hub

@Suite struct MetricsTextTests {
    @Test("What a label or a help text may contain cannot end it")
    func escapes() {
        var metrics = MetricsText()
        metrics.begin("name", .gauge, "a \"b\" \\ c\nd")
        metrics.add("name", ["one": "a \"b\" \\ c\nd", "two": "ä"], 1)
        #expect(
            metrics.text == """
                # HELP name a "b" \\\\ c\\nd
                # TYPE name gauge
                name{one="a \\"b\\" \\\\ c\\nd",two="ä"} 1

                """)
    }

    @Test(
        "Numbers that are none are said as the format says them",
        arguments: [
            (0.5, "0.5"), (.infinity, "+Inf"), (-.infinity, "-Inf"), (.nan, "NaN"), (5e-05, "5e-05"),
        ])
    func numbers(value: Double, text: String) {
        var metrics = MetricsText()
        metrics.add("name", [:], value)
        #expect(metrics.text == "name \(text)\n")
    }

    @Test("A histogram counts each time once, in the first range that it is not beyond")
    func histograms() {
        let histogram = Histogram([.milliseconds(1), .milliseconds(10)])
        for time in [Duration.zero, .milliseconds(1), .microseconds(1001), .milliseconds(11), .seconds(-1)] {
            histogram.add(nanoseconds: time.inNanoseconds)
        }
        let reading = histogram.reading
        #expect(reading.cumulative == [3, 4] && reading.count == 5)
        #expect(reading.sum == .microseconds(13001))
        var metrics = MetricsText()
        metrics.add("t", ["a": "b"], reading)
        #expect(
            metrics.text == """
                t_bucket{a="b",le="0.001"} 3
                t_bucket{a="b",le="0.01"} 4
                t_bucket{a="b",le="+Inf"} 5
                t_sum{a="b"} 0.013001
                t_count{a="b"} 5

                """)
    }

    @Test("No count is lost between threads")
    func threads() async {
        let meter = RouteMeter()
        await withTaskGroup { group in
            for _ in 0..<4 {
                group.addTask { for _ in 0..<10_000 { meter.count(.ok, nanoseconds: 1_000_000) } }
            }
        }
        #expect(meter.requests.map(\.count) == [40_000])
        #expect(meter.times.count == 40_000 && meter.times.sum == .seconds(40))
    }

    @Test("A status that is not foreseen is counted all the same")
    func otherStatus() {
        let meter = RouteMeter()
        meter.count(Status(rawValue: 418), nanoseconds: 0)
        #expect(meter.requests.map(\.status) == ["other"])
    }
}
