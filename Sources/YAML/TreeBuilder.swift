/// Makes nodes of events, within bounds.
struct TreeBuilder: ~Copyable {
    private(set) var repeatedKeys: [Fault] = []
    private var parser: EventParser
    private let bounds: Document.Bounds
    private var nodes = 0

    init(_ parser: consuming EventParser, bounds: Document.Bounds) {
        self.parser = parser
        self.bounds = bounds
    }

    /// The only document; nil if there is nothing in it.
    mutating func document() throws(Fault) -> Node? {
        var root: Node?
        var documents = 0
        while true {
            let event = try parser.next()
            switch event.kind {
            case .streamEnd: return root.flatMap { $0.isNothing ? nil : $0 }
            case .frame: continue
            case .documentStart:
                documents += 1
                guard documents == 1 else {
                    throw Fault("a second document begins here; a file may have only one", at: event.place)
                }
            default: root = try node(event, depth: 1)
            }
        }
    }

    private mutating func node(_ event: Event, depth: Int) throws(Fault) -> Node {
        try refuseExtras(event)
        nodes += 1
        guard nodes <= bounds.nodes else {
            throw Fault("there are more than \(bounds.nodes) values; that is the most allowed", at: event.place)
        }
        guard depth <= bounds.depth else {
            throw Fault("values are more than \(bounds.depth) deep here; that is the most allowed", at: event.place)
        }
        return switch event.kind {
        case .scalar(let scalar): Node(.scalar(scalar), at: event.place)
        case .sequenceStart: Node(.sequence(try items(depth: depth + 1)), at: event.place)
        case .mappingStart: Node(.mapping(try entries(depth: depth + 1)), at: event.place)
        default: preconditionFailure("libyaml has no other event where a value is expected")
        }
    }

    private func refuseExtras(_ event: Event) throws(Fault) {
        if case .alias = event.kind {
            throw Fault("aliases (*name) are not allowed; write the value out", at: event.place)
        }
        if event.isAnchored {
            throw Fault("anchors (&name) are not allowed; write each value out where it is needed", at: event.place)
        }
        if event.isTagged {
            throw Fault("tags (!name) are not allowed; a key says itself how its value is read", at: event.place)
        }
    }

    private mutating func items(depth: Int) throws(Fault) -> [Node] {
        var items: [Node] = []
        while true {
            let event = try parser.next()
            if case .sequenceEnd = event.kind { return items }
            items.append(try node(event, depth: depth))
        }
    }

    private mutating func entries(depth: Int) throws(Fault) -> [Entry] {
        var entries: [Entry] = []
        var places: [String: Place] = [:]
        while true {
            let event = try parser.next()
            if case .mappingEnd = event.kind { return entries }
            guard case .scalar(let key) = try node(event, depth: depth).content else {
                throw Fault("a list or a mapping is a key here; only words can be keys", at: event.place)
            }
            let value = try node(parser.next(), depth: depth)
            if let first = places[key.text] {
                let message = "\(key.text.quoted) is given twice, the first time at \(first); once is allowed"
                repeatedKeys.append(Fault(message, at: event.place))
            } else {
                places[key.text] = event.place
                entries.append(Entry(key: key.text, at: event.place, value: value))
            }
        }
    }
}

extension Node {
    /// A document of nothing but comments has one empty scalar as its root, or none.
    fileprivate var isNothing: Bool {
        if case .scalar(let scalar) = content { scalar.isNull } else { false }
    }
}
