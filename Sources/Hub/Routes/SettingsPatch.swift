import Access
import Camera
import FoundationEssentials
import HTTP

/// What an admin wants to be changed about a camera: the body of `PATCH /cam/<id>/settings`.
struct SettingsPatch: Sendable {
    enum Pin: Sendable, Equatable {
        /// `null`: opened on purpose.
        case open
        /// Digits, or the hash of them.
        case secret(Secret)
    }

    var fps: Int?
    /// Empty: the model's name.
    var name: String?
    var quality: Quality?
    var rotate: Rotation?
    var flip: Flip?
    var pin: Pin?

    /// What is wrong with a body, in words for the client.
    struct Fault: Error {
        let reason: String
        let hint: String
    }

    init(_ body: [UInt8]) throws(Fault) {
        do {
            self = try JSONDecoder().decode(SettingsPatch.self, from: Data(body))
        } catch let fault as Fault {
            throw fault
        } catch {
            throw Fault(reason: "the body is no JSON object", hint: #"send something like {"targetFPS": 10}"#)
        }
    }
}

extension SettingsPatch: Decodable {
    private static let known = "targetFPS, name, quality, rotate, flip and pin"

    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { return nil }
    }

    init(from decoder: any Decoder) throws {
        let body = try decoder.container(keyedBy: Key.self)
        for key in body.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            let value = Value(body: body, key: key)
            switch key.stringValue {
            case "targetFPS":
                fps = try value.read("a whole number from 1 to 120") { Self.isRate($0) ? $0 : nil }
            case "name": name = try value.isNull ? "" : value.read(Self.allowedName) { Self.isName($0) ? $0 : nil }
            case "quality":
                quality = try value.read("auto or a whole number from 1 to 100") { Self.isQuality($0) ? $0 : nil }
            case "rotate": rotate = try value.read("0, 90, 180 or 270") { Rotation(rawValue: $0) }
            case "flip": flip = try value.read("none, horizontal or vertical") { Flip(rawValue: $0) }
            case "pin":
                pin =
                    try value.isNull
                    ? .open : value.read(Access.Pin.allowed) { Access.Pin.secret($0).map { .secret($0) } }
            default:
                throw Fault(
                    reason: "there is no setting \(key.stringValue.prefix(40))", hint: "there are \(Self.known)")
            }
        }
    }

    private static let allowedName = "1 to 100 characters in one line, or null for the device's own name"

    static func isRate(_ fps: Int) -> Bool { (1...120).contains(fps) }

    static func isName(_ text: String) -> Bool { text.count <= 100 && text.utf8.count <= 400 && text.isOneLine }

    static func isQuality(_ quality: Quality) -> Bool {
        if case .fixed(let number) = quality { (1...100).contains(number) } else { true }
    }

    /// The value of one key.
    private struct Value {
        let body: KeyedDecodingContainer<Key>
        let key: Key

        var isNull: Bool { (try? body.decodeNil(forKey: key)) ?? false }

        /// What was sent is not repeated: it may be a PIN.
        func read<Raw: Decodable, Result>(_ allowed: String, _ convert: (Raw) -> Result?) throws -> Result {
            guard let raw = try? body.decode(Raw.self, forKey: key), let result = convert(raw) else {
                throw Fault(reason: "\(key.stringValue) is not what it has to be", hint: "allowed: \(allowed)")
            }
            return result
        }
    }
}
