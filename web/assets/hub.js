/**
 * All that these pages ask the hub.
 *
 * @typedef {Object} Camera One entry of the hub's list.
 * @property {string} id
 * @property {string} name
 * @property {string} state
 * @property {boolean} locked whether it takes a PIN, also one that has been shown
 * @property {boolean} authorized whether we may see it; if not, nothing below is there
 * @property {string} [reason]
 * @property {string} [hint]
 * @property {{target: number, measured: number}} [fps]
 *
 * @typedef {Object} Trouble Why there is no picture.
 * @property {string} state
 * @property {string} [reason]
 * @property {string} [hint]
 */

/** Where the hub is, relative to the page: pages work below any path. */
const base = document.documentElement.dataset.hub;

/** No answer may take longer than this; the hub itself makes nobody wait more than 5 s. */
const patience = 10000;

/** Tells the hub that a script asks: no dialog of the browser's own must cover the page. */
const signature = { "X-Requested-With": "camhub" };

/** The hub answered that it has nothing to give. */
export class Refusal extends Error {
    /**
     * @param {Trouble} trouble
     * @param {number} [status] of HTTP
     * @param {number} [pause] for how long the hub wants to be left alone, in milliseconds
     */
    constructor(trouble, status = 0, pause = 0) {
        super(trouble.reason);
        this.trouble = trouble;
        this.status = status;
        this.pause = pause;
    }
}

/** Something that changes, asked again and again: what has not changed costs no body. */
export class Resource {
    /** @param {string} path below the hub */
    constructor(path) {
        this.url = base + path;
        this.tag = "";
    }

    /** The next answer comes whole, whether it has changed or not. */
    forget() {
        this.tag = "";
    }

    /**
     * Asks once.
     * @param {(response: Response) => Promise<any>} read what to do with a new body
     * @param {AbortSignal} stop ends the request
     * @returns {Promise<any>} what `read` made of it, or null if nothing has changed
     * @throws {Refusal} when the hub says why not
     */
    async ask(read, stop) {
        const abort = new AbortController();
        const giveUp = () => abort.abort();
        const timer = setTimeout(giveUp, patience);
        stop.addEventListener("abort", giveUp);
        if (stop.aborted) giveUp();
        try {
            const headers = Object.assign({}, signature, this.tag && { "If-None-Match": this.tag });
            const response = await fetch(this.url, { headers, cache: "no-store", signal: abort.signal });
            if (response.status === 304) return null;
            if (!response.ok) throw await refusal(response);
            const content = await read(response);
            this.tag = response.headers.get("ETag") || "";
            return content;
        } finally {
            clearTimeout(timer);
            stop.removeEventListener("abort", giveUp);
        }
    }
}

/**
 * @param {Response} response
 * @returns {Promise<Refusal>}
 */
async function refusal(response) {
    const { status } = response;
    const isTooOften = status === 429;
    const seconds = isTooOften ? Number(response.headers.get("Retry-After")) : 0;
    const pause = seconds > 0 ? seconds * 1000 : 0;
    const fallback = isTooOften ? "please wait" : "failed";
    try {
        const { state, reason, error, hint } = await response.json();
        return new Refusal({ state: state || fallback, reason: reason || error, hint }, status, pause);
    } catch (_) {
        return new Refusal({ state: fallback, reason: `the hub answered ${status}` }, status, pause);
    }
}

/**
 * Ends the session: what is locked has to be unlocked again.
 * @throws {Error} when the hub did not do it
 */
export async function logOut() {
    const headers = Object.assign({ "Content-Type": "application/json" }, signature);
    const response = await fetch(`${base}logout`, { method: "POST", headers, body: "{}" });
    if (!response.ok) throw await refusal(response);
}

/** @param {string} id */
export const framePath = (id) => `cam/${id}/frame`;

/** @param {string} id */
export const pageURL = (id) => `${base}cam/${id}`;

/** @param {string} id */
export const loginURL = (id) => `${base}login?cam=${id}`;
