import Camera
import Hub

/// Devices by udev.
struct UdevDevices: DeviceWatch {
    func begin() throws(CaptureError) -> any DeviceMonitor {
        throw CaptureError(.failed, reason: "devices are not yet in this version")
    }
}
