"""Locked cameras among the others: what the pages show of them, and when they open and close."""

from login import enter, log_in
from playwright.sync_api import expect
import pytest


def config(pin="1357"):
    return f"""
cameras:
  front: {{ test: {{}}, name: Front door, size: 640x360, pin: {pin} }}
  garden: {{ test: {{}}, size: 640x360 }}
  yard: {{ test: {{}}, size: 640x360, pin: 2468 }}
"""


# Counts how often a camera locks; it may be open again before anybody looks.
NOTE_LOCKS = """
window.locks = 0;
new MutationObserver(() => {
    window.locks += document.querySelectorAll(".is-locked[data-camera=front]").length;
}).observe(document.querySelector("[data-camera=front]"), { attributes: true });
"""


@pytest.fixture
def hub(start_hub):
    return start_hub(config=config())


@pytest.fixture(autouse=True)
def refusals(hub, watch):
    """The page may be refused now and then: that is what these tests are about."""
    watch.allowed = ["401"]


def test_a_locked_camera_shows_a_lock_and_is_not_asked(hub, page, watch, tile):
    page.goto(hub.url)
    tile("front").wait_for_lock()
    expect(tile("front").cover).to_contain_text("Locked")
    expect(tile("front").cover).to_contain_text("Tap to enter the PIN")
    expect(tile("front").part("name")).to_have_text("Front door")
    expect(tile("front").drawn).to_be_hidden()
    expect(tile("front").part("retry")).to_be_hidden()
    expect(tile("front").link).to_have_js_property("href", hub.url + "login?cam=front")
    expect(tile("garden").cover).to_be_hidden()
    tile("garden").wait_for_picture()
    watch.rate("garden", requests=20)
    assert set(watch.asked) == {"garden"}
    expect(page.get_by_role("button", name="Log out")).to_be_hidden()


def test_a_tap_and_a_pin_open_it_in_its_place(hub, page, watch, tile):
    page.goto(hub.url)
    tile("front").wait_for_lock()
    tile("front").link.click()
    dialog = page.get_by_role("dialog", name="Front door")
    enter(page, "1357")
    expect(dialog).not_to_be_attached()
    assert page.url == hub.url
    tile("front").wait_for_picture()
    tile("front").wait_for_other_pixels(tile("front").pixels())
    expect(tile("front").cover).to_be_hidden()
    tile("yard").wait_for_lock()
    tile("front").link.click()
    page.wait_for_url(hub.url + "cam/front")


def test_who_is_locked_out_sees_the_seconds_go_by(hub, page, watch, tile):
    watch.allowed += ["429"]
    page.goto(hub.url)
    tile("front").wait_for_lock()
    tile("front").link.click()
    words = {"error": "too many wrong PINs", "code": "too-many-tries"}
    page.route("**/cam/front/login", lambda route: route.fulfill(status=429, json=words, headers={"Retry-After": "2"}))
    enter(page, "9999")
    message, unlock = page.get_by_role("alert"), page.get_by_role("button", name="Unlock")
    for left in ["2 seconds", "1 second"]:
        expect(message).to_have_text(f"Too many wrong tries. Try again in {left}.")
        expect(unlock).to_be_disabled()
    expect(message).to_have_text("You can try again.", timeout=3000)
    page.unroute("**/cam/front/login")
    enter(page, "1357")
    tile("front").wait_for_picture()


def test_a_login_in_another_tab_opens_it_here(hub, page, watch, tile):
    page.goto(hub.url)
    tile("front").wait_for_lock()
    log_in(page, hub)
    expect(tile("front").cover).to_be_hidden(timeout=2000)
    tile("front").wait_for_picture()
    tile("front").wait_for_other_pixels(tile("front").pixels())


