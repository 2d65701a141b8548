/// Bytes that have come and are not used up: one piece of memory, filled at its end, let go at its front.
struct InputBuffer: ~Copyable, @unchecked Sendable {  // reason: it alone has its memory
    private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private var head = 0
    private var tail = 0

    deinit { memory.deallocate() }

    var count: Int { tail - head }

    /// Valid until the next change.
    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[head..<tail]) }

    /// Lends room for `count` bytes; `body` returns how many it has filled, from the start on.
    mutating func fill<Failure: Error>(
        upTo count: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
    ) throws(Failure) -> Int {
        makeRoom(for: count)
        let filled = try body(UnsafeMutableRawBufferPointer(rebasing: memory[tail..<tail + count]))
        precondition((0...count).contains(filled), "more bytes filled than there were")
        tail += filled
        return filled
    }

    mutating func drop(_ count: Int) {
        head += count
        precondition(head <= tail, "more bytes dropped than there were")
        if head == tail { (head, tail) = (0, 0) }
    }

    private mutating func makeRoom(for more: Int) {
        guard tail + more > memory.count else { return }
        let rest = bytes
        // Moved to the front only over as many bytes as are moved, so that each is moved once on average.
        if head >= rest.count, rest.count + more <= memory.count {
            memory.copyMemory(from: rest)
        } else {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: max(memory.count * 2, rest.count + more), alignment: 16)
            larger.copyMemory(from: rest)
            memory.deallocate()
            memory = larger
        }
        (head, tail) = (0, rest.count)
    }
}
