/// What a caller has shown. What it opens, the policy says, each time anew.
package struct Grant: Hashable, Sendable {
    /// It came from this machine, without any proxy.
    package let isLocal: Bool
    /// Shown by session or Basic, now or before.
    package internal(set) var secrets: [SecretID]
    /// By which session; nil: by none.
    package internal(set) var session: Session?
}
