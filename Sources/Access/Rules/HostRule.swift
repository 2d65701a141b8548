/// Under which names the hub lets itself be called. A web page can give any other name our address (DNS rebinding)
/// and would then be taken by the browser for one of our pages.
struct HostRule: Sendable {
    /// The first label of the machine's name; nil if it has none that says anything.
    private let machine: String?
    private let allowed: Set<String>

    init(machineName: String, allowedHosts: [HostName]) {
        let first = HostName(machineName.prefix { $0 != "." })?.description
        // With any suffix behind it, `localhost` would be everybody's.
        machine = first == "localhost" ? nil : first
        allowed = Set(allowedHosts.map(\.description))
    }

    /// Nil if the name is one of ours. A request without a Host does not come from a browser.
    func fault(_ field: String?) -> RequestFault? {
        guard let field else { return nil }
        // A name may end in a dot, which says that nothing is to be put behind it.
        guard let host = Self.authority(field)?.host else {
            return RequestFault(
                rule: .host, reason: "the Host of the request is no host name or address",
                hint: "use the hub's own name or address")
        }
        if isOurs(host) { return nil }
        return RequestFault(
            rule: .host, reason: "this hub does not answer to the name \(host)",
            hint: "if this is its name, add it to allowedHosts in the configuration")
    }

    /// Also with the dot that a name may end in, which says that it is complete.
    static func authority(_ field: String) -> Authority? {
        let end = field.hasPrefix("[") ? field.endIndex : field.firstIndex(of: ":") ?? field.endIndex
        let name = field[..<end]
        guard name.hasSuffix("."), name.count > 1 else { return Authority(field) }
        return Authority(name.dropLast() + field[end...])
    }

    private func isOurs(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".local") || allowed.contains(host) { return true }
        // Names end in no number, and of the rest only an address of IPv6 has a colon.
        if host.contains(":") || IPAddress(host) != nil { return true }
        return machine.map { host == $0 || host.hasPrefix("\($0).") } ?? false
    }
}
