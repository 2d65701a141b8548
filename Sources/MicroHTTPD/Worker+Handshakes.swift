import CMicroHTTPD
import Posix

/// Connections of the TLS daemon whose handshake is not over.
///
/// Rule: they are suspended whenever nothing has come. Without that the library, which does not notice that a handshake
/// waits for the client, would try it again and again for as long as the client likes.
extension Worker {
    /// Goes on with a handshake that was waiting.
    func wakeHandshake(_ descriptor: CInt) {
        guard let link = asleep.removeValue(forKey: descriptor) else { return }
        awake[descriptor] = link
        unsafe MHD_resume_connection(link.connection)
    }

    /// Called after each turn of the daemons.
    func calmHandshakes() {
        for (descriptor, link) in awake {
            guard let connection = unsafe link.connection else { continue }
            if unsafe hub_is_in_handshake(connection) == 0 {
                // From here on it waits as every connection does.
                awake[descriptor] = nil
                epoll.remove(descriptor)
            } else if SocketFacts.firstByte(descriptor) == .notYet {
                // What comes from now on is news to the epoll.
                awake[descriptor] = nil
                asleep[descriptor] = link
                unsafe MHD_suspend_connection(connection)
            }
        }
    }

    /// A handshake may end with its connection; its descriptor is still open.
    func forgetHandshake(_ link: Link) {
        guard link.certificate != nil else { return }
        awake[link.descriptor] = nil
        asleep[link.descriptor] = nil
    }
}
