"""The pages in another browser, and in many windows of one."""

from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait
from tiles import PIXELS

CONFIG = """
cameras:
  front: { test: {}, name: Front door, fps: 8, size: 640x360 }
  garden: { test: {}, name: Garden, fps: 4, size: 640x480 }
  yard: { test: {}, name: Yard, size: 640x360, pin: 2468 }
"""
PICTURE = "document.querySelector('[data-camera={}] canvas')"


def wait(webkit, script, timeout=15):
    return WebDriverWait(webkit, timeout, 0.1).until(lambda driver: driver.execute_script("return " + script))


def wait_for_motion(webkit, camera):
    picture = PICTURE.format(camera)
    wait(webkit, f"{picture} && !{picture}.hidden")
    before = webkit.execute_script(f"return ({PIXELS})({picture})")
    WebDriverWait(webkit, 15, 0.1).until(
        lambda driver: driver.execute_script(f"return ({PIXELS})({picture})") != before)


def test_webkit_shows_the_grid_and_opens_a_camera(start_hub, webkit):
    hub = start_hub(config=CONFIG)
    webkit.get(hub.url)
    for camera in ["front", "garden"]:
        wait_for_motion(webkit, camera)
    wait(webkit, "document.querySelector('.is-locked[data-camera=yard]') !== null")
    webkit.find_element(By.CSS_SELECTOR, "[data-camera=yard] a").click()
    wait(webkit, "document.activeElement.id === 'secret'")
    webkit.switch_to.active_element.send_keys("1111", Keys.ENTER)
    wait(webkit, "document.getElementById('message').textContent === 'That PIN is not right.'")
    webkit.switch_to.active_element.send_keys("2468", Keys.ENTER)
    wait_for_motion(webkit, "yard")


def test_webkit_shows_one_camera_and_goes_back(start_hub, webkit):
    hub = start_hub(config=CONFIG)
    webkit.get(hub.url)
    wait_for_motion(webkit, "front")
    webkit.find_element(By.CSS_SELECTOR, "[data-camera=front] a").click()
    wait(webkit, "location.pathname === '/cam/front'")
    wait_for_motion(webkit, "front")
    wait(webkit, "/fps · .* old · .*bit/.test(document.querySelector('[data-part=rate]').textContent)")
    webkit.find_element(By.ID, "back").click()
    wait(webkit, "location.pathname === '/'")
    wait_for_motion(webkit, "garden")


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
