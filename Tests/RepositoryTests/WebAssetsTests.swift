import FoundationEssentials
import Testing
import WebAssets

/// The program carries the pages as they are in `web/assets`.
@Suite struct WebAssetsTests {
    @Test("Every file of web/assets is in the program, and nothing else")
    func everyFileIsCarried() {
        let files = Checkout.files(in: ["web/assets"]).map { String($0.dropFirst("web/assets/".count)) }
        #expect(WebAssets.all.map(\.path).sorted() == files, "add it to the list in web/WebAssets.swift")
    }

    @Test("Each file is carried byte by byte, and found by its path", arguments: WebAssets.all.map(\.path))
    func bytesAreThoseOfTheFile(path: String) throws {
        let asset = try #require(WebAssets.asset(at: path))
        #expect(try Data(contentsOf: URL(filePath: "\(Checkout.root)web/assets/\(path)")) == Data(asset.bytes))
    }

    @Test("A path that is no file's finds nothing", arguments: ["", "/", "index", "../WebAssets.swift", "index.html/"])
    func otherPathsFindNothing(path: String) {
        #expect(WebAssets.asset(at: path) == nil)
    }

    @Test("Entity tags are short and differ between files")
    func entityTagsDiffer() {
        let tags = WebAssets.all.map(\.entityTag)
        #expect(Set(tags).count == tags.count)
        #expect(tags.allSatisfy { $0.contains(/^[0-9a-f]{8,16}$/) })
    }

    @Test("Browsers are told what each file is: nosniff leaves them no guess")
    func mediaTypesAreExact() {
        let types = Dictionary(WebAssets.all.map { (String($0.path.split(separator: ".").last ?? ""), $0.mediaType) }) {
            one, _ in one
        }
        #expect(types["html"] == "text/html; charset=utf-8")
        #expect(types["css"] == "text/css; charset=utf-8")
        #expect(types["js"] == "text/javascript; charset=utf-8")
        #expect(types["svg"] == "image/svg+xml")
    }

    @Test("Pages, scripts and styles name only files that there are", arguments: WebAssets.all.map(\.path))
    func referencesResolve(path: String) throws {
        let text = try Checkout.text("web/assets/\(path)")
        let inPage = /(?:href|src)="(?:\.\.\/|\{\{hub\}\})?assets\/([^"]+)"/
        let inScript = /from "\.\/([^"]+)"/
        let inStyle = /url\("([^"]+)"\)/
        for name in [inPage, inScript, inStyle].flatMap({ text.matches(of: $0) }).map(\.output.1) {
            #expect(WebAssets.asset(at: String(name)) != nil, "\(path) names \(name)")
        }
    }
}
