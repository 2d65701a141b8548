"""What one raw frame costs to encode: beside the least that can be done, and beside ustreamer's encoder."""

import json
import subprocess

from measure import folder_in_memory, port_of, watch
from peers import ustreamer
from report import row

FRAMES_PER_SECOND = 30
FRAME = "1280x720 YUYV frame, quality 80, 4:2:0"


def rows(options):
    return [*bare_rows(options), *ustreamer_rows(options)]


def bare_rows(options):
    """The same picture all the time, one after the other."""
    runs = [bench(options) for _ in range(options.rounds)]
    return [
        row(
            f"CPU, µs per encoded {FRAME}, without a pause",
            "tjCompressFromYUVPlanes on ready planes",
            [run["hub_us"] for run in runs],
            [run["turbojpeg_us"] for run in runs],
            1.10,
        )
    ]


def ustreamer_rows(options):
    """The same frames at the rate of a camera, each in another buffer: the thread that encodes on both sides.

    ustreamer encodes each frame that it takes, whether somebody looks or not.
    """
    ours, theirs = [], []
    words = ["--format", "YUYV", "--encoder", "CPU", "--quality", 80, "--workers", 1, "--buffers", 4]
    with folder_in_memory() as ram:
        bench(options, "raw", ram / "raw")
        for _ in range(options.rounds):
            ours.append(bench(options, "paced", FRAMES_PER_SECOND, FRAMES_PER_SECOND * options.seconds)["hub_us"])
            with ustreamer(options, ram / "raw", *words) as (peer, address):
                stream = ["stream", port_of(address), "/stream", 1, options.seconds]
                theirs.append(per_frame(watch(options, peer, *stream, thread="jw-")))
    return [row(f"CPU, µs per encoded {FRAME}, at 30 fps", "ustreamer's encoding thread", ours, theirs, 0.70)]


def per_frame(watching):
    """CPU for each frame of the camera, in µs: now and then the viewer gets one frame for two that were encoded."""
    frames = FRAMES_PER_SECOND * watching.seen["seconds"]
    if watching.seen["pictures"] < 0.8 * frames:
        raise SystemExit(f"ustreamer showed {watching.seen['pictures']} of {frames:.0f} pictures")
    return watching.cpu_us * watching.seen["pictures"] / frames


def bench(options, *words):
    command = [options.bin / "EncodeBench", *(str(word) for word in words)]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return json.loads(output) if output else None
