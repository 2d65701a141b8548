"""Pages of other programs on the same machine that show a camera, as OctoPrint's and Mainsail's do (docs/integrations.md)."""

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from login import log_in

CONFIG = """
allowOrigins: ["{origin}"]
defaults: {{ size: 320x240 }}
cameras: {{ front: {{ test: {{}}, pin: 1357 }}, bare: {{ test: {{}}, pin: null }} }}
"""
# Reads a stream by a script until it has the start of a picture; says what became of it.
READ = """
async (address) => {
    try {
        const answer = await fetch(address, { mode: "cors" });
        if (!answer.ok) return String(answer.status);
        const reader = answer.body.getReader();
        const { value } = await reader.read();
        await reader.cancel();
        return value.length ? "read" : "nothing";
    } catch (error) {
        return "refused";
    }
}
"""


@pytest.fixture
def neighbour():
    """Another program's page, on another port of the same host. `origin` is its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200 if self.path == "/" else 204)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            if self.path == "/":
                self.wfile.write(b"<!doctype html><title>printer</title><p>printer")

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.origin = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def show(page, address):
    """Puts an image into the page. Its width once there is a picture, for a stream never ends; 0 if it cannot be had."""
    return page.evaluate(
        """async (address) => {
            const image = document.createElement("img");
            let isRefused = false;
            image.onerror = () => { isRefused = true; };
            image.src = address;
            document.body.append(image);
            while (!image.naturalWidth && !isRefused) await new Promise(requestAnimationFrame);
            return image.naturalWidth;
        }""",
        address)


@pytest.mark.parametrize("route", ["frame", "snapshot?bypassCache=1", "stream"])
def test_an_image_of_a_neighbouring_port_shows_what_the_browser_has_unlocked(start_hub, neighbour, browser, route):
    hub = start_hub(config=CONFIG.format(origin=neighbour.origin))
    context = browser.new_context()
    page = context.new_page()
    page.goto(neighbour.origin)
    assert show(page, f"{hub.url}cam/bare/{route}") == 320
    log_in(page, hub)
    assert show(page, f"{hub.url}cam/front/{route}") == 320
    context.close()


def test_an_image_of_a_locked_camera_makes_the_browser_ask_for_user_and_pin(start_hub, neighbour, browser):
    hub = start_hub(config=CONFIG.format(origin=neighbour.origin))
    # What a person would type into the browser's dialog.
    context = browser.new_context(http_credentials={"username": "camhub", "password": "1357"})
    page = context.new_page()
    page.goto(neighbour.origin)
    assert show(page, f"{hub.url}cam/front/stream") == 320
    context.close()


def test_a_script_of_a_neighbouring_port_reads_the_stream_of_an_open_camera_if_it_is_named(
        start_hub, neighbour, browser):
    named = start_hub(config=CONFIG.format(origin=neighbour.origin))
    other = start_hub(config=CONFIG.format(origin="http://127.0.0.1:1"))
    context = browser.new_context()
    page = context.new_page()
    page.goto(neighbour.origin)
    log_in(page, named)
    assert page.evaluate(READ, f"{named.url}cam/bare/stream") == "read"
    # Browsers give it no cookie of another port.
    assert page.evaluate(READ, f"{named.url}cam/front/stream") == "401"
    assert page.evaluate(READ, f"{other.url}cam/bare/stream") == "refused"
    context.close()
