extension Command {
    /// What `--help` prints.
    package static let usage = """
        camhub turns a machine with cameras into one hub: each camera has an address, and all are in one page.

        Usage:
          camhub [serve] [--config FILE] [--listen ADDRESS:PORT]... [--demo N] [--log-level LEVEL]
          camhub cameras
          camhub check-config FILE
          camhub probe URL [--save FILE] [--insecure]
          camhub pin [--reset]

        Commands:
          serve         shows the cameras; this is what happens without a command
          cameras       prints what is plugged in, with every usable mode, and why something is left out
          check-config  prints "ok", or every fault of a configuration file with its line and column
          probe         connects to a network camera, and prints what is there and what to write into the configuration
          pin           reads a PIN or a password and prints its hash; --reset makes new generated ones

        Options:
          --config FILE          the configuration; without it $XDG_CONFIG_HOME/camhub/camhub.yaml, which is mostly
                                 ~/.config/camhub/camhub.yaml, else /etc/camhub/camhub.yaml, else none
          --listen ADDRESS:PORT  where to answer, instead of where the configuration says; may be repeated;
                                 0.0.0.0:8080 and [::]:8080 are for the whole network, unix:PATH for a proxy
          --demo N               adds N test cameras, demo-1 to demo-N
          --log-level LEVEL      error, warning, info (without it) or debug
          --save FILE            writes the first picture that probe gets there
          --insecure             probe does not check who answers by https
          --help, --version      print this, or the version

        Exit code: 0, or 1 when it failed while running, or 2 for a wrong command line or configuration.
        """
}

extension Verb {
    /// The command with all that may stand after it, for messages.
    var usage: String {
        let options = Option.all.filter { $0.verb == self }.map { option in
            let value = option.value.map { " \($0)" } ?? ""
            return "[\(option.name)\(value)]\(option.isRepeatable ? "..." : "")"
        }
        return ([rawValue] + [operand?.word].compactMap(\.self) + options).joined(separator: " ")
    }
}
