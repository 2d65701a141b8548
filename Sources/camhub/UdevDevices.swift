import Camera
import Hub
import Posix
import Udev

/// Devices by udev, and where no udevd runs, as in containers, by what the kernel shows.
struct UdevDevices: DeviceWatch {
    let log: Log?

    func begin() throws(CaptureError) -> any DeviceMonitor {
        do throws(Errno) {
            if UdevMonitor.isPossible { return try UdevMonitor() }
            log?.info("devices", "no udevd runs here: devices are found by the kernel's events, /dev and /sys")
            return try KernelMonitor()
        } catch {
            throw CaptureError(
                .failed, reason: "cannot follow what is plugged in: \(error)",
                hint: "allow netlink sockets (in a systemd unit: RestrictAddressFamilies=AF_NETLINK)")
        }
    }
}

/// The shell knows nothing of the hub; this is where they meet.
extension UdevMonitor: DeviceMonitor {}
extension KernelMonitor: DeviceMonitor {}
