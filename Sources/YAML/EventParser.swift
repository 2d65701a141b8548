internal import CYAML

/// libyaml's parser over bytes of its own.
///
/// The corresponding C type is `yaml_parser_t`.
@safe
struct EventParser: ~Copyable {
    // On the heap: the library keeps a pointer to it inside of it.
    let parser: UnsafeMutablePointer<yaml_parser_t>
    // The library reads here for as long as it parses.
    let input: UnsafeMutableBufferPointer<UInt8>

    init(_ bytes: [UInt8]) throws(Fault) {
        let memory = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
        guard unsafe yaml_parser_initialize(memory) == 1 else {
            unsafe memory.deallocate()
            throw Fault("there is no memory left to read it", at: nil)
        }
        unsafe parser = memory
        unsafe input = .allocate(capacity: bytes.count)
        _ = unsafe input.initialize(from: bytes)
        unsafe yaml_parser_set_input_string(parser, input.baseAddress, input.count)
    }

    deinit {
        unsafe yaml_parser_delete(parser)
        unsafe parser.deallocate()
        unsafe input.deallocate()
    }

    /// Not to be called again after it threw, or after the end of the stream.
    mutating func next() throws(Fault) -> Event {
        var event = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &event) == 1 else { throw fault }
        defer { unsafe yaml_event_delete(&event) }
        return unsafe Event(copying: event)
    }
}
