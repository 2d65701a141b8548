import Camera
import HTTP
import HubTesting
import Testing
import WebAssets

@testable import Hub

/// `/openapi.json` is about this hub.
@Suite(.timeLimit(.minutes(1))) struct InterfaceDescriptionTests {
    private func document(basePath: [String] = []) async throws -> JSONValue {
        let hub = try TestHub(basePath: basePath)
        return try await hub.client.get("/openapi.json").json
    }

    /// The methods of each path, as they are described.
    private func described() async throws -> [String: Set<String>] {
        guard case .object(let paths) = try await document()["paths"] else { throw NoPaths() }
        return paths.mapValues { Set($0.keys.subtracting(["parameters"]).map { $0.uppercased() }) }
    }

    private struct NoPaths: Error {}

    private func route(_ path: String) throws -> HubRoute? { HubRoute(try RequestTarget(path).segments[...]) }

    @Test("Every path that is described is a route, with exactly the methods that it takes")
    func pathsAreRoutes() async throws {
        for (path, methods) in try await described() {
            let concrete = path.replacing("{id}", with: "x").replacing("{file}", with: "x")
            let route = try #require(try route(concrete), "\(path) is no route")
            #expect(methods == Set(route.methods.map(\.rawValue) + ["OPTIONS"]), "\(path)")
        }
    }

    @Test("Every route is described, under all its names")
    func routesArePaths() async throws {
        let paths = try await described().keys
        let names = try Set(
            paths.map { try route($0.replacing("{id}", with: "x").replacing("{file}", with: "x"))?.name })
        let missing = HubRoute.Name.allCases.filter { $0 != .unknown && $0 != .server && !names.contains($0) }
        #expect(missing.isEmpty, "describe them in web/openapi.json")
        #expect(paths.contains("/cam/{id}/snapshot"))
    }

    @Test(
        "Words that the hub uses are all listed",
        arguments: [
            ("State", CameraState.allCases.map(\.rawValue)), ("BrokenCause", BrokenCause.allCases.map(\.rawValue)),
            ("StreamAnomaly", StreamAnomaly.allCases.map(\.rawValue)), ("Flip", Flip.allCases.map(\.rawValue)),
            ("ControlType", DeviceControl.Kind.allCases.map(\.rawValue)),
            ("ControlFlag", ControlFlags.allWords),
        ])
    func words(schema: String, words: [String]) async throws {
        let listed = try await document()["components"]?["schemas"]?[schema]?["enum"]
        #expect(listed == .list(words.map(JSONValue.text)), "list them in web/openapi.json")
    }

    @Test("It knows its version and where it is; who has it already is told so")
    func filledIn() async throws {
        let json = try await document(basePath: ["house", "cams"])
        #expect(json["info"]?["version"] == "9.9.9")
        #expect(json["servers"] == [["url": "/house/cams"]])
        #expect(try await document()["servers"] == [["url": "/"]])
        let hub = try TestHub()
        let reply = try await hub.client.get("/openapi.json")
        #expect(reply.field("Content-Type") == "application/json" && !reply.text.contains("{{"))
        let tag = try #require(reply.field("ETag"))
        #expect(try await hub.client.get("/openapi.json", ["If-None-Match": tag]).status == 304)
        #expect(try await TestHub(basePath: ["x"]).client.get("/openapi.json").field("ETag") != tag)
    }
}
