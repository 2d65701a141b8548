import { make } from "./make.js";

const { words } = window;

/**
 * @typedef {Object} Wish What a field is about.
 * @property {string} label
 * @property {"text"|"number"|"range"|"choice"|"flag"|"press"} kind
 * @property {number} [min]
 * @property {number} [max]
 * @property {number} [step]
 * @property {{value: *, name: string}[]} [choices]
 * @property {string} [hint]
 * @property {Object<string, string>} [attributes] of the input
 * @property {(value: *) => Promise<?string>} apply rejects with the hub's refusal; what is to be said, if anything
 * @property {() => Promise<?string>} [reset] sets what it is by default
 */

let count = 0;

/** One thing that can be set: it is applied as it is changed, and says so if it cannot be. */
export class Field {
    /** @param {Wish} wish */
    constructor(wish) {
        this.wish = wish;
        this.value = null;
        /** Whether a change is on its way; the newest one that came in the meantime follows it. */
        this.isBusy = false;
        this.next = null;
        this.id = `field-${++count}`;
        this.input = this.makeInput();
        this.output = make("output", { for: this.id });
        this.message = make("p", { class: "alert", role: "alert" });
        this.back = make("button", { type: "button", class: "tool back", title: words.reset }, "↺");
        this.back.setAttribute("aria-label", `${words.reset}: ${wish.label}`);
        this.back.hidden = true;
        this.back.addEventListener("click", () => this.run(wish.reset));
        this.element = this.makeElement();
        this.listen();
    }

    makeInput() {
        const { kind, min, max, step, choices, label, attributes } = this.wish;
        const own = Object.assign({ id: this.id }, attributes);
        if (kind === "choice") {
            const options = choices.map(({ name }, index) => make("option", { value: String(index) }, name));
            return make("select", own, ...options);
        }
        if (kind === "press") return make("button", Object.assign(own, { type: "button", class: "quiet" }), label);
        if (kind === "flag") return make("input", Object.assign(own, { type: "checkbox" }));
        const range = { min: String(min), max: String(max), step: String(step || 1) };
        return make("input", Object.assign({ type: kind }, kind === "text" ? {} : range, own));
    }

    makeElement() {
        const { kind, label, hint } = this.wish;
        const head = make("div", { class: "head" });
        if (kind !== "press") head.append(make("label", { for: this.id }, label));
        if (kind === "range") head.append(this.output);
        if (this.wish.reset) head.append(this.back);
        const element = make("div", { class: `field of-${kind}` }, head, this.input);
        if (hint) {
            element.append(make("p", { class: "hint", id: `${this.id}-hint` }, hint));
            this.input.setAttribute("aria-describedby", `${this.id}-hint`);
        }
        element.append(this.message);
        return element;
    }

    listen() {
        const { kind } = this.wish;
        if (kind === "press") {
            this.input.addEventListener("click", () => this.change(true));
            return;
        }
        // A slider is followed while it moves.
        this.input.addEventListener(kind === "range" ? "input" : "change", () => {
            this.output.textContent = this.input.value;
            this.change(this.read());
        });
    }

    read() {
        const { kind, choices } = this.wish;
        if (kind === "choice") return choices[Number(this.input.value)].value;
        if (kind === "flag") return this.input.checked;
        return kind === "text" ? this.input.value : Number(this.input.value);
    }

    /** Shows what it is. Whoever is just changing it is left alone. */
    set(value, isDefault = true) {
        this.value = value;
        this.back.hidden = isDefault || !this.wish.reset || this.input.disabled;
        if (!this.isBusy) this.show();
    }

    show() {
        const { input, value } = this;
        const { kind, choices } = this.wish;
        if (kind === "choice") input.selectedIndex = choices.findIndex((choice) => choice.value === value);
        else if (kind === "flag") input.checked = Boolean(value);
        else if (kind !== "press") input.value = value === null ? "" : String(value);
        this.output.textContent = input.value;
    }

    setEnabled(isEnabled) {
        this.input.disabled = !isEnabled;
    }

    change(value) {
        this.next = { value };
        if (!this.isBusy) this.run(() => this.applyNext());
    }

    async applyNext() {
        let said = "";
        while (this.next) {
            const { value } = this.next;
            this.next = null;
            said = await this.wish.apply(value);
        }
        return said;
    }

    /** @param {() => Promise<?string>} work */
    async run(work) {
        this.isBusy = true;
        let text = "";
        try {
            text = (await work()) || "";
        } catch (error) {
            this.next = null;
            text = words.notSet(error.message, error.trouble && error.trouble.hint);
        }
        this.isBusy = false;
        this.message.textContent = text;
        this.show();
    }
}
