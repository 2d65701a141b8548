/* The pages for browsers that know no modules, in three parts: what they have in common. ES5 and XMLHttpRequest, for
   everything back to 2011. */
var plain = (function () {
    "use strict";

    var base = document.documentElement.getAttribute("data-hub");
    var most = 4;
    var patience = 10000;
    var waiting = [];
    var inFlight = 0;

    /* done(request), with status 0 if there was no answer. */
    function ask(method, path, body, kind, tag, done) {
        var request = new XMLHttpRequest();
        var timer = setTimeout(function () { request.abort(); end(); }, patience);
        var isOver = false;
        function end() {
            if (isOver) return;
            isOver = true;
            clearTimeout(timer);
            done(request);
        }
        request.open(method, base + path, true);
        request.setRequestHeader("X-Requested-With", "camhub");
        if (tag) request.setRequestHeader("If-None-Match", tag);
        if (body) request.setRequestHeader("Content-Type", "application/json");
        if (kind) request.responseType = kind;
        request.onreadystatechange = function () { if (request.readyState === 4) end(); };
        request.send(body ? JSON.stringify(body) : null);
    }

    function element(name, className, text) {
        var made = document.createElement(name);
        made.className = className;
        if (text) made.appendChild(document.createTextNode(text));
        return made;
    }

    function setText(place, text) {
        if (place.textContent !== text) place.textContent = text;
    }

    function delayAfter(failures) {
        return Math.min(1000 * Math.pow(2, failures - 1), 30000) * (0.75 + Math.random() / 2);
    }

    /* Runs what may run: four requests for pictures at a time, first come, first served. */
    function pump() {
        while (inFlight < most && waiting.length > 0) {
            inFlight += 1;
            waiting.shift()(function () { inFlight -= 1; pump(); });
        }
    }

    /* turn(release) is called when there is a place. */
    function queue(turn) {
        waiting.push(turn);
        pump();
    }

    return { base: base, ask: ask, element: element, setText: setText, delayAfter: delayAfter, queue: queue };
}());