def test_logging_out_takes_the_picture_away_in_every_tab(hub, page, visit, watch, tile):
    log_in(page, hub)
    page.goto(hub.url)
    other = visit(page.context)
    other.allowed = ["401"]
    other.page.goto(hub.url + "cam/front")
    other.page.locator("canvas").wait_for()
    tile("front").wait_for_picture()
    page.get_by_role("button", name="Log out").click()
    tile("front").wait_for_lock()
    expect(tile("front").drawn).to_be_hidden()
    assert tile("front").width == 0
    expect(page.get_by_role("button", name="Log out")).to_be_hidden()
    tile("garden").wait_for_picture()
    other.page.wait_for_url(hub.url + "login?cam=front")


def test_a_changed_pin_locks_at_once_and_for_good(hub, page, watch, tile):
    log_in(page, hub)
    log_in(page, hub, "yard", "2468")
    page.goto(hub.url)
    tile("front").wait_for_picture()
    tile("yard").wait_for_picture()
    hub.reload(config(pin="8642"))
    tile("front").wait_for_lock(timeout=1500)
    assert tile("front").width == 0
    expect(tile("front").part("rate")).to_be_empty()
    asked = len(watch.asked["front"])
    tile("yard").wait_for_other_pixels(tile("yard").pixels())
    watch.rate("yard", requests=20)
    assert len(watch.asked["front"]) <= asked + 1, "one may have been on its way"
    log_in(page, hub, pin="8642")
    expect(tile("front").cover).to_be_hidden(timeout=2000)
    tile("front").wait_for_picture()


def test_a_refused_frame_locks_before_the_list_says_so(hub, page, watch, tile):
    log_in(page, hub)
    page.goto(hub.url)
    tile("front").wait_for_picture()
    # From now on the list has nothing new to say, as if a login had come in between.
    page.wait_for_event("response", lambda answer: answer.url == hub.url + "cameras" and answer.status == 304)
    refused = {"error": "this camera is locked", "code": "unauthorized"}
    page.route("**/cam/front/frame?*", lambda route: route.fulfill(status=401, json=refused), times=1)
    page.evaluate(NOTE_LOCKS)
    page.wait_for_function("() => window.locks > 0", timeout=1000)
    tile("front").wait_for_picture()
    expect(tile("front").cover).to_be_hidden()


def test_a_camera_that_locks_while_it_is_watched_asks_for_the_pin(hub, page, tile):
    log_in(page, hub)
    page.goto(hub.url + "cam/front")
    tile("front").wait_for_picture()
    page.context.clear_cookies()
    page.wait_for_url(hub.url + "login?cam=front")
    enter(page, "1357")
    tile("front").wait_for_picture()


def test_whoever_asks_too_often_waits_as_long_as_the_hub_says(hub, page, watch, tile):
    watch.allowed += ["429"]
    words = {"error": "too many wrong PINs", "code": "too-many-tries", "hint": "try again in 3 seconds"}
    pause = {"Retry-After": "3"}
    page.route("**/cam/garden/frame?*", lambda route: route.fulfill(status=429, json=words, headers=pause))
    page.goto(hub.url)
    tile("garden").wait_for_trouble()
    for text in [words["error"], words["hint"]]:
        expect(tile("garden").cover).to_contain_text(text)
    page.unroute("**/cam/garden/frame?*")
    refused = watch.asked["garden"][-1]
    # Not even news of the camera are a reason to ask earlier.
    cameras = page.request.get(hub.url + "cameras").json()
    for camera in cameras["cameras"]:
        camera["state"] = "stalled"
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))
    tile("garden").wait_for_recovery(timeout=6000)
    assert watch.asked["garden"][1] - refused >= 2.9
    tile("garden").wait_for_picture()


def test_every_question_says_that_a_script_asks(hub, page, tile):
    log_in(page, hub)
    asked = []
    page.on("request", lambda request: asked.append(request) if request.resource_type == "fetch" else None)
    page.goto(hub.url)
    tile("front").wait_for_picture()
    assert len(asked) > 3
    assert {request.headers.get("x-requested-with") for request in asked} == {"camhub"}
