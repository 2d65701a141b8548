/* One camera: its picture, its name, what is wrong, and a field for its PIN. */
(function () {
    "use strict";

    var plain = window.plain;
    var words = window.words;
    var hasBlobs = !!(window.URL && URL.createObjectURL && window.Blob && "responseType" in new XMLHttpRequest());

    /* onLock: what the list says of it may have changed. */
    plain.Tile = function (camera, onLock) {
        var tile = this;
        this.id = camera.id;
        this.onLock = onLock;
        this.item = plain.element("li", "tile");
        this.item.setAttribute("data-camera", camera.id);
        this.link = plain.element("a", "open");
        this.name = plain.element("b", "");
        this.message = plain.element("p", "message");
        this.form = plain.element("form", "");
        this.field = plain.element("input", "");
        this.field.type = "password";
        this.field.setAttribute("inputmode", "numeric");
        this.field.setAttribute("autocomplete", "current-password");
        this.field.setAttribute("aria-label", words.pin);
        this.form.appendChild(this.field);
        this.form.appendChild(plain.element("button", "", words.unlock));
        this.form.onsubmit = function () { tile.unlock(); return false; };
        this.link.appendChild(this.name);
        this.item.appendChild(this.link);
        this.item.appendChild(this.form);
        this.item.appendChild(this.message);
        this.image = null;
        this.failures = 0;
        this.isOpen = false;
        this.isGone = false;
    };

    plain.Tile.prototype.update = function (camera) {
        plain.setText(this.name, camera.name);
        this.link.href = camera.authorized ? plain.base + "cam/" + this.id : plain.base + "login?cam=" + this.id;
        this.form.style.display = camera.authorized ? "none" : "block";
        if (camera.authorized) this.interval = 1000 / camera.fps.target;
        if (camera.authorized && !this.isOpen) {
            this.isOpen = true;
            this.failures = 0;
            plain.setText(this.message, "");
            this.enqueue(0);
        } else if (!camera.authorized) {
            this.close();
        }
        if (camera.reason) plain.setText(this.message, words.state(camera.state) + ": " + camera.reason);
    };

    plain.Tile.prototype.close = function () {
        this.isOpen = false;
        if (this.image) this.item.removeChild(this.image);
        this.image = null;
    };

    plain.Tile.prototype.unlock = function () {
        var tile = this;
        var pin = this.field.value;
        this.field.value = "";
        plain.ask("POST", "cam/" + this.id + "/login", { pin: pin }, "", "", function (request) {
            var seconds = Number(request.getResponseHeader("Retry-After"));
            if (request.status === 204) tile.onLock();
            else if (request.status === 401) plain.setText(tile.message, words.wrongPin);
            else if (request.status === 429) plain.setText(tile.message, words.tooManyTries(seconds));
            else plain.setText(tile.message, words.hubSilent);
        });
    };

    plain.Tile.prototype.enqueue = function (delay) {
        var tile = this;
        setTimeout(function () {
            if (!tile.isOpen || tile.isGone) return;
            if (document.hidden) tile.enqueue(1000);
            else {
                plain.queue(function (release) { tile.ask(release); });
            }
        }, delay);
    };

    plain.Tile.prototype.ask = function (release) {
        var tile = this;
        var started = Number(new Date());
        var width = Math.round(this.item.clientWidth * (window.devicePixelRatio || 1));
        var path = "cam/" + this.id + "/frame?width=" + width + "&t=" + started;
        function end(isGood) {
            release();
            tile.failures = isGood ? 0 : tile.failures + 1;
            if (isGood) tile.enqueue(Math.max(tile.interval - (Number(new Date()) - started), 0));
            else tile.enqueue(plain.delayAfter(tile.failures));
        }
        if (!hasBlobs) {
            this.load(plain.base + path, end);
            return;
        }
        plain.ask("GET", path, null, "blob", this.tag, function (request) {
            var url;
            if (request.status === 304) end(true);
            else if (request.status === 401) { release(); tile.close(); tile.onLock(); }
            else if (request.status !== 200) {
                plain.setText(tile.message, request.status ? words.states.failed : words.hubSilent);
                end(false);
            } else {
                tile.tag = request.getResponseHeader("ETag");
                url = URL.createObjectURL(request.response);
                tile.load(url, function (isGood) { URL.revokeObjectURL(url); end(isGood); });
            }
        });
    };

    /* A picture takes the place of the last one when it is ready: nothing flashes, nothing broken is shown. */
    plain.Tile.prototype.load = function (url, done) {
        var tile = this;
        var image = new Image();
        image.onload = function () {
            if (tile.isOpen && !tile.isGone) tile.show(image);
            done(true);
        };
        image.onerror = function () { done(false); };
        image.src = url;
    };

    plain.Tile.prototype.show = function (image) {
        image.alt = words.pictureOf(this.name.textContent);
        if (this.image) this.item.replaceChild(image, this.image);
        else this.item.insertBefore(image, this.link);
        this.image = image;
        plain.setText(this.message, "");
    };
}());
