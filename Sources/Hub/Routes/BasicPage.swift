import Access
import Camera

/// The grid for browsers without scripts: each picture as it is now, and the page loads itself again.
struct BasicPage: Sendable {
    static let file = "basic.html"

    /// What differs: see `web/assets/basic.html`.
    private enum Blank: String {
        case seconds, cameras, pace, logout
    }

    /// One camera, and what the caller may see of it.
    struct Entry {
        let snapshot: CameraSnapshot
        let standing: AccessPolicy.Standing
    }

    /// How often the page can load itself again, in seconds.
    static let intervals = 1...3600
    static let usualInterval = 5
    private static let offered = [1, 5, 30]

    private let template = PageTemplate<Blank>(Self.file)

    /// The whole page, as UTF-8.
    ///
    /// - Parameters:
    ///   - interval: seconds.
    ///   - isSingle: one camera, as large as it is.
    ///   - stamp: makes the URLs of these pictures differ from those before: old browsers keep what they have.
    func page(_ entries: [Entry], every interval: Int, isSingle: Bool, stamp: Int64) -> [UInt8] {
        template.filled { blank in
            switch blank {
            case .seconds: "\(interval)"
            case .cameras where entries.isEmpty: "<p>\(PageWords.noCamera)</p>\n"
            case .cameras:
                entries.reduce(into: "") { $0 += Self.markup(of: $1, every: interval, isSingle: isSingle, stamp) }
            case .pace: Self.pace(interval, of: isSingle ? entries.first : nil)
            case .logout where entries.contains(where: \.standing.isUnlocked): Self.logout
            case .logout: ""
            }
        }
    }

    private static let logout: Markup = """
        <form method="post" action="logout"><button class="tool">\(PageWords.logOut)</button></form>
        """

    private static func markup(of entry: Entry, every interval: Int, isSingle: Bool, _ stamp: Int64) -> Markup {
        let camera = entry.snapshot
        var markup: Markup = "<div class=\"camera\">\n<h2>\(camera.name)</h2>\n"
        if entry.standing.isAuthorized {
            if camera.hasPicture {
                let query: Markup = isSingle ? "stale=1&amp;t=\(stamp)" : "stale=1&amp;width=640&amp;t=\(stamp)"
                markup += "<a href=\"basic?cam=\(camera.id.description)&amp;every=\(interval)\">"
                markup += "<img src=\"cam/\(camera.id.description)/frame?\(query)\" "
                markup += "alt=\"\(PageWords.picture(of: camera.name))\"></a>\n"
            }
            if let trouble = PageWords.trouble(camera.condition) { markup += "<p>\(trouble)</p>\n" }
        } else {
            markup += "<p><a href=\"login?cam=\(camera.id.description)\">\(PageWords.locked)</a></p>\n"
        }
        markup += "</div>\n"
        return markup
    }

    /// Links to load it more or less often; e-paper wants the least.
    private static func pace(_ interval: Int, of single: Entry?) -> Markup {
        let camera: Markup = single.map { "cam=\($0.snapshot.id.description)&amp;" } ?? ""
        return offered.reduce(into: "") { markup, seconds in
            if seconds == interval {
                markup += "<b>\(seconds) s</b> "
            } else {
                markup += "<a href=\"basic?\(camera)every=\(seconds)\">\(seconds) s</a> "
            }
        }
    }
}

extension CameraSnapshot {
    /// Whether asking for a picture brings one: a browser without scripts would show a broken one.
    fileprivate var hasPicture: Bool { condition.state.promisesFrame || sequence > 0 }
}
