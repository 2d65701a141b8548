"""What access costs: requests that show a PIN beside those that need none, and a viewer while others guess."""

import base64
import http.client
import json
import statistics
import subprocess
import time
import urllib.parse
import urllib.request

from measure import load, picture_in_memory, started_hub, thread_seconds
from report import row

PIN = "135790"
# Long enough that the tries which everybody has at once, and which are hashed, do not tell more than all later ones.
ATTACK_SECONDS = 10
POLLS_PER_SECOND = 50

CONFIGURATION = """
listen: ["127.0.0.1:0"]
trustedProxies: [{trusted}]
stateDirectory: {work}/state
limits: {{ connections: 2048, connectionsPerAddress: 2048 }}
defaults: {{ fps: 30, idleAfter: never }}
cameras:
  open: {{ replay: {picture}, pin: null }}
  locked: {{ replay: {picture}, pin: "{pin}" }}
  other: {{ replay: {picture}, pin: "{other}" }}
"""

# Each try from another address: at the camera that is watched, at one whose PIN nobody has shown, and at the admin.
GUESSES = """
local addresses = 0
local credentials = {{ {credentials} }}
request = function()
    addresses = addresses + 1
    local guess = credentials[addresses % #credentials + 1]
    local address = "10." .. addresses % 200 .. "." .. addresses % 241 .. "." .. addresses % 251
    local camera = addresses % 2 == 0 and "locked" or "other"
    return wrk.format("GET", "/cam/" .. camera .. "/frame",
        {{ Authorization = "Basic " .. guess, ["X-Forwarded-For"] = address }})
end
"""


def rows(options):
    with picture_in_memory(options) as picture:
        words = {
            "work": options.work,
            "picture": picture,
            "pin": hash_of(options, PIN),
            "other": hash_of(options, "246813"),
        }
        # Those who guess say that they are a proxy: so they come from any address.
        return [
            *credential_rows(options, CONFIGURATION.format(trusted="", **words)),
            *guessing_rows(options, CONFIGURATION.format(trusted="127.0.0.1", **words)),
        ]


def hash_of(options, pin):
    command = [options.bin / "camhub", "pin"]
    return subprocess.run(command, input=pin, check=True, capture_output=True, text=True).stdout.strip()


def credential_rows(options, configuration):
    """Server CPU for 1,000 frames that are shown to everybody, and for 1,000 that are not."""
    with started_hub(options, configuration) as (hub, address):
        ways = {"a session cookie": f"Cookie: {log_in(address)}", "Basic": f"Authorization: {basic('camhub', PIN)}"}
        figures = {way: ([], []) for way in ways}
        for _ in range(options.rounds):
            for way, field in ways.items():
                ours, theirs = figures[way]
                ours.append(load(hub, f"{address}cam/locked/frame", 16, options.seconds, [field]).cpu_ms)
                theirs.append(load(hub, f"{address}cam/open/frame", 16, options.seconds).cpu_ms)
    return [
        row(
            f"server CPU, ms per 1,000 `frame` GETs with {way}, 16 keep-alive clients", "an open camera", *figures[way],
            1.10,
        )
        for way in ways
    ]


def guessing_rows(options, configuration):
    """A viewer's slowest answers, and the time that goes into hashes, while 64 connections guess."""
    script = options.work / "guess.lua"
    guesses = [basic("camhub", f"{number:04}") for number in range(300)] + [
        basic("admin", f"guess-{number}") for number in range(100)
    ]
    script.write_text(GUESSES.format(credentials=", ".join(f'"{guess.split()[1]}"' for guess in guesses)))
    attacked, alone, hashing = [], [], []
    for _ in range(options.few_rounds):
        # A new one each time: what an attack has used up, the next one would not have.
        with started_hub(options, configuration) as (hub, address):
            cookie = log_in(address)
            alone.append(slowest(address, cookie, ATTACK_SECONDS))
            before = thread_seconds(hub.pid, "hash")
            # As if it came from other machines: what guessing costs those who guess is not to slow down the hub.
            command = ["nice", "-n19", "wrk", "-t1", "-c64", f"-d{ATTACK_SECONDS}", "-s", script, address]
            with subprocess.Popen(command, stdout=subprocess.DEVNULL) as attack:
                attacked.append(slowest(address, cookie, ATTACK_SECONDS))
                attack.wait(timeout=30)
            hashing.append((thread_seconds(hub.pid, "hash") - before) / ATTACK_SECONDS)
    return [
        row("p99 of a viewer's polls while 64 connections guess, ms", "the same without them", attacked, alone, 2.0),
        row("hashing meanwhile, cores", "one core", hashing, [1.0] * len(hashing), 0.25),
    ]


def slowest(address, cookie, seconds):
    """The 99th percentile of the times of a viewer's polls, in milliseconds."""
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=10)
    times = []
    begin = time.monotonic()
    for number in range(seconds * POLLS_PER_SECOND):
        time.sleep(max(0, begin + number / POLLS_PER_SECOND - time.monotonic()))
        start = time.monotonic()
        connection.request("GET", "/cam/locked/frame", headers={"Cookie": cookie})
        answer = connection.getresponse()
        answer.read()
        times.append((time.monotonic() - start) * 1000)
        if answer.status != 200:
            raise SystemExit(f"the viewer got {answer.status}")
    return statistics.quantiles(times, n=100)[98]


def log_in(address):
    """The cookies of a browser that has shown the PIN."""
    request = urllib.request.Request(
        f"{address}cam/locked/login", json.dumps({"pin": PIN}).encode(), {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=10) as answer:
        return "; ".join(cookie.split(";")[0] for cookie in answer.headers.get_all("Set-Cookie"))


def basic(user, password):
    return "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()
