import { Feed } from "./feed.js";
import { makePainter } from "./painter.js";

const { words } = window;

/** The figures beside a picture change no faster than one can read. */
const calm = 1000;

/**
 * @typedef {Object} Surroundings What a view needs of the page around it.
 * @property {import("./scheduler.js").Scheduler} scheduler
 * @property {() => void} refused we may not see a camera any more; the hub's list may not say so yet
 * @property {(text: string) => void} say for those who hear the page
 */

/** One camera on a page: its picture, its name and rate, and what is wrong. Parts are marked `data-part`. */
export class View {
    /**
     * @param {Element} element
     * @param {import("./hub.js").Camera} camera
     * @param {Surroundings} page
     */
    constructor(element, camera, page) {
        this.element = element;
        this.page = page;
        this.camera = camera;
        this.state = "";
        /** What is wrong, and since when; 0 if that is not known. */
        this.known = {};
        this.figuresShownAt = 0;
        this.isSeen = true;
        this.isShown = true;
        /** @type {?Feed} only while we may see the camera */
        this.feed = null;
        this.painter = makePainter(this.part("picture"));
        element.dataset.camera = camera.id;
        this.part("retry").textContent = words.retry;
        this.part("retry").addEventListener("click", () => this.hope());
    }

    // What each page makes of it: drew(picture), showFigures() now and then while pictures come, and changed(text)
    // with its state in words.

    /** How many pixels wide the picture is shown; 0: as it is. */
    get pixels() {
        return 0;
    }

    /** @param {import("./hub.js").Camera} camera */
    update(camera) {
        const isNews = camera.state !== this.camera.state;
        this.camera = camera;
        setText(this.part("name"), camera.name);
        this.painter.describe(words.pictureOf(camera.name));
        if (!camera.authorized) {
            this.lock();
            return;
        }
        if (!this.feed) this.unlock();
        this.feed.follow(camera);
        if (isTroubled(camera)) {
            this.showTrouble(camera, 0);
        } else if (isNews) {
            // Something has happened to the camera: it may answer.
            if (isTroubled({ state: this.state })) this.show("starting");
            this.hope();
        }
    }

    /** There is reason to hope that it will answer: a pause after failures ends. */
    hope() {
        if (this.feed) this.page.scheduler.hope(this.feed);
    }

    end() {
        if (this.feed) this.stop();
        this.element.remove();
    }

    /** @param {{isShown?: boolean, isSeen?: boolean}} news whether the page is shown, and this part of it in view */
    followSight(news) {
        Object.assign(this, news);
        if (!this.feed) return;
        this.feed.setWanted(this.isSeen && this.isShown);
        this.page.scheduler.turn();
    }

    unlock() {
        this.feed = new Feed(this);
        this.show("starting");
        this.feed.follow(this.camera);
        this.followSight();
        this.page.scheduler.add(this.feed);
    }

    lock() {
        if (this.feed) this.stop();
        this.showTrouble({ state: "locked", reason: words.lockedHint }, 0);
    }

    stop() {
        this.feed.end();
        this.page.scheduler.remove(this.feed);
        this.feed = null;
    }

    /** The hub does not show it to us any more. */
    refuse() {
        this.camera = Object.assign({}, this.camera, { authorized: false });
        this.lock();
        this.page.refused();
    }

    showPicture(picture) {
        this.drew(picture);
        this.known = {};
        this.show("streaming");
        const now = performance.now();
        if (now - this.figuresShownAt < calm) return;
        this.figuresShownAt = now;
        this.showFigures();
    }

    /**
     * @param {import("./hub.js").Trouble} trouble
     * @param {number} since Unix time in milliseconds; 0 if it is not known
     */
    showTrouble(trouble, since) {
        const { state } = trouble;
        // Not everyone who tells of the trouble knows since when.
        if (since > 0 || state !== this.known.state) this.known = { state, since };
        setText(this.part("title"), this.known.since > 0 ? words.since(state, this.known.since) : words.state(state));
        setText(this.part("reason"), trouble.reason || "");
        setText(this.part("hint"), trouble.hint || "");
        this.show(state);
    }

    /** @param {string} state a camera's, or `locked` */
    show(state) {
        if (state === this.state) return;
        const isFirst = this.state === "" || this.state === "starting";
        this.state = state;
        const isLocked = state === "locked";
        const hasTrouble = !isLocked && isTroubled({ state });
        const { classList } = this.element;
        classList.toggle("is-live", state === "streaming");
        classList.toggle("is-starting", state === "starting");
        classList.toggle("is-troubled", hasTrouble);
        classList.toggle("is-locked", isLocked);
        this.part("cover").hidden = !isLocked && !hasTrouble;
        this.part("retry").hidden = !hasTrouble;
        this.figuresShownAt = 0;
        const text = words.state(state);
        this.changed(text);
        if (!isFirst) this.page.say(words.isNow(this.camera.name, text));
    }

    /** @param {string} name */
    part(name) {
        return this.element.querySelector(`[data-part="${name}"]`);
    }
}

/** @param {{state: string}} camera */
export const isTroubled = ({ state }) => state !== "streaming" && state !== "idle" && state !== "starting";

/** Writes only what has changed: a screen reader hears each word once, and nothing is laid out for nothing. */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}
