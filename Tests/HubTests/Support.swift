import Camera
import Hub
import HubTesting
import Testing

/// Runs a test in a hub, which must have closed every source at its end.
func withHub(
    _ configuration: HubConfiguration = HubConfiguration(), store: any StateStore = MemoryStore(),
    basePath: [String] = [], isOpen: Bool = true, places: Int = 2, prepare: (TestHub) -> Void = { _ in },
    _ body: (TestHub) async throws -> Void
) async throws {
    let hub = try TestHub(configuration, store: store, basePath: basePath, isOpen: isOpen, places: places)
    prepare(hub)
    await hub.start()
    do {
        try await body(hub)
    } catch {
        _ = await hub.stop()
        throw error
    }
    #expect(await hub.stop() == [])
}

extension TestHub {
    /// The id of the only camera that there is.
    var onlyID: CameraID {
        get throws {
            try #require(ids.count == 1)
            return inventory.listing.cameras[0].id
        }
    }
}

/// For ids that keep the rule: in tests, literals do.
extension CameraID: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self.init(text)! }
}

extension ConfiguredCamera {
    /// A test camera; `change` may turn its settings.
    static func test(_ id: CameraID, _ change: (inout CameraSettings) -> Void = { _ in }) -> ConfiguredCamera {
        var settings = CameraSettings()
        change(&settings)
        return ConfiguredCamera(id: id, source: .test, settings: settings)
    }

    static func device(
        _ id: CameraID, serial: String? = nil, path: String? = nil, model: String? = nil, isEnabled: Bool = true,
        _ change: (inout CameraSettings) -> Void = { _ in }
    ) -> ConfiguredCamera {
        var settings = CameraSettings()
        change(&settings)
        let match = DeviceMatch(serial: serial, path: path, model: model)
        return ConfiguredCamera(id: id, match: match, isEnabled: isEnabled, settings: settings)
    }
}
