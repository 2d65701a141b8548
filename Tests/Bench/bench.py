"""Measures camhub beside its peers: rounds in turn, medians with their spread, and ratios.

What counts is the CPU time of the server's process for 1,000 answers, by the kernel's own account: it does not depend
on how fast the client is. Everything is on loopback and ends by itself.
"""

import argparse
import contextlib
import json
import os
import pathlib
import re
import subprocess
import time
import urllib.request

import access
import tls
from measure import milliseconds_per_thousand, picture_in_memory, row, running, started_hub

CLIENTS = [16, 256]

CAMHUB = """
listen: ["127.0.0.1:0"]
stateDirectory: {work}/state
limits: {{ connections: 2048, connectionsPerAddress: 2048 }}
cameras:
  bench: {{ replay: {picture}, fps: 30 }}
{more}
"""

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


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--nginx", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int, default=3)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)

    rows = [
        *frame_rows(options),
        *frame_rows(options, secure=True),
        *access.rows(options),
        encode_row(options),
    ]
    (options.work / "result.json").write_text(json.dumps({"machine": machine(), "rows": rows}, indent=2) + "\n")
    print(table(rows))


def frame_rows(options, secure=False):
    """Server CPU for 1,000 answers with the same 100 KB picture, both out of memory.

    Over TLS both show the same certificate, on connections that stay, and have to agree on the same cipher.
    """
    with contextlib.ExitStack() as stack:
        if secure:
            tls.make_certificate(options.work)
        picture = stack.enter_context(picture_in_memory(options))
        more = tls.CAMHUB.format(work=options.work) if secure else ""
        text = CAMHUB.format(work=options.work, picture=picture, more=more)
        hub, address = stack.enter_context(started_hub(options, text))
        hub_url = f"{address}cam/bench/frame"
        urllib.request.urlopen(hub_url, timeout=10, context=tls.ANYBODY).read()
        peer, peer_url = stack.enter_context(nginx(options, picture.parent, secure))
        servers = {"camhub": (hub, hub_url), "nginx": (peer, peer_url)}
        manner = f", {tls.same_cipher(hub_url, peer_url)}" if secure else ""
        figures = {name: {clients: [] for clients in CLIENTS} for name in servers}
        for _ in range(options.rounds):
            for clients in CLIENTS:
                for name, (process, url) in servers.items():
                    figures[name][clients].append(milliseconds_per_thousand(process, url, clients, options.seconds))
        size = picture.stat().st_size
        return [
            row(
                f"server CPU, ms per 1,000 `frame` GETs, {size // 1000} KB, {clients} keep-alive clients{manner}",
                "nginx, TLS, from RAM" if secure else "nginx, sendfile from RAM",
                figures["camhub"][clients],
                figures["nginx"][clients],
                1.0,
            )
            for clients in CLIENTS
        ]


def encode_row(options):
    runs = [
        json.loads(subprocess.run([options.bin / "EncodeBench"], check=True, capture_output=True).stdout)
        for _ in range(options.rounds)
    ]
    return row(
        "CPU, µs per encoded 1280x720 YUYV frame, quality 80, 4:2:0",
        "tjCompressFromYUVPlanes on ready planes",
        [run["hub_us"] for run in runs],
        [run["turbojpeg_us"] for run in runs],
        1.10,
    )


def table(rows):
    lines = ["| what | camhub | peer | ratio, pair by pair | goal |", "|---|---|---|---|---|"]
    for one in rows:
        ratio = one["ratio"]
        lines.append(
            f"| {one['what']} | {one['camhub']['median']:g} | {one['peer_figure']['median']:g} ({one['peer']}) "
            f"| {ratio['median']:.2f} ({ratio['min']:.2f} to {ratio['max']:.2f}) "
            f"| ≤ {one['goal']:.2f} {'reached' if one['reached'] else 'missed'} |"
        )
    return "\n".join(lines)


def machine():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return {"cpu": model.group(1) if model else "unknown", "cores": os.cpu_count(), "kernel": os.uname().release}


@contextlib.contextmanager
def nginx(options, ram, secure):
    port = 18000 + os.getpid() % 1000
    url = f"{'https' if secure else 'http'}://127.0.0.1:{port}/frame"
    more = tls.NGINX.format(work=options.work) if secure else ""
    configuration = options.work / "nginx.conf"
    configuration.write_text(NGINX.format(work=options.work, ram=ram, port=port, more=more))
    with running([options.nginx, "-c", configuration, "-p", options.work]) as process:
        until = time.monotonic() + 10
        while True:
            try:
                urllib.request.urlopen(url, timeout=10, context=tls.ANYBODY).read()
                break
            except OSError:
                if time.monotonic() > until or process.poll() is not None:
                    raise SystemExit("nginx did not start") from None
                time.sleep(0.05)
        yield process, url


if __name__ == "__main__":
    main()
