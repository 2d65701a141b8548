"""Other programs as network cameras, each straight and behind nginx."""

import contextlib
import os
import subprocess
import time
import urllib.error
from pathlib import Path

import cv2
import numpy
import pytest
from programs import free_port, running
from test_recipes import pictures

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".build/tools/usr"
NGINX, MOTION = TOOLS / "sbin/nginx", TOOLS / "bin/motion"
SIZE = (320, 180)

CONFIGURATION = """
daemon off;
master_process off;
pid {folder}/pid;
error_log {folder}/log;
events {{ worker_connections 64; }}
http {{
    access_log off;
    client_body_temp_path {folder}/t1; proxy_temp_path {folder}/t2; fastcgi_temp_path {folder}/t3;
    uwsgi_temp_path {folder}/t4; scgi_temp_path {folder}/t5;
    server {{ listen 127.0.0.1:{port}; location / {{ proxy_pass http://127.0.0.1:{upstream}; }} }}
}}
"""


pytestmark = pytest.mark.skipif(
    not (NGINX.exists() and MOTION.exists()), reason="nginx and motion were not unpacked into .build/tools")


@pytest.fixture(params=["straight", "nginx"])
def way(request, tmp_path):
    """The port by which a peer's port is reached."""
    with contextlib.ExitStack() as stack:

        def way(upstream):
            if request.param == "straight":
                return upstream
            port = free_port()
            configuration = tmp_path / "nginx.conf"
            configuration.write_text(CONFIGURATION.format(folder=tmp_path, port=port, upstream=upstream))
            stack.enter_context(running(port, NGINX, "-c", configuration, "-p", tmp_path))
            return port

        yield way


@pytest.fixture
def ustreamer(tmp_path):
    """Debian's ustreamer, on a camera that is none: its port, and the picture that it shows."""
    library, file, port = tmp_path / "fakecamera.so", tmp_path / "picture.jpg", free_port()
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, *(ROOT / "Tests/Bench/FakeCamera").glob("*.c")], check=True)
    noise = numpy.random.default_rng(1).integers(0, 255, (SIZE[1] // 20, SIZE[0] // 20, 3), numpy.uint8)
    cv2.imwrite(str(file), cv2.resize(noise, SIZE))
    size = f"{SIZE[0]}x{SIZE[1]}"
    camera = {
        "LD_PRELOAD": str(library), "FAKE_CAMERA_FILE": str(file), "FAKE_CAMERA_SIZE": size, "FAKE_CAMERA_FPS": "30"}
    words = ["--device", "/dev/video-fake", "--resolution", size, "--format", "MJPEG", "--port", port]
    with running(port, "ustreamer", *words, env={**os.environ, **camera}, stderr=subprocess.DEVNULL):
        yield port, cv2.imread(str(file))


@pytest.mark.parametrize("path", ["stream", "snapshot"])
def test_ustreamer(start_hub, way, ustreamer, path):
    port, picture = ustreamer
    hub = start_hub(config=f"cameras: {{ peer: {{ url: 'http://127.0.0.1:{way(port)}/{path}' }} }}\n")
    assert all((shown == picture).all() for shown in pictures(hub, "peer", 5 if path == "stream" else 1))


def test_ffmpeg(start_hub, way):
    port = free_port()
    drawn = ["-re", "-f", "lavfi", "-i", f"testsrc=size={SIZE[0]}x{SIZE[1]}:rate=10", "-f", "mpjpeg"]
    with running(port, "ffmpeg", "-v", "error", *drawn, "-listen", "1", f"http://127.0.0.1:{port}/"):
        hub = start_hub(config=f"cameras: {{ peer: {{ url: 'http://127.0.0.1:{way(port)}/' }} }}\n")
        shown = pictures(hub, "peer", 5)
        assert all(picture.shape == (SIZE[1], SIZE[0], 3) for picture in shown)
        assert all((one != other).any() for one, other in zip(shown, shown[1:]))
        hub.stop()


def test_motion(start_hub, way, tmp_path):
    """Motion shows what it reads from a hub; until then it closes each connection, or shows grey."""
    port = free_port()
    drawn = start_hub(config="cameras: { drawn: { test: {}, size: 320x240, fps: 10 } }\n")
    configuration = tmp_path / "motion.conf"
    configuration.write_text(
        f"netcam_url {drawn.url}cam/drawn/stream\nwidth 320\nheight 240\nstream_port {port}\nstream_maxrate 20\n"
        f"stream_localhost on\nwebcontrol_port 0\npicture_output off\nmovie_output off\ntarget_dir {tmp_path}\n")
    with running(port, MOTION, "-n", "-c", configuration, "-l", tmp_path / "motion.log"):
        hub = start_hub(config=f"cameras: {{ peer: {{ url: 'http://127.0.0.1:{way(port)}/' }} }}\n")
        until, shown = time.monotonic() + 30, None
        while shown is None or not is_coloured(shown):
            assert time.monotonic() < until, "Motion shows nothing"
            try:
                shown = pictures(hub, "peer", 1)[0]
            except urllib.error.HTTPError:
                time.sleep(0.1)
        assert shown.shape == (240, 320, 3)
        hub.stop()


def is_coloured(picture):
    return numpy.ptp(picture.astype(int), axis=2).max() > 50
