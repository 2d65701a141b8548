/**
 * All that these pages ask the hub.
 *
 * @typedef {Object} Camera One entry of the hub's list.
 * @property {string} id
 * @property {string} name
 * @property {string} state
 * @property {string} [reason]
 * @property {string} [hint]
 * @property {{target: number, measured: number}} fps
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

/** The hub answered that it has nothing to give. */
export class Refusal extends Error {
    /** @param {Trouble} trouble */
    constructor(trouble) {
        super(trouble.reason);
        this.trouble = trouble;
    }
}

/** Something that changes, asked again and again: what has not changed costs no body. */
export class Resource {
    /** @param {string} path below the hub */
    constructor(path) {
        this.url = base + path;
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
            const headers = this.tag ? { "If-None-Match": this.tag } : {};
            const response = await fetch(this.url, { headers, cache: "no-store", signal: abort.signal });
            if (response.status === 304) return null;
            if (!response.ok) throw new Refusal(await explanation(response));
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
 * @returns {Promise<Trouble>}
 */
async function explanation(response) {
    try {
        const { state, reason, error, hint } = await response.json();
        return { state: state || "failed", reason: reason || error, hint };
    } catch (_) {
        return { state: "failed", reason: `the hub answered ${response.status}` };
    }
}

/** @param {string} id */
export const framePath = (id) => `cam/${id}/frame`;

/** @param {string} id */
export const pageURL = (id) => `${base}cam/${id}`;
