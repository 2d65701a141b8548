"""What a page did while it was open: its requests, and what it complained about."""

import re
import time

# Runs in the page before its own scripts: complaints of the policy, and blob URLs that are not given back.
PROBE = """
window.violations = [];
document.addEventListener("securitypolicyviolation", (event) => {
    window.violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
window.blobs = new Set();
const { createObjectURL, revokeObjectURL } = URL;
URL.createObjectURL = (blob) => { const url = createObjectURL(blob); window.blobs.add(url); return url; };
URL.revokeObjectURL = (url) => { window.blobs.delete(url); revokeObjectURL(url); };
"""

FRAME = re.compile(r"/cam/([a-z0-9-]+)/frame$")


class Watcher:
    """Follows one page. A test that makes requests fail on purpose names the complaints it expects in `allowed`."""

    def __init__(self, page):
        self.page = page
        self.complaints = []
        self.allowed = []
        self.asked = {}  # camera id: when each of its frames was asked for, in seconds
        self.in_flight = 0
        self.most_in_flight = 0
        page.add_init_script(PROBE)
        page.on("console", lambda message: self._complain(message.type, f"{message.text} {message.location.get('url')}"))
        page.on("pageerror", lambda error: self._complain("error", str(error)))
        page.on("request", self._asked)
        page.on("requestfinished", self._answered)
        page.on("requestfailed", self._answered)

    def _complain(self, kind, text):
        if kind in ("error", "warning"):
            self.complaints.append(text)

    def _asked(self, request):
        if match := FRAME.search(request.url):
            self.asked.setdefault(match.group(1), []).append(time.monotonic())
            self.in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self.in_flight)

    def _answered(self, request):
        if FRAME.search(request.url):
            self.in_flight -= 1

    def rate(self, camera, requests):
        """How often a second the page asks for a camera's frame, over its next so many requests."""
        times = self.asked.setdefault(camera, [])
        first = len(times)
        while len(times) <= first + requests:
            self.page.wait_for_event("request", timeout=5000)
        return requests / (times[first + requests] - times[first])

    def check(self):
        """Nothing went wrong that the test did not mean to."""
        violations = self.page.evaluate("window.violations")
        assert violations == [], violations
        unexpected = [text for text in self.complaints if not any(word in text for word in self.allowed)]
        assert unexpected == [], unexpected
