import { Player } from "./player.js";

/** @typedef {import("./hub.js").Camera} Camera */

/** One camera on a page: the picture, its name and rate, and what is wrong. Parts are marked `data-part`. */
export class View {
    /**
     * @param {Element} element holds the parts
     * @param {string} id of the camera
     * @param {import("./pacing.js").Gate} gate
     */
    constructor(element, id, gate) {
        this.element = element;
        this.frame = element.matches(".view") ? element : element.querySelector(".view");
        this.frame.dataset.camera = id;
        this.player = new Player(id, this.part("picture"), gate, {
            trouble: (trouble) => this.showTrouble(trouble),
            rate: (fps) => this.setText("rate", fps > 0 ? `${fps.toFixed(1)} fps` : ""),
        });
    }

    /** @param {Camera} camera */
    update(camera) {
        this.setText("name", camera.name);
        this.part("picture").alt = `Live picture of ${camera.name}`;
        this.player.update(camera);
        if (camera.reason) this.showTrouble(camera);
    }

    end() {
        this.player.end();
        this.element.remove();
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
