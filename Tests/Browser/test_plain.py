"""Browsers that know no modules, and browsers without scripts."""

import re

from login import log_in
from playwright.sync_api import expect
import pytest

CONFIG = """
cameras:
  front: { test: {}, name: Front door, fps: 8, size: 640x360 }
  yard: { test: {}, size: 640x360, pin: 2468 }
"""


def refuse_modules(page):
    """The page as a browser without modules takes it."""
    def old(route):
        if route.request.resource_type != "document":
            route.fallback()
            return
        answer = route.fetch()
        text = answer.text().replace('type="module"', 'type="text/x-module"').replace("nomodule ", "")
        route.fulfill(response=answer, body=text)

    page.route(re.compile(r"/$|/cam/\w+$"), old)


# Whether the picture of a camera is another one than before.
CHANGED = "(before) => document.querySelector('[data-camera=front] img').src !== before"


@pytest.mark.parametrize("lacks", ["", "delete window.createImageBitmap; delete window.fetch", "URL.createObjectURL = null"])
def test_pictures_move_without_modules(start_hub, page, watch, lacks):
    refuse_modules(page)
    page.add_init_script(lacks)
    page.goto(start_hub(config=CONFIG).url)
    picture = page.locator("[data-camera=front] img")
    picture.wait_for()
    expect(picture).to_have_attribute("alt", "Live picture of Front door")
    page.wait_for_function(CHANGED, arg=picture.get_attribute("src"))
    assert watch.rate("front", requests=16) == pytest.approx(8, rel=0.3)
    assert picture.count() == 1 and picture.evaluate("(image) => image.naturalWidth") > 0
    assert page.evaluate("window.blobs.size") <= 1


def test_a_pin_opens_a_camera_without_modules(start_hub, page, watch):
    watch.allowed = ["401"]
    refuse_modules(page)
    page.goto(start_hub(config=CONFIG).url)
    yard = page.locator("[data-camera=yard]")
    for pin in ["1111", "2468"]:
        yard.get_by_label("PIN").fill(pin)
        yard.get_by_role("button", name="Unlock").click()
        if pin == "1111":
            expect(yard).to_contain_text("That PIN is not right.")
    yard.locator("img").wait_for()
    expect(yard.get_by_label("PIN")).to_be_hidden()


def test_one_logs_out_without_modules(start_hub, page, watch):
    watch.allowed = ["401"]
    refuse_modules(page)
    hub = start_hub(config=CONFIG)
    page.goto(hub.url)
    page.locator("[data-camera=front] img").wait_for()
    expect(page.get_by_role("button", name="Log out")).to_be_hidden()
    log_in(page, hub, "yard", "2468")
    page.locator("[data-camera=yard] img").wait_for()
    with page.expect_navigation(url=hub.url):
        page.get_by_role("button", name="Log out").click()
    assert page.request.get(hub.url + "cam/yard/frame").status == 401


def test_a_camera_that_goes_says_so_without_modules(start_hub, page, watch):
    watch.allowed = ["503"]
    refuse_modules(page)
    page.goto(start_hub(config=CONFIG).url)
    page.locator("[data-camera=front] img").wait_for()
    page.route("**/cam/front/frame?*", lambda route: route.fulfill(status=503, json={}))
    expect(page.locator("[data-camera=front]")).to_contain_text("Does not work")
    page.locator("[data-camera=front] img").wait_for()  # the last picture stays
    page.unroute("**/cam/front/frame?*")
    expect(page.locator("[data-camera=front] .message")).to_be_empty()


def test_one_camera_has_its_own_page_without_modules(start_hub, page, watch):
    refuse_modules(page)
    page.goto(start_hub(config=CONFIG).url + "cam/front")
    page.locator("[data-camera=front] img").wait_for()
    assert page.locator("[data-camera=yard]").count() == 0


def test_without_scripts_the_grid_leads_to_the_basic_page(start_hub, visit):
    page = visit(java_script_enabled=False).page
    hub = start_hub(config=CONFIG)
    page.goto(hub.url)
    page.wait_for_url(hub.url + "basic")
    picture = page.get_by_alt_text("Picture of Front door")
    expect(picture).to_be_visible()
    page.get_by_role("link", name="1 s", exact=True).click()
    page.wait_for_url(hub.url + "basic?every=1")
    # It loads itself again, and then shows another picture.
    before = picture.get_attribute("src")
    expect(picture).not_to_have_attribute("src", before, timeout=5000)


def test_a_pin_opens_a_camera_without_scripts(start_hub, visit):
    page = visit(java_script_enabled=False).page
    hub = start_hub(config=CONFIG)
    page.goto(hub.url + "basic?every=3600")
    page.get_by_role("link", name="Locked: enter the PIN").click()
    page.get_by_label("PIN").fill("2468")
    page.get_by_role("button", name="Unlock").click()
    page.wait_for_url(hub.url + "basic")
    expect(page.get_by_alt_text("Picture of yard")).to_be_visible()
    page.get_by_alt_text("Picture of yard").click()
    page.wait_for_url(hub.url + "basic?cam=yard&every=5")
    expect(page.locator("img")).to_have_count(1)
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url(hub.url + "basic")
    page.get_by_role("link", name="Locked: enter the PIN").wait_for()
    expect(page.get_by_role("button", name="Log out")).to_have_count(0)
