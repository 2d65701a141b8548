"""What a page did while it was open: its requests, and what it complained about."""

import re
import time

# Runs in the page before its own scripts: complaints of the policy, blob URLs that are not given back, and how many
# frames are asked for at once. That is counted here because a busy browser reports a request's end late.
PROBE = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
window.blobs = new Set();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => { const url = createObjectURL(blob); window.blobs.add(url); return url; };
URL.revokeObjectURL = (url) => { window.blobs.delete(url); revokeObjectURL(url); };
window.mostAtOnce = 0;
let atOnce = 0;
const { fetch } = window;
window.fetch = async (url, options) => {
    if (!/\\/frame\\?/.test(url)) return fetch(url, options);
    window.mostAtOnce = Math.max(window.mostAtOnce, ++atOnce);
    try { return await fetch(url, options); } finally { atOnce -= 1; }
};
"""

FRAME = re.compile(r"/cam/([a-z0-9-]+)/frame(?:\?|$)")


class Watcher:
    """Follows one page. A test that makes requests fail on purpose names the complaints it expects in `allowed`."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        self.allowed = []
        self.asked = {}  # camera id: when each of its newest frames was asked for, in seconds
        page.add_init_script(PROBE)
        page.on("console", lambda message: self._complain(message.type, f"{message.text} {message.location.get('url')}"))
        page.on("pageerror", lambda error: self._complain("error", str(error)))
        page.on("request", self._asked)

    def _complain(self, kind, text):
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _asked(self, request):
        if "stale=1" not in request.url and (match := FRAME.search(request.url)):
            self.asked.setdefault(match.group(1), []).append(time.monotonic())

    def rate(self, camera, requests):
        """How often a second the page asks for a camera's frame, over its next so many requests."""
        times = self.asked.setdefault(camera, [])
        first = len(times)
        while len(times) <= first + requests:
            self.page.wait_for_event("request", timeout=5000)
        return requests / (times[first + requests] - times[first])

    def check(self):
        """Nothing went wrong that the test did not mean to."""
        violations = self.page.evaluate("window.violations || []")  # without scripts nobody counts them
        assert violations == [], violations
        unexpected = [text for text in self.complaints if not any(word in text for word in self.allowed)]
        assert unexpected == [], unexpected
