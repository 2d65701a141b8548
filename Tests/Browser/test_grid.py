"""The grid: every camera a tile, each polled at its own rate."""

from playwright.sync_api import expect
import pytest

DEMOS = ["demo-1", "demo-2", "demo-3"]


def config(**rates):
    """Test cameras, by id, with a rate each."""
    rows = [f"  {id}: {{ test: {{}}, fps: {fps}, size: 640x360 }}\n" for id, fps in rates.items()]
    return "cameras:" + ("\n" + "".join(rows) if rows else " {}\n")


def ids(page):
    return page.locator("[data-camera]").evaluate_all("(tiles) => tiles.map((tile) => tile.dataset.camera)")


def test_every_camera_is_a_tile_with_a_moving_picture(start_hub, page, tile):
    page.goto(start_hub("--demo", "3").url)
    for camera in DEMOS:
        tile(camera).wait_for_picture()
        assert tile(camera).width >= 320
        tile(camera).wait_for_other_pixels(tile(camera).pixels())
        expect(tile(camera).part("name")).not_to_be_empty()
    assert ids(page) == DEMOS


def test_each_camera_is_polled_at_its_own_rate(start_hub, page, watch, tile):
    rates = {"slow": 2, "usual": 10, "fast": 25}
    page.goto(start_hub(config=config(**rates)).url)
    for camera in rates:
        tile(camera).wait_for_picture()
    watch.asked.clear()
    watch.rate("slow", requests=16)
    for camera, rate in rates.items():
        times = watch.asked[camera]
        measured = (len(times) - 1) / (times[-1] - times[0])
        assert measured == pytest.approx(rate, rel=0.1), camera
        # What is drawn, too: two clocks of one rate may meet at the wrong moment, but not always.
        assert tile(camera).shown_rate == pytest.approx(rate, rel=0.35), camera


def test_the_list_is_asked_once_a_second_and_costs_nothing_while_it_stays(start_hub, page, tile):
    page.goto(start_hub(config=config(front=2)).url)
    tile("front").wait_for_picture()
    asked = []
    page.on("response", lambda answer: asked.append(answer) if answer.url.endswith("/cameras") else None)
    while len(asked) < 6:
        page.wait_for_event("response", timeout=5000)
    times = [answer.request.timing["startTime"] for answer in asked]
    assert (times[-1] - times[0]) / 5 == pytest.approx(1000, rel=0.1)
    assert [answer.status for answer in asked[1:]] == [304] * 5
    assert all(answer.request.headers["if-none-match"].startswith("W/") for answer in asked)


def test_a_changed_rate_is_followed_at_once(start_hub, page, watch, tile):
    hub = start_hub(config=config(front=2))
    page.goto(hub.url)
    tile("front").wait_for_picture()
    hub.reload(config(front=20))
    page.wait_for_event("response", lambda answer: answer.url.endswith("/cameras") and answer.status == 200)
    assert watch.rate("front", requests=40) == pytest.approx(20, rel=0.1)


def test_a_tile_asks_for_the_pixels_that_it_shows(start_hub, visit):
    watch = visit(viewport={"width": 700, "height": 500}, device_scale_factor=2)
    page = watch.page
    asked = []
    page.on("request", lambda request: asked.append(request.url) if "/frame?" in request.url else None)
    page.goto(start_hub(config=config(one=5, two=5, three=5, four=5)).url)
    page.locator("[data-camera=four] canvas").wait_for()
    width = page.locator("[data-camera=four]").bounding_box()["width"]
    watch.rate("four", requests=2)
    assert f"width={round(width * 2)}" in [url for url in asked if "/four/" in url][-1]
    assert page.locator("[data-camera=four] canvas").evaluate("(canvas) => canvas.width") == 640


def test_no_more_than_four_frames_are_asked_for_at_once(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "8").url)
    for number in range(1, 9):
        tile(f"demo-{number}").wait_for_picture()
    watch.rate("demo-8", requests=10)
    assert 2 <= page.evaluate("window.mostAtOnce") <= 4


