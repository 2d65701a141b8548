import Access
import Camera
import HTTP
import Posix

// Cameras that an admin adds to the running hub.
extension Registry {
    enum AddOutcome: Sendable {
        case added(LiveCamera)
        /// There is a camera with this id, or the configuration names one.
        case taken
        case tooMany
        /// In words for who sent it.
        case refused([String])
        case failed(reason: String)
        /// It is there, and will not be any more after a restart: the state cannot be written.
        case notKept
    }

    /// Each has a thread.
    static let mostAdded = 64

    func add(_ asked: AddedCamera) -> AddOutcome {
        let id = asked.id
        guard members[id] == nil, configuration[id] == nil, known[id] == nil else { return .taken }
        guard added.count < Registry.mostAdded else { return .tooMany }
        var kept = asked
        do {
            let camera = try read(asked, by: configuration)
            guard camera.isEnabled else {
                throw CameraKeyFault(["cameras.\(id) is not enabled, as defaults has it: send enabled, being true"])
            }
            if case .network(let url) = camera.source, !camera.settings.mayConnectLocally, url.isLocal {
                throw CameraKeyFault([
                    "cameras.\(id).url leads to this machine or to its own cable, which only the configuration may open: "
                        + "set admin.localCameras to true there"
                ])
            }
            if case .secret(let pin) = camera.pin { kept.keys["pin"] = .text(try access.hash(pin).revealed) }
            added.append(kept)
            configuration.cameras.append(try read(kept, by: configuration))
        } catch let fault as CameraKeyFault {
            return .refused(fault.reasons)
        } catch let damage as DamagedHash {
            return .refused(["\(damage)"])
        } catch {
            ground.log.error(id.description, "it was not added: \(error)")
            return .failed(reason: "\(error)")
        }
        access.follow(configuration)
        addConfiguredCameras()
        publish()
        ground.log.info(id.description, "was added")
        guard let member = members[id] else { return .failed(reason: "there is no thread for it") }
        return save() ? .added(member.live) : .notKept
    }

    /// What the file says, and what was added besides. A camera that the file has come to name is no longer an added one.
    func withAdded(_ file: HubConfiguration) -> HubConfiguration {
        var all = file
        added.removeAll { file[$0.id] != nil }
        for camera in added {
            do throws(CameraKeyFault) {
                all.cameras.append(try read(camera, by: file))
            } catch {
                ground.log.error(camera.id.description, "is left out: \(error.reasons.joined(separator: "; "))")
            }
        }
        return all
    }

    private func read(_ camera: AddedCamera, by file: HubConfiguration) throws(CameraKeyFault) -> ConfiguredCamera {
        var read = try ground.reader.read(camera, defaults: file.defaults)
        read.settings.mayConnectLocally = file.allowsLocalCameras
        return read
    }
}

extension CameraURL {
    /// Whether its host is an address, or a name, of this machine or of what is on its cable. Other names lead there
    /// only when they are resolved: the connection itself is checked, too.
    fileprivate var isLocal: Bool {
        let name = host.filter { !"[]".contains($0) }
        return name == "localhost" || name.hasSuffix(".localhost") || (IPAddress(peer: name)?.isLocal ?? false)
    }
}
