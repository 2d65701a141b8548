import Access
import Camera
import HTTP

// A camera's controls. The device is asked on its camera's thread, and the answer comes later.
extension HubHandler {
    /// `GET /cam/<id>/controls`.
    func controls(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.camera(camera.id), visit, policy) { [registry] _ in
            guard camera.kind == .v4l2 else { return .now(.controls([])) }
            return .later(
                RegistryWait { completion in
                    registry.askControls(camera.id) { completion(.now(.telling($0))) }
                })
        }
    }

    /// `PATCH /cam/<id>/controls`.
    func changeControls(of camera: LiveCamera, _ visit: Visit, _ policy: AccessPolicy) -> Answer {
        enter(.admin, visit, policy) { [registry] _ in
            do throws(SettingsPatch.Fault) {
                let patch = try ControlsPatch(visit.body)
                return .later(
                    RegistryWait { completion in
                        registry.changeControls(camera.id, patch) { completion(.now(.telling($0))) }
                    })
            } catch {
                let report = ErrorReport(error.reason, code: "bad-controls", hint: error.hint)
                return .now(.json(report, status: .badRequest))
            }
        }
    }
}

extension Response {
    static func controls(_ controls: [DeviceControl]) -> Response { .json(controls.map(ControlReport.init)) }

    static func telling(_ outcome: ControlsOutcome) -> Response {
        switch outcome {
        case .controls(let controls): .controls(controls)
        case .gone: .noCamera
        case .refused(let fault):
            .json(
                ErrorReport(
                    fault.sentence, code: fault.cause == .wrong ? "bad-controls" : "control-refused", hint: fault.hint),
                status: fault.cause == .wrong ? .badRequest : .conflict)
        case .unavailable(let condition): .unavailable(condition, code: "no-device")
        case .notKept: .notKept
        }
    }

    static var notKept: Response {
        .json(
            ErrorReport(
                "it is in force, but cannot be kept: after a restart of the hub it will be as before",
                code: "not-kept", hint: "make room in the state directory, and send it again; the log says more"),
            status: .internalServerError)
    }
}
