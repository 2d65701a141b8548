import FoundationEssentials
package import Posix

/// `state.json` in the state directory.
package struct StateFile: StateStore {
    private let path: String
    private let log: Log
    private static let limit = 16 * 1024 * 1024

    package init(directory: String, log: Log) {
        path = directory + "/state.json"
        self.log = log
    }

    package func load() -> HubState {
        let bytes: [UInt8]
        do throws(Errno) {
            bytes = try RegularFile.contents(of: path, limit: StateFile.limit)
        } catch .noSuchFile {
            return HubState()
        } catch {
            setAside(because: error.description)
            return HubState()
        }
        do {
            let state = try JSONDecoder().decode(HubState.self, from: Data(bytes))
            guard state.version == HubState().version else {
                setAside(because: "it is of version \(state.version), this program knows \(HubState().version)")
                return HubState()
            }
            return state
        } catch {
            setAside(because: "it is damaged: \(error)")
            return HubState()
        }
    }

    /// What is kept, for a look beside a running hub: a file that cannot be read stays where it is, and counts as none.
    package func peek() -> HubState {
        guard let bytes = try? RegularFile.contents(of: path, limit: StateFile.limit),
            let state = try? JSONDecoder().decode(HubState.self, from: Data(bytes))
        else { return HubState() }
        return state
    }

    @discardableResult
    package func save(_ state: HubState) -> Bool {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state) else {
            preconditionFailure("the state has only strings and whole numbers")
        }
        do throws(Errno) {
            try RegularFile.replace(path, with: Array(data), mode: 0o600)
            return true
        } catch {
            log.error(
                "state", "cannot write \(path): \(error); after a restart ids, settings and PINs may be as they were")
            return false
        }
    }

    private func setAside(because reason: String) {
        let other = path + ".damaged"
        do throws(Errno) {
            try RegularFile.rename(path, to: other)
            log.warning("state", "\(path) was moved to \(other): \(reason)")
        } catch {
            log.warning("state", "\(path) cannot be used (\(reason)) nor moved away: \(error)")
        }
    }
}
