"""A browser that looks at a hub, for tests that have cameras to plug in: see Tests/DeviceTests/Support/Witness.swift.

python witness.py grid URL COUNT   says what becomes of each tile: monotonic nanoseconds, camera, look
python witness.py brightness PAGE PASSWORD VALUE   logs in as the admin, and moves the slider on a camera's page
"""

import re
import shutil
import sys
import time

from playwright.sync_api import expect, sync_playwright

# Tells at once when a tile comes, when it goes, and when its look changes.
FOLLOW = """
const looks = new Map();
new MutationObserver(() => {
    const seen = new Map();
    for (const tile of document.querySelectorAll(".tile")) {
        seen.set(tile.dataset.camera, /is-(\\w+)/.exec(tile.className.replace("is-low", ""))[1]);
    }
    seen.forEach((look, camera) => looks.get(camera) === look || window.tell(camera, look));
    looks.forEach((_, camera) => seen.has(camera) || window.tell(camera, "gone"));
    looks.clear();
    seen.forEach((look, camera) => looks.set(camera, look));
}).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["class"] });
"""


def grid(page, url, count):
    """Ends when so many tiles have become troubled."""
    told = []

    def tell(camera, look):
        told.append(look)
        print(time.monotonic_ns(), camera, look, flush=True)

    page.expose_function("tell", tell)
    page.add_init_script(FOLLOW)
    page.goto(url)
    print(time.monotonic_ns(), "-", "open", flush=True)
    while told.count("troubled") < int(count):
        page.wait_for_timeout(20)  # in which what the page tells is heard


def brightness(page, url, password, value):
    hub = re.match(r"http://[^/]+/", url).group()
    assert page.request.post(hub + "login", data={"password": password}).status == 204
    page.goto(url)
    page.locator("canvas").wait_for()
    page.get_by_role("button", name="Settings").click()
    slider = page.get_by_role("slider", name="Brightness")
    slider.fill(value)
    expect(page.locator("output").filter(has_text=value)).to_be_visible()
    print(time.monotonic_ns(), slider.get_attribute("min"), slider.get_attribute("max"), flush=True)


def main(what, *arguments):
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        {"grid": grid, "brightness": brightness}[what](page, *arguments)
        browser.close()


main(*sys.argv[1:])
