import Access
import Camera
import HTTP

// Cameras that the admin adds and removes.
extension HubHandler {
    /// `POST /cameras`.
    func addCamera(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.admin, visit, policy) { [self] grant in
            guard case .object(var keys)? = JSONTree(visit.body) else {
                return .now(.badCamera(["the body is no JSON object"], hint: HubHandler.example))
            }
            guard case .text(let text)? = keys.removeValue(forKey: "id"), let id = CameraID(text) else {
                return .now(.badCamera(["id is not what it has to be: \(CameraID.rule)"], hint: HubHandler.example))
            }
            let camera = AddedCamera(id: id, keys: keys)
            return .later(
                RegistryWait { [self] completion in
                    registry.add(camera) { [self] outcome in completion(.now(telling(outcome, id, grant))) }
                })
        }
    }

    private static let example = #"send something like {"id": "gate", "url": "http://camera.example/video.mjpg"}"#

    /// `DELETE /cameras/<id>`.
    func forget(_ camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.admin, visit, policy) { [registry] _ in
            .later(RegistryWait { completion in registry.forget(camera.id) { completion(.now(.telling($0))) } })
        }
    }

    private func telling(_ outcome: Registry.AddOutcome, _ id: CameraID, _ grant: Grant) -> Response {
        switch outcome {
        case .added(let camera):
            let standing = access.policy.standing(of: id, for: grant)
            return .json(
                CameraReport(snapshot: camera.snapshot(now: clock()), standing: standing), status: .created,
                fields: [Field("Location", "cam/\(id)")])
        case .taken:
            return .json(
                ErrorReport("there is a camera with the id \(id)", code: "id-taken", hint: "choose another id"),
                status: .conflict)
        case .tooMany:
            return .json(
                ErrorReport(
                    "\(Registry.mostAdded) cameras were added, and there can be no more", code: "too-many-cameras",
                    hint: "remove one, or write it into the configuration"), status: .conflict)
        case .refused(let reasons): return .badCamera(reasons, hint: "nothing was added")
        case .failed(let reason):
            return .json(
                ErrorReport("the camera was not added: \(reason)", code: "failed"), status: .serviceUnavailable)
        case .notKept: return .notKept
        }
    }
}

extension Response {
    fileprivate static func badCamera(_ reasons: [String], hint: String) -> Response {
        .json(
            ErrorReport(reasons.joined(separator: "; "), code: "bad-camera", hint: hint), status: .badRequest)
    }

    fileprivate static func telling(_ outcome: Registry.ForgetOutcome) -> Response {
        switch outcome {
        case .forgotten: Response(.noContent)
        case .gone: .noCamera
        case .isPresent:
            .json(
                ErrorReport("the camera is there", code: "camera-present", hint: "unplug it first"), status: .conflict)
        case .isConfigured:
            .json(
                ErrorReport(
                    "the configuration describes this camera", code: "camera-configured",
                    hint: "take its key out of the configuration and send SIGHUP"), status: .conflict)
        }
    }
}
