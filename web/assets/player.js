import { Refusal, Resource, framePath } from "./hub.js";
import { Backoff, VisibleLoop } from "./pacing.js";

/** @typedef {import("./hub.js").Trouble} Trouble */

/** Polls one camera and draws its frames: the next request starts when the last one has arrived or failed. */
export class Player {
    /**
     * @param {string} id
     * @param {HTMLImageElement} picture
     * @param {import("./pacing.js").Gate} gate
     * @param {{trouble: (trouble: ?Trouble) => void, rate: (fps: number) => void, locked: () => void}} report
     */
    constructor(id, picture, gate, report) {
        this.frame = new Resource(framePath(id));
        this.picture = picture;
        this.gate = gate;
        this.report = report;
        this.fps = 1;
        this.state = "";
        this.due = 0;
        this.isNewest = false;
        this.isEnded = false;
        this.backoff = new Backoff();
        /** The hub wants no question before this time. */
        this.notBefore = 0;
        /** The URL of the picture that is seen. */
        this.shown = "";
        /** @type {number[]} when the frames of the last two seconds were drawn */
        this.drawn = [];
        this.loop = new VisibleLoop((stop) => this.turn(stop));
    }

    /** The picture goes at once: it may be that it must no longer be seen. */
    end() {
        this.isEnded = true;
        this.loop.end();
        // The second one is on its way to be seen, if it is another.
        for (const url of [this.shown, this.picture.src]) URL.revokeObjectURL(url);
        this.picture.hidden = true;
        this.picture.removeAttribute("src");
        this.report.rate(0);
    }

    /**
     * What the hub's list says of the camera; another state ends a pause after failures.
     * @param {import("./hub.js").Camera} camera
     */
    update(camera) {
        const isNews = camera.state !== this.state;
        this.fps = camera.fps.target;
        this.state = camera.state;
        if (isNews) this.retry();
    }

    /** There is reason to hope: no pause after failures any more. */
    retry() {
        if (this.backoff.failures === 0 || performance.now() < this.notBefore) return;
        this.backoff.reset();
        this.due = 0;
        this.loop.wake();
    }

    /** @param {AbortSignal} stop */
    async turn(stop) {
        // Counted from the time that was planned, so that late timers do not add up; a missed turn is not made up for.
        this.due = Math.max(this.due + 1000 / this.fps, performance.now());
        try {
            const read = (response) => response.blob();
            const blob = await this.gate.pass(this.state !== "streaming", () => this.frame.ask(read, stop));
            if (blob) await this.draw(blob);
            else if (this.isNewest) this.due -= 500 / this.fps;
            // Nothing newer, right after a new one: we ask just before the frames come. Half an interval
            // earlier, once, and from then on we ask in their middle.
            this.isNewest = blob !== null;
            this.backoff.reset();
            this.report.trouble(null);
        } catch (error) {
            if (!stop.aborted) this.fail(error);
        }
        if (!stop.aborted) this.measure();
        return this.due;
    }

    /** @param {Error} error */
    fail(error) {
        if (error.status === 401) {
            this.report.locked();
            return;
        }
        this.notBefore = performance.now() + (error.pause || 0);
        this.due = Math.max(performance.now() + this.backoff.next(), this.notBefore);
        const silence = { state: "unreachable", reason: "the hub does not answer" };
        this.report.trouble(error instanceof Refusal ? error.trouble : silence);
    }

    /**
     * The old picture stays until the new one is decoded: a tile never shows a broken image.
     * @param {Blob} blob
     */
    async draw(blob) {
        const url = URL.createObjectURL(blob);
        try {
            await load(new Image(), url);
            if (this.isEnded) throw new Error("the picture came too late");
            await load(this.picture, url);
        } catch (error) {
            URL.revokeObjectURL(url);
            throw error;
        }
        URL.revokeObjectURL(this.shown);
        this.shown = url;
        this.picture.hidden = false;
        this.drawn.push(performance.now());
    }

    measure() {
        const window = 2000;
        const since = performance.now() - window;
        this.drawn = this.drawn.filter((time) => time > since);
        this.report.rate((this.drawn.length * 1000) / window);
    }
}

/**
 * @param {HTMLImageElement} image
 * @param {string} url
 */
function load(image, url) {
    return new Promise((resolve, reject) => {
        image.onload = resolve;
        image.onerror = () => reject(new Refusal({ state: "failed", reason: "the hub sent a picture that is none" }));
        image.src = url;
    });
}
