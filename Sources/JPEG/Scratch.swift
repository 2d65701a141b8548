/// Memory that is kept from frame to frame and only grows. Thread-bound, as its owner.
@safe struct Scratch: ~Copyable {
    private var memory = unsafe UnsafeMutableRawBufferPointer(start: nil, count: 0)

    deinit { unsafe memory.deallocate() }

    /// At least `count` bytes, with whatever was in them; earlier pointers into it are void.
    mutating func reserve(_ count: Int) -> UnsafeMutablePointer<UInt8> {
        if unsafe memory.count < count {
            unsafe memory.deallocate()
            unsafe memory = .allocate(byteCount: count, alignment: 64)
        }
        // Never nil: at least one byte has been asked for.
        return unsafe memory.baseAddress!.assumingMemoryBound(to: UInt8.self)
    }
}
