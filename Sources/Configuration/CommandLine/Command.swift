package import Camera
package import Posix

/// What the command line asks for.
package enum Command: Equatable, Sendable {
    case serve(ServeOptions)
    /// Prints what is plugged in.
    case cameras
    case checkConfiguration(file: String)
    /// Prints what is found at an address.
    case probe(ProbeOptions)
    /// Prints the hash of a PIN that is typed in; with `reset`, makes new generated ones.
    case pin(reset: Bool)
    case help
    case version
}

package struct ServeOptions: Equatable, Sendable {
    /// Nil: the default places.
    package var configurationFile: String?
    /// Replaces the configuration's, unless it is empty.
    package var listen: [ListenAddress] = []
    /// How many test cameras are added to those of the configuration.
    package var demoCameras = 0
    package var logLevel: Log.Level = .info

    package init() {}
}

package struct ProbeOptions: Equatable, Sendable {
    package var url: CameraURL
    /// Where the first picture goes; nil: nowhere.
    package var save: String?
    /// Any certificate will do.
    package var isInsecure: Bool

    package init(url: CameraURL, save: String? = nil, isInsecure: Bool = false) {
        self.url = url
        self.save = save
        self.isInsecure = isInsecure
    }
}

/// What is wrong with a command line, and what is allowed.
package struct UsageFault: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