def test_a_new_camera_appears_and_moves_nobody(start_hub, page, watch, tile):
    watch.allowed = ["404"]  # the page may ask once more for a camera that has just gone
    hub = start_hub(config=config(one=5, two=5, three=5))
    page.goto(hub.url)
    for camera in ["one", "two", "three"]:
        tile(camera).wait_for_picture()
    page.evaluate("document.querySelector('[data-camera=two]').kept = true")
    before = [tile(camera).locator.bounding_box() for camera in ["one", "two", "three"]]
    hub.reload(config(one=5, two=5, three=5, four=5))
    tile("four").locator.wait_for(timeout=1500)
    tile("four").wait_for_picture()
    assert [tile(camera).locator.bounding_box() for camera in ["one", "two", "three"]] == before
    assert page.evaluate("document.querySelector('[data-camera=two]').kept")
    hub.reload(config(two=5, three=5, four=5))
    tile("one").locator.wait_for(state="detached", timeout=1500)
    assert ids(page) == ["two", "three", "four"]


def test_without_a_camera_the_page_says_what_to_do(start_hub, page, tile):
    hub = start_hub(config=config())
    page.goto(hub.url)
    expect(page.locator("#empty")).to_contain_text("Plug a camera into the hub")
    hub.reload(config(first=5))
    tile("first").wait_for_picture()
    expect(page.locator("#empty")).to_be_hidden()


def test_back_from_a_camera_leads_to_the_same_place(start_hub, visit):
    page = visit(viewport={"width": 320, "height": 500}).page
    hub = start_hub(config=config(**{f"camera-{number}": 2 for number in range(1, 10)}))
    page.goto(hub.url)
    page.locator("[data-camera=camera-8]").scroll_into_view_if_needed()
    page.locator("[data-camera=camera-8] canvas").wait_for()
    before = page.evaluate("window.pageYOffset")
    assert before > 600
    page.locator("[data-camera=camera-8] a").click()
    page.wait_for_url(hub.url + "cam/camera-8")
    page.locator("canvas").wait_for()
    page.get_by_role("link", name="All cameras").click()
    page.wait_for_url(hub.url)
    page.locator("[data-camera=camera-8] canvas").wait_for()
    assert page.evaluate("window.pageYOffset") == before
    # It was a step back, not one more page in the history.
    page.go_forward()
    page.wait_for_url(hub.url + "cam/camera-8")
    page.go_back()
    page.locator("[data-camera=camera-8] canvas").wait_for()
    assert page.evaluate("window.pageYOffset") == before


def test_tiles_out_of_view_are_not_asked(start_hub, visit):
    watch = visit(viewport={"width": 320, "height": 500})
    page = watch.page
    hub = start_hub(config=config(**{f"camera-{number}": 5 for number in range(1, 10)}))
    page.goto(hub.url)
    page.locator("[data-camera=camera-1] canvas").wait_for()
    watch.rate("camera-1", requests=5)
    assert "camera-9" not in watch.asked
    page.locator("[data-camera=camera-9]").scroll_into_view_if_needed()
    page.locator("[data-camera=camera-9] canvas").wait_for()
    watch.asked.clear()
    watch.rate("camera-9", requests=5)
    assert "camera-1" not in watch.asked


def test_tiles_are_reached_and_opened_by_keyboard(start_hub, page, tile):
    hub = start_hub("--demo", "3")
    page.goto(hub.url)
    tile("demo-2").wait_for_picture()
    tile("demo-1").link.focus()
    page.keyboard.press("Tab")
    expect(tile("demo-2").link).to_be_focused()
    expect(tile("demo-2").link).to_have_css("outline-style", "solid")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{hub.url}cam/demo-2")
    tile("demo-2").wait_for_picture()


def test_without_image_bitmaps_pictures_are_loaded_and_given_back(start_hub, page, watch):
    page.add_init_script("delete window.createImageBitmap")
    page.goto(start_hub("--demo", "3").url)
    for camera in DEMOS:
        page.locator(f"[data-camera={camera}] img").wait_for()
    before = page.evaluate("window.blobs.size")
    watch.rate("demo-1", requests=60)
    picture = page.locator("[data-camera=demo-1] img")
    assert picture.count() == 1 and picture.evaluate("(image) => image.complete && image.naturalWidth > 0")
    # At most one of each is just being loaded.
    assert before <= 3 and page.evaluate("window.blobs.size") <= 3


def test_the_policy_is_strict(start_hub, page):
    answer = page.goto(start_hub("--demo", "1").url)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
