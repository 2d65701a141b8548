package import HTTP
package import Camera

/// What the configuration file says, checked, with every default filled in.
///
/// Only what the file's own words mean is here: nothing is opened, resolved or bound.
package struct Configuration: Equatable, Sendable {
    /// At least one.
    package var listen = [ListenAddress.usual]
    package var tls: TLSFiles?
    /// The path under which a proxy shows the hub.
    package var basePath = BasePath.root
    /// Addresses whose X-Forwarded-For and -Proto count.
    package var trustedProxies: [AddressRange] = []
    /// Further names that a request's Host may have.
    package var allowedHosts: [HostName] = []
    /// Web sites that may read open cameras.
    package var allowOrigins: [Origin] = []
    /// Who may embed pages; empty: nobody.
    package var frameAncestors: [FrameAncestor] = []
    package var limits = Limits()
    /// Nil: the hub makes one.
    package var adminPassword: Secret?
    /// Whether cameras that the admin adds may be at addresses of this machine.
    package var allowsLocalCameras = false
    /// Nil: where the environment says, see `DefaultPlaces`.
    package var stateDirectory: String?
    /// How long a camera that no key names may be offline before it is forgotten; nil: for ever.
    package var forgetAfter: Duration? = .seconds(24 * 3600)
    package var defaults = CameraDefaults()
    /// In the order of the file.
    package var cameras: [ConfiguredCamera] = []
    /// In the order of the file.
    var sensitiveKeys: [SensitiveKey] = []
    /// The mode of the file from which it was read, such as 0o600; nil: of none.
    var fileMode: UInt32?

    package init() {}
}

/// How many connections are answered at the same time; what is beyond gets 503.
package struct Limits: Hashable, Sendable {
    package var connections = 1024
    package var connectionsPerAddress = 128

    package init() {}
}

/// Where certificate and key for HTTPS are, both in PEM form.
package struct TLSFiles: Hashable, Sendable {
    package var certificate: String
    package var key: String

    package init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }
}
