"""What it costs to cut pictures out of a stream: CPU for a gigabyte on one core, in pieces of 64 KiB."""

import json
import subprocess

from measure import folder_in_memory
from report import figure

# A gigabyte in a second, and where no length helps 300 MB in a second.
WITH_LENGTHS_MS = 1000
SCANNING_MS = 3333

ROWS = [
    ("lengths", "multipart with lengths", WITH_LENGTHS_MS),
    ("no_lengths", "multipart without lengths", SCANNING_MS),
    ("bare", "bare pictures", SCANNING_MS),
    ("no_ends", "multipart without lengths, pictures without their end", None),
]


def rows(options):
    with folder_in_memory() as ram:
        subprocess.run([options.bin / "EncodeBench", "picture", "100000", ram / "picture.jpg"], check=True)
        command = [options.bin / "ReaderBench", ram / "picture.jpg", str(options.seconds / 4)]
        runs = [json.loads(subprocess.run(command, check=True, capture_output=True).stdout) for _ in range(options.rounds)]
    return [
        figure(f"CPU, ms per gigabyte that the reader reads, 100 KB pictures: {what}", [run[key] for run in runs], goal)
        for key, what, goal in ROWS
    ]
