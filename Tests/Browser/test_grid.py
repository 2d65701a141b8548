"""The grid: every camera a tile, each polled at its own rate."""

from playwright.sync_api import expect

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
    page.goto(start_hub(config=config(slow=4, fast=12)).url)
    tile("slow").wait_for_picture()
    tile("fast").wait_for_picture()
    assert 10 <= watch.rate("fast", requests=36) <= 12.6
    assert 3.4 <= watch.rate("slow", requests=8) <= 4.2
    # Half of it must be new pictures: two clocks of one rate may meet at the wrong moment, but not always.
    assert 6 <= tile("fast").shown_rate <= 12.6


def test_no_more_than_four_frames_are_asked_for_at_once(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "8").url)
    for number in range(1, 9):
        tile(f"demo-{number}").wait_for_picture()
    watch.rate("demo-8", requests=10)
    assert 2 <= page.evaluate("window.mostAtOnce") <= 4


def test_a_new_camera_appears_within_a_second_and_a_removed_one_goes(start_hub, page, watch, tile):
    watch.allowed = ["404"]  # the page may ask once more for a camera that has just gone
    hub = start_hub(config=config(first=5))
    page.goto(hub.url)
    tile("first").wait_for_picture()
    hub.reload(config(first=5, second=5))
    tile("second").locator.wait_for(timeout=1500)
    tile("second").wait_for_picture()
    hub.reload(config(second=5))
    tile("first").locator.wait_for(state="detached", timeout=1500)
    assert ids(page) == ["second"]


def test_without_a_camera_the_page_says_what_to_do(start_hub, page, tile):
    hub = start_hub(config=config())
    page.goto(hub.url)
    expect(page.get_by_role("status")).to_contain_text("plug a camera in")
    hub.reload(config(first=5))
    tile("first").wait_for_picture()
    expect(page.locator("#notice")).to_be_hidden()


def test_tiles_are_reached_and_opened_by_keyboard(start_hub, page, tile):
    hub = start_hub("--demo", "3")
    page.goto(hub.url)
    tile("demo-2").wait_for_picture()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{hub.url}cam/demo-2")
    tile("demo-2").wait_for_picture()


def test_the_page_keeps_no_more_pictures_than_it_shows(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "3").url)
    for camera in DEMOS:
        tile(camera).wait_for_picture()
    watch.rate("demo-1", requests=60)
    # One shown, and at most one being drawn.
    assert page.evaluate("window.blobs.size") <= 6


def test_the_policy_is_strict(start_hub, page):
    answer = page.goto(start_hub("--demo", "1").url)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
