import Camera
import WebAssets

/// The page on which a PIN or the admin's password is typed. It works without any script.
struct LoginPage: Sendable {
    /// What is opened.
    enum Door: Sendable {
        case camera(CameraID, name: String)
        case admin
    }

    /// The file with blanks for what differs. As it stands it is nothing to be served.
    static let template = "login.html"

    /// What stands between double braces in the template.
    private enum Blank: String {
        case title, label, action, field, keyboard, account, message, hub
    }

    private enum Piece {
        case markup(ArraySlice<UInt8>)
        case blank(Blank)
    }

    private let pieces: [Piece]

    /// Reads the program's own template: a blank that is not known here is a mistake of ours.
    init() {
        guard let asset = WebAssets.asset(at: Self.template) else { preconditionFailure("no \(Self.template)") }
        pieces = Self.pieces(of: asset.bytes)
    }

    /// The whole page, as UTF-8.
    ///
    /// - Parameters:
    ///   - message: why it is shown again, in plain words; nil at the first time.
    ///   - hub: where the hub is, relative to the path that is answered, with a slash at its end: `./` for `/login`,
    ///     `../../` for `/cam/<id>/login`.
    func page(for door: Door, message: String? = nil, hub: String) -> [UInt8] {
        precondition(hub.hasSuffix("/"), "an empty link would lead to the page itself")
        var page: [UInt8] = []
        for piece in pieces {
            switch piece {
            case .markup(let bytes): page += bytes
            case .blank(.message): page.append(escaping: message ?? "")
            case .blank(.hub): page.append(escaping: hub)
            case .blank(let blank): page.append(escaping: Self.text(of: blank, for: door))
            }
        }
        return page
    }

    private static func text(of blank: Blank, for door: Door) -> String {
        switch (blank, door) {
        case (.title, .camera(_, let name)): name
        case (.title, .admin): "Admin"
        case (.label, .camera): "PIN"
        case (.label, .admin): "Password"
        case (.action, .camera(let id, _)): "cam/\(id)/login"
        case (.action, .admin): "login"
        case (.field, .camera): "pin"
        case (.field, .admin): "password"
        case (.keyboard, .camera): "numeric"
        case (.keyboard, .admin): "text"
        // Password managers keep each camera's PIN under its id.
        case (.account, .camera(let id, _)): id.description
        case (.account, .admin): "admin"
        case (.message, _), (.hub, _): preconditionFailure("\(blank) does not follow from what is opened")
        }
    }

    /// Cuts the template at its blanks.
    private static func pieces(of template: [UInt8]) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template[...]
        while let start = rest.firstRange(of: "{{".utf8) {
            guard let end = rest[start.upperBound...].firstRange(of: "}}".utf8) else { preconditionFailure("no }}") }
            let name = String(decoding: rest[start.upperBound..<end.lowerBound], as: UTF8.self)
            guard let blank = Blank(rawValue: name) else { preconditionFailure("there is no blank \(name)") }
            pieces += [.markup(rest[..<start.lowerBound]), .blank(blank)]
            rest = rest[end.upperBound...]
        }
        return pieces + [.markup(rest)]
    }
}

extension [UInt8] {
    /// Appends text that stays text, between tags and in quoted attributes.
    fileprivate mutating func append(escaping text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): self += "&amp;".utf8
            case UInt8(ascii: "<"): self += "&lt;".utf8
            case UInt8(ascii: ">"): self += "&gt;".utf8
            case UInt8(ascii: "\""): self += "&quot;".utf8
            case UInt8(ascii: "'"): self += "&#39;".utf8
            default: append(byte)
            }
        }
    }
}
