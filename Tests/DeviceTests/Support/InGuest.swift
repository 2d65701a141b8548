import Testing

/// Boots one guest for all tests of a suite, and ends it after the last.
struct InGuest: SuiteTrait, TestScoping {
    @TaskLocal static var guest: Guest?

    func provideScope(
        for test: Test, testCase: Test.Case?, performing tests: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let guest = try Guest()
        defer { guest.down() }
        try await InGuest.$guest.withValue(guest) { try await tests() }
    }
}

extension Trait where Self == InGuest {
    static var inGuest: Self { InGuest() }
}

/// Everything that needs real devices. One after the other: they share the guest, its bus and its clock.
@Suite(.serialized, .inGuest) struct DeviceTests {}
