package import HTTP
import Posix

/// The other end of a stream of parts, as a server would serve it.
package final class Spectator: Sendable {
    private let stream: any PartStream
    private let wakes = Locked(0)

    package init(_ stream: any PartStream) {
        self.stream = stream
        stream.open { [wakes] in wakes.withLock { $0 += 1 } }
    }

    /// How often it was told that there may be something new.
    package var wakeCount: Int { wakes.withLock { $0 } }

    package var isOver: Bool { stream.isOver }

    /// Looks what is next without taking it.
    package func look() -> NextPart { stream.next() }

    /// Takes the next part whole; nil if there is none now, or the end has come.
    package func take() -> [UInt8]? {
        guard case .part(let part) = stream.next() else { return nil }
        stream.begin()
        return part.pieces.flatMap { Array($0.buffer) }
    }

    /// Takes the next picture out of its part.
    package func takePicture() -> [UInt8]? {
        guard let part = take() else { return nil }
        let head = Array("\r\n\r\n".utf8)
        guard let start = part.indices.first(where: { part[$0...].starts(with: head) }) else { return nil }
        let ending = Array("\r\n--camhubframe\r\n".utf8)
        return part.suffix(ending.count).elementsEqual(ending)
            ? Array(part[(start + head.count)..<(part.count - ending.count)]) : nil
    }

    /// For how long there is nothing if nothing happens; nil if there is something, or nothing will be.
    package var pause: Duration? {
        if case .later(let time) = stream.next() { time } else { nil }
    }

    package var hasEnded: Bool {
        if case .end = stream.next() { true } else { false }
    }

    package func close() { stream.close() }
}
