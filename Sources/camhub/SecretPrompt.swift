import Access
import Camera
import Crypto
import Glibc
import Posix

/// What `camhub pin` does: asks for a PIN or password, and makes its hash.
///
/// It comes from standard input and never from an argument, which every user of the machine can see.
struct SecretPrompt {
    let signals: SignalSource

    /// Prints the hash on standard output, alone in its line, so that it can be piped on.
    func printHash() throws {
        let secret = isatty(STDIN_FILENO) == 1 ? try askTwice() : try read()
        if !Pin.isWellFormed(secret.revealed) {
            say("camhub: this is no PIN, which has \(Pin.digits): its hash is good for admin.password only\n")
        }
        var random = try RandomNumbers()
        let hash = try Yescrypt().hash(of: secret, using: &random)
        Log.put(hash.revealed + "\n", on: STDOUT_FILENO)
    }

    private func askTwice() throws -> Secret {
        // Quiet before anything is asked for: who types at once must not be shown.
        try Terminal.withoutEcho(on: STDIN_FILENO) {
            var input = LineInput(STDIN_FILENO)
            do {
                say("PIN or password (not shown): ")
                let first = try secret(from: &input)
                say("Once more: ")
                guard try secret(from: &input) == first else { throw SecretFault.different }
                return first
            } catch SecretFault.interrupted {
                // Ctrl-C does not end the line.
                say("\n")
                throw SecretFault.interrupted
            }
        }
    }

    private func read() throws -> Secret {
        var input = LineInput(STDIN_FILENO)
        return try secret(from: &input)
    }

    private func secret(from input: inout LineInput) throws -> Secret {
        let line: [UInt8]?
        do throws(Errno) {
            line = try input.next(limit: 1024, unless: signals)
        } catch .interrupted {
            throw SecretFault.interrupted
        } catch .tooLarge {
            throw SecretFault.malformed
        }
        guard let line else { throw SecretFault.missing }
        guard let text = String(validating: line, as: UTF8.self), Password.isWellFormed(text) else {
            throw SecretFault.malformed
        }
        return Secret(text)
    }

    private func say(_ text: String) { Log.put(text, on: STDERR_FILENO) }
}

/// Why there is no hash. None repeats what was typed.
enum SecretFault: Error, CustomStringConvertible {
    case missing, malformed, different, interrupted

    var description: String {
        switch self {
        case .missing: "there is no PIN: type one, or pipe it in on one line"
        case .malformed:
            "this is neither a PIN (\(Pin.digits)) nor a password "
                + "(4 to 128 characters on one line that do not begin with $)"
        case .different: "these two are not the same: begin again"
        case .interrupted: "interrupted: nothing was hashed"
        }
    }
}
