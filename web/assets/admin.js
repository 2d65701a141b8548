import { ask, json } from "./hub.js";

/**
 * What only the admin may ask of the hub.
 *
 * @typedef {Object} Control Something that can be set at the device; see the hub's interface.
 * @property {string} name
 * @property {string} label
 * @property {string} type
 * @property {number} min
 * @property {number} max
 * @property {number} step
 * @property {number|boolean|null} default
 * @property {number|boolean|null} value
 * @property {?{value: number, name: string}[]} menu
 * @property {string[]} flags
 */

/** @returns {Promise<{settings: Object, isChangeable: boolean}>} */
export const getSettings = (id) =>
    ask(`cam/${id}/settings`, {}, async (response) => ({
        settings: await response.json(),
        isChangeable: (response.headers.get("Allow") || "").includes("PATCH"),
    }));

/** Changes some of a camera's settings; @returns {Promise<Object>} all of them */
export const changeSettings = (id, body) => ask(`cam/${id}/settings`, { method: "PATCH", body }, json);

/** @returns {Promise<Control[]>} */
export const getControls = (id) => ask(`cam/${id}/controls`, {}, json);

/** Changes some of a camera's controls; @returns {Promise<Control[]>} all of them */
export const changeControls = (id, body) => ask(`cam/${id}/controls`, { method: "PATCH", body }, json);
