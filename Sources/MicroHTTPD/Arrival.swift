import Posix

/// A client on its way from the worker that accepted it to the daemon that serves it.
final class Arrival: Sendable {
    let link: Link
    /// Open until the client is taken.
    let descriptor: CInt
    private let client: Locked<Accepted?>

    init(_ client: consuming Accepted, _ link: Link) {
        descriptor = client.descriptor.rawValue
        self.client = Locked(client)
        self.link = link
    }

    /// The client, for the one who takes it first; closed with this object if nobody does.
    func take() -> Accepted? { client.withLock { $0.take() } }
}
