import { make } from "./make.js";
import { countDown } from "./lockout.js";
import { makePad } from "./pad.js";

const { words } = window;

/**
 * @typedef {Object} Door What a secret opens.
 * @property {string} title
 * @property {string} account the name under which password managers keep the secret
 * @property {boolean} isPin
 * @property {(secret: string) => Promise<void>} enter rejects with the hub's refusal
 * @property {() => void} onEntered
 */

/** Asks for a PIN or a password, over the page: nothing of it is kept, and the page behind goes on. */
class Dialog {
    /** @param {Door} door */
    constructor(door) {
        this.door = door;
        this.before = document.activeElement;
        this.field = make("input", {
            id: "secret", type: "password", autocomplete: "current-password", required: "",
            inputmode: door.isPin ? "numeric" : "text", "aria-describedby": "message",
        });
        this.message = make("p", { id: "message", class: "alert", role: "alert" });
        this.button = make("button", { class: "primary" }, words.unlock);
        this.cancel = make("button", { type: "button", class: "quiet" }, words.cancel);
        this.element = this.makeElement();
        this.listen();
        document.body.append(this.element);
        document.body.classList.add("has-dialog");
        this.focusFirst();
    }

    makeElement() {
        const { door, field, message, button, cancel } = this;
        const account = make("input", {
            class: "unseen", type: "text", autocomplete: "username", readonly: "", tabindex: "-1",
            "aria-hidden": "true", value: door.account,
        });
        const form = make("form", { class: "secret" },
            make("h2", { id: "asked", dir: "auto" }, door.title), account,
            make("label", { for: "secret" }, door.isPin ? words.pin : words.password), field, message);
        if (door.isPin) form.append(makePad(field));
        form.append(button, cancel);
        this.form = form;
        const box = { class: "box", role: "dialog", "aria-modal": "true", "aria-labelledby": "asked", tabindex: "-1" };
        this.box = make("div", box, form);
        return make("div", { class: "veil" }, this.box);
    }

    listen() {
        this.form.addEventListener("submit", (event) => {
            event.preventDefault();
            this.send();
        });
        this.cancel.addEventListener("click", () => this.close());
        this.element.addEventListener("click", (event) => {
            if (event.target === this.element) this.close();
        });
        this.element.addEventListener("keydown", (event) => {
            if (event.key === "Escape") this.close();
            if (event.key === "Tab") this.keepFocus(event);
            event.stopPropagation();
        });
    }

    /** Where fingers type, the field must not call the keyboard before the keys are seen. */
    focusFirst() {
        const hasFingers = this.door.isPin && window.matchMedia("(pointer: coarse)").matches;
        (hasFingers ? this.box : this.field).focus();
    }

    /** The Tab key goes round in the dialog. */
    keepFocus(event) {
        const stops = Array.from(this.form.querySelectorAll("input:not([tabindex]), button:not([disabled])"));
        const last = stops[stops.length - 1];
        const isAtEdge = event.shiftKey
            ? document.activeElement === stops[0] || document.activeElement === this.box
            : document.activeElement === last;
        if (!isAtEdge) return;
        event.preventDefault();
        (event.shiftKey ? last : stops[0]).focus();
    }

    async send() {
        const secret = this.field.value;
        this.button.disabled = true;
        try {
            await this.door.enter(secret);
        } catch (error) {
            this.refuse(error);
            return;
        }
        this.close();
        this.door.onEntered();
    }

    /** @param {import("./hub.js").Refusal} refusal */
    refuse(refusal) {
        this.field.value = "";
        this.button.disabled = false;
        if (refusal.pause > 0) {
            countDown(this, Math.ceil(refusal.pause / 1000));
            return;
        }
        const wrong = this.door.isPin ? words.wrongPin : words.wrongPassword;
        this.message.textContent = refusal.status === 401 ? wrong : refusal.message;
        this.focusFirst();
    }

    close() {
        this.field.value = "";
        this.element.remove();
        document.body.classList.remove("has-dialog");
        if (this.before && this.before.isConnected !== false) this.before.focus();
    }
}

document.addEventListener("camhub-door", ({ detail }) => new Dialog(detail));
