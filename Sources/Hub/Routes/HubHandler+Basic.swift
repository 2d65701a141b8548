import Access
import Camera
import HTTP
import Posix

// The page without scripts.
extension HubHandler {
    /// `GET /basic`.
    func basicPage(_ visit: Visit, _ policy: AccessPolicy) -> Answer {
        let cameras = inventory.listing.cameras
        let decision = policy.survey(visit.access, of: cameras.map(\.id), unixTime: unixTime)
        return settle(decision, visit, policy, at: "basic") { [self] outcome in
            // A survey refuses nobody.
            guard case .success(let grant) = outcome else { return .now(.notChecked) }
            return basicPage(of: cameras, visit, grant, policy)
        }
    }

    private func basicPage(
        of cameras: [LiveCamera], _ visit: Visit, _ grant: Grant, _ policy: AccessPolicy
    ) -> Answer {
        let now = clock()
        let wanted = visit.target.value(of: "cam")
        let interval = visit.target.value(of: "every").flatMap { Int($0) } ?? BasicPage.usualInterval
        let entries = cameras.filter { wanted == nil || $0.id.description == wanted }.map {
            BasicPage.Entry(snapshot: $0.snapshot(now: now), standing: policy.standing(of: $0.id, for: grant))
        }
        if wanted != nil {
            guard let only = entries.first else { return .now(.noCamera) }
            guard only.standing.isAuthorized else { return .now(.seeOther("login?cam=\(only.snapshot.id)")) }
        }
        let bounds = BasicPage.intervals
        let renewed = policy.renewal(of: grant, visit.access, unixTime: unixTime).map { Field("Set-Cookie", $0) }
        return .now(
            pages.basic(
                entries, every: min(max(interval, bounds.lowerBound), bounds.upperBound), isSingle: wanted != nil,
                stamp: now.unixMilliseconds, renewed.map { [$0] } ?? []))
    }
}
