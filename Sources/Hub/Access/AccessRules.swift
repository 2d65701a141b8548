package import Camera
package import HTTP

/// What the configuration says about who may see what, apart from the cameras' PINs.
package struct AccessRules: Sendable, Equatable {
    /// Nil: the one that the hub made.
    package var adminPassword: Secret?
    package var trustedProxies: [AddressRange] = []
    package var allowedHosts: [HostName] = []
    package var allowOrigins: [Origin] = []
    /// Under which browsers see the hub; begins and ends with a slash.
    package var basePath = "/"
    /// As the kernel has it.
    package var machineName = ""

    package init() {}
}
