"""What an admin changes about a camera, and who sees it."""

from login import enter
from playwright.sync_api import expect
import pytest

CONFIG = """
admin: { password: plum-tree }
cameras:
  front: { test: {}, name: Front door, fps: 5, size: 640x360 }
  yard: { test: {}, size: 640x360, pin: 2468 }
"""


@pytest.fixture
def hub(start_hub):
    return start_hub(config=CONFIG)


def open_settings(page, hub, camera="front"):
    assert page.request.post(hub.url + "login", data={"password": "plum-tree"}).status == 204
    page.goto(hub.url + f"cam/{camera}")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("textbox", name="Name").wait_for()


def test_only_the_admin_can_change_something(hub, page, watch, tile):
    watch.allowed = ["401"]
    page.goto(hub.url + "cam/front")
    tile("front").wait_for_picture()
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("textbox", name="Name")).not_to_be_attached()
    page.get_by_role("button", name="Log in as admin").click()
    enter(page, "wrong")
    expect(page.get_by_role("alert")).to_contain_text("That password is not right.")
    enter(page, "plum-tree")
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Front door")


def test_what_is_changed_is_seen_by_somebody_else(hub, page, visit, tile):
    other = visit()
    other.page.goto(hub.url)
    theirs = other.page.locator("[data-camera=front]")
    theirs.locator("canvas").wait_for()
    open_settings(page, hub)
    tile("front").wait_for_picture()
    name = page.get_by_role("textbox", name="Name")
    name.fill("Porch")
    name.press("Enter")
    expect(theirs.locator("[data-part=name]")).to_have_text("Porch", timeout=2000)
    expect(page).to_have_title("Porch")
    rate = page.get_by_label("Pictures a second")
    rate.fill("15")
    rate.press("Enter")
    other.page.wait_for_event("response", lambda answer: answer.url.endswith("/cameras") and answer.status == 200)
    assert other.rate("front", requests=30) == pytest.approx(15, rel=0.1)
    page.get_by_label("Rotation").select_option("90°")
    other.page.wait_for_function("() => document.querySelector('[data-camera=front] canvas').height"
                                 " > document.querySelector('[data-camera=front] canvas').width", timeout=5000)
    page.wait_for_function("() => document.querySelector('canvas').height === 640", timeout=5000)
    # The tile has taken the picture's new shape.
    other.page.wait_for_function("(tile) => tile.clientWidth < tile.clientHeight", arg=theirs.element_handle())


def test_quality_and_mirror_are_set(hub, page):
    open_settings(page, hub)

    def is_now(key, value):
        page.wait_for_function(
            "([url, key, value]) => fetch(url).then((answer) => answer.json()).then((now) => now[key] === value)",
            arg=[hub.url + "cam/front/settings", key, value], timeout=3000)

    page.get_by_label("Mirror").select_option("Left and right")
    is_now("flip", "horizontal")
    quality = page.get_by_label("Quality")
    for typed, kept in [("40", 40), ("", "auto")]:
        quality.fill(typed)
        quality.press("Enter")
        is_now("quality", kept)
    expect(quality).to_have_value("auto")


def test_a_change_by_somebody_else_shows_in_the_open_settings(hub, page):
    open_settings(page, hub)
    changed = page.request.patch(hub.url + "cam/front/settings", data={"name": "Gate", "targetFPS": 7})
    assert changed.ok
    expect(page.get_by_role("textbox", name="Name")).to_have_value("Gate", timeout=2000)
    expect(page.get_by_label("Pictures a second")).to_have_value("7")


def test_a_new_pin_is_in_force_and_leaves_no_trace(hub, page):
    open_settings(page, hub, "yard")
    pin = page.get_by_label("New PIN")
    assert pin.get_attribute("autocomplete") == "new-password"
    pin.fill("9753")
    pin.press("Enter")
    expect(page.get_by_role("alert").filter(has_text="The PIN is changed.")).to_be_visible()
    expect(pin).to_have_value("")
    for digits, status in [("2468", 401), ("9753", 204)]:
        assert page.request.post(hub.url + "cam/yard/login", data={"pin": digits}).status == status


def test_a_pin_is_taken_away_when_the_admin_means_it(hub, page, browser):
    open_settings(page, hub, "yard")
    stranger = browser.new_context()
    button = page.get_by_role("button", name="Open without a PIN")
    page.once("dialog", lambda dialog: dialog.dismiss())
    button.click()
    assert stranger.request.get(hub.url + "cam/yard/frame").status == 401
    page.once("dialog", lambda dialog: dialog.accept())
    button.click()
    expect(page.get_by_role("alert").filter(has_text="It takes no PIN.")).to_be_visible()
    assert stranger.request.get(hub.url + "cam/yard/frame").ok
    stranger.close()
    # There is none to take away any more, as with a camera that is open from the beginning.
    expect(button).to_be_hidden(timeout=3000)


