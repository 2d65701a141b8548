"""The grid left open: what it needs does not grow. MINUTES says for how long; two if nothing is said."""

import os
from pathlib import Path
import subprocess
import time

from test_grid import config

MINUTES = float(os.environ.get("MINUTES", "2"))
CAMERAS = [f"camera-{number}" for number in range(1, 10)]
READINGS = 24


def wall(start_hub):
    return start_hub(config=config(**{camera: 20 for camera in CAMERAS}))


def check_growth(name, readings):
    """The last third against the first one, when a sixth of the time has passed for settling."""
    settled = readings[len(readings) // 6:]
    third = len(settled) // 3
    first, last = sum(settled[:third]) / third, sum(settled[-third:]) / third
    print(f"{name}: {last / first:.3f} times {first:.0f}")
    assert last / first <= 1.05, (name, readings)


def test_a_wall_left_open_keeps_no_objects(start_hub, page, watch, tile):
    page.goto(wall(start_hub).url)
    for camera in CAMERAS:
        tile(camera).wait_for_picture(timeout=20000)
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    heap, nodes = [], []
    for _ in range(READINGS):
        page.wait_for_timeout(MINUTES * 30000 / READINGS)  # half the time is enough: what is counted is exact
        watch.asked.clear()
        session.send("HeapProfiler.collectGarbage")
        metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
        heap.append(metrics["JSHeapUsedSize"])
        nodes.append(metrics["Nodes"])
    check_growth("heap", heap)
    check_growth("nodes", nodes)
    assert all(tile(camera).shown_rate for camera in CAMERAS)


def is_below(folder, ancestor):
    """Whether the process of a folder in /proc descends from another one."""
    pid = int(folder.name)
    while pid > 1 and pid != ancestor:
        pid = int(Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[1])
    return pid == ancestor


def renderer_memory(browser):
    """Resident memory of a browser's largest renderer, in bytes."""
    sizes = [0]
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and is_below(folder, browser):
                sizes.append(int((folder / "statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended meanwhile
    return max(sizes)


def test_a_wall_left_open_keeps_no_memory(start_hub, tmp_path):
    """In a browser that nobody drives: one that is driven keeps what it has loaded, to be asked for it."""
    browser = subprocess.Popen(
        ["chromium", "--headless=new", "--no-sandbox", f"--user-data-dir={tmp_path / 'profile'}",
         "--window-size=1280,800", wall(start_hub).url], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    memory = []
    try:
        for _ in range(READINGS):
            time.sleep(MINUTES * 60 / READINGS)  # the time between two readings is what is asked for
            memory.append(renderer_memory(browser.pid))
    finally:
        browser.terminate()
        browser.wait(10)
    assert memory[-1] > 0
    check_growth("memory", memory)
