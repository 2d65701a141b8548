import { logOut, loginURL, pageURL } from "./hub.js";
import { setNotice, watchCameras } from "./inventory.js";
import { Gate } from "./pacing.js";
import { View } from "./view.js";

const grid = document.getElementById("grid");
const template = document.getElementById("tile");
const logout = document.getElementById("logout");
const gate = new Gate();

/** @type {Map<string, View>} by camera id */
const tiles = new Map();

/** @param {import("./hub.js").Camera} camera */
function makeTile(camera) {
    const element = document.importNode(template.content, true).firstElementChild;
    const tile = new View(element, camera.id, gate, (isLocked) => {
        tile.part("link").href = isLocked ? loginURL(camera.id) : pageURL(camera.id);
        tile.part("locked").hidden = !isLocked;
        // The list may still say otherwise, and go on saying that nothing has changed.
        if (isLocked) list.forget();
    });
    tiles.set(camera.id, tile);
    return tile;
}

/** @param {import("./hub.js").Camera[]} cameras in the order in which they are shown */
function show(cameras) {
    const ids = new Set(cameras.map((camera) => camera.id));
    for (const [id, tile] of tiles) {
        if (ids.has(id)) continue;
        tile.end();
        tiles.delete(id);
    }
    cameras.forEach((camera, index) => {
        const tile = tiles.get(camera.id) || makeTile(camera);
        // Only what stands in the wrong place is moved: moving takes the focus away.
        const place = grid.children[index] || null;
        if (place !== tile.element) grid.insertBefore(tile.element, place);
        tile.update(camera);
    });
    logout.hidden = !cameras.some((camera) => camera.locked && camera.authorized);
}

const list = watchCameras(show, (isReached, isNews) => {
    if (isReached && isNews) tiles.forEach((tile) => tile.retry());
    if (!isReached) setNotice("The hub does not answer. Trying again…");
    else setNotice(tiles.size === 0 ? "No camera yet: plug a camera in." : "");
});

logout.addEventListener("click", async () => {
    try {
        await logOut();
        location.reload();
    } catch (error) {
        setNotice(`You are still logged in: ${error.message}`);
    }
});
