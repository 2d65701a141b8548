"""What of docs/network-cameras.md this machine can play, with the very words of the document."""

import re
import subprocess
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy
import pytest
from programs import await_listening, free_port, started

DOCUMENT = Path(__file__).parents[2] / "docs/network-cameras.md"
SIZE = (320, 180)


def recipe(camera):
    """The block of the document that configures this camera."""
    blocks = re.findall(r"```yaml\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    found = [block for block in blocks if re.search(rf"^  {camera}: *\{{ (exec|url):", block, re.MULTILINE)]
    assert len(found) == 1, f"{len(found)} recipes for {camera}"
    return found[0]


def pictures(hub, camera, count):
    """So many different pictures, one after the other, decoded."""
    found, after = [], 0
    while len(found) < count:
        url = f"{hub.url}cam/{camera}/frame?after={after}&wait=10000"
        with urllib.request.urlopen(url, timeout=20) as answer:
            after = int(answer.headers["X-Frame-Sequence"])
            found.append(cv2.imdecode(numpy.frombuffer(answer.read(), numpy.uint8), cv2.IMREAD_COLOR))
    return found


@pytest.fixture
def film(tmp_path):
    path = tmp_path / "film.mp4"
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc=size={SIZE[0]}x{SIZE[1]}:rate=10:duration=1", path],
        check=True)
    return path


def test_ffmpeg_shows_a_video_file_again_and_again(start_hub, film):
    hub = start_hub(config=recipe("film").replace("/srv/film.mp4", str(film)))
    shown = pictures(hub, "film", 15)  # more than the file has
    assert all(picture.shape == (SIZE[1], SIZE[0], 3) for picture in shown)
    assert all((one != other).any() for one, other in zip(shown, shown[1:]))


def test_ffmpeg_shows_an_rtsp_source(start_hub, film):
    """A second ffmpeg is the source: it sends to the recipe's, which for that listens instead of asking."""
    port = free_port()
    address = f"rtsp://127.0.0.1:{port}/stream"
    config = recipe("yard").replace("rtsp://user:secret@192.0.2.30/stream", address)
    hub = start_hub(config=config.replace("-rtsp_transport, tcp", "-rtsp_flags, listen"))
    source = ["ffmpeg", "-v", "error", "-re", "-stream_loop", "-1", "-i", film, "-f", "rtsp", "-rtsp_transport", "tcp"]
    with ThreadPoolExecutor(1) as watcher:
        shown = watcher.submit(pictures, hub, "yard", 5)
        await_listening(port)
        with started(*source, address):
            assert all(picture.shape == (SIZE[1], SIZE[0], 3) for picture in shown.result(30))


def test_ffmpeg_shows_the_screen(start_hub, display):
    hub = start_hub(config=recipe("screen").replace('":0"', f'"{display.name}"'))
    assert all(picture.shape == (800, 1280, 3) for picture in pictures(hub, "screen", 3))


def test_a_hub_shows_a_camera_of_another_hub(start_hub):
    other = start_hub(config="defaults: { size: 320x180 }\ncameras: { garden: { test: {}, pin: 2468 } }\n")
    hub = start_hub(config=recipe("garden").replace("garden-hub.local:8080", f"127.0.0.1:{other.port}"))
    shown = pictures(hub, "garden", 5)
    assert all(picture.shape == (SIZE[1], SIZE[0], 3) for picture in shown)
    assert all((one != other).any() for one, other in zip(shown, shown[1:]))
