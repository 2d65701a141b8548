import Testing

/// `scripts/test` runs every test there is.
@Suite struct LevelTests {
    private let testFolders = Checkout.folders(in: "Tests").filter { $0.hasSuffix("Tests") }

    /// The words after the time limit in each row of scripts/lib/levels.
    private func named() throws -> Set<String> {
        let rows = try Checkout.text("scripts/lib/levels").split(separator: "\n").filter { !$0.hasPrefix("#") }
        return Set(rows.flatMap { $0.split(separator: " ").dropFirst(2).map(String.init) })
    }

    @Test("Every test target is run by a level")
    func everyTargetHasALevel() throws {
        let missing = Set(testFolders).subtracting(try named())
        #expect(missing.isEmpty, "add them to a level in scripts/lib/levels")
    }

    @Test("Every test target is built by Package.swift")
    func everyTargetIsBuilt() throws {
        let package = try Checkout.text("Package.swift")
        let missing = try testFolders.filter { !package.contains(try Regex("test\\(\\s*\"\($0)\"")) }
        #expect(missing.isEmpty, "add them at the end of Package.swift")
    }

    @Test("Every test target that a level names is there")
    func everyNamedTargetIsThere() throws {
        let missing = try named().filter { $0.hasSuffix("Tests") }.subtracting(testFolders)
        #expect(missing.isEmpty, "take them out of scripts/lib/levels")
    }
}
