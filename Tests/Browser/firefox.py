"""Debian's Firefox, spoken to in WebDriver BiDi, which it speaks by itself."""

import json

from watcher import PROBE
from wire import Browser, Wire

ENTER = "\ue007"


class Firefox:
    """One browser for many tests; end it with stop()."""

    def __init__(self, profile):
        self._browser = Browser(
            "firefox-esr", "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0")
        self.wire = Wire(self._browser.address + "/session")
        self.wire.send("session.new", capabilities={})
        self.wire.send("session.subscribe", events=["log.entryAdded"])
        self.wire.send("script.addPreloadScript", functionDeclaration="() => {" + PROBE + "}")

    def stop(self):
        self.wire.close()
        self._browser.stop()


class Window:
    """A window that remembers nothing of another; it is used like Selenium's."""

    def __init__(self, firefox):
        self._wire = firefox.wire
        self._profile = self._wire.send("browser.createUserContext")["userContext"]
        self._wire.events.clear()
        created = self._wire.send("browsingContext.create", type="tab", userContext=self._profile)
        self._context = created["context"]
        self._wire.send("browsingContext.setViewport", context=self._context, viewport={"width": 1280, "height": 800})

    def get(self, url):
        self._wire.send("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def execute_script(self, script):
        """Runs the body of a function; what it returns."""
        answer = self._wire.send(
            "script.evaluate", expression=f"(async () => JSON.stringify((() => {{ {script} }})()))()",
            target={"context": self._context}, awaitPromise=True)
        assert answer["type"] == "success", answer
        return json.loads(answer["result"].get("value", "null"))

    def click(self, selector):
        self.execute_script(f"document.querySelector({json.dumps(selector)}).click()")

    def type(self, text):
        """Types into what has the focus."""
        keys = [{"type": kind, "value": key} for key in text + ENTER for kind in ("keyDown", "keyUp")]
        self._wire.send("input.performActions", context=self._context,
                        actions=[{"type": "key", "id": "keyboard", "actions": keys}])

    def check(self):
        """Nothing went wrong: no violation of the policy, no error of a script."""
        assert self.execute_script("return window.violations") == []
        said = [event["params"] for event in self._wire.events if event.get("method") == "log.entryAdded"]
        assert [entry["text"] for entry in said if entry["level"] == "error"] == []

    def close(self):
        self._wire.send("browser.removeUserContext", userContext=self._profile)
