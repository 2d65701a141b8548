"""Rows of the table: figures of several rounds, beside those of a peer or by themselves."""

import os
import pathlib
import re
import statistics

HEAD = ["| what | camhub | peer | ratio, pair by pair | goal |", "|---|---|---|---|---|"]


def row(what, peer, ours, theirs, goal=None):
    """A figure of ours beside a peer's of the same round. The goal is for their ratio; without one it informs."""
    ratios = [a / b for a, b in zip(ours, theirs, strict=True)]
    return {
        "what": what,
        "peer": peer,
        "camhub": spread(ours),
        "peer_figure": spread(theirs),
        "ratio": spread(ratios),
        "goal": goal,
        "reached": goal is None or statistics.median(ratios) <= goal,
    }


def figure(what, ours, goal=None):
    """A figure that has no peer. The goal is for itself; without one it informs."""
    return {
        "what": what,
        "camhub": spread(ours),
        "goal": goal,
        "reached": goal is None or statistics.median(ours) <= goal,
    }


def spread(values):
    return {
        "min": round(min(values), 3),
        "median": round(statistics.median(values), 3),
        "max": round(max(values), 3),
    }


def table(rows):
    return "\n".join([*HEAD, *(line(one) for one in rows)])


def line(one):
    ours, peer, ratio = with_spread(one["camhub"], short), "–", "–"
    goal = "–" if one["goal"] is None else f"≤ {one['goal']:g}: {'reached' if one['reached'] else 'missed'}"
    if "peer" in one:
        ours = short(one["camhub"]["median"])
        peer = f"{short(one['peer_figure']['median'])} ({one['peer']})"
        ratio = with_spread(one["ratio"], "{:.2f}".format)
    return f"| {one['what']} | {ours} | {peer} | {ratio} | {goal} |"


def with_spread(figures, form):
    return f"{form(figures['median'])} ({form(figures['min'])} to {form(figures['max'])})"


def short(number):
    """Three digits, or all that stand before the point."""
    return f"{number:.0f}" if number >= 100 else f"{number:.3g}"


def machine():
    def line_of(file, pattern):
        found = re.search(pattern, pathlib.Path(file).read_text())
        return found.group(1) if found else "unknown"

    return {
        "cpu": line_of("/proc/cpuinfo", r"model name\s*: (.*)"),
        "cores": os.cpu_count(),
        "kernel": os.uname().release,
        "tcp": line_of("/proc/sys/net/ipv4/tcp_congestion_control", r"(\w+)"),
    }
