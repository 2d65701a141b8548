import Camera
import HTTP
import Hub
import HubTesting

/// Tests of a camera `front` whose device has scripted controls.
protocol ControlSuite {
    var node: VideoNode { get }
    var controls: ScriptedControls { get }
}

extension ControlSuite {
    var admin: KeyValuePairs<String, String> {
        ["Authorization": String.basic("admin", "correct horse"), "Content-Type": "application/json"]
    }

    func house(_ controls: [String: ControlValue] = [:]) -> HubConfiguration {
        HubConfiguration(cameras: [.device("front", serial: "A") { $0.controls = controls }])
    }

    /// A hub with the camera plugged in.
    func withCamera(
        _ wishes: [String: ControlValue] = [:], store: any StateStore = MemoryStore(), isOpen: Bool = true,
        _ body: (TestHub) async throws -> Void
    ) async throws {
        try await withHub(house(wishes), store: store, isOpen: isOpen) { hub in
            hub.opener.give(controls, to: node)
            await hub.plug(node)
            try await body(hub)
        }
    }

    /// An admin's change of controls, answered.
    @discardableResult
    func patch(_ hub: TestHub, _ json: String) async throws -> Reply {
        let asked = try hub.client.send(.patch, "/cam/front/controls", admin, body: json)
        await hub.time.settle()
        return await asked.reply
    }
}
