import Access
import Camera

/// All that the hub itself writes into pages; what their scripts say is in `web/assets/words.js`.
enum PageWords {
    static let admin = "Admin"
    static let pin = "PIN"
    static let password = "Password"
    static let wrongPIN = "That PIN is not right."
    static let wrongPassword = "That password is not right."
    static let locked = "Locked: enter the PIN"
    static let logOut = "Log out"
    static let noCamera = "No camera yet: plug a camera in."

    static func tooManyTries(seconds: Int) -> String {
        "Too many wrong tries: wait \(seconds) second\(seconds == 1 ? "" : "s")."
    }

    static func picture(of name: String) -> String { "Picture of \(name)" }

    /// Why there is no picture, or an old one; nil if all is well.
    static func trouble(_ condition: CameraCondition) -> String? {
        guard let reason = condition.reason else { return nil }
        return "\(condition.state.rawValue): \(reason)" + (condition.hint.map { "; \($0)" } ?? "")
    }
}
