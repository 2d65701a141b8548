import { Stop, getPicture, getStatus } from "./hub.js";
import { Meter } from "./meter.js";
import { Pace } from "./pace.js";

const { words } = window;

/** The pictures of one camera: asks for the newest, draws it, and says what is wrong if there is none. */
export class Feed {
    /** @param {import("./view.js").View} view shows them, and hears what becomes of each question */
    constructor(view) {
        this.id = view.camera.id;
        this.view = view;
        this.painter = view.painter;
        this.pace = new Pace(1000);
        this.meter = new Meter();
        this.isWanted = true;
        this.state = "";
        this.tag = "";
        this.asked = 0;
        this.answered = 0;
        this.refused = 0;
        this.troubleState = "";
        this.stop = new Stop();
    }

    get isHeld() {
        return this.state !== "streaming";
    }

    /** @param {import("./hub.js").Camera} camera what the list says of it */
    follow({ state, fps }) {
        this.state = state;
        this.pace.interval = 1000 / fps.target;
    }

    /** Whether to ask: what is on its way for nobody is given up. */
    setWanted(isWanted) {
        this.isWanted = isWanted;
        this.stop = this.stop.next(isWanted);
    }

    /** The picture goes at once: it may be that it must no longer be seen. */
    end() {
        this.setWanted(false);
        this.painter.clear();
    }

    /** @returns {Promise<import("./scheduler.js").Outcome>} */
    async ask() {
        const turn = ++this.asked;
        const { stop } = this;
        try {
            const picture = await getPicture(this.id, this.query(), this.tag, stop);
            if (stop.isDone) return { kind: "stopped" };
            if (!picture) return this.repeated();
            // A later question may have been answered before.
            if (turn < this.answered) return { kind: "same" };
            this.answered = turn;
            this.tag = picture.tag;
            return { kind: "new", drawn: this.draw(picture, turn, stop) };
        } catch (error) {
            if (stop.isDone) return { kind: "stopped" };
            this.refused = turn;
            return this.failed(error, stop);
        }
    }

    query() {
        const width = Math.round(this.view.pixels);
        return width > 0 ? `width=${width}` : "";
    }

    /** The picture that we have is still the newest. */
    repeated() {
        this.troubleState = "";
        this.view.show("streaming");
        return { kind: "same" };
    }

    /** @returns {Promise<boolean>} false if it is none */
    async draw(picture, turn, stop) {
        try {
            await this.painter.paint(picture.blob);
        } catch (_) {
            if (!stop.isDone) this.view.showTrouble({ state: "failed", reason: words.noPicture }, 0);
            return false;
        }
        // A later question may have been refused meanwhile.
        if (stop.isDone || turn < this.refused) return true;
        this.troubleState = "";
        this.meter.count(performance.now(), picture.blob.size);
        this.view.showPicture(picture);
        return true;
    }

    /**
     * @param {Error} error
     * @param {Stop} stop
     */
    async failed(error, stop) {
        this.meter.reset();
        if (error.status === 401) {
            this.view.refuse();
            return { kind: "stopped" };
        }
        const trouble = error.trouble || { state: "unreachable", reason: words.hubSilent };
        const isNews = error.status === 503 && trouble.state !== this.troubleState;
        this.troubleState = trouble.state;
        this.view.showTrouble(trouble, 0);
        if (isNews) await this.explain(trouble, stop);
        return { kind: "failed", pause: error.pause };
    }

    /** Since when it is so, and what was seen last. What cannot be had is not missed. */
    async explain(trouble, stop) {
        try {
            const { since } = await getStatus(this.id, stop);
            if (!stop.isDone && this.troubleState === trouble.state) this.view.showTrouble(trouble, since);
            if (this.painter.hasPicture) return;
            const last = await getPicture(this.id, `${this.query()}&stale=1`, "", stop);
            if (!stop.isDone) await this.painter.paint(last.blob);
        } catch (_) {
            // It stays with what has been said.
        }
    }
}
