"""Speaks with a browser over a WebSocket: DevTools' protocol with Chromium, WebDriver BiDi with Firefox."""

import json
import re
import subprocess
import threading

import websocket


class Wire:
    """One connection. What the browser says by itself is kept in `events`."""

    def __init__(self, url):
        # Browsers refuse whoever says that they come from some site.
        self._socket = websocket.create_connection(url, timeout=30, suppress_origin=True)
        self._count = 0
        self.events = []

    def send(self, method, **parameters):
        """Sends a command; its result."""
        self._count += 1
        self._socket.send(json.dumps({"id": self._count, "method": method, "params": parameters}))
        while (message := json.loads(self._socket.recv())).get("id") != self._count:
            self.events.append(message)
        assert "result" in message, (method, message)
        return message["result"]

    def close(self):
        self._socket.close()


class Browser:
    """A browser that shows its window to nobody and says where it listens; `address` is ws://host:port."""

    def __init__(self, *command):
        self.process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        said = []
        for line in self.process.stderr:
            said.append(line)
            if match := re.search(r"listening on (ws://[\d.]+:\d+)", line):
                self.address = match.group(1)
                break
        else:
            raise AssertionError(f"{command[0]} ended with {self.process.wait()}: {''.join(said)}")
        # Read on, or the browser would stand still at a full pipe.
        self._reader = threading.Thread(target=lambda: [None for _ in self.process.stderr], daemon=True)
        self._reader.start()

    def stop(self):
        self.process.terminate()
        self.process.wait(10)
        self._reader.join()
        self.process.stderr.close()
