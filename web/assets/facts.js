import { ask } from "./hub.js";

const { words } = window;

/** The hub's clock and this browser's drift apart slowly. */
const compareEvery = 60000;
const soon = 5000;

/** What there is to say about the pictures of one camera: how many come, how old they are, how large. */
export class Facts {
    /** @param {string} id of the camera */
    constructor(id) {
        this.id = id;
        /** @type {?number} by how much the hub's clock is ahead of this browser's, in milliseconds */
        this.lead = null;
        this.comparedAt = -Infinity;
        /** @type {?import("./hub.js").Picture} the one that is seen */
        this.picture = null;
        this.url = "";
    }

    /** @param {import("./hub.js").Picture} picture */
    drew(picture) {
        this.picture = picture;
        this.drawnAt = Date.now();
        if (performance.now() - this.comparedAt > compareEvery) this.compare();
    }

    async compare() {
        this.comparedAt = performance.now();
        try {
            this.lead = await ask(`cam/${this.id}/frame?stale=1`, { method: "HEAD" }, readLead);
        } catch (_) {
            // The age is left out until the clocks can be compared.
            this.comparedAt += soon - compareEvery;
        }
    }

    /** @param {import("./meter.js").Meter} meter */
    text({ rate, bitsPerSecond }) {
        const parts = [];
        if (rate > 0) parts.push(words.fps(rate));
        if (this.lead !== null) parts.push(words.age(this.drawnAt + this.lead - this.picture.takenAt));
        if (rate > 0) parts.push(words.bits(bitsPerSecond));
        return parts.join(" · ");
    }

    /**
     * Lets a link save the picture that is seen.
     * @param {HTMLAnchorElement} link
     * @param {string} name
     */
    offer(link, name) {
        if (!this.picture) return;
        if (this.url) URL.revokeObjectURL(this.url);
        this.url = URL.createObjectURL(this.picture.blob);
        link.href = this.url;
        link.download = `${name}-${words.stamp(this.picture.takenAt)}.jpg`;
    }
}

/** A picture's age says what time it is at the hub. */
const readLead = async ({ headers }) =>
    Number(headers.get("X-Frame-Timestamp")) + Number(headers.get("X-Frame-Age")) - Date.now();
