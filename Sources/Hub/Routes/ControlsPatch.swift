import Camera
import FoundationEssentials

/// What an admin wants a camera's controls to be: the body of `PATCH /cam/<id>/controls`.
struct ControlsPatch: Sendable {
    /// Nil for a control that is to be as without anybody's word: as the configuration says, or as the device has it.
    let wishes: [String: ControlValue?]

    /// No device has more.
    private static let most = 256

    init(_ body: [UInt8]) throws(SettingsPatch.Fault) {
        guard let wishes = try? JSONDecoder().decode([String: ControlValue?].self, from: Data(body)) else {
            throw SettingsPatch.Fault(
                reason: "the body is no JSON object of numbers, flags, names of choices and nulls",
                hint: #"send something like {"brightness": 128}"#)
        }
        guard wishes.count <= ControlsPatch.most else {
            throw SettingsPatch.Fault(
                reason: "there are \(wishes.count) controls in it", hint: "at most \(ControlsPatch.most) are allowed")
        }
        self.wishes = wishes
    }

    /// What each control is to be, over what the configuration says.
    func values(over configured: CameraSettings) -> [String: ControlValue] {
        var values: [String: ControlValue] = [:]
        for (name, wish) in wishes { values[name] = wish ?? configured.controls[name] ?? .standard }
        return values
    }
}
