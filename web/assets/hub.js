/**
 * All that these pages ask the hub.
 *
 * @typedef {Object} Camera One entry of the hub's list.
 * @property {string} id
 * @property {string} name
 * @property {string} state
 * @property {boolean} locked whether it takes a PIN, even one that was shown
 * @property {boolean} authorized whether we may see it; if not, nothing below is there
 * @property {?number} [width] of the picture, as is `height`
 * @property {{target: number}} [fps]
 *
 * @typedef {Object} Trouble Why there is no picture.
 * @property {string} state
 * @property {?string} [reason]
 * @property {?string} [hint]
 *
 * @typedef {Object} Picture
 * @property {Blob} blob
 * @property {string} tag
 * @property {number} takenAt Unix time in milliseconds, by the hub's clock
 */

const { words } = window;

/** Where the hub is, relative to the page: pages work below any path. */
export const base = document.documentElement.dataset.hub;

/** No answer may take longer than this; the hub itself makes nobody wait more than 5 s. */
const patience = 10000;

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

/** Ends what is on its way, in browsers that can. */
export class Stop {
    constructor() {
        this.isDone = false;
        this.controller = window.AbortController ? new AbortController() : null;
    }

    /** @returns {Stop} for what is asked next: another one, if this one was ended and somebody wants something again */
    next(isWanted) {
        if (!isWanted) this.end();
        return isWanted && this.isDone ? new Stop() : this;
    }

    end() {
        this.isDone = true;
        if (this.controller) this.controller.abort();
    }
}

/**
 * Asks once.
 * @template T
 * @param {string} path below the hub
 * @param {{method?: string, tag?: string, body?: Object, stop?: Stop}} wish
 * @param {(response: Response) => Promise<T>} read
 * @returns {Promise<?T>} null if nothing has changed since `tag`
 * @throws {Refusal} when the hub says why not
 */
export async function ask(path, { method = "GET", tag = "", body, stop = new Stop() }, read) {
    // A script asks: no dialog of the browser's own must cover the page.
    const headers = { "X-Requested-With": "camhub" };
    if (tag) headers["If-None-Match"] = tag;
    if (body) headers["Content-Type"] = "application/json";
    const options = { method, headers, cache: "no-store", credentials: "same-origin" };
    if (body) options.body = JSON.stringify(body);
    if (stop.controller) options.signal = stop.controller.signal;
    let timer;
    const limit = new Promise((_, reject) => {
        timer = setTimeout(() => reject(new Error(words.hubSilent)), patience);
    });
    const answer = fetch(base + path, options).then(async (response) => {
        if (response.status === 304) return null;
        if (!response.ok) throw await refusal(response);
        return read(response);
    });
    try {
        return await Promise.race([answer, limit]);
    } finally {
        clearTimeout(timer);
    }
}

/** @param {Response} response */
async function refusal(response) {
    const { status } = response;
    const isTooOften = status === 429;
    const pause = isTooOften ? Number(response.headers.get("Retry-After")) * 1000 || 0 : 0;
    // What stands in between, a proxy say, does not answer in JSON.
    const { state, reason, error, hint } = (await response.json().catch(() => null)) || {};
    const why = reason || error || words.answered(status);
    return new Refusal({ state: state || (isTooOften ? "wait" : "failed"), reason: why, hint }, status, pause);
}

export const json = (response) => response.json();

/** @returns {Promise<?{cameras: Camera[], tag: string}>} null if it is as it was with `tag` */
export const getCameras = (tag, stop) =>
    ask("cameras", { tag, stop }, async (response) => ({
        cameras: (await response.json()).cameras,
        tag: response.headers.get("ETag") || "",
    }));

/**
 * @param {string} id
 * @param {string} query
 * @returns {Promise<?Picture>} null if it is still the one with `tag`
 */
export const getPicture = (id, query, tag, stop) =>
    ask(`cam/${id}/frame?${query}`, { tag, stop }, async (response) => ({
        blob: await response.blob(),
        tag: response.headers.get("ETag") || "",
        takenAt: Number(response.headers.get("X-Frame-Timestamp")),
    }));

/** @returns {Promise<{since: number}>} Unix time in milliseconds */
export const getStatus = (id, stop) => ask(`cam/${id}/status`, { stop }, json);

/** @param {string} id */
export const pageURL = (id) => `${base}cam/${id}`;

/** @param {string} id */
export const loginURL = (id) => `${base}login?cam=${id}`;
