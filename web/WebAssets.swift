/// The files of `web/assets`, which the build puts into the program.
package enum WebAssets {
    /// Every file, in no particular order.
    package static let all: [Asset] = [
        Asset("index.html", PackageResources.index_html),
        Asset("camera.html", PackageResources.camera_html),
        Asset("login.html", PackageResources.login_html),
        Asset("style.css", PackageResources.style_css),
        Asset("icon.svg", PackageResources.icon_svg),
        Asset("lock.svg", PackageResources.lock_svg),
        Asset("grid.js", PackageResources.grid_js),
        Asset("camera.js", PackageResources.camera_js),
        Asset("hub.js", PackageResources.hub_js),
        Asset("inventory.js", PackageResources.inventory_js),
        Asset("pacing.js", PackageResources.pacing_js),
        Asset("player.js", PackageResources.player_js),
        Asset("view.js", PackageResources.view_js),
    ]

    /// `web/openapi.json`: what the hub answers, with `{{hub}}` and `{{version}}` for what only a running hub knows.
    package static let interfaceDescription: [UInt8] = PackageResources.openapi_json

    private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    /// The file with this path below `web/assets`, such as `index.html`; nil if there is none.
    ///
    /// Pages fetch everything but themselves as `assets/<path>`, relative to the hub.
    package static func asset(at path: String) -> Asset? { byPath[path] }
}
