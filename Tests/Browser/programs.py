"""Other programs, that serve something on loopback."""

import contextlib
import socket
import subprocess
import time
from pathlib import Path


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def await_listening(port, check=lambda: None):
    """Returns when somebody listens, which nobody tries: a program may serve one client alone."""
    until = time.monotonic() + 20
    while f":{port:04X} 00000000:0000 0A" not in Path("/proc/net/tcp").read_text():
        check()
        assert time.monotonic() < until, f"nobody listens on port {port}"
        time.sleep(0.02)


@contextlib.contextmanager
def started(*command, **options):
    """A program that is ended with the block."""
    process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, **options)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(10)


@contextlib.contextmanager
def running(port, *command, **options):
    """A program, as soon as it listens."""
    with started(*command, **options) as process:

        def check():
            assert process.poll() is None, f"{command[0]} ended with {process.returncode}"

        await_listening(port, check)
        yield
