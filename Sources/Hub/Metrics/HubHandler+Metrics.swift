import Access
import Camera
import HTTP
import Posix

extension HubHandler {
    /// `GET /metrics`, for the admin.
    func metrics(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.admin, visit, policy) { [self] _ in
            let fields = [Field("Content-Type", MetricsText.mediaType), Field("Cache-Control", "no-cache")]
            return .now(Response(.ok, fields: fields, body: .bytes(Array(metricsText.utf8))))
        }
    }

    private var metricsText: String {
        let now = clock()
        let cameras = inventory.listing.cameras.map { ($0.snapshot(now: now), $0.meter) }
        var metrics = MetricsText()
        metrics.begin("camhub_build_info", .gauge, "The version that runs; always 1.")
        metrics.add("camhub_build_info", ["version": version], 1)
        metrics.add(frames: cameras)
        metrics.add(states: cameras.map(\.0))
        metrics.add(encoding: registry.ground.places)
        metrics.add(requests: meter)
        metrics.add(ProcessFigures())
        return metrics.text
    }
}

extension MetricsText {
    fileprivate mutating func add(frames cameras: [(CameraSnapshot, FrameMeter)]) {
        let captured = "camhub_frames_captured_total"
        begin(captured, .counter, "Good frames that came from the camera.")
        for (camera, _) in cameras { add(captured, ["camera": camera.label], camera.counters.captured) }

        let dropped = "camhub_frames_dropped_total"
        begin(dropped, .counter, "Frames that were not shown: lost by the device, skipped for want of time, or broken.")
        for (camera, _) in cameras {
            add(dropped, ["camera": camera.label, "cause": "device"], camera.counters.dropped)
            add(dropped, ["camera": camera.label, "cause": "skipped"], camera.counters.skipped)
            for cause in BrokenCause.allCases {
                let count = camera.counters.broken[cause, default: 0]
                add(dropped, ["camera": camera.label, "cause": cause.rawValue], count)
            }
        }

        let encoded = "camhub_frames_encoded_total"
        begin(encoded, .counter, "JPEGs that the hub has made: of raw frames, and in other sizes.")
        for (camera, meter) in cameras { add(encoded, ["camera": camera.label], meter.encodedCount) }

        let served = "camhub_frames_served_total"
        begin(served, .counter, "Frames that were handed out, counted for each client.")
        for (camera, meter) in cameras { add(served, ["camera": camera.label], meter.servedCount) }

        let age = "camhub_capture_to_serve_seconds"
        begin(age, .histogram, "From the moment at which a frame was taken to its being handed out.")
        for (camera, meter) in cameras { add(age, ["camera": camera.label], meter.servedAges) }
    }

    fileprivate mutating func add(states cameras: [CameraSnapshot]) {
        let viewers = "camhub_viewers"
        begin(viewers, .gauge, "Who watches the camera now.")
        for camera in cameras { add(viewers, ["camera": camera.label], camera.viewers.count) }

        let rate = "camhub_camera_fps"
        begin(rate, .gauge, "Frames a second that come from the camera, over the last two seconds.")
        for camera in cameras { add(rate, ["camera": camera.label], camera.measuredFPS.rounded(toPlaces: 2)) }

        let state = "camhub_camera_state"
        begin(state, .gauge, "1 for the state that the camera is in, 0 for all others.")
        for camera in cameras {
            for word in CameraState.allCases {
                add(state, ["camera": camera.label, "state": word.rawValue], camera.condition.state == word ? 1 : 0)
            }
        }
    }

    fileprivate mutating func add(encoding places: EncodingPlaces) {
        add("camhub_encoding_places", .gauge, "Pictures that are encoded at a time, at most.", Double(places.count))
        let waiting = Double(places.standing.waiting)
        add("camhub_encoding_waiting", .gauge, "Pictures that wait for a place to be encoded.", waiting)
    }

    fileprivate mutating func add(requests meter: RequestMeter) {
        let routes = HubRoute.Name.allCases.map { ("\($0)", meter[$0]) }.filter { !$0.1.requests.isEmpty }
        let requests = "camhub_requests_total"
        begin(requests, .counter, "Requests that were answered, by route and status.")
        for (route, meter) in routes {
            for (status, count) in meter.requests { add(requests, ["route": route, "status": status], count) }
        }

        let bytes = "camhub_response_bytes_total"
        begin(bytes, .counter, "Bytes of the bodies of answers.")
        for (route, meter) in routes { add(bytes, ["route": route], meter.sentBytes) }

        let times = "camhub_request_duration_seconds"
        begin(times, .histogram, "From a request's arrival to its answer, or to the beginning of one that goes on.")
        for (route, meter) in routes { add(times, ["route": route], meter.times) }
    }

    /// Under the names that every Prometheus client gives them.
    fileprivate mutating func add(_ process: ProcessFigures) {
        add(
            "process_cpu_seconds_total", .counter, "Total user and system CPU time spent in seconds.",
            process.processorTime.inSeconds)
        let gauges: [(name: String, help: String, value: Double?)] = [
            ("process_resident_memory_bytes", "Resident memory size in bytes.", process.residentBytes.map(Double.init)),
            ("process_virtual_memory_bytes", "Virtual memory size in bytes.", process.virtualBytes.map(Double.init)),
            ("process_open_fds", "Number of open file descriptors.", process.openDescriptors.map(Double.init)),
            ("process_max_fds", "Maximum number of open file descriptors.", process.descriptorLimit.map(Double.init)),
            ("process_threads", "Number of threads.", process.threadCount.map(Double.init)),
            ("process_start_time_seconds", "Start time of the process since unix epoch in seconds.", process.startTime),
        ]
        for gauge in gauges {
            if let value = gauge.value { add(gauge.name, .gauge, gauge.help, value) }
        }
    }
}

extension CameraSnapshot {
    fileprivate var label: String { id.description }
}
