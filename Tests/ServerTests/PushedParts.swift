import Glibc
import HTTP
import HubTesting
import Posix

/// A stream of parts of which the test sets the newest; the server takes each once.
final class PushedParts: PartStream {
    private struct State {
        var newest: Part?
        /// What was said last, and what has begun to go out last.
        var said: Part?
        var taken: Part?
        var isOver = false
        var isEndless = false
        var begun = 0
        var begunAt = ContinuousClock.now
        var wake: (@Sendable () -> Void)?
    }

    let opened = Latch()
    let closed = Latch()
    private let pause: Duration?
    private let state = Locked(State())

    /// - Parameters:
    ///   - isEndless: the newest one comes again and again.
    ///   - pause: after so long without anything new, the newest one comes again.
    init(isEndless: Bool = false, pause: Duration? = nil) {
        self.pause = pause
        state.withLock { $0.isEndless = isEndless }
    }

    /// Parts that have begun to go out.
    var begun: Int { state.withLock { $0.begun } }

    func push(_ pieces: [UInt8]...) {
        change { $0.newest = Part(pieces.map { Memory($0).shared }) }
    }

    func push(_ text: String) { push(Array(text.utf8)) }

    func end() { change { $0.isOver = true } }

    private func change(_ body: (inout State) -> Void) {
        let wake = state.withLock { state in
            body(&state)
            return state.wake
        }
        wake?()
    }

    func open(wake: @escaping @Sendable () -> Void) {
        state.withLock { $0.wake = wake }
        opened.signal()
    }

    func next() -> NextPart {
        state.withLock { state in
            if state.isOver { return .end }
            guard let newest = state.newest else { return .later(nil) }
            state.said = newest
            if state.taken !== newest || state.isEndless { return .part(newest) }
            guard let pause else { return .later(nil) }
            let rest = ContinuousClock.now.duration(to: state.begunAt.advanced(by: pause))
            return rest > .zero ? .later(rest) : .part(newest)
        }
    }

    func begin() {
        state.withLock { state in
            state.taken = state.said
            state.begun += 1
            state.begunAt = .now
        }
    }

    var isOver: Bool { state.withLock { $0.isOver } }

    func close() {
        state.withLock { $0.wake = nil }
        closed.signal()
    }
}

/// Bytes that stay where they are.
private final class Memory: Sendable {
    nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer  // reason: written in `init` alone

    init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 16)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    var shared: SharedBytes { SharedBytes(UnsafeRawBufferPointer(bytes), owner: self) }
}

/// What the kernel holds for a socket of this process that is connected to a port of 127.0.0.1.
enum KernelMemory {
    /// Bytes that wait to be sent to that port, with what the kernel needs to keep them; nil: there is no such socket.
    static func queued(to port: UInt16) -> Int? {
        for descriptor in CInt(3)..<4096 {
            var address = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let isConnected = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
            }
            guard isConnected, address.sin_family == AF_INET, UInt16(bigEndian: address.sin_port) == port else {
                continue
            }
            var facts = [UInt32](repeating: 0, count: 9)
            var size = socklen_t(facts.count * 4)
            // SO_MEMINFO; the sixth number is what is queued to be sent.
            guard getsockopt(descriptor, SOL_SOCKET, 55, &facts, &size) == 0 else { return nil }
            return Int(facts[5])
        }
        return nil
    }
}
