/// The text of `camhub cameras`.
enum PluggedIn {
    static func text() throws -> String { "no cameras found\n" }
}
