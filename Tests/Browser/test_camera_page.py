"""One camera in the full window, and pages below a path of somebody else's."""

import http.client
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
import threading

from playwright.sync_api import expect
import pytest


def test_one_camera_fills_the_window_and_moves(start_hub, page, watch, tile):
    page.goto(start_hub("--demo", "3").url + "cam/demo-2")
    tile("demo-2").wait_for_picture()
    tile("demo-2").wait_for_other_pixels(tile("demo-2").pixels())
    assert tile("demo-2").locator.bounding_box() == {"x": 0, "y": 0, "width": 1280, "height": 800}
    expect(page).to_have_title(tile("demo-2").part("name").inner_text())
    assert set(watch.asked) == {"demo-2"}


def test_escape_and_the_link_lead_back_to_the_grid(start_hub, page, tile):
    hub = start_hub("--demo", "2")
    page.goto(hub.url + "cam/demo-1")
    tile("demo-1").wait_for_picture()
    page.keyboard.press("Escape")
    page.wait_for_url(hub.url)
    tile("demo-2").wait_for_picture()


@pytest.fixture
def proxied(start_hub):
    """The URL of a hub that a reverse proxy shows as /somewhere/below/."""
    hub = start_hub("--demo", "2")

    class Proxy(BaseHTTPRequestHandler):
        prefix = "/somewhere/below"

        def do_GET(self):
            if not self.path.startswith(self.prefix + "/"):
                self.send_error(404)
                return
            upstream = http.client.HTTPConnection("127.0.0.1", hub.port)
            kept = {name: self.headers[name] for name in ("Host", "If-None-Match") if name in self.headers}
            upstream.request("GET", self.path[len(self.prefix):], headers=kept)
            answer = upstream.getresponse()
            body = answer.read()
            self.send_response(answer.status)
            for name, value in answer.getheaders():
                if name.lower() not in ("connection", "transfer-encoding", "keep-alive"):
                    self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)
            upstream.close()

        def log_message(self, *words):
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Proxy)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}{Proxy.prefix}/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("path", ["", "cam/demo-1"])
def test_pages_work_below_any_path(proxied, page, tile, path):
    page.goto(proxied + path)
    tile("demo-1").wait_for_picture()
    tile("demo-1").wait_for_other_pixels(tile("demo-1").pixels())
