import { offerFullScreen } from "./fullscreen.js";
import { Inventory } from "./inventory.js";
import { arrange } from "./layout.js";
import { Scheduler } from "./scheduler.js";
import { askPIN } from "./secret.js";
import { followPage } from "./seen.js";
import { Tile } from "./tile.js";
import { isTroubled, setText } from "./view.js";
import { keepAwake } from "./wake.js";

const { words } = window;
const [grid, template, notice, empty, count, spoken, logout, awake] = [
    "grid", "tile", "notice", "empty", "count", "spoken", "logout", "awake",
].map((id) => document.getElementById(id));

const gap = 8;

/** Where the page was scrolled to, kept while one camera is looked at. */
const place = "camhub-scroll";

const scheduler = new Scheduler();

/** @type {Map<string, Tile>} by camera id, in the order in which they are shown */
let tiles = new Map();
let isFirst = true;
let isShown = true;

const surroundings = {
    scheduler,
    unlock: (camera) => askPIN(camera, () => inventory.refresh()),
    reshaped: () => lay(true),
    refused: () => inventory.refresh(),
    say: (text) => setText(spoken, text),
};

/** @param {import("./hub.js").Camera[]} cameras in the order in which they are shown */
function show(cameras) {
    const before = tiles;
    tiles = new Map();
    for (const camera of cameras) tiles.set(camera.id, before.get(camera.id) || makeTile(camera));
    before.forEach((tile, id) => tiles.has(id) || tile.end());
    cameras.forEach((camera, index) => {
        const tile = tiles.get(camera.id);
        // Only what stands in the wrong place is moved: moving takes the focus away.
        const stands = grid.children[index] || null;
        if (stands !== tile.element) grid.insertBefore(tile.element, stands);
        if (before.has(camera.id)) tile.update(camera);
    });
    empty.hidden = cameras.length > 0;
    setText(count, cameras.length > 0 ? words.cameras(cameras.length, cameras.filter(isTroubled).length) : "");
    logout.hidden = !cameras.some(({ locked, authorized }) => locked && authorized);
    lay(!isFirst);
    if (isFirst) window.scrollTo(0, Number(sessionStorage.getItem(place)));
    isFirst = false;
}

function makeTile(camera) {
    const tile = new Tile(document.importNode(template.content, true).firstElementChild, camera, surroundings);
    tile.followSight({ isShown });
    return tile;
}

/** @param {boolean} isGentle whether one sees the tiles move */
function lay(isGentle) {
    const all = Array.from(tiles.values());
    const used = grid.offsetTop + awake.offsetHeight + gap;
    const room = { width: grid.clientWidth, height: document.documentElement.clientHeight - used };
    const { places, height } = arrange(all.map(({ ratio }) => ratio), room, gap);
    grid.classList.toggle("is-moving", isGentle);
    all.forEach((tile, index) => tile.move(places[index]));
    grid.style.height = `${height}px`;
}

function setNotice(text) {
    notice.hidden = !text;
    setText(notice, text);
}

const inventory = new Inventory(show, (isReached) => {
    setNotice(isReached ? "" : words.hubGone);
    if (isReached) scheduler.hope();
});

followPage((isSeen) => {
    isShown = isSeen;
    inventory.setRunning(isShown);
    tiles.forEach((tile) => tile.followSight({ isShown }));
    scheduler.setRunning(isShown);
});

window.addEventListener("resize", () => lay(false));
window.addEventListener("pagehide", () => sessionStorage.setItem(place, window.pageYOffset));

// The camera's page then knows the way back.
grid.addEventListener("click", (event) => {
    const tile = event.target.closest("[data-camera]");
    if (tile) sessionStorage.setItem("camhub-opened", tile.dataset.camera);
});

offerFullScreen(document.getElementById("fullscreen"));
keepAwake(awake);
