"""Pictures of the pages, to be looked at: python screenshots.py FOLDER (see scripts/screenshots)."""

from functools import partial
from pathlib import Path
import shutil
import sys
import tempfile

from hub import Hub
from playwright.sync_api import sync_playwright

NAMES = ["Front door", "Garden", "Garage", "Workbench", "Aviary", "Hallway", "Porch", "Driveway", "Kitchen", "Attic",
         "Cellar", "Printer", "Street", "Roof", "Shed", "Stable"]
ADMIN = "admin: { password: plum-tree }\ncameras:\n"
STATES = ADMIN + """
  front: { test: {}, name: Front door, fps: 10, size: 640x360 }
  garden: { test: {}, name: Garden, fps: 5, size: 640x360 }
  yard: { test: {}, name: Yard, size: 640x360, pin: 2468 }
  gone: { match: { serial: NONE }, name: Letter box }
  hall: { test: {}, name: Hallway, size: 640x360 }
  bench: { test: {}, name: Workbench, size: 640x360 }
"""
BUSY = {"state": "busy", "reason": "another program has the camera",
        "hint": "close the program that uses /dev/video2"}
OFFLINE = {"state": "offline", "reason": "the camera is unplugged", "hint": "plug it in"}
PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
SETTLED = 2500  # milliseconds, after which figures stand beside the pictures


def wall(count, fps=10):
    rows = [f"  c{number}: {{ test: {{}}, name: {NAMES[number]}, fps: {fps}, size: 640x360 }}\n" for number in range(count)]
    return ADMIN + "".join(rows)


class Studio:
    def __init__(self, browser, folder):
        self.browser = browser
        self.folder = folder

    def show(self, config, poses, **options):
        """Opens a hub, and has each pose (name, function of page and hub) taken in one window."""
        with tempfile.TemporaryDirectory() as state:
            hub = Hub(state, config=config)
            options.setdefault("viewport", {"width": 1280, "height": 800})
            options.setdefault("color_scheme", "dark")
            context = self.browser.new_context(**options)
            page = context.new_page()
            for name, pose in poses:
                pose(page, hub)
                page.wait_for_timeout(SETTLED)
                page.screenshot(path=self.folder / f"{name}.png")
            context.close()
            hub.stop()


def grid(page, hub):
    page.goto(hub.url)


def refuse(trouble, route):
    route.fulfill(status=503, json=trouble)


def states(page, hub):
    """With cameras that fail as real ones do."""
    page.goto(hub.url)
    cameras = page.request.get(hub.url + "cameras").json()
    for camera, trouble in [("bench", BUSY), ("hall", OFFLINE)]:
        page.locator(f"[data-camera={camera}] canvas").wait_for()
        next(entry for entry in cameras["cameras"] if entry["id"] == camera).update(trouble)
        page.route(f"**/cam/{camera}/frame?*", partial(refuse, trouble))
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))


def pad(page, hub):
    page.locator("[data-camera=yard] a").click()
    page.get_by_role("dialog").wait_for()


def camera(id):
    return lambda page, hub: page.goto(hub.url + "cam/" + id)


def settings(page, hub):
    page.request.post(hub.url + "login", data={"password": "plum-tree"})
    page.get_by_role("button", name="Settings").click()


def login(page, hub):
    page.goto(hub.url + "login?cam=yard")


def locked_out(page, hub):
    pause = 0
    while pause < 8:
        page.wait_for_timeout(pause * 1000)
        pause = int(page.request.post(hub.url + "cam/yard/login", data={"pin": "0000"}).headers.get("retry-after", 0))
    page.goto(hub.url + "login?cam=yard")
    page.get_by_label("PIN").fill("0000")
    page.keyboard.press("Enter")


def basic(page, hub):
    page.unroute_all()
    page.goto(hub.url + "basic?every=3600")


def main(folder):
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"))
        studio = Studio(browser, folder)
        studio.show("cameras: {}\n", [("empty", grid)])
        studio.show(wall(1), [("grid-1", grid)])
        studio.show(wall(4), [("grid-4", grid), ("camera", camera("c0")), ("settings", settings)])
        studio.show(wall(16, fps=5), [("grid-16", grid)], viewport={"width": 1920, "height": 1080})
        for scheme in ["dark", "light"]:
            poses = [("states", states), ("pad", pad), ("login", login), ("locked-out", locked_out), ("basic", basic)]
            studio.show(STATES, [(f"{name}-{scheme}", pose) for name, pose in poses], color_scheme=scheme)
        phone = [("phone-grid", grid), ("phone-camera", camera("c0"))]
        studio.show(wall(6), phone, **PHONE)
        studio.show(STATES, [("phone-mixed", grid), ("phone-pad", pad), ("phone-login", login)], **PHONE)
        browser.close()


main(Path(sys.argv[1]))
