"""What the measurements have in common: a running hub, its CPU time, and rows of the table."""

import contextlib
import os
import pathlib
import re
import shutil
import signal
import statistics
import subprocess

TICK = os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def picture_in_memory(options):
    """A JPEG of some 100 KB in a folder of its own, out of which a web server may serve it."""
    ram = pathlib.Path("/dev/shm") / f"camhub-bench-{os.getpid()}"
    ram.mkdir()
    try:
        subprocess.run([options.bin / "EncodeBench", "picture", "100000", ram / "frame"], check=True)
        yield ram / "frame"
    finally:
        shutil.rmtree(ram)


@contextlib.contextmanager
def started_hub(options, configuration):
    """A hub with this configuration: its process and its address."""
    file = options.work / "camhub.yaml"
    file.write_text(configuration)
    command = [options.bin / "camhub", "--config", file, "--log-level", "error"]
    with running(command, stdout=subprocess.PIPE, text=True) as process:
        for line in process.stdout:
            if address := re.search(r"https?://\S+", line):
                break
        else:
            raise SystemExit("camhub did not start")
        yield process, address.group()


@contextlib.contextmanager
def running(command, **options):
    process = subprocess.Popen([str(word) for word in command], **options)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=10)


def milliseconds_per_thousand(process, url, clients, seconds, fields=()):
    """CPU of a server for 1,000 answers, asked by wrk with these header fields."""
    before = cpu_seconds(process.pid)
    command = ["wrk", "-t1", f"-c{clients}", f"-d{seconds}", *(f"-H{field}" for field in fields), url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    used = cpu_seconds(process.pid) - before
    if "Non-2xx" in output:
        raise SystemExit(f"not every answer of {url} was a picture:\n{output}")
    return used * 1e6 / int(re.search(r"(\d+) requests in", output).group(1))


def cpu_seconds(pid):
    """User and system time of a process and its children."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(ticks(f"/proc/{one}/stat") for one in [pid, *children]) / TICK


def thread_seconds(pid, name):
    """The same of those of its threads whose names begin like this."""
    tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
    return sum(ticks(task / "stat") for task in tasks if (task / "comm").read_text().startswith(name)) / TICK


def ticks(stat):
    words = pathlib.Path(stat).read_text().rsplit(")", 1)[1].split()
    return int(words[11]) + int(words[12])


def row(what, peer, ours, theirs, goal):
    ratios = [a / b for a, b in zip(ours, theirs)]
    return {
        "what": what,
        "peer": peer,
        "camhub": spread(ours),
        "peer_figure": spread(theirs),
        "ratio": spread(ratios),
        "goal": goal,
        "reached": statistics.median(ratios) <= goal,
    }


def spread(values):
    return {
        "min": round(min(values), 3),
        "median": round(statistics.median(values), 3),
        "max": round(max(values), 3),
    }
