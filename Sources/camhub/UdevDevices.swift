import Camera
import Hub
import Posix
import Udev

/// Devices by udev.
struct UdevDevices: DeviceWatch {
    func begin() throws(CaptureError) -> any DeviceMonitor {
        do throws(Errno) {
            return try UdevMonitor()
        } catch {
            throw CaptureError(
                .failed, reason: "cannot listen to udev: \(error)",
                hint: "allow netlink sockets (in a systemd unit: RestrictAddressFamilies=AF_NETLINK)")
        }
    }
}

/// The shell knows nothing of the hub; this is where they meet.
extension UdevMonitor: DeviceMonitor {}
