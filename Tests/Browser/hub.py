"""Starts the built hub on a port of its own, on loopback, and stops it."""

import os
import re
import signal
import subprocess
import threading
from pathlib import Path

CAMHUB = os.environ.get("CAMHUB", str(Path(__file__).parents[2] / ".build/debug/camhub"))


class Hub:
    """One running hub. `url` ends in a slash; `folder` holds its state and its configuration."""

    def __init__(self, folder, *options, config=None, port=0):
        self.folder = Path(folder)
        self.config = self.folder / "camhub.yaml"
        self.output = []
        if config is not None:
            self.config.write_text(config)
            options += ("--config", str(self.config))
        # An environment of its own: neither the configuration nor the state of whoever runs the tests.
        environment = os.environ | {
            "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder)}
        environment.pop("STATE_DIRECTORY", None)
        self.process = subprocess.Popen(
            [CAMHUB, "serve", "--listen", f"127.0.0.1:{port}", *options], env=environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.url = self._read_url()
        self.port = int(self.url.rsplit(":", 1)[1].strip("/"))
        # Read on, or the hub would stand still at a full pipe.
        self._reader = threading.Thread(target=lambda: self.output.extend(self.process.stdout), daemon=True)
        self._reader.start()

    def _read_url(self):
        for line in self.process.stdout:
            self.output.append(line)
            if match := re.search(r"http://127\.0\.0\.1:\d+/", line):
                return match.group()
        raise AssertionError(f"the hub ended with {self.process.wait()}: {''.join(self.output)}")

    def reload(self, config):
        self.config.write_text(config)
        self.process.send_signal(signal.SIGHUP)

    def stop(self):
        """Ends the hub as a service manager would; it has 5 s for it and exits with 0."""
        self.process.terminate()
        try:
            status = self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise
        self._reader.join()
        self.process.stdout.close()
        assert status == 0, f"the hub ended with {status}: {''.join(self.output)}"
