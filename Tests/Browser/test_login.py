"""The login page: a PIN and one tap, with and without script, on every screen."""

from login import enter
from playwright.sync_api import expect
import pytest
import re

CONFIG = """
admin: { password: plum-tree }
cameras:
  front: { test: {}, name: Front door, size: 640x360, pin: 1357 }
  yard: { test: {}, size: 640x360, pin: 2468 }
"""
HOSTILE = """\\"><script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'>{{hub}}"""


def test_a_pin_and_enter_lead_to_the_moving_picture(start_hub, page, tile):
    hub = start_hub(config=CONFIG)
    page.goto(hub.url + "cam/front")
    page.wait_for_url(hub.url + "login?cam=front")
    expect(page).to_have_title("Front door")
    expect(page.get_by_role("heading")).to_have_text("Front door")
    expect(page.get_by_role("alert")).not_to_be_attached()
    enter(page, "1357")
    page.wait_for_url(hub.url + "cam/front")
    tile("front").wait_for_picture()
    tile("front").wait_for_other_pixels(tile("front").pixels())


def test_it_works_without_script(start_hub, visit):
    page = visit(java_script_enabled=False).page
    hub = start_hub(config=CONFIG)
    frame = hub.url + "cam/front/frame"
    assert page.request.get(frame).status == 401
    page.goto(hub.url + "cam/front")
    page.get_by_label("PIN").fill("1357")
    page.get_by_role("button", name="Unlock").click()
    # A camera's own page has scripts: without them the browser goes on to the page that has none.
    page.wait_for_url(hub.url + "basic")
    expect(page.get_by_alt_text("Picture of Front door")).to_be_visible()
    assert page.request.get(frame).ok
    assert page.request.get(hub.url + "cam/yard/frame").status == 401


def test_a_wrong_pin_is_said_and_can_be_tried_again(start_hub, page, watch, tile):
    watch.allowed = ["401"]
    hub = start_hub(config=CONFIG)
    page.goto(hub.url + "login?cam=front")
    enter(page, "9999")
    expect(page.get_by_role("alert")).to_have_text("That PIN is not right.")
    # The page now stands two folders deeper: it still has its style, its links and its form.
    assert page.url == hub.url + "cam/front/login"
    expect(page.locator("main")).to_have_css("text-align", "center")
    expect(page.get_by_role("link")).to_have_js_property("href", hub.url)
    field = page.get_by_label("PIN")
    expect(field).to_have_value("")
    expect(field).to_have_accessible_description("That PIN is not right.")
    enter(page, "1357")
    page.wait_for_url(hub.url + "cam/front")
    tile("front").wait_for_picture()


def test_too_many_wrong_pins_have_to_wait(start_hub, page, watch):
    watch.allowed = ["401", "429"]
    page.goto(start_hub(config=CONFIG).url + "login?cam=front")
    # Each wrong one doubles a pause; we go on until it is long enough for one more try.
    pause = 0
    while pause < 4:
        answer = sent(page, "9999")
        assert answer.status in (401, 429)
        pause = int(answer.headers.get("retry-after", 0))
    expect(page.get_by_role("alert")).to_contain_text(re.compile(r"Too many wrong tries. Try again in \d+ seconds?\."))
    expect(page.get_by_role("button", name="Unlock")).to_be_disabled()
    right = page.request.post(page.url, form={"pin": "1357"}, headers={"Origin": page.url.split("/cam")[0]})
    assert right.status == 429, "not even the right one opens now"
    # Counted down, and then it is said that one may try again.
    expect(page.get_by_role("alert")).to_have_text("You can try again.", timeout=pause * 1000 + 2000)
    expect(page.get_by_role("button", name="Unlock")).to_be_enabled()


def sent(page, secret):
    expect(page.get_by_role("button", name="Unlock")).to_be_enabled(timeout=5000)
    with page.expect_navigation() as navigation:
        enter(page, secret)
    return navigation.value


