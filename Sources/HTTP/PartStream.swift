/// A stretch of a body that goes out whole: bytes in a row, wherever each piece of them is kept.
package final class Part: Sendable {
    package let pieces: [SharedBytes]
    package let count: Int

    package init(_ pieces: [SharedBytes]) {
        self.pieces = pieces
        count = pieces.reduce(0) { $0 + $1.buffer.count }
    }
}

/// A body of parts that never queue: a client is given the newest one whenever it can take one.
///
/// Called by one connection's thread at a time. A client that asked for the header alone never opens it.
package protocol PartStream: AnyObject, Sendable {
    /// The client takes parts from now on. Until `close`, `wake` may be called from any thread and as often as one
    /// likes: then `next` is asked again.
    func open(wake: @escaping @Sendable () -> Void)

    /// The newest part. Asked once more before `begin`, it says the same one, or a newer one.
    func next() -> NextPart

    /// The part that `next` said last goes out: all of it, unless the client breaks off.
    func begin()

    /// Nothing more is to be sent: a client that is still at a part has little time left for it.
    var isOver: Bool { get }

    /// The client has gone, or `next` has said the end.
    func close()
}

package enum NextPart: Sendable {
    case part(Part)
    /// Nothing new: asks again after a call of `wake`, or after so much time; nil: after a call alone.
    case later(Duration?)
    case end
}
