import Access
import Camera
import HTTP

extension HubHandler {
    /// `GET /cam/<id>/stream`.
    func stream(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        let crossOrigin = policy.crossOrigin(of: visit.access, to: camera.id)
        let viewer = ViewerKey(client: policy.client(of: visit.access), agent: visit.agent)
        return enter(
            .camera(camera.id), visit, policy, refused: { .now(.refused($0, crossOrigin.headerFields)) },
            then: { [self] grant in .now(stream(of: camera, visit, by: viewer, grant, crossOrigin)) })
    }

    private func stream(
        of camera: LiveCamera, _ visit: Visit, by viewer: ViewerKey, _ grant: Grant, _ crossOrigin: CrossOrigin
    ) -> Response {
        let interval: Duration?
        do throws(FrameWish.Fault) {
            interval = try StreamRate.interval(visit.target.value(of: "fps"))
        } catch {
            return .badQuery(error, crossOrigin.headerFields)
        }
        // A stream of a camera that has nothing to show, and that will not have anything soon, would show nothing.
        if case .unavailable(let condition) = camera.look(viewer, now: clock(), takesOld: true) {
            return .unavailable(condition, crossOrigin.headerFields)
        }
        let stream = CameraStream(
            of: camera, for: viewer, grant, access, interval: interval,
            width: FrameWish.width(visit.target.value(of: "width")), userAgent: visit.userAgent,
            meter: meter[.cameraStream], clock: clock)
        let fields = [
            Field("Content-Type", StreamFormat.contentType),
            Field("Cache-Control", "no-cache, no-store, must-revalidate"), Field("Pragma", "no-cache"),
            Field("Expires", "0"), Field("X-Accel-Buffering", "no"),
        ]
        return Response(.ok, fields: fields + crossOrigin.headerFields, body: .parts(stream))
    }
}

/// How often a stream's client wants a picture.
enum StreamRate {
    /// The slowest is the rate at which the last picture is repeated anyway.
    private static let allowed = 0.2...120

    /// The time between two pictures; nil: as they come. What is out of all reason is taken as the nearest that is not.
    static func interval(_ text: String?) throws(FrameWish.Fault) -> Duration? {
        guard let text else { return nil }
        guard let number = Double(text), !number.isNaN else {
            throw FrameWish.Fault(key: "fps", allowed: "a number of pictures a second, like 5 or 0.5")
        }
        return .seconds(1 / min(max(number, allowed.lowerBound), allowed.upperBound))
    }
}
