/// The files of `web/assets`, which the build puts into the program.
package enum WebAssets {
    /// Every file, in no particular order.
    package static let all: [Asset] = [
        Asset("basic.html", PackageResources.basic_html),
        Asset("camera.html", PackageResources.camera_html),
        Asset("index.html", PackageResources.index_html),
        Asset("login.html", PackageResources.login_html),
        Asset("camera.css", PackageResources.camera_css),
        Asset("plain.css", PackageResources.plain_css),
        Asset("secret.css", PackageResources.secret_css),
        Asset("style.css", PackageResources.style_css),
        Asset("icon.svg", PackageResources.icon_svg),
        Asset("admin.js", PackageResources.admin_js),
        Asset("backoff.js", PackageResources.backoff_js),
        Asset("camera.js", PackageResources.camera_js),
        Asset("controls.js", PackageResources.controls_js),
        Asset("dialog.js", PackageResources.dialog_js),
        Asset("facts.js", PackageResources.facts_js),
        Asset("feed.js", PackageResources.feed_js),
        Asset("field.js", PackageResources.field_js),
        Asset("fullscreen.js", PackageResources.fullscreen_js),
        Asset("grid.js", PackageResources.grid_js),
        Asset("hub.js", PackageResources.hub_js),
        Asset("inventory.js", PackageResources.inventory_js),
        Asset("layout.js", PackageResources.layout_js),
        Asset("lockout.js", PackageResources.lockout_js),
        Asset("login.js", PackageResources.login_js),
        Asset("make.js", PackageResources.make_js),
        Asset("meter.js", PackageResources.meter_js),
        Asset("pace.js", PackageResources.pace_js),
        Asset("pad.js", PackageResources.pad_js),
        Asset("painter.js", PackageResources.painter_js),
        Asset("panel.js", PackageResources.panel_js),
        Asset("plain.js", PackageResources.plain_js),
        Asset("plainhub.js", PackageResources.plainhub_js),
        Asset("plaintile.js", PackageResources.plaintile_js),
        Asset("scheduler.js", PackageResources.scheduler_js),
        Asset("secret.js", PackageResources.secret_js),
        Asset("seen.js", PackageResources.seen_js),
        Asset("settings.js", PackageResources.settings_js),
        Asset("tile.js", PackageResources.tile_js),
        Asset("view.js", PackageResources.view_js),
        Asset("wake.js", PackageResources.wake_js),
        Asset("words.js", PackageResources.words_js),
        Asset("zoom.js", PackageResources.zoom_js),
    ]

    /// `web/openapi.json`: what the hub answers, with `{{hub}}` and `{{version}}` for what only a running hub knows.
    package static let interfaceDescription: [UInt8] = PackageResources.openapi_json

    private static let byPath = Dictionary(uniqueKeysWithValues: all.map { ($0.path, $0) })

    /// The file with this path below `web/assets`, such as `index.html`; nil if there is none.
    ///
    /// Pages fetch everything but themselves as `assets/<path>`, relative to the hub.
    package static func asset(at path: String) -> Asset? { byPath[path] }
}
