import Glibc
import HubTesting
import Testing

/// The documentation says what there is, and its links lead somewhere.
@Suite struct DocumentTests {
    @Test("Every relative link leads to a file, and to a heading in it", arguments: Document.all)
    func linksResolve(document: Document) throws {
        let folder = document.path.split(separator: "/").dropLast()
        for match in document.prose.matches(of: /\]\((?!https?:|mailto:)([^)#\s]*)(?:#([^)\s]*))?\)/) {
            var parts = match.output.1.isEmpty ? document.path.split(separator: "/") : folder + []
            for part in match.output.1.split(separator: "/") {
                if part == ".." { parts.removeLast() } else { parts.append(part) }
            }
            let path = parts.joined(separator: "/")
            #expect(Checkout.exists(path), "\(document) links to \(path)")
            guard let anchor = match.output.2 else { continue }
            let isThere = Document(path).anchors.contains(String(anchor))
            #expect(isThere, "\(document) links to \(path)#\(anchor), and there is no such heading")
        }
    }

    @Test("Every document is in the list of docs/README.md, or is a decision that docs/architecture.md lists")
    func everyDocumentIsListed() {
        let lists = ["docs/README.md": "docs/", "docs/architecture.md": "docs/decisions/"]
        for (list, folder) in lists {
            let text = Document(list).prose
            for document in Document.all where document.path.hasPrefix(folder) && document.path != list {
                let name = document.path.dropFirst(folder.count)
                guard !name.contains("/") else { continue }
                let link = folder == "docs/" ? "(\(name))" : "(decisions/\(name))"
                #expect(text.contains(link), "\(list) does not list \(document)")
            }
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

    // MARK: - What documents name

    @Test("Every route that a document names is in the description of the interface", arguments: Document.all)
    func routesExist(document: Document) throws {
        let described = try Checkout.text("web/openapi.json").matches(of: /(?m)^    "(\/[^"]*)": \{/).map(\.output.1)
        #expect(described.count > 15, "the paths are no longer found in openapi.json")
        let text = try Checkout.text(document.path)
        let ofCameras = text.matches(of: /\/cam\/(?:<id>|[a-z0-9-]+)\/([a-z]+)/).map { "/cam/{id}/\($0.output.1)" }
        let ofTheHub = document.spans.compactMap { span in
            span.firstMatch(of: /^(?:GET|POST|PATCH|DELETE) (\/[a-z.]*)(?:$|\?)/).map { String($0.output.1) }
        }
        for route in Set(ofCameras + ofTheHub) {
            #expect(described.contains(Substring(route)), "\(document) names \(route)")
        }
    }

    @Test("Every script that a document names is there", arguments: Document.all)
    func scriptsExist(document: Document) throws {
        for match in try Checkout.text(document.path).matches(of: /\bscripts\/[a-z-]+(?:\/[a-z.]+[a-z])?/) {
            #expect(Checkout.exists(String(match.output)), "\(document) names \(match.output)")
        }
    }

    @Test("What the troubleshooting says that the hub says is in its source, word for word")
    func quotedWords() throws {
        let sources = Checkout.files(in: ["Sources", "web/assets"], ending: [".swift", ".js", ".html"])
        // As it is put together: pieces that are added to each other are one.
        let own = try sources.map { try Checkout.text($0).replacing(/"\s*\+ "/, with: "") }
        let kernel = [EBUSY, EACCES, EADDRINUSE].map { String(cString: strerror($0)) }
        let said = (own + kernel + kernel.map { $0.lowercased() }).joined(separator: "\n")
        let rows = Document("docs/troubleshooting.md").prose.matches(of: /(?m)^\| (?!---)(.*?) \|(.*) \|$/)
        #expect(rows.count > 30)
        for row in rows {
            let cells = String(row.output.0).split(separator: " | ")
            let quoted = cells.dropLast().joined(separator: " ").matches(of: /`([^`]+)`/).map(\.output.1)
            for piece in quoted.flatMap({ $0.split(separator: "…") }) {
                let words = piece.trimmingPrefix(while: \.isWhitespace)
                let isSaid = said.contains(words)
                #expect(isSaid, "nobody says: \(words)")
            }
        }
    }
}
