package import Camera
package import HTTP

/// What all network cameras of a hub share.
package struct NetworkGround: Sendable {
    package let gate: ConnectionGate
    /// By which this hub knows its own requests.
    private let hub: String?

    /// - Parameter hub: See `HubHandler`: a request that carries it comes from this hub itself.
    package init(gate: ConnectionGate = ConnectionGate(), hub: String? = nil) {
        self.gate = gate
        self.hub = hub
    }

    var fields: [String] { hub.map { ["X-Camhub: \($0)"] } ?? [] }
}

/// Where an address may lead.
package enum NetworkReach: Sendable {
    case anywhere
    /// Not to the machine itself, and to nothing that only it can reach: no loopback, no link-local address.
    case outside

    package func includes(_ address: IPAddress) -> Bool {
        switch self {
        case .anywhere: true
        case .outside: !address.isLocal
        }
    }
}

/// What has been found out about a network camera.
package struct NetworkFinding: Sendable {
    /// It gives one picture for each request.
    package let isStill: Bool
    /// Boundary lines have been seen between its pictures.
    package let hasBoundaries: Bool
    package let contentType: String?
    /// Where its pictures are, after redirects.
    package let target: CameraURL
}
