/// Stands for one secret as long as it is in force, without saying anything about it.
///
/// The same after a restart; another one as soon as the secret was changed, even if it is changed back.
package struct SecretID: Hashable, Sendable {
    let rawValue: UInt64
}

/// Stands for what a secret guards, whatever the secret is at the moment: a camera with a PIN of its own, all
/// cameras with the default PIN, or what is the admin's.
struct LockID: Hashable, Sendable {
    let rawValue: UInt64
}
