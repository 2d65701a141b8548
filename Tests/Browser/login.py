"""Ways to show the hub a PIN."""

from playwright.sync_api import expect


def enter(page, secret):
    """Types into the one field of the login page or dialog, which has the focus, and sends it with the Enter key."""
    expect(page.locator("#secret")).to_be_focused()
    page.keyboard.type(secret)
    page.keyboard.press("Enter")


def log_in(page, hub, camera="front", pin="1357"):
    """As another tab of this browser would do it."""
    answer = page.request.post(f"{hub.url}cam/{camera}/login", data={"pin": pin})
    assert answer.status == 204
