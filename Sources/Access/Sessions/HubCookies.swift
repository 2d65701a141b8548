/// The names of this hub's two cookies, and how they are set.
///
/// Cookies ignore ports, so the hub's id is in the names: two hubs on one host do not log each other's users out.
struct HubCookies: Sendable {
    let session: String
    let device: String
    /// For searching.
    let sessionBytes: [UInt8]
    let deviceBytes: [UInt8]
    private let path: String

    /// - Parameters:
    ///   - hub: the hub's id: letters and digits.
    ///   - path: under which browsers see the hub.
    init(hub: String, path: String) {
        session = "camhub-\(hub)"
        device = "camhub-\(hub)-device"
        sessionBytes = Array(session.utf8)
        deviceBytes = Array(device.utf8)
        self.path = path
    }

    /// The value of a Set-Cookie header field.
    func setting(_ name: String, to value: String, lifetime: Int64, isSecure: Bool) -> String {
        "\(name)=\(value); Path=\(path); Max-Age=\(lifetime); HttpOnly; SameSite=Strict" + (isSecure ? "; Secure" : "")
    }

    /// Whether a Cookie header has one of them, good or stale.
    func areIn(_ header: String) -> Bool {
        var isThere = false
        for name in [sessionBytes, deviceBytes] {
            CookieHeader.search(header, for: name) { _ in
                isThere = true
                return true
            }
        }
        return isThere
    }
}
