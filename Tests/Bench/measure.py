"""What the measurements have in common: running servers, those who ask them, CPU time and memory."""

import collections
import contextlib
import functools
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import time

Load = collections.namedtuple("Load", "cpu_ms p99_ms per_second")
Watching = collections.namedtuple("Watching", "cpu_us seen")


@contextlib.contextmanager
def folder_in_memory():
    """A folder out of which a web server may serve what it need not read from a disk."""
    ram = pathlib.Path("/dev/shm") / f"camhub-bench-{os.getpid()}"
    ram.mkdir()
    try:
        yield ram
    finally:
        shutil.rmtree(ram)


def write_picture(options, kilobytes, file):
    """A JPEG of 1280x720 of about so many thousand bytes."""
    subprocess.run([options.bin / "EncodeBench", "picture", str(kilobytes * 1000), file], check=True)


@contextlib.contextmanager
def picture_in_memory(options, kilobytes=100):
    with folder_in_memory() as ram:
        write_picture(options, kilobytes, ram / "frame")
        yield ram / "frame"


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


def load(process, url, clients, seconds, fields=()):
    """Asks a server by wrk, with these header fields: its CPU in ms for 1,000 answers, their p99 in ms, their rate."""
    before = cpu_seconds(process.pid)
    command = ["wrk", "-t1", "--latency", f"-c{clients}", f"-d{seconds}", *(f"-H{field}" for field in fields), url]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    used = cpu_seconds(process.pid) - before
    if "Non-2xx" in output:
        raise SystemExit(f"not every answer of {url} was a picture:\n{output}")
    answers = int(re.search(r"(\d+) requests in", output).group(1))
    slowest, unit = re.search(r" 99%\s+([\d.]+)(us|ms|s)", output).groups()
    return Load(
        cpu_ms=used * 1e6 / answers,
        p99_ms=float(slowest) * {"us": 0.001, "ms": 1, "s": 1000}[unit],
        per_second=answers / seconds,
    )


@contextlib.contextmanager
def viewers(options, *words):
    """Tests/Bench/Viewers, which counts by now: `wait` lets it end and says what came. They stay as long as this."""
    command = [options.work / "viewers", *(str(word) for word in words)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        if process.stdout.readline() != "begin\n":
            raise SystemExit(f"the viewers did not begin: {' '.join(str(word) for word in command)}")
        yield lambda: json.loads(process.stdout.readline())
        process.stdin.close()


def watch(options, process, *words, thread=None):
    """What a server, or its threads of a name, spends in µs for each picture of these viewers, and what they saw."""
    spent = functools.partial(*(thread_seconds, process.pid, thread) if thread else (cpu_seconds, process.pid))
    with viewers(options, *words) as wait:
        before = spent()
        seen = wait()
        used = spent() - before
    return Watching(cpu_us=used * 1e6 / seen["pictures"], seen=seen)


def cpu_seconds(pid):
    """User and system time of a process and its children, also of those of their threads that have ended."""
    children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return sum(time.clock_gettime(cpu_clock(int(one))) for one in [pid, *children])


def cpu_clock(pid):
    """The clock of what a process has used, as clock_getcpuclockid(3) names it."""
    return (~pid << 3) | 2


def thread_seconds(pid, thread):
    """The same of those threads whose names begin like this, as long as they live."""
    tasks = pathlib.Path(f"/proc/{pid}/task").iterdir()
    chosen = [task for task in tasks if (task / "comm").read_text().startswith(thread)]
    return sum(int((task / "schedstat").read_text().split()[0]) for task in chosen) / 1e9


def resident_kilobytes(pid):
    """The memory of a process, with what it has read of its own files and shares with others."""
    text = pathlib.Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(re.search(r"^Rss:\s+(\d+)", text, re.MULTILINE).group(1))


def kernel_kilobytes():
    """What the kernel has in use for its own objects: sockets, files, and all else."""
    text = pathlib.Path("/proc/meminfo").read_text()
    return int(re.search(r"^Slab:\s+(\d+)", text, re.MULTILINE).group(1))


def socket_kilobytes(port):
    """What the kernel has set aside for the data of the connections of a server, at the server's end."""
    command = ["ss", "--tcp", "--memory", "--numeric", "--no-header", "state", "established", "sport", f":{port}"]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    kept = re.findall(r"skmem:\(r(\d+),rb\d+,t\d+,tb\d+,f(\d+),w(\d+)", text)
    return sum(int(bytes) for one in kept for bytes in one) / 1024


def port_of(address):
    return re.search(r":(\d+)", address.split("//")[1]).group(1)
