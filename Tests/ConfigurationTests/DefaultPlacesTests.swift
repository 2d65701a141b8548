import Configuration
import Testing

/// Where files are when nobody says so.
@Suite struct DefaultPlacesTests {
    private static let own = "/x/camhub/camhub.yaml"
    private static let home = "/home/me/.config/camhub/camhub.yaml"
    private static let machine = "/etc/camhub/camhub.yaml"

    @Test(
        "The user's configuration comes before the machine's, and only what exists counts",
        arguments: [
            (["XDG_CONFIG_HOME": "/x", "HOME": "/home/me"], [own, home, machine], own),
            (["XDG_CONFIG_HOME": "/x/", "HOME": "/home/me"], [own], own),
            (["XDG_CONFIG_HOME": "/x", "HOME": "/home/me"], [home, machine], machine),
            (["XDG_CONFIG_HOME": "", "HOME": "/home/me"], [home, machine], home),
            (["XDG_CONFIG_HOME": "relative", "HOME": "/home/me"], [home], home),
            (["HOME": "/home/me"], [home, machine], home), (["HOME": "/home/me"], [machine], machine),
            (["HOME": ""], [machine, home], machine), ([:], [machine], machine), ([:], [own, home], nil),
            (["HOME": "/home/me"], [], nil),
        ] as [([String: String], [String], String?)])
    func configurationFile(environment: [String: String], existing: [String], found: String?) {
        let places = DefaultPlaces(environment: environment)
        #expect(places.configurationFile { existing.contains($0) } == found)
    }

    @Test(
        "State is where the service manager says, else with the user's",
        arguments: [
            (["STATE_DIRECTORY": "/var/lib/camhub", "HOME": "/home/me"], "/var/lib/camhub"),
            (["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"], "/var/lib/a"),
            (["STATE_DIRECTORY": "", "XDG_STATE_HOME": "/s", "HOME": "/home/me"], "/s/camhub"),
            (["STATE_DIRECTORY": "relative", "XDG_STATE_HOME": "/s"], "/s/camhub"),
            (["XDG_STATE_HOME": "relative", "HOME": "/home/me"], "/home/me/.local/state/camhub"),
            (["HOME": "/home/me"], "/home/me/.local/state/camhub"), (["HOME": "/"], "/.local/state/camhub"), ([:], nil),
        ] as [([String: String], String?)])
    func stateDirectory(environment: [String: String], directory: String?) {
        #expect(DefaultPlaces(environment: environment).stateDirectory == directory)
    }

    @Test(
        "Root means the service's state, where there is one, and nobody else does",
        arguments: [
            ([:], true, true, "/var/lib/camhub"), (["HOME": "/root"], true, true, "/var/lib/camhub"),
            (["HOME": "/root"], true, false, nil), (["HOME": "/home/me"], false, true, nil),
            (["STATE_DIRECTORY": "/s"], true, true, nil),
        ] as [([String: String], Bool, Bool, String?)])
    func serviceStateDirectory(environment: [String: String], isRoot: Bool, exists: Bool, directory: String?) {
        let places = DefaultPlaces(environment: environment)
        #expect(places.serviceStateDirectory(isRoot: isRoot) { exists && $0 == "/var/lib/camhub" } == directory)
    }
}
