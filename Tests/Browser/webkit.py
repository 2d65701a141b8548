"""Debian's WebKit: MiniBrowser, driven through WebKitWebDriver, on a display that nobody sees."""

import os
import subprocess

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.service import Service


class Display:
    """A screen in memory, 1280x800 pixels; runs until it is stopped."""

    def __init__(self):
        reading, writing = os.pipe()
        self._server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x800x24", "-nolisten", "tcp"],
            pass_fds=[writing], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with os.fdopen(reading) as numbers:
            number = numbers.readline().strip()  # said when it takes connections
        assert number, f"Xvfb ended with {self._server.wait()}"
        self.name = f":{number}"

    def stop(self):
        self._server.terminate()
        self._server.wait(10)


class Window(webdriver.WebKitGTK):
    """A browser with one window that remembers nothing of another; end it with quit()."""

    def click(self, selector):
        self.find_element(By.CSS_SELECTOR, selector).click()

    def type(self, text):
        """Types into what has the focus."""
        self.switch_to.active_element.send_keys(text, Keys.ENTER)


def start(display):
    environment = os.environ | {"DISPLAY": display.name, "GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1"}
    driver = Window(service=Service("/usr/bin/WebKitWebDriver", env=environment))
    driver.set_page_load_timeout(30)
    driver.set_script_timeout(30)
    return driver
