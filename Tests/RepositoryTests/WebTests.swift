import Testing

/// The pages keep the promises that their Content-Security-Policy makes.
@Suite struct WebTests {
    private let pages = Checkout.files(in: ["web/assets"], ending: [".html"])
    private let scripts = Checkout.files(in: ["web/assets"], ending: [".js"])
    private let styles = Checkout.files(in: ["web/assets"], ending: [".css", ".svg"])

    @Test("No text becomes markup: `textContent` and templates only")
    func noTextBecomesMarkup() throws {
        let forbidden = /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function\(/
        #expect(try Checkout.lines(of: scripts + pages, matching: forbidden) == [])
    }

    @Test("No inline script, style or handler: the policy would block it")
    func nothingIsInline() throws {
        let script = /<script(?![^>]*\bsrc=)[^>]*>|<style|\bstyle=|\son[a-z]+=|javascript:/
        #expect(try Checkout.lines(of: pages, matching: script) == [])
        #expect(try Checkout.lines(of: scripts, matching: /\.setAttribute\(["'](style|on\w+)|\.style\s*=/) == [])
    }

    @Test("Nothing comes from elsewhere: no URL of another host")
    func nothingComesFromElsewhere() throws {
        let urls = try Checkout.lines(of: pages + scripts + styles, matching: /(https?:)?\/\/[a-z0-9-]+\.[a-z]/)
        #expect(urls.filter { !$0.contains("http://www.w3.org/2000/svg") } == [])
    }

    @Test("Pages ask by relative URLs, so that they work below any path")
    func urlsAreRelative() throws {
        #expect(try Checkout.lines(of: pages, matching: /\b(href|src|action)="\//) == [])
        #expect(try Checkout.lines(of: scripts, matching: /fetch\(["'`]\//) == [])
    }

    @Test("All that the grid loads besides pictures is at most 60 KB")
    func gridIsSmall() throws {
        var files: Set = ["index.html"]
        var rest = Array(files)
        while let file = rest.popLast() {
            let text = try Checkout.text("web/assets/\(file)")
            let named = text.matches(of: /(?:href|src)="assets\/([^"]+)"|from "\.\/([^"]+)"/)
            // What browsers with modules do not load.
            let plain = Set(text.matches(of: /nomodule src="assets\/([^"]+)"/).map { String($0.output.1) })
            for name in named.map({ String($0.output.1 ?? $0.output.2 ?? "") }) where !plain.contains(name) {
                if files.insert(name).inserted { rest.append(name) }
            }
        }
        #expect(files.count > 10)
        #expect(try files.reduce(0) { try $0 + Checkout.text("web/assets/\($1)").utf8.count } <= 60_000)
    }

    @Test("Styles do without what browsers of 2019 lack, as cars have them")
    func stylesAreOld() throws {
        let young = /aspect-ratio|[^-]inset:|:is\(|:where\(|:has\(|\d[dsl]v[hw]|@layer|@container|color-mix|^\s*&/
        #expect(try Checkout.lines(of: styles, matching: young) == [])
        // In a grid there is `grid-gap`; in a row of flexible boxes there is none.
        #expect(try Checkout.lines(of: styles, matching: /[{; ]gap:/) == [])
    }

    @Test("A script is no longer than 200 lines")
    func scriptsAreShort() throws {
        for file in scripts {
            let lines = try Checkout.text(file).count { $0.isNewline }
            #expect(lines <= 200, "\(file) has \(lines) lines")
        }
    }
}
