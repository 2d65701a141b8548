"""What the hub takes for a connection and a camera, and how fast it is there."""

import contextlib
import pathlib
import shutil
import socket
import statistics
import time
import urllib.request

from measure import (
    kernel_kilobytes,
    picture_in_memory,
    port_of,
    resident_kilobytes,
    socket_kilobytes,
    started_hub,
    viewers,
)
from report import figure
from serving import bench_hub

CONNECTIONS = 1000
PUSH_CLIENTS = 64
CAMERAS = 8
STARTS = 5
MIB = 1024

CAMERAS_YAML = """
listen: ["127.0.0.1:0"]
stateDirectory: {work}/state
defaults: {{ pin: null, fps: 30, idleAfter: never }}
cameras:
{cameras}
"""

START_YAML = """
listen: ["127.0.0.1:0"]
stateDirectory: {state}
"""


def rows(options):
    return [*connection_rows(options), *push_rows(options), camera_row(options), *start_rows(options)]


def connection_rows(options):
    """The process, and half of what the kernel keeps for both ends of a connection that is silent."""
    process, kernel = [], []
    for _ in range(options.few_rounds):
        with picture_in_memory(options) as picture, bench_hub(options, picture) as (hub, address):
            # The first ones grow what all later ones share.
            with asked(address, 50):
                before, kernel_before = resident_kilobytes(hub.pid), kernel_kilobytes()
                with asked(address, CONNECTIONS):
                    process.append((resident_kilobytes(hub.pid) - before) / CONNECTIONS)
                    kernel.append((kernel_kilobytes() - kernel_before) / 2 / CONNECTIONS)
    return both(
        process, kernel, f"per idle keep-alive connection that has had a 100 KB `frame`, {CONNECTIONS} of them", 18
    )


def both(process, kernel, what, goal):
    return [
        figure(f"memory of the process and the kernel, KiB {what}", [sum(two) for two in zip(process, kernel)], goal),
        figure(f"of it that of the process, KiB {what}", process),
    ]


@contextlib.contextmanager
def asked(address, count):
    """So many connections that have asked once and stay."""
    with contextlib.ExitStack() as stack:
        for _ in range(count):
            client = stack.enter_context(socket.create_connection(("127.0.0.1", port_of(address)), timeout=10))
            client.sendall(b"GET /cam/bench/frame HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            answer = b""
            while b"\r\n\r\n" not in answer:
                answer += client.recv(1 << 20)
            head, _, body = answer.partition(b"\r\n\r\n")
            left = int(head.lower().split(b"content-length:")[1].split()[0]) - len(body)
            while left > 0:
                left -= len(client.recv(1 << 20))
        yield


def push_rows(options):
    """The process, and what the kernel holds at its end for data while pictures flow."""
    process, kernel = [], []
    for _ in range(options.few_rounds):
        with picture_in_memory(options) as picture, bench_hub(options, picture) as (hub, address):
            port = port_of(address)
            words = ["stream", port, "/cam/bench/stream"]
            with viewers(options, *words, 1, 1) as wait:
                wait()
                before = resident_kilobytes(hub.pid)
            with viewers(options, *words, PUSH_CLIENTS, 1) as wait:
                readings = [socket_kilobytes(port) for _ in every(0.01, 0.9)]
                wait()
                process.append((resident_kilobytes(hub.pid) - before) / PUSH_CLIENTS)
                kernel.append(statistics.mean(readings) / PUSH_CLIENTS)
    return both(process, kernel, f"per push client, 100 KB at 30 fps, {PUSH_CLIENTS} of them", 80)


def every(seconds, duration):
    end = time.monotonic() + duration
    while time.monotonic() < end:
        time.sleep(seconds)
        yield


def camera_row(options):
    """Cameras that replay a file stand for real ones: no device, so none of the buffers that a driver lends."""
    taken = []
    with picture_in_memory(options) as picture:
        for _ in range(options.few_rounds):
            one, many = (resident_with_cameras(options, picture, count) for count in (1, 1 + CAMERAS))
            taken.append((many - one) / CAMERAS / MIB)
    return figure(f"memory of the process, MiB per MJPEG camera, 100 KB, {CAMERAS} of them at 30 fps", taken, 6)


def resident_with_cameras(options, picture, count):
    names = [f"camera-{number}" for number in range(count)]
    cameras = "\n".join(f"  {name}: {{ replay: {picture} }}" for name in names)
    with started_hub(options, CAMERAS_YAML.format(work=options.work, cameras=cameras)) as (hub, address):
        for _ in range(3):
            for name in names:
                urllib.request.urlopen(f"{address}cam/{name}/frame", timeout=10).read()
        with contextlib.ExitStack() as stack:
            waits = [
                stack.enter_context(viewers(options, "stream", port_of(address), f"/cam/{name}/stream", 1, 1))
                for name in names
            ]
            for wait in waits:
                wait()
            return resident_kilobytes(hub.pid)


def start_rows(options):
    """With the state of an earlier run, and for the first time, when passwords have to be made and hashed."""
    state = pathlib.Path(options.work) / "start-state"
    first, again, resident = [], [], []
    for _ in range(options.few_rounds):
        shutil.rmtree(state, ignore_errors=True)
        first.append(start(options, state)[0])
        for _ in range(STARTS):
            milliseconds, kilobytes = start(options, state)
            again.append(milliseconds)
            resident.append(kilobytes / MIB)
    return [
        figure("ms from the start of the process to the first byte of `/cameras`", again, 100),
        figure("the same at the very first start", first),
        figure("memory of the process after that, MiB", resident, 16),
    ]


def start(options, state):
    begin = time.monotonic()
    with started_hub(options, START_YAML.format(state=state)) as (hub, address):
        with socket.create_connection(("127.0.0.1", port_of(address)), timeout=10) as client:
            client.sendall(b"GET /cameras HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            if not client.recv(1):
                raise SystemExit("camhub does not say which cameras there are")
            milliseconds = (time.monotonic() - begin) * 1000
        return milliseconds, resident_kilobytes(hub.pid)
