package import Posix

/// What the command line asks for.
package enum Command: Equatable, Sendable {
    case serve(ServeOptions)
    /// Prints what is plugged in.
    case cameras
    case checkConfiguration(file: String)
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

/// What is wrong with a command line, and what is allowed.
package struct UsageFault: Error, Hashable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
