"""One camera in the full window, and pages below a path of somebody else's."""

import re

from playwright.sync_api import expect
import pytest

FACTS = re.compile(r"([\d.]+) fps · (\d+) (ms|seconds?) old · ([\d.]+) [kM]bit/s")


def test_one_camera_fills_the_window_and_moves(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "3").url + "cam/demo-2")
    tile("demo-2").wait_for_picture()
    tile("demo-2").wait_for_other_pixels(tile("demo-2").pixels())
    assert tile("demo-2").drawn.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    assert tile("demo-2").width == 1280, "the whole picture, not a smaller one"
    expect(page).to_have_title(tile("demo-2").part("name").inner_text())
    assert set(watch.asked) == {"demo-2"}


def test_escape_and_the_link_lead_back_to_the_grid(start_hub, page, tile):
    hub = start_hub("--demo", "2")
    page.goto(hub.url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    page.keyboard.press("Escape")
    page.wait_for_url(hub.url)
    tile("demo-2").wait_for_picture()


@pytest.mark.parametrize("path", ["", "cam/demo-1"])
def test_pages_work_below_any_path(start_hub, start_proxy, page, tile, path):
    page.goto(start_proxy(start_hub("--demo", "2")).url + path)
    tile("demo-1").wait_for_picture()
    tile("demo-1").wait_for_other_pixels(tile("demo-1").pixels())


def test_it_says_how_many_how_old_and_how_large(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    facts = tile("demo-1").part("rate")
    expect(facts).to_have_text(FACTS)
    rate, age, unit, bits = FACTS.fullmatch(facts.inner_text()).groups()
    assert 10 <= float(rate) <= 22
    assert unit == "ms" and int(age) < 1000
    assert float(bits) > 0


def test_the_picture_that_is_seen_is_saved(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save this picture").click()
    assert re.fullmatch(r"demo-1-\d{4}-\d\d-\d\d-\d\d-\d\d-\d\d\.jpg", download.value.suggested_filename)
    assert download.value.path().read_bytes()[:2] == b"\xff\xd8"


def transform(page):
    """How far the picture is drawn closer, and where its corner is."""
    return page.locator(".picture").evaluate("""(picture) => {
        const { a, e, f } = new DOMMatrix(getComputedStyle(picture).transform);
        return [a, e, f];
    }""")


def test_wheel_mouse_and_keys_draw_the_picture_closer(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    whole = page.get_by_role("button", name="Whole picture")
    expect(whole).to_be_hidden()
    page.mouse.move(320, 200)
    for _ in range(3):
        page.mouse.wheel(0, -100)
    expect(whole).to_be_visible()
    scale, x, y = transform(page)
    # What lies under the pointer stays there.
    assert scale == pytest.approx(1.25 ** 3, abs=1e-4)
    assert (320 - x) / scale == pytest.approx(320, abs=0.1) and (200 - y) / scale == pytest.approx(200, abs=0.1)
    page.mouse.down()
    page.mouse.move(220, 150)
    page.mouse.up()
    moved = transform(page)
    assert moved == pytest.approx([scale, x - 100, y - 50], abs=0.1)
    # It never leaves the window.
    page.mouse.down()
    page.mouse.move(2000, 2000)
    page.mouse.up()
    assert transform(page) == pytest.approx([scale, 0, 0], abs=0.1)
    whole.click()
    assert transform(page) == [1, 0, 0]
    page.keyboard.press("+")
    page.keyboard.press("ArrowRight")
    assert transform(page)[0] == 1.25
    page.keyboard.press("0")
    assert transform(page) == [1, 0, 0]
    page.mouse.dblclick(640, 400)
    assert transform(page)[0] == 2.5


PINCH = """
(stage) => {
    const send = (type, pointerId, clientX, clientY) => stage.dispatchEvent(new PointerEvent(type, {
        pointerId, clientX, clientY, pointerType: "touch", bubbles: true, isPrimary: pointerId === 1 }));
    Element.prototype.setPointerCapture = () => {};
    send("pointerdown", 1, 600, 400);
    send("pointerdown", 2, 680, 400);
    send("pointermove", 1, 560, 400);
    send("pointermove", 2, 720, 400);
    send("pointerup", 1, 560, 400);
    send("pointerup", 2, 720, 400);
}
"""


def test_two_fingers_draw_it_closer(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    page.locator("#stage").evaluate(PINCH)
    scale, x, _ = transform(page)
    assert scale == pytest.approx(2)
    assert (640 - x) / scale == pytest.approx(640, abs=1), "what was between the fingers still is"


LOCKS = """
window.wakes = [];
Object.defineProperty(navigator, "wakeLock", { configurable: true, value: {
    request: async () => { const lock = { released: false }; window.wakes.push(lock); return lock; } } });
"""


def test_the_screen_stays_on_also_after_the_tab_was_hidden(start_hub, page, tile):
    page.add_init_script(LOCKS)
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    assert page.evaluate("window.wakes.length") == 1
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    assert page.evaluate("window.wakes.length") == 1, "it has one"
    page.evaluate("window.wakes[0].released = true; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("() => window.wakes.length === 2")
    expect(page.locator("#awake")).to_be_empty()


def test_where_the_screen_may_go_dark_it_is_said(start_hub, page, tile):
    page.add_init_script("""
        Object.defineProperty(navigator, "wakeLock", { value: undefined });
        Object.defineProperty(window, "isSecureContext", { value: false });""")
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    expect(page.locator("#awake")).to_contain_text("HTTPS")


def test_where_the_screen_may_go_dark_the_grid_says_so_too(start_hub, visit):
    """On what is held or hangs on a wall; whoever has a mouse sits before it."""
    hub = start_hub("--demo", "4")
    for has_touch in [True, False]:
        page = visit(has_touch=has_touch, is_mobile=has_touch).page
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false });"
                             "Object.defineProperty(navigator, 'wakeLock', { value: undefined });")
        page.goto(hub.url)
        page.locator("[data-camera=demo-4] canvas").wait_for()
        line = page.locator("#awake")
        expect(line).to_be_visible() if has_touch else expect(line).to_be_hidden()
        expect(line).to_contain_text("HTTPS")
        assert page.evaluate("document.documentElement.scrollHeight") == 800, "it has its place below the pictures"


def test_full_screen_and_back(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    button = page.get_by_role("button", name="Full screen")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.fullscreenElement === document.documentElement")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "false")


def test_a_camera_that_is_none_is_said(start_hub, page, watch, tile):
    watch.allowed = ["404"]
    hub = start_hub(config="cameras: { one: { test: {}, fps: 5 } }\n")
    page.goto(hub.url + "cam/one")
    tile("one").wait_for_picture()
    hub.reload("cameras: {}\n")
    expect(page.locator("#notice")).to_have_text("There is no camera with this address.")
