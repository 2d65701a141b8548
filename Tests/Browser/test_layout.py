"""Where the tiles stand: the layout alone, and as a browser shows it."""

from playwright.sync_api import expect
import pytest

WINDOWS = [(320, 568), (390, 844), (844, 390), (800, 1280), (1280, 800), (1920, 1080), (1080, 1920), (3840, 2160)]
COUNTS = [1, 2, 4, 9, 16, 30]


@pytest.fixture
def arrange(hub, page):
    """arrange(ratios, width, height): the places as (x, y, width, height), and how high it all is."""
    page.goto(hub.url + "login")

    def arrange(ratios, width, height):
        return page.evaluate("""async ([base, ratios, width, height]) => {
            const { arrange } = await import(base + "assets/layout.js");
            const { places, height: total } = arrange(ratios, { width, height }, 8);
            return [places.map(({ x, y, width, height }) => [x, y, width, height]), total];
        }""", [hub.url, ratios, width, height])

    return arrange


@pytest.mark.parametrize("count", COUNTS)
def test_every_window_is_used_well(arrange, count):
    for width, height in WINDOWS:
        width, height = width - 16, height - 56
        places, total = arrange([16 / 9] * count, width, height)
        assert len(places) == count
        for x, y, w, h in places:
            assert 0 <= x and x + w <= width and 0 <= y
            assert w / h == pytest.approx(16 / 9, rel=0.02), "it keeps its shape"
        assert_apart(places)
        used = sum(w * h for _, _, w, h in places) / (width * max(total, height))
        # What is left beside a single picture in a high window is left to it.
        best = max(w for _, _, w, _ in places) / width
        assert used >= 0.45 or best >= 0.95, f"{count} in {width}x{height}: {used:.2f}"
        assert min(h for _, _, _, h in places) >= 95, "large enough to be recognised"


def assert_apart(places):
    for index, (x, y, w, h) in enumerate(places):
        for other_x, other_y, other_w, other_h in places[:index]:
            assert x >= other_x + other_w + 8 or other_x >= x + w + 8 or y >= other_y + other_h + 8


def test_shapes_stand_side_by_side_in_their_order(arrange):
    ratios = [16 / 9, 4 / 3, 9 / 16, 16 / 9, 1]
    places, _ = arrange(ratios, 1264, 744)
    assert_apart(places)
    assert len({h for _, _, _, h in places}) == 1
    assert places == sorted(places, key=lambda place: (place[1], place[0]))
    for ratio, (_, _, w, h) in zip(ratios, places):
        assert w / h == pytest.approx(ratio, rel=0.02)


def test_one_more_at_the_end_moves_nobody_where_there_is_a_gap(arrange):
    for count in [3, 5, 7, 8]:
        before, _ = arrange([16 / 9] * count, 1264, 744)
        after, _ = arrange([16 / 9] * (count + 1), 1264, 744)
        assert after[:count] == before


def test_a_panorama_does_not_make_all_others_small(arrange):
    places, _ = arrange([8, 16 / 9, 16 / 9, 16 / 9], 1264, 744)
    assert min(h for _, _, _, h in places) > 200


@pytest.mark.parametrize("width, height", [(320, 568), (844, 390), (1280, 800)])
def test_a_browser_shows_it_so(start_hub, visit, width, height):
    page = visit(viewport={"width": width, "height": height}).page
    page.goto(start_hub("--demo", "4").url)
    page.locator("[data-camera=demo-1] canvas").wait_for()
    expect(page.locator(".tile")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    for tile in page.locator(".tile").all():
        box = tile.bounding_box()
        assert box["width"] / box["height"] == pytest.approx(16 / 9, rel=0.02)
    picture = page.locator("[data-camera=demo-1] canvas").evaluate("(canvas) => canvas.width / canvas.height")
    assert picture == pytest.approx(16 / 9, rel=0.02)
