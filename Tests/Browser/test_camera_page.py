"""One camera in the full window, and pages below a path of somebody else's."""

from playwright.sync_api import expect
import pytest


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
