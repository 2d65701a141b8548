import Testing

/// The documentation says what there is, and its links lead somewhere.
@Suite struct DocumentTests {
    static let documents = ["README.md"] + Checkout.files(in: ["docs"], ending: [".md"])

    @Test("Every relative link leads to a file", arguments: documents)
    func linksResolve(document: String) throws {
        let folder = document.split(separator: "/").dropLast().joined(separator: "/")
        for match in try Checkout.text(document).matches(of: /\]\((?!https?:|mailto:|#)([^)#\s]+)(?:#[^)]*)?\)/) {
            let path = folder.isEmpty ? "\(match.output.1)" : "\(folder)/\(match.output.1)"
            #expect(Checkout.exists(path), "\(document) links to \(match.output.1)")
        }
    }

    @Test("Every document is reached from the README or from another one")
    func everyDocumentIsLinked() throws {
        let texts = try Self.documents.map { ($0, try Checkout.text($0)) }
        for document in Self.documents.dropFirst() {
            let name = try #require(document.split(separator: "/").last)
            let isLinked = texts.contains { $0.0 != document && $0.1.contains("\(name))") }
            #expect(isLinked, "no document links to \(document)")
        }
    }

    @Test("Every target is described in docs/architecture.md")
    func everyTargetIsDescribed() throws {
        let text = try Checkout.text("docs/architecture.md")
        // Each entry begins with the names that it is about, in bold type.
        let described = text.matches(of: /\n- \*\*([^*]+)\*\*/).flatMap { $0.output.1.split { ", \n".contains($0) } }
        let missing = Set(Checkout.folders(in: "Sources") + ["WebAssets"]).subtracting(described.map(String.init))
        #expect(missing.isEmpty)
    }

    @Test("Every route is described in docs/http-api.md")
    func everyRouteIsDescribed() throws {
        let source = try Checkout.text("Sources/Hub/Routes/HubRoute.swift")
        let text = try Checkout.text("docs/http-api.md")
        let top = source.matches(of: /case \(1, "([\w.]+)"\)/).map { "/\($0.output.1)" }
        let ofCamera = source.matches(of: /case ((?:"\w+"(?:, )?)+): self/).flatMap { match in
            match.output.1.matches(of: /\w+/).map { "/cam/<id>/\($0.output)" }
        }
        #expect(top.count >= 5 && ofCamera.count >= 4, "the routes are no longer found in HubRoute.swift")
        for route in ["/", "/cam/<id>"] + top + ofCamera {
            #expect(text.contains("\(route)`"), "\(route) is not described")
        }
    }
}
