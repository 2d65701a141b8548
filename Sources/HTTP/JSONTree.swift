import FoundationEssentials

/// Any JSON, as somebody sends it or as it is kept.
package enum JSONTree: Hashable, Sendable {
    case null
    case flag(Bool)
    case whole(Int)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    /// Nil for what is no JSON.
    package init?(_ bytes: [UInt8]) {
        guard let tree = try? JSONDecoder().decode(JSONTree.self, from: Data(bytes)) else { return nil }
        self = tree
    }
}

extension JSONTree: Codable {
    package init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            self = .null
        } else if let flag = try? value.decode(Bool.self) {
            self = .flag(flag)
        } else if let whole = try? value.decode(Int.self) {
            self = .whole(whole)
        } else if let number = try? value.decode(Double.self) {
            self = .number(number)
        } else if let text = try? value.decode(String.self) {
            self = .text(text)
        } else if let list = try? value.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try value.decode([String: JSONTree].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var value = encoder.singleValueContainer()
        switch self {
        case .null: try value.encodeNil()
        case .flag(let flag): try value.encode(flag)
        case .whole(let whole): try value.encode(whole)
        case .number(let number): try value.encode(number)
        case .text(let text): try value.encode(text)
        case .list(let list): try value.encode(list)
        case .object(let object): try value.encode(object)
        }
    }
}
