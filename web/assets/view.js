import { Player } from "./player.js";

/** @typedef {import("./hub.js").Camera} Camera */

/** One camera on a page: the picture, its name and rate, and what is wrong. Parts are marked `data-part`. */
export class View {
    /**
     * @param {Element} element holds the parts
     * @param {string} id of the camera
     * @param {import("./pacing.js").Gate} gate
     * @param {(isLocked: boolean) => void} onLock called at first and whenever that changes
     */
    constructor(element, id, gate, onLock) {
        this.element = element;
        this.id = id;
        this.gate = gate;
        this.onLock = onLock;
        /** @type {?boolean} null as long as it is not known */
        this.isLocked = null;
        /** @type {?Player} only while we may see the camera */
        this.player = null;
        this.frame = element.matches(".view") ? element : element.querySelector(".view");
        this.frame.dataset.camera = id;
    }

    /** @param {Camera} camera */
    update(camera) {
        this.setText("name", camera.name);
        this.part("picture").alt = `Live picture of ${camera.name}`;
        this.setLocked(!camera.authorized);
        if (!this.player) return;
        this.player.update(camera);
        if (camera.reason) this.showTrouble(camera);
    }

    /** There is reason to hope: asks at once, if there is a pause after failures. */
    retry() {
        if (this.player) this.player.retry();
    }

    end() {
        if (this.player) this.player.end();
        this.element.remove();
    }

    /** @param {boolean} isLocked */
    setLocked(isLocked) {
        if (isLocked === this.isLocked) return;
        this.isLocked = isLocked;
        if (!isLocked) {
            this.player = this.makePlayer();
        } else if (this.player) {
            this.player.end();
            this.player = null;
            this.showTrouble(null);
        }
        this.onLock(isLocked);
    }

    makePlayer() {
        return new Player(this.id, this.part("picture"), this.gate, {
            trouble: (trouble) => this.showTrouble(trouble),
            rate: (fps) => this.setText("rate", fps > 0 ? `${fps.toFixed(1)} fps` : ""),
            locked: () => this.setLocked(true),
        });
    }

    /** @param {?import("./hub.js").Trouble} trouble */
    showTrouble(trouble) {
        this.frame.classList.toggle("is-troubled", trouble !== null);
        this.part("trouble").hidden = trouble === null;
        if (!trouble) return;
        this.setText("state", trouble.state.replace("-", " "));
        this.setText("reason", trouble.reason || "");
        this.setText("hint", trouble.hint || "");
    }

    /** @param {string} name */
    part(name) {
        return this.element.querySelector(`[data-part="${name}"]`);
    }

    /** Writes only what has changed: a screen reader hears each word once. */
    setText(name, text) {
        const part = this.part(name);
        if (part.textContent !== text) part.textContent = text;
    }
}
