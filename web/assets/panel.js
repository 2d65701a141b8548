import { getSettings } from "./admin.js";
import { Controls } from "./controls.js";
import { make } from "./make.js";
import { askPassword } from "./secret.js";
import { Settings } from "./settings.js";

const { words } = window;

/** What an admin can set about the camera, beside its picture: each change shows at once. */
export class Panel {
    /**
     * @param {string} id of the camera
     * @param {HTMLElement} element
     * @param {HTMLButtonElement} button opens and closes it
     */
    constructor(id, element, button) {
        this.id = id;
        this.element = element;
        this.button = button;
        this.body = element.querySelector("[data-part=body]");
        /** @type {?Settings} */
        this.settings = null;
        /** @type {?import("./hub.js").Camera} */
        this.camera = null;
        this.body.addEventListener("submit", (event) => event.preventDefault());
        button.addEventListener("click", () => (this.isOpen ? this.close() : this.open()));
        element.querySelector("[data-part=close]").addEventListener("click", () => this.close());
    }

    get isOpen() {
        return !this.element.hidden;
    }

    open() {
        this.element.hidden = false;
        this.button.setAttribute("aria-expanded", "true");
        this.element.focus();
        this.load();
    }

    close() {
        this.element.hidden = true;
        this.settings = null;
        this.body.textContent = "";
        this.button.setAttribute("aria-expanded", "false");
        this.button.focus();
    }

    /** @param {import("./hub.js").Camera} camera */
    follow(camera) {
        this.camera = camera;
        if (this.settings && camera.authorized) this.settings.follow(camera);
    }

    async load() {
        this.body.textContent = "";
        try {
            const { settings, isChangeable } = await getSettings(this.id);
            if (!isChangeable) {
                this.askForAdmin();
                return;
            }
            this.settings = new Settings(this.id, settings);
            if (this.camera) this.settings.follow(this.camera);
            this.body.append(...this.settings.elements);
            await this.loadControls();
        } catch (error) {
            this.body.append(make("p", { class: "alert", role: "alert" }, error.message));
        }
    }

    async loadControls() {
        if (!this.camera || this.camera.kind !== "v4l2") return;
        const elements = await new Controls(this.id).load();
        if (elements.length > 0) this.body.append(make("h3", {}, words.device), ...elements);
    }

    askForAdmin() {
        const button = make("button", { type: "button", class: "primary" }, words.logInAsAdmin);
        button.addEventListener("click", () => askPassword(() => this.load()));
        this.body.append(make("p", {}, words.adminOnly), button);
    }
}
