/// A device that was seen, now or before, and the id that belongs to it.
package struct KnownCamera: Hashable, Sendable, Codable {
    /// What makes this device this camera.
    package enum Binding: String, Sendable, Codable {
        /// Its serial number, whatever port it is in.
        case serial
        /// The port that it is in: it has no serial number, or shares it with another device.
        case port
    }

    /// The id that the hub made for it; the same for ever.
    package internal(set) var ownID: CameraID
    /// The key under `cameras` that matched it last.
    package internal(set) var configuredID: CameraID?
    package internal(set) var device: DeviceTraits
    package internal(set) var boundTo: Binding
    /// Unix time, in seconds.
    package internal(set) var firstSeen: Int64
    package internal(set) var lastSeen: Int64

    /// The id under which it is shown.
    package var id: CameraID { configuredID ?? ownID }

    /// Whether a device with these traits is this one, by what it is bound to.
    func isDevice(_ traits: DeviceTraits) -> Bool {
        switch boundTo {
        case .serial: device.makeAndSerial == traits.makeAndSerial
        case .port: device.makeSerialAndPort == traits.makeSerialAndPort
        }
    }
}
