"""Cameras in the network: a hub that shows another one's, beside nginx in front of the same one."""

import contextlib
import os

from measure import cpu_seconds, picture_in_memory, port_of, running, started_hub, viewers
from peers import await_answer
from report import row

CAMERAS, RATE, KILOBYTES = 20, 15, 60

HUB = """
listen: ["127.0.0.1:0"]
stateDirectory: {work}/{name}
limits: {{ connections: 2048, connectionsPerAddress: 2048 }}
defaults: {{ pin: null, fps: 15 }}
cameras:
{cameras}
"""

NGINX = """
daemon off;
worker_processes 2;
pid {work}/proxy.pid;
error_log {work}/proxy.log;
events {{ worker_connections 2048; }}
http {{
    access_log off;
    client_body_temp_path {work}/t1; proxy_temp_path {work}/t2; fastcgi_temp_path {work}/t3;
    uwsgi_temp_path {work}/t4; scgi_temp_path {work}/t5;
    server {{
        listen 127.0.0.1:{port};
        location / {{ proxy_pass {address}; proxy_http_version 1.1; proxy_buffering off; chunked_transfer_encoding off; }}
    }}
}}
"""


def rows(options):
    """Server CPU for each picture that a viewer has read to its end: one viewer of each camera."""
    with contextlib.ExitStack() as stack:
        picture = stack.enter_context(picture_in_memory(options, KILOBYTES))
        _, address = stack.enter_context(hub(options, "source", f"replay: {picture}"))
        relay, relay_address = stack.enter_context(hub(options, "relay", f'url: "{address}cam/c%d/stream"'))
        proxy, proxy_address = stack.enter_context(nginx(options, address))
        servers = [(relay, port_of(relay_address)), (proxy, port_of(proxy_address))]
        ours, theirs = [], []
        for _ in range(options.few_rounds):
            for figures, (process, port) in zip((ours, theirs), servers):
                figures.append(cost(options, process, port, 3 * options.seconds))
    what = f"server CPU, µs per picture, {CAMERAS} network cameras, 1280x720, {KILOBYTES} KB at {RATE} fps, a viewer each"
    return [row(what, "nginx as their proxy", ours, theirs, 1.2)]


def hub(options, name, source):
    cameras = "\n".join(f"  c{n}: {{ {source % n if '%d' in source else source} }}" for n in range(CAMERAS))
    return started_hub(options, HUB.format(work=options.work, name=name, cameras=cameras))


@contextlib.contextmanager
def nginx(options, address):
    port = 18000 + os.getpid() % 1000
    configuration = options.work / "proxy.conf"
    configuration.write_text(NGINX.format(work=options.work, port=port, address=address.rstrip("/")))
    with running([options.nginx, "-c", configuration, "-p", options.work]) as process:
        await_answer(process, f"http://127.0.0.1:{port}/status")
        yield process, f"http://127.0.0.1:{port}/"


def cost(options, process, port, seconds):
    with contextlib.ExitStack() as stack:
        waits = [
            stack.enter_context(viewers(options, "stream", port, f"/cam/c{n}/stream", 1, seconds))
            for n in range(CAMERAS)
        ]
        before = cpu_seconds(process.pid)
        pictures = sum(wait()["pictures"] for wait in waits)
        return (cpu_seconds(process.pid) - before) * 1e6 / pictures
