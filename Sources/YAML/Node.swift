/// One value of a document, and where it begins.
package struct Node: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case scalar(Scalar)
        case sequence([Node])
        /// In the order of the text, no key twice.
        case mapping([Entry])
    }

    package var content: Content
    package var place: Place

    package init(_ content: Content, at place: Place) {
        self.content = content
        self.place = place
    }
}

/// One key of a mapping with its value.
package struct Entry: Hashable, Sendable {
    package var key: String
    package var place: Place
    package var value: Node

    package init(key: String, at place: Place, value: Node) {
        self.key = key
        self.place = place
        self.value = value
    }
}

/// A value without parts. Its text is what was written, never a number made of it: `0123` stays `0123`.
package struct Scalar: Hashable, Sendable {
    package var text: String
    /// Written in quotes, or as a block of text: then it is text, whatever it looks like.
    package var isQuoted: Bool

    package init(_ text: String, isQuoted: Bool = false) {
        self.text = text
        self.isQuoted = isQuoted
    }

    /// Nothing at all where a value could be.
    package var isMissing: Bool { !isQuoted && text.isEmpty }

    /// YAML's words for no value, and its absence.
    package var isNull: Bool { !isQuoted && ["", "~", "null", "Null", "NULL"].contains(text) }
}
