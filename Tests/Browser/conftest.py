import shutil

import pytest
from hub import Hub
from playwright.sync_api import sync_playwright
from tiles import Tile
from watcher import Watcher


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium: Playwright's own browsers would have to be downloaded."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()


@pytest.fixture
def start_hub(tmp_path):
    """Starts hubs that are stopped after the test: start_hub("--demo", "3", config=…)."""
    hubs = []

    def start(*options, **named):
        folder = tmp_path / str(len(hubs))
        folder.mkdir()
        hubs.append(Hub(folder, *options, **named))
        return hubs[-1]

    yield start
    for hub in hubs:
        if hub.process.poll() is None:
            hub.stop()


@pytest.fixture
def watch(browser):
    """A page in a context of its own, followed by a Watcher; at the end nothing may have gone wrong in it."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watcher = Watcher(context.new_page())
    yield watcher
    watcher.check()
    context.close()


@pytest.fixture
def page(watch):
    return watch.page


@pytest.fixture
def tile(page):
    """A camera on the page, by id."""
    return lambda camera: Tile(page, camera)
