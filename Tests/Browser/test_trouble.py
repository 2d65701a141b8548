"""What the pages do when something goes wrong: they say it, they ask less often, and they recover."""

from functools import partial

from playwright.sync_api import expect

FRAME = "**/cam/demo-1/frame?*"
COUNT_DRAWINGS = """
() => {
    const { drawImage } = CanvasRenderingContext2D.prototype;
    window.drawings = 0;
    CanvasRenderingContext2D.prototype.drawImage = function (...all) {
        window.drawings += 1;
        drawImage.apply(this, all);
    };
}
"""
UNPLUGGED = {"error": "no picture", "state": "offline", "reason": "the camera was pulled out", "hint": "plug it in again"}


def test_a_camera_without_pictures_dims_and_says_why(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    page.goto(start_hub("--demo", "2").url)
    tile("demo-1").wait_for_picture()
    page.route(FRAME, lambda route: route.fulfill(status=503, json=UNPLUGGED))
    tile("demo-1").wait_for_trouble(timeout=1000)
    for text in ["Offline since ", UNPLUGGED["reason"], UNPLUGGED["hint"]]:
        expect(tile("demo-1").cover).to_contain_text(text)
    assert tile("demo-1").width > 0, "the last picture stays"
    expect(tile("demo-1").drawn).to_have_css("opacity", "0.22")
    expect(tile("demo-1").link).to_have_accessible_name("demo-1: Offline")
    expect(page.locator("#spoken")).to_have_text("demo-1: Offline")
    expect(tile("demo-2").cover).to_be_hidden()
    page.unroute(FRAME)
    tile("demo-1").wait_for_recovery()


STATES = {"offline": "Offline", "busy": "In use elsewhere", "denied": "Not permitted", "stalled": "Silent",
          "no-bandwidth": "No room on the USB bus", "failed": "Does not work", "unreachable": "Out of reach"}


def test_every_state_is_said_in_words(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    hub = start_hub("--demo", str(len(STATES) + 1))
    *troubled, slow = [f"demo-{number}" for number in range(1, len(STATES) + 2)]
    for camera, state in zip(troubled, STATES):
        body = {"error": "none", "state": state, "reason": f"why it is {state}", "hint": f"what helps if {state}"}
        page.route(f"**/cam/{camera}/frame?*", partial(fulfill, body))
    page.route(f"**/cam/{slow}/frame?*", lambda route: None)  # it has yet to answer
    page.goto(hub.url)
    for camera, (state, words) in zip(troubled, STATES.items()):
        tile(camera).wait_for_trouble()
        for text in [words, f"Why it is {state}", f"What helps if {state}"]:
            expect(tile(camera).cover).to_contain_text(text, ignore_case=True)
        expect(tile(camera).part("retry")).to_be_visible()
        expect(tile(camera).link).to_have_accessible_name(f"{camera}: {words}")
    expect(tile(slow).part("rate")).to_have_text("Starting…")
    expect(tile(slow).cover).to_be_hidden()
    expect(tile(slow).locator.locator(".dot")).to_have_css("animation-name", "breathe")
    expect(page.locator("#count")).to_have_text("8 cameras")


def fulfill(body, route):
    route.fulfill(status=503, json=body)


def test_failures_are_asked_for_less_and_less_often(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    page.route(FRAME, lambda route: route.fulfill(status=503, json=UNPLUGGED))
    page.goto(start_hub("--demo", "2").url)
    tile("demo-1").wait_for_trouble()
    while len(watch.asked["demo-1"]) < 4:
        page.wait_for_event("request", timeout=10000)
    first, second, third, fourth = watch.asked["demo-1"][:4]
    # 1, 2 and 4 s, a quarter more or less.
    assert 0.7 <= second - first <= 1.5
    assert 1.4 <= third - second <= 2.8
    assert 2.9 <= fourth - third <= 5.3


def test_a_camera_that_changes_is_asked_at_once(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    hub = start_hub("--demo", "1")
    page.route(FRAME, lambda route: route.fulfill(status=503, json=UNPLUGGED))
    page.goto(hub.url)
    while len(watch.asked.get("demo-1", [])) < 3:
        page.wait_for_event("request", timeout=10000)
    # The next one would come after 3 s or more, but the list says that something has happened.
    cameras = page.request.get(hub.url + "cameras").json()
    cameras["cameras"][0]["state"] = "starting"
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))
    while len(watch.asked["demo-1"]) < 4:
        page.wait_for_event("request", timeout=10000)
    assert watch.asked["demo-1"][3] - watch.asked["demo-1"][2] < 2


def test_a_picture_that_is_none_is_never_shown(start_hub, page, tile):
    page.goto(start_hub("--demo", "1").url)
    tile("demo-1").wait_for_picture()
    page.route(FRAME, lambda route: route.fulfill(body="no picture", content_type="image/jpeg"))
    tile("demo-1").wait_for_trouble()
    assert tile("demo-1").width > 0
    page.unroute(FRAME)
    tile("demo-1").wait_for_recovery()
    tile("demo-1").wait_for_other_pixels(tile("demo-1").pixels())


def test_what_has_not_changed_is_not_drawn_again(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "1").url)
    tile("demo-1").wait_for_picture()
    page.route(FRAME, lambda route: route.fulfill(status=304))
    watch.rate("demo-1", requests=2)
    page.evaluate(COUNT_DRAWINGS)
    watch.rate("demo-1", requests=20)
    assert page.evaluate("window.drawings") == 0
    expect(tile("demo-1").cover).to_be_hidden()


def test_a_hidden_page_asks_for_nothing(start_hub, page, watch, tile):
    hide = """(hidden) => {
        Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    }"""
    page.goto(start_hub("--demo", "2").url)
    tile("demo-1").wait_for_picture()
    page.evaluate(hide, True)
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.wait_for_timeout(1500)  # nothing is what we wait for: longer than any interval
    assert asked == []
    page.evaluate(hide, False)
    tile("demo-1").wait_for_other_pixels(tile("demo-1").pixels())


def test_a_hub_that_has_gone_is_found_again(start_hub, page, watch, tile):
    watch.allowed = ["ERR_"]
    hub = start_hub("--demo", "1")
    page.goto(hub.url)
    tile("demo-1").wait_for_picture()
    hub.stop()
    expect(page.locator("#notice")).to_contain_text("does not answer")
    tile("demo-1").wait_for_trouble()
    start_hub("--demo", "1", port=hub.port)
    expect(page.locator("#notice")).to_be_hidden(timeout=10000)
    tile("demo-1").wait_for_recovery(timeout=1000)


def test_the_last_picture_of_a_camera_that_is_gone_is_shown_at_once(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    hub = start_hub("--demo", "1")
    page.goto(hub.url)
    tile("demo-1").wait_for_picture()

    def gone(route):
        if "stale=1" in route.request.url:
            route.fallback()
        else:
            route.fulfill(status=503, json=UNPLUGGED)

    page.route(FRAME, gone)
    page.goto(hub.url)
    tile("demo-1").wait_for_trouble()
    tile("demo-1").wait_for_picture(timeout=2000)
    expect(tile("demo-1").cover).to_contain_text("Offline since ")


def test_a_tap_asks_at_once(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    page.route(FRAME, lambda route: route.fulfill(status=503, json=UNPLUGGED))
    refused = []
    page.on("response", lambda answer: refused.append(answer) if answer.status == 503 else None)
    page.goto(start_hub("--demo", "1").url)
    while len(refused) < 4:  # three questions, and one for the last picture
        page.wait_for_event("response", timeout=10000)
    # By itself it would ask again after 3 s or more.
    page.unroute(FRAME)
    page.get_by_role("button", name="Try again").click()
    tile("demo-1").wait_for_recovery(timeout=2000)


def test_coming_back_never_starts_a_second_loop(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "1").url)
    tile("demo-1").wait_for_picture()
    page.evaluate("""() => {
        for (let turn = 0; turn < 20; turn += 1) {
            for (const hidden of [true, false]) {
                Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
                document.dispatchEvent(new Event("visibilitychange"));
            }
            window.dispatchEvent(new Event("pageshow"));
        }
    }""")
    watch.rate("demo-1", requests=5)
    assert watch.rate("demo-1", requests=40) <= 21


def test_news_of_the_list_take_nothing_away_that_was_said(start_hub, page, watch, tile):
    watch.allowed = ["503"]
    hub = start_hub("--demo", "1")
    page.goto(hub.url)
    tile("demo-1").wait_for_picture()
    page.route(FRAME, lambda route: route.fulfill(status=503, json=UNPLUGGED))
    expect(tile("demo-1").cover).to_contain_text("Offline since ")
    cameras = page.request.get(hub.url + "cameras").json()
    cameras["cameras"][0]["state"] = "starting"
    page.route("**/cameras", lambda route: route.fulfill(json=cameras))
    asked = len(watch.asked["demo-1"])
    while len(watch.asked["demo-1"]) < asked + 2:
        page.wait_for_event("request", timeout=10000)
    expect(tile("demo-1").cover).to_contain_text("Offline since ")
