import shutil

import firefox as firefox_browser
import pytest
import webkit as webkit_browser
from hub import Hub
from playwright.sync_api import sync_playwright
from proxy import Proxy
from tiles import Tile
from watcher import Watcher


@pytest.fixture(scope="session")
def browser():
    """Debian's Chromium: Playwright's own browsers would have to be downloaded."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def display():
    display = webkit_browser.Display()
    yield display
    display.stop()


@pytest.fixture
def webkit(display):
    """WebKit's one window, as Selenium drives it: webkit.get(url), webkit.execute_script("return …")."""
    driver = webkit_browser.start(display)
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def firefox_process(tmp_path_factory):
    firefox = firefox_browser.Firefox(tmp_path_factory.mktemp("firefox"))
    yield firefox
    firefox.stop()


@pytest.fixture
def firefox(firefox_process):
    """A window of Firefox, in which nothing may have gone wrong at the end."""
    window = firefox_browser.Window(firefox_process)
    yield window
    window.check()
    window.close()


@pytest.fixture(params=["webkit", "firefox"])
def other(request):
    """A window of a browser that is not Chromium: get(url), execute_script("return …"), click(selector), type(text)."""
    return request.getfixturevalue(request.param)


@pytest.fixture(scope="module")
def hub(tmp_path_factory):
    """A hub for all tests of a file: only its scripts are of interest."""
    hub = Hub(tmp_path_factory.mktemp("hub"))
    yield hub
    hub.stop()


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
def start_proxy():
    """Puts proxies in front of hubs, that are stopped after the test: start_proxy(hub)."""
    proxies = []

    def start(hub):
        proxies.append(Proxy(hub))
        return proxies[-1]

    yield start
    for proxy in proxies:
        proxy.stop()


@pytest.fixture
def visit(browser):
    """Opens pages, each in a context of its own unless one is given, and followed by a Watcher; at the end nothing may
    have gone wrong in any: visit(java_script_enabled=False), visit(watch.page.context)."""
    watchers = []

    def visit(context=None, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = context or browser.new_context(**options)
        watchers.append(Watcher(context.new_page()))
        return watchers[-1]

    yield visit
    for watcher in watchers:
        watcher.check()
    for watcher in watchers:
        watcher.page.context.close()


@pytest.fixture
def watch(visit):
    return visit()


@pytest.fixture
def page(watch):
    return watch.page


@pytest.fixture
def tile(page):
    """A camera on the page, by id."""
    return lambda camera: Tile(page, camera)
