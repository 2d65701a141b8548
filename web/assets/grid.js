import { pageURL } from "./hub.js";
import { setNotice, watchCameras } from "./inventory.js";
import { Gate } from "./pacing.js";
import { View } from "./view.js";

const grid = document.getElementById("grid");
const template = document.getElementById("tile");
const gate = new Gate();

/** @type {Map<string, View>} by camera id */
const tiles = new Map();

/** @param {import("./hub.js").Camera} camera */
function makeTile(camera) {
    const element = document.importNode(template.content, true).firstElementChild;
    const tile = new View(element, camera.id, gate);
    tile.part("link").href = pageURL(camera.id);
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
}

watchCameras(show, (isReached, isNews) => {
    if (isReached && isNews) tiles.forEach((tile) => tile.player.retry());
    if (!isReached) setNotice("The hub does not answer. Trying again…");
    else setNotice(tiles.size === 0 ? "No camera yet: plug a camera in." : "");
});
