import Camera
import Configuration
import Hub

/// What the keys of a camera mean, as the configuration has them.
struct CameraKeys: CameraReader {
    func read(_ camera: AddedCamera, defaults: CameraDefaults) throws(CameraKeyFault) -> ConfiguredCamera {
        do throws(AddedCameraFault) {
            return try ConfiguredCamera(camera.keys, id: camera.id, defaults: defaults)
        } catch {
            throw CameraKeyFault(error.reasons)
        }
    }
}
