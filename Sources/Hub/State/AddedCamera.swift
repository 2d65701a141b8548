package import Camera
package import HTTP

/// A network camera that an admin has added to the running hub; kept in the state file.
package struct AddedCamera: Codable, Equatable, Sendable {
    package var id: CameraID
    /// As in the configuration, `url` with its password. A PIN as its hash.
    package var keys: [String: JSONTree]

    package init(id: CameraID, keys: [String: JSONTree]) {
        self.id = id
        self.keys = keys
    }
}

/// Knows what the keys of a camera mean.
package protocol CameraReader: Sendable {
    /// The camera, over what holds for every camera that does not say otherwise.
    func read(_ camera: AddedCamera, defaults: CameraDefaults) throws(CameraKeyFault) -> ConfiguredCamera
}

/// All that is wrong with the keys of a camera, in words for who sent them.
package struct CameraKeyFault: Error, Equatable {
    package var reasons: [String]

    package init(_ reasons: [String]) { self.reasons = reasons }
}
