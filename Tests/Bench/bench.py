"""Measures camhub beside its peers: rounds in turn, medians with their spread, and ratios.

What counts is mostly the CPU time of the server's process for 1,000 answers, by the kernel's own account: it does not
depend on how fast the client is. Everything is on loopback and ends by itself.
"""

import argparse
import json
import pathlib
import re
import sys
import time

import access
import encode
import footprint
import latency
import network
import reader
import serving
from report import machine, table

GROUPS = {
    "frame": serving.frame_rows,
    "paced": serving.paced_rows,
    "snapshot": serving.snapshot_rows,
    "push": serving.push_rows,
    "latency": latency.rows,
    "network": network.rows,
    "encode": encode.rows,
    "footprint": footprint.rows,
    "tls": serving.secure_frame_rows,
    "access": access.rows,
    "reader": reader.rows,
}


def main():
    options = parse()
    chosen = [group for group in GROUPS if re.search(options.only, group)]
    if not chosen:
        raise SystemExit(f"{options.only} is in none of: {' '.join(GROUPS)}")
    rows, failures = [], []
    for group in chosen:
        print(f"{time.strftime('%X')} {group}", file=sys.stderr)
        # The others still count, and a whole run takes minutes.
        try:
            rows += GROUPS[group](options)
        except SystemExit as failure:
            failures.append(f"{group}: {failure}")
    (options.work / "result.json").write_text(json.dumps({"machine": machine(), "rows": rows}, indent=2) + "\n")
    print(table(rows))
    if failures:
        raise SystemExit("\n".join(failures))


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    parser.add_argument("--nginx", type=pathlib.Path, required=True)
    parser.add_argument("--work", type=pathlib.Path, required=True)
    parser.add_argument("--seconds", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    # Of what takes long, or hardly varies.
    options.few_rounds = min(options.rounds, 3)
    return options


if __name__ == "__main__":
    main()
