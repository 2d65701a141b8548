"""The peers: nginx with a file in memory, and ustreamer with a camera that is none."""

import contextlib
import os
import subprocess
import time
import urllib.request

import tls
from measure import running

NGINX = """
daemon off;
worker_processes 2;
pid {work}/nginx.pid;
error_log {work}/nginx.log;
events {{ worker_connections 2048; }}
http {{
    access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000; default_type image/jpeg;
    client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
    uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
    server {{ listen 127.0.0.1:{port}{more}; root {ram}; }}
}}
"""


@contextlib.contextmanager
def nginx(options, ram, secure=False):
    """Serves the files of a folder: its process and its address."""
    port = 18000 + os.getpid() % 1000
    more = tls.NGINX.format(work=options.work) if secure else ""
    configuration = options.work / "nginx.conf"
    configuration.write_text(NGINX.format(work=options.work, ram=ram, port=port, more=more))
    address = f"{'https' if secure else 'http'}://127.0.0.1:{port}/"
    with running([options.nginx, "-c", configuration, "-p", options.work]) as process:
        await_answer(process, f"{address}frame")
        yield process, address


@contextlib.contextmanager
def ustreamer(options, picture, *words):
    """Debian's ustreamer on a camera whose every frame is this file, a JPEG or raw: its process and its address."""
    port = 19000 + os.getpid() % 1000
    camera = {
        "LD_PRELOAD": str(options.work / "fakecamera.so"),
        "FAKE_CAMERA_FILE": str(picture),
        "FAKE_CAMERA_SIZE": "1280x720",
        "FAKE_CAMERA_FPS": "30",
    }
    command = ["ustreamer", "--device", "/dev/video-fake", "--resolution", "1280x720", "--port", port, *words]
    with (
        open(options.work / "ustreamer.log", "w") as log,
        running(command, env={**os.environ, **camera}, stdout=log, stderr=log) as process,
    ):
        address = f"http://127.0.0.1:{port}/"
        await_answer(process, f"{address}state")
        yield process, address


def await_answer(process, url):
    until = time.monotonic() + 10
    while True:
        try:
            urllib.request.urlopen(url, timeout=10, context=tls.ANYBODY).read()
            return
        except OSError:
            if time.monotonic() > until or process.poll() is not None:
                raise SystemExit(f"{process.args[0]} did not start: see the logs in .build/bench") from None
            time.sleep(0.05)
