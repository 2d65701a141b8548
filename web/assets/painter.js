/**
 * Draws pictures into a place on the page. What stands there stays until the next one is decoded: nothing flashes,
 * and nothing broken is ever seen.
 */
class Painter {
    /** @param {Element} place */
    constructor(place) {
        this.place = place;
        this.hasPicture = false;
        /** Of the last picture, in its own pixels. */
        this.width = 0;
        this.height = 0;
        this.begun = 0;
        this.drawn = 0;
    }

    /**
     * @param {Blob} blob
     * @returns {Promise<void>} rejects if it is no picture
     */
    async paint(blob) {
        const turn = ++this.begun;
        const picture = await this.decode(blob);
        // A later one may have overtaken it.
        if (turn > this.drawn) {
            this.drawn = turn;
            this.show(picture);
            this.hasPicture = true;
        }
        if (picture.close) picture.close();
    }

    /** Takes the picture away at once, and all that are still on their way. */
    clear() {
        this.drawn = this.begun;
        this.hasPicture = false;
        this.hide();
    }
}

/** Decodes beside the page's own work, and draws in one go. */
class CanvasPainter extends Painter {
    constructor(place) {
        super(place);
        this.canvas = place.appendChild(document.createElement("canvas"));
        this.canvas.setAttribute("role", "img");
        this.canvas.hidden = true;
        this.context = this.canvas.getContext("2d", { alpha: false });
    }

    decode(blob) {
        return window.createImageBitmap(blob);
    }

    show(bitmap) {
        const { canvas } = this;
        this.width = bitmap.width;
        this.height = bitmap.height;
        if (canvas.width !== bitmap.width) canvas.width = bitmap.width;
        if (canvas.height !== bitmap.height) canvas.height = bitmap.height;
        this.context.drawImage(bitmap, 0, 0);
        canvas.hidden = false;
    }

    hide() {
        this.canvas.hidden = true;
        this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    }

    /** @param {string} text for those who do not see it */
    describe(text) {
        this.canvas.setAttribute("aria-label", text);
    }
}

/** Loads each picture into an image of its own, which takes the place of the last one when it is ready. */
class ImagePainter extends Painter {
    constructor(place) {
        super(place);
        this.text = "";
    }

    decode(blob) {
        const image = new Image();
        image.src = URL.createObjectURL(blob);
        return new Promise((resolve, reject) => {
            const end = (settle) => () => {
                // An image that is loaded does not need its URL any more.
                URL.revokeObjectURL(image.src);
                settle(image);
            };
            image.onload = end(resolve);
            image.onerror = end(reject);
        });
    }

    show(image) {
        this.width = image.naturalWidth;
        this.height = image.naturalHeight;
        image.alt = this.text;
        this.hide();
        this.place.appendChild(image);
    }

    hide() {
        if (this.place.firstChild) this.place.removeChild(this.place.firstChild);
    }

    describe(text) {
        this.text = text;
        if (this.place.firstChild) this.place.firstChild.alt = text;
    }
}

/**
 * @param {Element} place
 * @returns {Painter} the best that this browser can have
 */
export function makePainter(place) {
    return window.createImageBitmap ? new CanvasPainter(place) : new ImagePainter(place);
}
