import { changeSettings } from "./admin.js";
import { Field } from "./field.js";

const { words } = window;

/** What the hub itself can be told about a camera. */
export class Settings {
    /**
     * @param {string} id of the camera
     * @param {Object} values as the hub has them
     */
    constructor(id, values) {
        const turn = (angle) => ({ value: angle, name: words.turn(angle) });
        const flip = (way) => ({ value: way, name: words.flips[way] });
        const rate = { min: 1, max: 120 };
        const quality = { placeholder: "auto", inputmode: "numeric" };
        const pin = { type: "password", inputmode: "numeric", autocomplete: "new-password" };
        const patch = (key, convert = (value) => value, said = "") => async (value) => {
            this.show(await changeSettings(id, { [key]: convert(value) }));
            return said;
        };
        const open = patch("pin", () => null, words.isOpen);
        this.fields = {
            name: new Field({ label: words.name, kind: "text", apply: patch("name", (name) => name || null) }),
            targetFPS: new Field(Object.assign({ label: words.rate, kind: "number", apply: patch("targetFPS") }, rate)),
            quality: new Field({
                label: words.quality, kind: "text", attributes: quality, hint: words.qualityHint,
                apply: patch("quality", (text) => (/^\d+$/.test(text) ? Number(text) : text || "auto")),
            }),
            rotate: new Field({
                label: words.rotation, kind: "choice", choices: [0, 90, 180, 270].map(turn), apply: patch("rotate"),
            }),
            flip: new Field({
                label: words.flip, kind: "choice", choices: Object.keys(words.flips).map(flip), apply: patch("flip"),
            }),
            pin: new Field({
                label: words.newPin, kind: "text", attributes: pin, hint: words.newPinHint,
                apply: patch("pin", (digits) => digits, words.pinChanged),
            }),
            open: new Field({
                label: words.openForAll, kind: "press", apply: async () => (confirm(words.reallyOpen) ? open() : ""),
            }),
        };
        this.elements = Object.keys(this.fields).map((key) => this.fields[key].element);
        this.show(values);
    }

    show(values) {
        for (const key of Object.keys(this.fields)) this.fields[key].set(key in values ? values[key] : null);
    }

    /** @param {import("./hub.js").Camera} camera as the list has it: somebody else may have changed it */
    follow({ name, fps, locked }) {
        this.fields.open.element.hidden = !locked;
        if (document.activeElement !== this.fields.name.input) this.fields.name.set(name);
        if (document.activeElement !== this.fields.targetFPS.input) this.fields.targetFPS.set(fps.target);
    }
}