def test_the_admin_sees_every_camera(start_hub, page, watch, tile):
    watch.allowed = ["401"]
    hub = start_hub(config=CONFIG)
    page.goto(hub.url)
    page.get_by_role("link", name="Admin").click()
    expect(page.get_by_label("Password")).to_be_visible()
    enter(page, "1357")
    expect(page.get_by_role("alert")).to_contain_text("not right")
    enter(page, "plum-tree")
    for camera in ["front", "yard"]:
        tile(camera).wait_for_picture()


def test_it_works_below_any_path(start_hub, start_proxy, page, watch, tile):
    watch.allowed = ["401"]
    url = start_proxy(start_hub(config=CONFIG + "basePath: /somewhere/below\n")).url
    page.goto(url)
    page.goto(tile("front").link.evaluate("(link) => link.href"))
    page.wait_for_url(url + "login?cam=front")
    enter(page, "9999")
    expect(page.get_by_role("alert")).to_contain_text("not right")
    enter(page, "1357")
    page.wait_for_url(url + "cam/front")
    tile("front").wait_for_picture()
    page.get_by_role("link", name="All cameras").click()
    page.wait_for_url(url)
    tile("front").wait_for_picture()


def test_a_hostile_name_stays_a_name(start_hub, page, watch, tile):
    watch.allowed = ["401"]
    hub = start_hub(config=f'cameras:\n  evil: {{ test: {{}}, pin: 1357, name: "{HOSTILE}" }}\n')
    name = HOSTILE.replace('\\"', '"')
    page.goto(hub.url)
    expect(tile("evil").part("name")).to_have_text(name)
    page.goto(hub.url + "login?cam=evil")
    for pin in ["9999", "1357"]:
        expect(page).to_have_title(name)
        expect(page.get_by_role("heading")).to_have_text(name)
        assert page.locator("script:not([src]), img").count() == 0
        assert page.evaluate("window.hacked") is None
        enter(page, pin)
    tile("evil").wait_for_picture()
    expect(page).to_have_title(name)
    assert page.evaluate("window.hacked") is None


def test_password_managers_find_a_name_and_a_secret(start_hub, page):
    hub = start_hub(config=CONFIG)
    for path, account in [("login?cam=front", "front"), ("login?cam=yard", "yard"), ("login", "admin")]:
        page.goto(hub.url + path)
        expect(page.locator("[autocomplete=username]")).to_have_value(account)
        expect(page.locator("[autocomplete=current-password]")).to_have_attribute("type", "password")
        # The name is for them alone: it is skipped by the Tab key and by screen readers.
        assert page.get_by_role("textbox").count() == 1
        # Keys of the page's own, if it has some, stand between the field and what sends it.
        keys = page.locator(".key").count()
        assert keys == (0 if account == "admin" else 12)
        for _ in range(keys + 1):
            page.keyboard.press("Tab")
        expect(page.get_by_role("button", name="Unlock")).to_be_focused()
        page.keyboard.press("Tab")
        expect(page.get_by_role("link")).to_be_focused()


@pytest.mark.parametrize("width, height", [(320, 480), (640, 320), (1280, 800), (1920, 1080)])
def test_it_fits_every_screen(start_hub, visit, width, height):
    page = visit(viewport={"width": width, "height": height}).page
    page.goto(start_hub(config=CONFIG.replace("Front door", "W" * 100)).url + "login?cam=front")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    parts = [page.get_by_label("PIN"), page.get_by_role("link"), *page.get_by_role("button").all()]
    assert len(parts) == 15
    for part in parts:
        box = part.bounding_box()
        assert box["height"] >= 44, "as large as a finger"
        assert 0 <= box["x"] and box["x"] + box["width"] <= width


def test_the_policy_is_as_strict_as_that_of_the_other_pages(start_hub, page):
    hub = start_hub(config=CONFIG)
    pages = [page.request.get(hub.url + path).headers for path in ["", "login", "login?cam=front"]]
    wrong = page.request.post(hub.url + "cam/front/login", form={"pin": "9999"})
    assert wrong.status == 401
    pages.append(wrong.headers)
    for name in ["content-security-policy", "x-content-type-options", "referrer-policy"]:
        assert len({headers[name] for headers in pages}) == 1
