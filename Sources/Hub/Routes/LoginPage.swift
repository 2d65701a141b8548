import Access
import Camera

/// The page on which a PIN or the admin's password is typed. It works without any script.
struct LoginPage: Sendable {
    /// What is opened.
    enum Door: Sendable {
        case camera(CameraID, name: String)
        case admin
    }

    static let file = "login.html"

    /// What differs: see `web/assets/login.html`.
    private enum Blank: String {
        case title, label, action, field, keyboard, account, message, wait, hub
    }

    private let template = PageTemplate<Blank>(Self.file)

    /// The whole page, as UTF-8.
    ///
    /// - Parameters:
    ///   - message: why it is shown again, in plain words; nil at the first time.
    ///   - wait: for how many seconds nothing counts.
    ///   - hub: where the hub is, relative to the path that is answered, with a slash at its end: `./` for `/login`,
    ///     `../../` for `/cam/<id>/login`.
    func page(for door: Door, message: String? = nil, wait: Int = 0, hub: String) -> [UInt8] {
        precondition(hub.hasSuffix("/"), "an empty link would lead to the page itself")
        return template.filled { blank in
            switch blank {
            case .message: Markup(text: message ?? "")
            case .wait: Markup(text: String(wait))
            case .hub: Markup(text: hub)
            default: Markup(text: Self.text(of: blank, for: door))
            }
        }
    }

    private static func text(of blank: Blank, for door: Door) -> String {
        switch (blank, door) {
        case (.title, .camera(_, let name)): name
        case (.title, .admin): PageWords.admin
        case (.label, .camera): PageWords.pin
        case (.label, .admin): PageWords.password
        case (.action, .camera(let id, _)): "cam/\(id)/login"
        case (.action, .admin): "login"
        case (.field, .camera): "pin"
        case (.field, .admin): "password"
        case (.keyboard, .camera): "numeric"
        case (.keyboard, .admin): "text"
        // Password managers keep each camera's PIN under its id.
        case (.account, .camera(let id, _)): id.description
        case (.account, .admin): "admin"
        case (.message, _), (.wait, _), (.hub, _):
            preconditionFailure("\(blank) does not follow from what is opened")
        }
    }
}

extension Refusal {
    /// For people who have just typed something.
    func words(at door: LoginPage.Door) -> String {
        switch (self, door) {
        case (.unauthorized, .camera): PageWords.wrongPIN
        case (.unauthorized, .admin): PageWords.wrongPassword
        case (.tooMany(let seconds), _): PageWords.tooManyTries(seconds: seconds)
        }
    }

    /// For how long nothing counts.
    var seconds: Int? {
        if case .tooMany(let seconds) = self { seconds } else { nil }
    }
}
