import Access
import Camera
import Posix

// What somebody changes while the hub runs.
extension Registry {
    enum ChangeOutcome: Sendable {
        /// The settings as they are now, and the name that is shown.
        case changed(CameraSettings, name: String)
        case gone
        /// It is in force, and will not be any more after a restart: the state cannot be written.
        case notKept
        /// It cannot be.
        case refused(DamagedHash)
        case failed(reason: String)
    }

    enum ForgetOutcome: Sendable {
        case forgotten
        case gone
        /// Its device is there.
        case isPresent
        /// A key of the configuration describes it.
        case isConfigured
    }

    func change(_ id: CameraID, _ patch: SettingsPatch) -> ChangeOutcome {
        guard let member = members[id] else { return .gone }
        var change = configuration.changes[id] ?? CameraChange()
        do {
            let pin = try patch.pin.map { try keptPin($0, of: id) }
            change.take(patch, over: configuration.configuredSettings(of: id), pin: pin)
        } catch let damage as DamagedHash {
            return .refused(damage)
        } catch {
            ground.log.error(id.description, "its PIN was not changed: \(error)")
            return .failed(reason: "\(error)")
        }
        configuration.changes[id] = change.isEmpty ? nil : change
        followSettings(id)
        access.follow(configuration)
        ground.log.info(id.description, "settings were changed")
        guard save() else { return .notKept }
        return .changed(configuration.settings(of: id), name: member.live.snapshot(now: ground.reactor.now).name)
    }

    private func keptPin(_ pin: SettingsPatch.Pin, of id: CameraID) throws -> CameraChange.Pin {
        let instead = access.mark(of: configuration.configuredPin(of: id))
        switch pin {
        case .open: return CameraChange.Pin(value: CameraChange.Pin.open, instead: instead)
        case .secret(let secret):
            return CameraChange.Pin(value: try access.hash(secret).revealed, instead: instead)
        }
    }

    /// Drops what the configuration has changed since somebody changed it here, and what belongs to nobody any more.
    func dropOldChanges() {
        for (id, change) in configuration.changes {
            let kept = change.kept(
                by: configuration.configuredSettings(of: id),
                pinMark: access.mark(of: configuration.configuredPin(of: id)))
            let isKnown = known[id] != nil || configuration[id] != nil || members[id] != nil
            configuration.changes[id] = kept.isEmpty || !isKnown ? nil : kept
        }
    }

    func forget(_ id: CameraID) -> ForgetOutcome {
        guard members[id] != nil else { return .gone }
        guard presentByID[id] == nil else { return .isPresent }
        if let place = added.firstIndex(where: { $0.id == id }) {
            added.remove(at: place)
            configuration.cameras.removeAll { $0.id == id }
        }
        guard !configuration.describes(id) else { return .isConfigured }
        drop(id)
        known.forget(id)
        configuration.changes[id] = nil
        access.follow(configuration)
        publish()
        save()
        ground.log.info(id.description, "was forgotten")
        return .forgotten
    }
}
