"""Streams, as programs and browsers read them: a hundred pictures each."""

import email
import http.client
import re
import subprocess
import threading
import time

import cv2
import pytest
from multipart import MultipartReader
from tiles import PIXELS

COUNT = 100
SIZE = (320, 240)
CONFIG = "cameras: { demo: { test: {}, fps: 60, size: 320x240 } }\n"
PART = re.compile(rb"Content-Type: image/jpeg\r\nContent-Length: (\d+)\r\nX-Timestamp: (\d+\.\d{6})\r\n\r\n")
SHOW = """
async (address) => {
    const image = document.createElement("img");
    image.src = address;
    document.body.append(image);
    window.streamed = image;
    const start = performance.now();
    while (!image.naturalWidth) await new Promise(requestAnimationFrame);
    return [image.naturalWidth, performance.now() - start];
}
"""
# How many different pictures were drawn, one after the other; waits until there are so many.
FOLLOW = f"""
async (image, count) => {{
    let drawn = 0;
    let last;
    while (drawn < count) {{
        const pixels = ({PIXELS})(image);
        if (pixels !== last) drawn += 1;
        last = pixels;
        await new Promise(requestAnimationFrame);
    }}
    return drawn;
}}
"""


@pytest.fixture
def url(start_hub):
    return start_hub(config=CONFIG).url + "cam/demo/stream"


def split(data):
    """The pictures of a stream's first bytes, each read by its length, and when they were taken."""
    pictures, stamps = [], []
    opening = b"--camhubframe\r\n"
    assert data.startswith(opening)
    position = len(opening)
    while match := PART.match(data, position):
        end = match.end() + int(match[1])
        if not data.startswith(b"\r\n" + opening, end):
            break
        pictures.append(data[match.end():end])
        stamps.append(float(match[2]))
        position = end + 2 + len(opening)
    return pictures, stamps


def test_curl_gets_every_byte_of_it(url):
    with subprocess.Popen(["curl", "-sSN", "--max-time", "20", url], stdout=subprocess.PIPE) as curl:
        data = b""
        while data.count(b"\r\n--camhubframe\r\n") < COUNT:
            some = curl.stdout.read1(65536)
            assert some, "the stream ended"
            data += some
        curl.terminate()
    pictures, stamps = split(data)
    assert len(pictures) == COUNT
    assert all(one.startswith(b"\xff\xd8") and one.endswith(b"\xff\xd9") for one in pictures)
    assert stamps == sorted(set(stamps))
    assert abs(stamps[-1] - time.time()) < 1


def test_python_s_reader_of_multipart_messages_takes_it(url):
    host, path = re.fullmatch(r"http://([^/]+)(/.*)", url).groups()
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    kind = answer.getheader("Content-Type")
    data = b""
    while data.count(b"\r\n--camhubframe\r\n") < COUNT:
        data += answer.read1(65536)
    connection.close()
    whole = data[:data.rindex(b"--camhubframe\r\n")] + b"--camhubframe--\r\n"
    message = email.message_from_bytes(f"Content-Type: {kind}\r\n\r\n".encode() + whole)
    parts = message.get_payload()
    assert len(parts) >= COUNT
    for part in parts[:COUNT]:
        picture = part.get_payload(decode=True)
        assert part.get_content_type() == "image/jpeg"
        assert len(picture) == int(part["Content-Length"])
        assert picture.startswith(b"\xff\xd8") and picture.endswith(b"\xff\xd9")


@pytest.mark.parametrize("query", ["", "?fps=0.5"])
def test_a_reader_as_strict_as_go_s_has_each_picture_before_the_next_begins(url, query):
    """Go itself would be half a gigabyte of packages."""
    host, path = re.fullmatch(r"http://([^/]+)(/.*)", url + query).groups()
    connection = http.client.HTTPConnection(host, timeout=10)
    connection.request("GET", path)
    answer = connection.getresponse()
    reader = MultipartReader(answer, answer.msg.get_param("boundary"))
    for _ in range(2 if query else COUNT):
        fields, picture = reader.next_part()
        assert fields["content-type"] == "image/jpeg" and int(fields["content-length"]) == len(picture)
        assert picture.startswith(b"\xff\xd8") and picture.endswith(b"\xff\xd9")
        assert time.time() - float(fields["x-timestamp"]) < 1
    connection.close()


