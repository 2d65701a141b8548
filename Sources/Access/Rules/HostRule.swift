internal import HTTP

/// Under which names the hub lets itself be called. A web page can give any other name our address (DNS rebinding)
/// and would then be taken by the browser for one of our pages.
struct HostRule: Sendable {
    /// The first label of the machine's name; nil if it has none that says anything.
    private let machine: String?
    /// The same with the dot before a suffix.
    private let machineDot: String?
    private let allowed: Set<String>

    init(machineName: String, allowedHosts: [HostName]) {
        let first = HostName(machineName.prefix { $0 != "." })?.description
        // With any suffix behind it, `localhost` would be everybody's.
        machine = first == "localhost" ? nil : first
        machineDot = machine.map { "\($0)." }
        allowed = Set(allowedHosts.map(\.description))
    }

    /// Nil if the name is one of ours. A request without a Host does not come from a browser.
    func fault(_ request: AccessRequest) -> RequestFault? {
        guard request.host != nil else { return nil }
        guard let authority = request.authority else {
            return RequestFault(
                rule: .host, reason: "the Host of the request is no host name or address",
                hint: "use the hub's own name or address")
        }
        if authority.address != nil || isOurs(authority.host) { return nil }
        return RequestFault(
            rule: .host, reason: "this hub does not answer to the name \(authority.host)",
            hint: "if this is its name, add it to allowedHosts in the configuration")
    }

    /// Whether nobody else can be behind this name, whatever they register: an address, or a name of this network.
    func isNobodyElses(_ request: AccessRequest) -> Bool {
        guard request.host != nil else { return true }
        guard let authority = request.authority else { return false }
        if authority.address != nil { return true }
        let host = authority.host
        return machineDot.map { !host.hasPrefix($0) } ?? true || host.hasSuffix(".local") || allowed.contains(host)
    }

    /// Also with the dot that a name may end in, which says that it is complete.
    static func authority(_ field: String) -> Authority? {
        if let authority = Authority(field) { return authority }
        let end = field.firstIndex(of: ":") ?? field.endIndex
        guard field[..<end].hasSuffix(".") else { return nil }
        return Authority(field[..<end].dropLast() + field[end...])
    }

    private func isOurs(_ host: String) -> Bool {
        if host == "localhost" || host.hasSuffix(".local") || host == machine || allowed.contains(host) { return true }
        return machineDot.map { host.hasPrefix($0) } ?? false
    }
}
