import { loginURL, pageURL } from "./hub.js";
import { followElement } from "./seen.js";
import { View, setText } from "./view.js";

const { words } = window;

/** Lower tiles have no room for more than a word. */
const roomForWords = 150;

/** One camera in the grid, as a link to its own page. */
export class Tile extends View {
    /**
     * @param {Element} element
     * @param {import("./hub.js").Camera} camera
     * @param {import("./view.js").Surroundings & {
     *   reshaped: () => void, unlock: (camera: import("./hub.js").Camera) => void}} page
     */
    constructor(element, camera, page) {
        super(element, camera, page);
        /** Width by height of the picture. */
        this.ratio = 16 / 9;
        this.width = 0;
        this.isSeen = false;
        this.link = this.part("open");
        this.link.addEventListener("click", (event) => this.open(event));
        this.unfollow = followElement(element, (isSeen) => this.followSight({ isSeen }));
        this.update(camera);
    }

    /** @param {import("./hub.js").Camera} camera */
    update(camera) {
        if (camera.width) this.reshape(camera.width / camera.height);
        super.update(camera);
    }

    get pixels() {
        return this.width * window.devicePixelRatio;
    }

    /** @param {import("./layout.js").Place} place */
    move({ x, y, width, height }) {
        const { style, classList } = this.element;
        style.transform = `translate(${x}px, ${y}px)`;
        style.width = `${width}px`;
        style.height = `${height}px`;
        classList.toggle("is-low", height < roomForWords);
        this.width = width;
    }

    end() {
        this.unfollow();
        super.end();
    }

    /** A tap on a locked camera asks for the PIN here; in a tab of its own there is a page for it. */
    open(event) {
        if (this.camera.authorized || event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        this.page.unlock(this.camera);
    }

    drew() {
        this.reshape(this.painter.width / this.painter.height);
    }

    showFigures() {
        const { rate } = this.feed.meter;
        setText(this.part("rate"), rate > 0 ? words.fps(rate) : "");
    }

    changed(text) {
        this.link.href = this.state === "locked" ? loginURL(this.camera.id) : pageURL(this.camera.id);
        this.link.setAttribute("aria-label", words.isNow(this.camera.name, text));
        if (this.state !== "streaming") setText(this.part("rate"), this.state === "starting" ? text : "");
    }

    reshape(ratio) {
        if (Math.abs(ratio - this.ratio) < 0.02) return;
        this.ratio = ratio;
        this.page.reshaped();
    }
}