def test_an_open_camera_has_no_pin_to_take_away(hub, page):
    open_settings(page, hub, "front")
    expect(page.get_by_role("button", name="Open without a PIN")).to_be_hidden()


def test_what_cannot_be_is_said_and_put_back(hub, page, watch):
    watch.allowed = ["400"]
    open_settings(page, hub)
    rate = page.get_by_label("Pictures a second")
    rate.fill("500")
    rate.press("Enter")
    alert = page.get_by_role("alert").filter(has_text="Not changed")
    expect(alert).to_contain_text("targetFPS is not what it has to be (allowed: a whole number from 1 to 120)")
    expect(rate).to_have_value("5")


CONTROLS = [
    {"name": "brightness", "label": "Brightness", "id": 1, "type": "integer", "min": -64, "max": 64, "step": 1,
     "default": 0, "value": 10, "menu": None, "flags": ["slider"]},
    {"name": "white_balance_automatic", "label": "White Balance, Automatic", "id": 2, "type": "boolean", "min": 0,
     "max": 1, "step": 1, "default": True, "value": True, "menu": None, "flags": ["update"]},
    {"name": "white_balance_temperature", "label": "White Balance Temperature", "id": 3, "type": "integer",
     "min": 2800, "max": 6500, "step": 10, "default": 4600, "value": 4600, "menu": None, "flags": ["inactive"]},
    {"name": "power_line_frequency", "label": "Power Line Frequency", "id": 4, "type": "menu", "min": 0, "max": 2,
     "step": 1, "default": 1, "value": 1, "flags": [],
     "menu": [{"value": 0, "name": "Disabled"}, {"value": 1, "name": "50 Hz"}, {"value": 2, "name": "60 Hz"}]},
    {"name": "pan_reset", "label": "Pan, Reset", "id": 5, "type": "button", "min": 0, "max": 0, "step": 0,
     "default": None, "value": None, "menu": None, "flags": ["write-only"]},
]


def test_what_the_device_offers_is_set_live(hub, page):
    """With a device that is played: what it answers is what real ones do."""
    controls, sent = [dict(control) for control in CONTROLS], []

    def device(route):
        if route.request.method == "PATCH":
            sent.append(route.request.post_data_json)
            for name, value in sent[-1].items():
                control = next(control for control in controls if control["name"] == name)
                control["value"] = control["default"] if value is None else value
            automatic = next(control for control in controls if control["name"] == "white_balance_automatic")
            controls[2]["flags"] = ["inactive"] if automatic["value"] else []
        route.fulfill(json=controls)

    cameras = page.request.get(hub.url + "cameras").json()
    for camera in cameras["cameras"]:
        camera["kind"] = "v4l2"
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))
    page.route("**/cam/front/controls", device)
    open_settings(page, hub)
    brightness = page.get_by_role("slider", name="Brightness")
    assert [brightness.get_attribute(key) for key in ["min", "max", "step"]] == ["-64", "64", "1"]
    expect(brightness).to_have_value("10")
    brightness.press("ArrowRight")
    expect(page.locator("output").filter(has_text="11")).to_be_visible()
    page.get_by_role("button", name="Default: Brightness").click()
    expect(brightness).to_have_value("0")
    expect(page.get_by_role("button", name="Default: Brightness")).to_be_hidden()
    temperature = page.get_by_role("slider", name="White Balance Temperature")
    expect(temperature).to_be_disabled()
    page.get_by_role("checkbox", name="White Balance, Automatic").uncheck()
    expect(temperature).to_be_enabled()
    page.get_by_role("combobox", name="Power Line Frequency").select_option("60 Hz")
    page.get_by_role("button", name="Pan, Reset").click()
    expect(page.get_by_role("combobox", name="Power Line Frequency")).to_have_value("2")
    assert sent == [{"brightness": 11}, {"brightness": None}, {"white_balance_automatic": False},
                    {"power_line_frequency": 2}, {"pan_reset": True}]


def test_a_device_that_cannot_be_asked_is_said(hub, page, watch):
    watch.allowed = ["503"]
    cameras = page.request.get(hub.url + "cameras").json()
    for camera in cameras["cameras"]:
        camera["kind"] = "v4l2"
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))
    gone = {"error": "the camera is unplugged", "code": "no-device", "hint": "plug it in"}
    page.route("**/cam/front/controls", lambda route: route.fulfill(status=503, json=gone))
    open_settings(page, hub)
    expect(page.get_by_role("alert").filter(has_text="the camera is unplugged")).to_be_visible()
