import { Facts } from "./facts.js";
import { offerFullScreen } from "./fullscreen.js";
import { loginURL } from "./hub.js";
import { Inventory } from "./inventory.js";
import { Panel } from "./panel.js";
import { Scheduler } from "./scheduler.js";
import { followPage } from "./seen.js";
import { View, setText } from "./view.js";
import { keepAwake } from "./wake.js";
import { Zoom } from "./zoom.js";

const { words } = window;
const id = decodeURIComponent(location.pathname.split("/").pop());
const [stage, notice, back, save, fullscreen, unzoom, settings, awake, spoken] = [
    "stage", "notice", "back", "save", "fullscreen", "unzoom", "settings", "awake", "spoken",
].map((name) => document.getElementById(name));

const scheduler = new Scheduler();
const facts = new Facts(id);

/** The one camera of this page, as large as the window. */
class Single extends View {
    drew(picture) {
        facts.drew(picture);
    }

    showFigures() {
        setText(this.part("rate"), facts.text(this.feed.meter));
    }

    changed(text) {
        save.hidden = this.state === "locked";
        if (this.state === "locked") location.replace(loginURL(id));
        if (this.state !== "streaming") setText(this.part("rate"), text);
    }
}

/** @type {?Single} */
let view = null;
let isShown = true;

/** @param {import("./hub.js").Camera[]} cameras */
function show(cameras) {
    const camera = cameras.find((camera) => camera.id === id);
    setNotice(camera ? "" : words.noSuchCamera);
    if (!camera) return;
    document.title = camera.name;
    if (!view) {
        view = new Single(stage, camera, { scheduler, refused: () => {}, say: (text) => setText(spoken, text) });
        view.followSight({ isShown });
    }
    view.update(camera);
    panel.follow(camera);
}

function setNotice(text) {
    notice.hidden = !text;
    setText(notice, text);
}

const panel = new Panel(id, document.getElementById("panel"), settings);
const inventory = new Inventory(show, (isReached) => {
    setNotice(isReached ? "" : words.hubGone);
    if (!isReached) return;
    scheduler.hope();
    inventory.refresh();
});

followPage((isSeen) => {
    isShown = isSeen;
    inventory.setRunning(isShown);
    if (view) view.followSight({ isShown });
    scheduler.setRunning(isShown);
});

const zoom = new Zoom(stage, stage.querySelector("[data-part=picture]"), (isClose) => {
    unzoom.hidden = !isClose;
    stage.classList.toggle("is-close", isClose);
});

document.addEventListener("keydown", (event) => {
    const isTyping = event.target.closest("input, select, textarea");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "Escape") {
        if (panel.isOpen) panel.close();
        else back.click();
    } else if (zoom.key(event.key)) {
        event.preventDefault();
    }
});

// Whoever comes from the grid goes back to where it was.
back.addEventListener("click", (event) => {
    if (sessionStorage.getItem("camhub-opened") !== id || history.length < 2) return;
    event.preventDefault();
    sessionStorage.removeItem("camhub-opened");
    history.back();
});

save.addEventListener("click", () => facts.offer(save, id));
unzoom.addEventListener("click", () => zoom.reset());
offerFullScreen(fullscreen);
keepAwake(awake);
