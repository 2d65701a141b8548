package import Camera
package import HTTP

/// Everything about access that configuration and state say.
package struct AccessSettings: Sendable, Hashable {
    /// What holds for single cameras. Those that are not here have what `defaultPin` says.
    package var cameras: [CameraID: PinSetting] = [:]
    /// `inherited`: the generated PIN, and open to local requests.
    package var defaultPin = PinSetting.inherited
    /// The PIN that the hub made.
    package var generatedPin: Secret
    /// From the configuration, or made by the hub.
    package var adminPassword: Secret
    package var trustedProxies: [AddressRange] = []
    package var allowedHosts: [HostName] = []
    /// Web sites that may read open cameras.
    package var allowOrigins: [Origin] = []
    /// As the kernel has it.
    package var machineName = ""
    /// Under which browsers see the hub; begins and ends with a slash.
    package var basePath = "/"

    package init(generatedPin: Secret, adminPassword: Secret) {
        self.generatedPin = generatedPin
        self.adminPassword = adminPassword
    }
}