@pytest.mark.parametrize("options", [[], ["-f", "mpjpeg", "-strict_mime_boundary", "1"]])
def test_ffmpeg_decodes_it(url, options):
    command = ["ffmpeg", "-v", "error", *options, "-i", url, "-frames:v", str(COUNT), "-f", "framemd5", "-"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=True)
    assert done.stderr == ""
    frames = [line for line in done.stdout.splitlines() if line and not line.startswith("#")]
    assert len(frames) == COUNT
    assert "320x240" in done.stdout


def test_mpv_plays_it(url):
    said = ["--msg-level=all=warn,lavf=error"]  # ffmpeg's library says that such streams have no clock
    sums = ["--o=-", "--of=framecrc", "--ovc=rawvideo"]
    command = ["mpv", "--no-config", *said, *sums, f"--frames={COUNT}", url]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL, check=True)
    assert done.stderr == ""
    assert "#dimensions 0: 320x240\n" in done.stdout
    pictures = [line.split(",")[-1] for line in done.stdout.splitlines() if not line.startswith("#")]
    assert len(pictures) == len(set(pictures)) == COUNT


def test_opencv_reads_it(url):
    capture = cv2.VideoCapture(url)
    assert capture.isOpened()
    previous = None
    for _ in range(COUNT):
        is_read, picture = capture.read()
        assert is_read and picture.shape == (SIZE[1], SIZE[0], 3)
        assert previous is None or (picture != previous).any()
        previous = picture
    capture.release()


def test_a_browser_shows_it_as_a_moving_picture(start_hub, page):
    hub = start_hub(config=CONFIG)
    page.goto(hub.url + "login")
    width, _ = page.evaluate(SHOW, f"{hub.url}cam/demo/stream")
    assert width == SIZE[0]
    for _ in range(5):
        before = page.evaluate(f"() => ({PIXELS})(window.streamed)")
        page.wait_for_function(f"(before) => ({PIXELS})(window.streamed) !== before", arg=before, timeout=5000)
    page.evaluate("window.streamed.remove()")


def test_a_browser_shows_the_first_picture_before_the_second_has_come(start_hub, page):
    hub = start_hub(config=CONFIG)
    page.goto(hub.url + "login")
    _, milliseconds = page.evaluate(SHOW, f"{hub.url}cam/demo/stream?fps=0.2")
    assert milliseconds < 3000
    page.evaluate("window.streamed.remove()")


def test_webkit_shows_a_hundred_different_pictures(start_hub, webkit):
    hub = start_hub(config=CONFIG)
    webkit.get(hub.url + "login")
    assert webkit.execute_script(f"return ({SHOW})(arguments[0])", f"{hub.url}cam/demo/stream")[0] == SIZE[0]
    assert webkit.execute_script(f"return ({FOLLOW})(window.streamed, {COUNT})") == COUNT


def test_webkit_shows_the_first_picture_before_the_second_has_come(start_hub, webkit):
    hub = start_hub(config=CONFIG)
    webkit.get(hub.url + "login")
    script = f"return ({SHOW})(arguments[0])"
    assert webkit.execute_script(script, f"{hub.url}cam/demo/stream?fps=0.2")[1] < 3000


def test_clients_of_every_speed_get_their_pictures_side_by_side(url):
    """While one client reads nothing and one a kilobyte a second, a third gets every picture in time."""
    host, path = re.fullmatch(r"http://([^/]+)(/.*)", url).groups()
    slow = []
    for _ in range(2):
        connection = http.client.HTTPConnection(host, timeout=10)
        connection.request("GET", path)
        slow.append((connection, connection.getresponse()))
    is_over = threading.Event()

    def crawl():
        while not is_over.wait(1):
            slow[1][1].read1(1024)

    crawler = threading.Thread(target=crawl)
    crawler.start()
    start = time.monotonic()
    test_curl_gets_every_byte_of_it(url)
    assert time.monotonic() - start < 2 * COUNT / 60 + 2
    is_over.set()
    crawler.join()
    for connection, _ in slow:
        connection.close()
