import Camera
import Glibc
import Posix
import Testing

/// The built program, running in the guest.
final class Hub {
    static let job = "hub"
    /// What most tests run it with.
    static let usual = "defaults: { pin: null, fps: 30 }"
    static let password = "correct horse"
    /// A configuration with a password that tests know.
    static let administered = "admin: { password: \(password) }\n\(usual)"
    /// Built with optimisation: the guest is emulated, and slow enough as it is.
    static let program = "\(Guest.checkout).build/release/camhub"

    private let guest: Guest
    let client: HubClient

    /// Starts it and waits until it answers.
    init(in guest: Guest, configuration: String, user: String = "root") throws {
        self.guest = guest
        client = HubClient(port: guest.port)
        guard access(Hub.program, X_OK) == 0 else {
            throw GuestError("\(Hub.program) is missing; scripts/test device builds it")
        }
        let file = "/run/hub/camhub.yaml"
        try guest.run("mkdir -p /run/hub; chown \(user) /run/hub; cat >\(file) <<'END'\n\(configuration)\nEND\n")
        let arguments = "--config \(file) --listen 0.0.0.0:8080"
        try guest.start(
            Hub.job,
            "cd /run/hub; export XDG_STATE_HOME=/run/hub; "
                + "exec setpriv --reuid=\(user) --regid=nogroup --clear-groups '\(Hub.program)' serve \(arguments)")
        try eventually("the hub answers") { (try? client.get("/status"))?.status == 200 }
    }

    /// Ends it as a service manager does, and expects that it takes this well.
    func stop() throws {
        try guest.signal(Hub.job, SIGTERM)
        #expect(try guest.wait(for: Hub.job) == 0, "\(guest.log(of: Hub.job))")
    }

    /// The camera in this port of the bus, once it is listed and is as wanted.
    func camera(
        in port: Int, seconds: Double = 10, until isWanted: (CameraReport) -> Bool = { $0.state != "offline" }
    ) throws -> CameraReport {
        try camera(on: Device.bus(port), seconds: seconds, until: isWanted)
    }

    /// The camera with this ID_PATH, once it is listed and is as wanted.
    func camera(
        on bus: String, seconds: Double = 10, until isWanted: (CameraReport) -> Bool = { $0.state != "offline" }
    ) throws -> CameraReport {
        var found: CameraReport?
        try eventually("a camera at \(bus), as wanted", seconds: seconds) {
            found = try client.cameras().first { $0.device?.bus == bus && isWanted($0) }
            return found != nil
        }
        return try #require(found)
    }

    /// Waits until the status of a camera is as wanted, and returns it.
    @discardableResult
    func status(
        of id: String, seconds: Double = 10, until isWanted: (CameraStatus) -> Bool
    ) throws -> CameraStatus {
        var status = try client.status(of: id)
        try eventually("\(id) is as wanted", seconds: seconds) {
            status = try client.status(of: id)
            return isWanted(status)
        } else: {
            "\(status)"
        }
        return status
    }
}

/// Asks again and again, fifty times a second, until the answer is yes. Throws when it is not in time.
func eventually(
    _ what: String, seconds: Double = 10, _ isSo: () throws -> Bool, else details: () -> String = { "" }
) throws {
    let deadline = MonotonicTime.now.advanced(by: .seconds(seconds))
    while try !isSo() {
        guard MonotonicTime.now < deadline else { throw GuestError("not within \(seconds) s: \(what) \(details())") }
        poll(nil, 0, 20)
    }
}
