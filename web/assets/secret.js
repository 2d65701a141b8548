import { ask, base } from "./hub.js";
import { make } from "./make.js";

const { words } = window;

/** What the dialog is made of. It is loaded when it is first needed: a wall of cameras seldom does. */
let dialog = null;

/**
 * Asks for a camera's PIN, over the page.
 * @param {{id: string, name: string}} camera
 * @param {() => void} onEntered
 */
export function askPIN({ id, name }, onEntered) {
    const enter = (pin) => show(`cam/${id}/login`, { pin });
    open({ title: name, account: id, isPin: true, enter, onEntered }, `login?cam=${id}`);
}

/**
 * Asks for the admin's password, over the page.
 * @param {() => void} onEntered
 */
export function askPassword(onEntered) {
    const enter = (password) => show("login", { password });
    open({ title: words.adminTitle, account: "admin", isPin: false, enter, onEntered }, "login");
}

const show = (path, body) => ask(path, { method: "POST", body }, () => null);

/** Where the dialog cannot be had, there is a page for the same. */
async function open(door, page) {
    dialog = dialog || Promise.all([
        arrival(make("link", { rel: "stylesheet", href: `${base}assets/secret.css` })),
        arrival(make("script", { type: "module", src: `${base}assets/dialog.js` })),
    ]);
    try {
        await dialog;
        document.dispatchEvent(new CustomEvent("camhub-door", { detail: door }));
    } catch (_) {
        dialog = null;
        location.assign(base + page);
    }
}

function arrival(element) {
    return new Promise((resolve, reject) => {
        element.onload = resolve;
        element.onerror = () => reject(new Error(words.hubSilent));
        document.head.append(element);
    });
}
