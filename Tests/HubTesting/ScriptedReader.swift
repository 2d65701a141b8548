package import Camera
import HTTP
package import Hub

/// Knows of a camera's keys only `url`, `name`, `fps` and `pin`; another one is a fault.
package struct ScriptedReader: CameraReader {
    package init() {}

    package func read(_ camera: AddedCamera, defaults: CameraDefaults) throws(CameraKeyFault) -> ConfiguredCamera {
        var read = ConfiguredCamera(
            id: camera.id, isEnabled: defaults.isEnabled, pin: defaults.pin, settings: defaults.settings)
        for (key, value) in camera.keys {
            switch (key, value) {
            case ("url", .text(let text)): read.source = CameraURL(text).map { .network($0) }
            case ("name", .text(let name)): read.settings.name = name
            case ("fps", .whole(let rate)): read.settings.fps = rate
            case ("pin", .null): read.pin = .open
            case ("pin", .text(let pin)): read.pin = .secret(Secret(pin))
            default: throw CameraKeyFault(["\(key) cannot be"])
            }
        }
        guard read.source != nil else { throw CameraKeyFault(["there is no url"]) }
        return read
    }
}
