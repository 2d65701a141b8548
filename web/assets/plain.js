/* The cameras: in the grid all of them, on a camera's page that one. */
(function () {
    "use strict";

    var plain = window.plain;
    var words = window.words;
    var page = /\/cam\/([^\/]+)$/.exec(location.pathname);
    var only = page ? decodeURIComponent(page[1]) : null;
    var list = document.getElementById("grid");
    var notice = document.getElementById("notice");
    var logout = document.getElementById("logout");
    var tiles = {};

    function setNotice(text) {
        notice.removeAttribute("hidden");
        notice.style.display = text ? "block" : "none";
        plain.setText(notice, text);
    }

    function show(cameras) {
        var known = {};
        var isUnlocked = false;
        var index;
        var camera;
        for (index = 0; index < cameras.length; index += 1) {
            camera = cameras[index];
            if (only !== null && camera.id !== only) continue;
            known[camera.id] = true;
            isUnlocked = isUnlocked || (camera.locked && camera.authorized);
            if (!tiles.hasOwnProperty(camera.id)) {
                tiles[camera.id] = new plain.Tile(camera, refresh);
                list.appendChild(tiles[camera.id].item);
            }
            tiles[camera.id].update(camera);
        }
        for (camera in tiles) {
            if (tiles.hasOwnProperty(camera) && !known[camera]) {
                tiles[camera].isGone = true;
                list.removeChild(tiles[camera].item);
                delete tiles[camera];
            }
        }
        setNotice(cameras.length > 0 ? "" : words.empty);
        if (logout) logout.style.display = isUnlocked ? "block" : "none";
    }

    var tag = "";
    var failures = 0;
    var timer = 0;

    function refresh() {
        tag = "";
        clearTimeout(timer);
        follow();
    }

    function follow() {
        if (document.hidden) {
            timer = setTimeout(follow, 1000);
            return;
        }
        plain.ask("GET", "cameras", null, "", tag, function (request) {
            failures = request.status === 200 || request.status === 304 ? 0 : failures + 1;
            if (request.status === 200) {
                tag = request.getResponseHeader("ETag");
                show(JSON.parse(request.responseText).cameras);
            }
            if (failures > 0) {
                tag = "";
                setNotice(words.hubGone);
            }
            clearTimeout(timer);
            timer = setTimeout(follow, failures > 0 ? plain.delayAfter(failures) : 1000);
        });
    }

    if (logout) logout.removeAttribute("hidden");
    if (!list) {
        list = plain.element("ul", "grid");
        document.body.appendChild(list);
    }
    var style = plain.element("link", "");
    style.rel = "stylesheet";
    style.href = plain.base + "assets/plain.css";
    document.body.appendChild(style);
    document.body.className += " plain";
    follow();
}());
