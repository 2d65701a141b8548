/// Where files are when nobody says so, by the environment alone.
package struct DefaultPlaces {
    private let environment: [String: String]

    package init(environment: [String: String]) { self.environment = environment }

    /// The first that exists: the user's own configuration, else the machine's; nil: neither.
    ///
    /// `exists` says whether there is anything at a path, also what cannot be read: that is to be complained about
    /// and not to be passed over.
    package func configurationFile(exists: (String) -> Bool) -> String? {
        let own = directory("XDG_CONFIG_HOME", underHome: ".config").map { "\($0)/camhub/camhub.yaml" }
        return [own, "/etc/camhub/camhub.yaml"].compactMap(\.self).first(where: exists)
    }

    /// What the service manager gives, else the user's; nil where there is neither that nor a home.
    package var stateDirectory: String? {
        // systemd lists all of a unit's state directories here, separated by colons.
        let given = absolute(environment["STATE_DIRECTORY"]?.split(separator: ":").first.map(String.init))
        return given ?? directory("XDG_STATE_HOME", underHome: ".local/state").map { "\($0)/camhub" }
    }

    /// Where the service of this machine keeps its state, for root, who looks after it; nil for all others, if the
    /// environment says another place, or if there is no service.
    package func serviceStateDirectory(isRoot: Bool, exists: (String) -> Bool) -> String? {
        let place = "/var/lib/camhub"
        return isRoot && absolute(environment["STATE_DIRECTORY"]) == nil && exists(place) ? place : nil
    }

    private func directory(_ variable: String, underHome folder: String) -> String? {
        absolute(environment[variable]) ?? absolute(environment["HOME"]).map { "\($0)/\(folder)" }
    }

    /// Without slashes at its end; nil for what is relative, which the XDG specification wants ignored.
    private func absolute(_ path: String?) -> String? {
        guard var path, path.hasPrefix("/") else { return nil }
        while path.hasSuffix("/") { path.removeLast() }
        return path
    }
}
