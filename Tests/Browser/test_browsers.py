"""The pages in WebKit and Firefox, and in many windows of one browser."""

from selenium.webdriver.support.ui import WebDriverWait
from tiles import PIXELS

CONFIG = """
cameras:
  front: { test: {}, name: Front door, fps: 8, size: 640x360 }
  garden: { test: {}, name: Garden, fps: 4, size: 640x480 }
  yard: { test: {}, name: Yard, size: 640x360, pin: 2468 }
"""
PICTURE = "document.querySelector('[data-camera={}] canvas')"


def wait(other, script, timeout=15):
    return WebDriverWait(other, timeout, 0.1).until(lambda window: window.execute_script("return " + script))


def wait_for_motion(other, camera):
    picture = PICTURE.format(camera)
    wait(other, f"{picture} && !{picture}.hidden")
    before = other.execute_script(f"return ({PIXELS})({picture})")
    WebDriverWait(other, 15, 0.1).until(
        lambda window: window.execute_script(f"return ({PIXELS})({picture})") != before)


def test_they_show_the_grid_and_open_a_camera(start_hub, other):
    hub = start_hub(config=CONFIG)
    other.get(hub.url)
    for camera in ["front", "garden"]:
        wait_for_motion(other, camera)
    wait(other, "document.querySelector('.is-locked[data-camera=yard]') !== null")
    other.click("[data-camera=yard] a")
    wait(other, "document.activeElement.id === 'secret'")
    other.type("1111")
    wait(other, "document.getElementById('message').textContent === 'That PIN is not right.'")
    other.type("2468")
    wait_for_motion(other, "yard")


def test_they_draw_as_many_pictures_as_come(start_hub, other):
    other.get(start_hub(config=CONFIG).url)
    wait_for_motion(other, "front")
    wait(other, "/^[678]\\S* fps/.test(document.querySelector('[data-camera=front] [data-part=rate]').textContent)")


def test_they_show_one_camera_and_go_back(start_hub, other):
    hub = start_hub(config=CONFIG)
    other.get(hub.url)
    wait_for_motion(other, "front")
    other.click("[data-camera=front] a")
    wait(other, "location.pathname === '/cam/front'")
    wait_for_motion(other, "front")
    wait(other, "/fps · .* old · .*bit/.test(document.querySelector('[data-part=rate]').textContent)")
    other.click("#back")
    wait(other, "location.pathname === '/'")
    wait_for_motion(other, "garden")


def test_seven_windows_show_everything(start_hub, browser, visit):
    hub = start_hub(config=CONFIG)
    context = browser.new_context(viewport={"width": 800, "height": 500})
    watches = [visit(context) for _ in range(7)]
    for watch in watches:
        watch.page.goto(hub.url)
    for watch in watches:
        watch.page.locator("[data-camera=front] canvas").wait_for()
        assert watch.rate("front", requests=8) > 2, "six connections are enough for all of them"
    hub.reload(CONFIG + "  new: { test: {}, fps: 4, size: 640x360 }\n")
    for watch in watches:
        watch.page.locator("[data-camera=new] canvas").wait_for(timeout=10000)
