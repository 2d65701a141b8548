const largest = 10;
const step = 1.25;
/** As far as an arrow key moves it, in pixels. */
const stride = 60;

/** Lets a picture be drawn closer and moved by wheel, fingers, mouse and keys. It never leaves its frame. */
export class Zoom {
    /**
     * @param {HTMLElement} frame takes the gestures
     * @param {HTMLElement} picture is moved in it, and as large
     * @param {(isClose: boolean) => void} onChange
     */
    constructor(frame, picture, onChange) {
        this.frame = frame;
        this.picture = picture;
        this.onChange = onChange;
        this.scale = 1;
        this.x = 0;
        this.y = 0;
        /** @type {Map<number, {x: number, y: number}>} fingers and mice that are down */
        this.pointers = new Map();
        frame.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        frame.addEventListener("dblclick", (event) => this.toggle(event));
        frame.addEventListener("pointerdown", (event) => this.down(event));
        frame.addEventListener("pointermove", (event) => this.move(event));
        for (const end of ["pointerup", "pointercancel"]) {
            frame.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
        }
        window.addEventListener("resize", () => this.show());
    }

    reset() {
        this.scale = 1;
        this.show();
    }

    /** @returns {boolean} whether the key was meant for the picture */
    key(key) {
        const middle = { x: this.frame.clientWidth / 2, y: this.frame.clientHeight / 2 };
        const ways = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
        if (key === "+" || key === "=") this.by(step, middle);
        else if (key === "-") this.by(1 / step, middle);
        else if (key === "0") this.reset();
        else if (ways[key]) this.pan(ways[key][0] * stride, ways[key][1] * stride);
        else return false;
        return true;
    }

    wheel(event) {
        event.preventDefault();
        this.by(Math.pow(step, -Math.sign(event.deltaY)), this.place(event));
    }

    toggle(event) {
        if (this.scale > 1) this.reset();
        else this.by(2.5, this.place(event));
    }

    down(event) {
        this.pointers.set(event.pointerId, this.place(event));
        if (this.frame.setPointerCapture) this.frame.setPointerCapture(event.pointerId);
    }

    move(event) {
        const before = this.pointers.get(event.pointerId);
        if (!before) return;
        const now = this.place(event);
        this.pointers.set(event.pointerId, now);
        const other = this.other(event.pointerId);
        if (!other) {
            this.pan(now.x - before.x, now.y - before.y);
            return;
        }
        const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
        // Moved and drawn closer in one step: between the two it might be beyond its frame.
        this.x += (now.x - before.x) / 2;
        this.y += (now.y - before.y) / 2;
        this.by(distance(now, other) / Math.max(distance(before, other), 1), middle);
    }

    other(id) {
        for (const [key, place] of this.pointers) if (key !== id) return place;
        return null;
    }

    /** What lies under `at` stays there. */
    by(factor, at) {
        const scale = Math.min(Math.max(this.scale * factor, 1), largest);
        this.x = at.x - ((at.x - this.x) * scale) / this.scale;
        this.y = at.y - ((at.y - this.y) * scale) / this.scale;
        this.scale = scale;
        this.show();
    }

    pan(x, y) {
        this.x += x;
        this.y += y;
        this.show();
    }

    show() {
        const { clientWidth, clientHeight } = this.frame;
        this.x = Math.min(0, Math.max(this.x, clientWidth * (1 - this.scale)));
        this.y = Math.min(0, Math.max(this.y, clientHeight * (1 - this.scale)));
        this.picture.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
        this.onChange(this.scale > 1);
    }

    /** Where it happens, from the frame's corner. */
    place({ clientX, clientY }) {
        const { left, top } = this.frame.getBoundingClientRect();
        return { x: clientX - left, y: clientY - top };
    }
}

const distance = (one, other) => Math.hypot(one.x - other.x, one.y - other.y);
