import { changeControls, getControls } from "./admin.js";
import { Field } from "./field.js";

/** Of no effect, or not to be changed now. */
const fixed = ["inactive", "grabbed", "read-only"];

const kinds = { boolean: "flag", menu: "choice", "integer-menu": "choice", button: "press", bitmask: "number" };

/** What can be set at the device: brightness, focus, exposure, whatever it has. */
export class Controls {
    /** @param {string} id of the camera */
    constructor(id) {
        this.id = id;
        /** @type {Map<string, Field>} */
        this.fields = new Map();
    }

    /** @returns {Promise<HTMLElement[]>} rejects with the reason if the device cannot be asked */
    async load() {
        const controls = await getControls(this.id);
        for (const control of controls) this.fields.set(control.name, this.makeField(control));
        this.show(controls);
        return Array.from(this.fields.values()).map(({ element }) => element);
    }

    makeField({ name, label, type, min, max, step, menu }) {
        const apply = async (value) => this.show(await changeControls(this.id, { [name]: value }));
        return new Field({
            // A number without bounds has no scale.
            kind: kinds[type] || (max - min > 1e6 ? "number" : "range"),
            label, min, max, step, choices: menu || [], apply, reset: () => apply(null),
        });
    }

    /** One control may change others with it: all are shown anew. */
    show(controls) {
        for (const { name, value, flags, default: standard } of controls) {
            const field = this.fields.get(name);
            if (!field) continue;
            field.setEnabled(!flags.some((flag) => fixed.includes(flag)));
            field.set(value, value === standard || standard === null);
        }
    }
}
