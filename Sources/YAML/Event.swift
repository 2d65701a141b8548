internal import CYAML

/// What the parser says next, and where it begins.
struct Event {
    enum Kind {
        /// The begin and the end of the whole, and the end of its document.
        case frame
        case documentStart
        case alias
        case scalar(Scalar)
        case sequenceStart
        case sequenceEnd
        case mappingStart
        case mappingEnd
        /// After this there is nothing more.
        case streamEnd
    }

    var kind: Kind
    var place: Place
    /// It has a name for aliases (`&name`).
    var isAnchored = false
    /// It has a type of its own (`!name`).
    var isTagged = false

    /// Copies what the parser lent; the caller still frees that.
    init(copying event: borrowing yaml_event_t) {
        place = unsafe Place(event.start_mark)
        switch unsafe event.type {
        case YAML_DOCUMENT_START_EVENT: kind = .documentStart
        case YAML_ALIAS_EVENT: kind = .alias
        case YAML_SCALAR_EVENT:
            let scalar = unsafe event.data.scalar
            kind = .scalar(unsafe Scalar(copying: scalar))
            isAnchored = unsafe scalar.anchor != nil
            isTagged = unsafe scalar.tag != nil
        case YAML_SEQUENCE_START_EVENT:
            kind = .sequenceStart
            isAnchored = unsafe event.data.sequence_start.anchor != nil
            isTagged = unsafe event.data.sequence_start.tag != nil
        case YAML_MAPPING_START_EVENT:
            kind = .mappingStart
            isAnchored = unsafe event.data.mapping_start.anchor != nil
            isTagged = unsafe event.data.mapping_start.tag != nil
        case YAML_SEQUENCE_END_EVENT: kind = .sequenceEnd
        case YAML_MAPPING_END_EVENT: kind = .mappingEnd
        case YAML_STREAM_END_EVENT: kind = .streamEnd
        default: kind = .frame
        }
    }
}

extension Place {
    /// The library counts from 0.
    init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}

extension Scalar {
    init(copying scalar: yaml_event_t.__Unnamed_union_data.__Unnamed_struct_scalar) {
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        unsafe self.init(
            String(decoding: bytes, as: UTF8.self), isQuoted: scalar.style != YAML_PLAIN_SCALAR_STYLE)
    }
}
