"""Pictures that are asked for and pictures that are pushed, beside nginx and ustreamer with the same files."""

import contextlib
import urllib.request

import tls
from measure import load, picture_in_memory, port_of, started_hub, viewers, watch
from peers import nginx, ustreamer
from report import row

CAMHUB = """
listen: ["127.0.0.1:0"]
stateDirectory: {work}/state
limits: {{ connections: 2048, connectionsPerAddress: 2048 }}
defaults: {{ pin: null }}
cameras:
  bench: {{ replay: {picture}, fps: 30 }}
{more}
"""

# Kilobytes, clients, and the goals for the CPU and for the slowest answers.
FRAMES = [(100, 16, 0.80, None), (100, 64, 0.80, 1.0), (100, 256, 0.90, None), (20, 16, 0.65, None)]
LARGE_FRAMES = [(400, 16, None, None)]
SECURE_FRAMES = [(100, 16, 1.0, None), (100, 256, 1.0, None)]
PUSHES = [(100, 16, 0.45), (100, 64, 0.30), (20, 64, 0.42)]
SNAPSHOT_CLIENTS = 16
PACED_CLIENTS, PACED_RATE = 64, 30


def frame_rows(options, cases=(*FRAMES, *LARGE_FRAMES), secure=False):
    """Server CPU for 1,000 answers with the same picture, both out of memory.

    Over TLS both show the same certificate, on connections that stay, and have to agree on the same cipher.
    """
    if secure:
        tls.make_certificate(options.work)
    return [
        one
        for size in dict.fromkeys(size for size, *_ in cases)
        for one in frame_rows_of(options, size, [case[1:] for case in cases if case[0] == size], secure)
    ]


def secure_frame_rows(options):
    return frame_rows(options, SECURE_FRAMES, secure=True)


def frame_rows_of(options, size, cases, secure):
    peer_name = "nginx, TLS, from RAM" if secure else "nginx, sendfile from RAM"
    with contextlib.ExitStack() as stack:
        picture = stack.enter_context(picture_in_memory(options, size))
        hub, address = stack.enter_context(bench_hub(options, picture, secure))
        peer, peer_address = stack.enter_context(nginx(options, picture.parent, secure))
        servers = [(hub, f"{address}cam/bench/frame"), (peer, f"{peer_address}frame")]
        manner = f", {tls.same_cipher(*(url for _, url in servers))}" if secure else ""
        loads = rounds(options, cases, servers, lambda server, case: load(*server, case[0], options.seconds))
    rows = []
    for (clients, goal, slowest_goal), ours, theirs in zip(cases, *loads):
        what = f"`frame` GETs, {size} KB, {clients} keep-alive clients{manner}"
        cpu = [[one.cpu_ms for one in side] for side in (ours, theirs)]
        rows.append(row(f"server CPU, ms per 1,000 {what}", peer_name, *cpu, goal))
        if slowest_goal:
            slowest = [[one.p99_ms for one in side] for side in (ours, theirs)]
            rows.append(row(f"p99, ms, of {what}, as fast as they can", peer_name, *slowest, slowest_goal))
    return rows


def paced_rows(options):
    """The slowest answers when both are asked for as many, evenly spread. What is asked late counts as slow."""
    with contextlib.ExitStack() as stack:
        picture = stack.enter_context(picture_in_memory(options))
        _, address = stack.enter_context(bench_hub(options, picture))
        _, peer_address = stack.enter_context(nginx(options, picture.parent))
        servers = [(port_of(address), "/cam/bench/frame"), (port_of(peer_address), "/frame")]

        def slowest(server, clients):
            with viewers(options, "paced", *server, clients, options.seconds, PACED_RATE) as wait:
                seen = wait()
            if seen["skipped"]:
                raise SystemExit(f"too slow for {clients} clients: {seen}")
            return seen["p99_us"] / 1000

        ours, theirs = rounds(options, [PACED_CLIENTS], servers, slowest)
    what = f"p99, ms, of `frame` GETs, 100 KB, {PACED_CLIENTS} keep-alive clients, {PACED_RATE} a second each"
    return [row(what, "nginx, sendfile from RAM", *ours, *theirs, 1.0)]


def snapshot_rows(options):
    """Server CPU for an answer; how many there are in a second differs."""
    with contextlib.ExitStack() as stack:
        picture = stack.enter_context(picture_in_memory(options))
        hub, address = stack.enter_context(bench_hub(options, picture))
        peer, peer_address = stack.enter_context(ustreamer(options, picture, "--format", "MJPEG"))
        servers = [(hub, f"{address}cam/bench/frame"), (peer, f"{peer_address}snapshot")]
        ours, theirs = rounds(
            options, [SNAPSHOT_CLIENTS], servers, lambda server, clients: load(*server, clients, options.seconds)
        )
    return [
        row(
            f"server CPU, ms per 1,000 `frame` GETs, 100 KB, {SNAPSHOT_CLIENTS} keep-alive clients",
            "ustreamer /snapshot",
            [one.cpu_ms for one in ours[0]],
            [one.cpu_ms for one in theirs[0]],
            0.10,
        )
    ]


def push_rows(options):
    """Server CPU for a picture that a client of a stream has read to its end, at 30 fps."""
    rows = []
    for size in dict.fromkeys(size for size, *_ in PUSHES):
        cases = [case[1:] for case in PUSHES if case[0] == size]
        with contextlib.ExitStack() as stack:
            picture = stack.enter_context(picture_in_memory(options, size))
            hub, address = stack.enter_context(bench_hub(options, picture))
            peer, peer_address = stack.enter_context(ustreamer(options, picture, "--format", "MJPEG"))
            servers = [(hub, port_of(address), "/cam/bench/stream"), (peer, port_of(peer_address), "/stream")]

            def push(server, case):
                process, port, path = server
                return watch(options, process, "stream", port, path, case[0], options.seconds)

            for (clients, goal), ours, theirs in zip(cases, *rounds(options, cases, servers, push)):
                rows.append(
                    row(
                        f"server CPU, µs per pushed picture, {size} KB at 30 fps, {clients} clients",
                        "ustreamer /stream",
                        [one.cpu_us for one in ours],
                        [one.cpu_us for one in theirs],
                        goal,
                    )
                )
    return rows


def rounds(options, cases, servers, measure):
    """For each server and case what was measured in each round, the servers in turn."""
    figures = [[[] for _ in cases] for _ in servers]
    for _ in range(options.rounds):
        for index, case in enumerate(cases):
            for side, server in zip(figures, servers):
                side[index].append(measure(server, case))
    return figures


@contextlib.contextmanager
def bench_hub(options, picture, secure=False):
    """A hub with one camera whose every frame is this picture, and which has shown one."""
    more = tls.CAMHUB.format(work=options.work) if secure else ""
    text = CAMHUB.format(work=options.work, picture=picture, more=more)
    with started_hub(options, text) as (hub, address):
        urllib.request.urlopen(f"{address}cam/bench/frame", timeout=10, context=tls.ANYBODY).read()
        yield hub, address
