import Camera
import Posix

// The bandwidth of the USB bus, which all cameras on it share.
extension CaptureActor {
    /// As the life of the source is, and what its bus denies it.
    var condition: CameraCondition {
        var condition = lifecycle.condition
        if condition.state == .streaming, let shortfall = source?.shortfall {
            condition.reason = shortfall.reason
            condition.hint = shortfall.hint
        }
        return condition
    }

    /// After each try to open the source: whether it waits for more room on the bus.
    func followBus() {
        guard let bus else { return }
        if source?.shortfall != nil || lifecycle.condition.state == .noBandwidth {
            if let shortfall = source?.shortfall { log.warning(live.id.description, shortfall.reason) }
            buses.wait(live.id, for: bus) { [weak self] in self?.post(.busHasRoom) }
        } else {
            buses.leave(live.id)
        }
        buses.hadItsTurn(live.id)
    }

    /// Another camera on the bus has stopped: the full mode may be possible.
    func tryForMore() {
        let now = reactor.now
        if source?.shortfall != nil {
            carryOut(lifecycle.changed(now: now))
        } else if lifecycle.condition.state == .noBandwidth, live.demand(now: now).isWanted {
            lifecycle.heardOfRoom(now: now)
        } else {
            buses.hadItsTurn(live.id)
        }
    }

    /// The source is closed for a while, or for good.
    func giveRoom() {
        guard let bus else { return }
        buses.leave(live.id)
        buses.noteRoom(on: bus, by: live.id)
    }

    func leaveBus() {
        buses.leave(live.id)
        buses.hadItsTurn(live.id)
    }
}

extension SourceDescription {
    /// Devices with the same one share its bandwidth.
    var bus: String? {
        guard case .device(let node, _) = self else { return nil }
        return node.busPath.flatMap(BusPath.controller)
    }
}
