/// From whose bucket a try is taken.
enum Payer: Hashable, Sendable {
    /// All clients together that nobody knows.
    case strangers
    /// A browser that has once logged in.
    case device(UInt64)
    /// An address from which this secret has been shown, and is shown again and again by programs.
    case acquaintance(SecretID)
}
