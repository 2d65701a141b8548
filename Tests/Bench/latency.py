"""How long a picture takes from the source to its last byte at a client."""

from measure import picture_in_memory, port_of, viewers
from report import figure
from serving import bench_hub

CLIENTS = 16
GOALS = {"p50": 2, "p99": 10}


def rows(options):
    """The replay source stamps a picture when it takes it, as V4L2's driver does, and then publishes it."""
    with picture_in_memory(options) as picture, bench_hub(options, picture) as (_, address):
        port, stream, frame = port_of(address), "/cam/bench/stream", "/cam/bench/frame"
        ways = {
            "a push client": ["stream", port, stream, CLIENTS, options.seconds],
            "an `after` poller": ["after", port, frame, CLIENTS, options.seconds, stream],
        }
        seen = {way: [] for way in ways}
        for _ in range(options.rounds):
            for way, words in ways.items():
                with viewers(options, *words) as wait:
                    seen[way].append(all_timed(wait()))
    return [
        figure(
            f"{share}, ms, from publication to the last byte at {way}, 100 KB at 30 fps, {CLIENTS} clients",
            [one[f"{share}_us"] / 1000 for one in of_way],
            goal,
        )
        for way, of_way in seen.items()
        for share, goal in GOALS.items()
    ]


def all_timed(seen):
    """Those whose moment is not known would be missing in the figures, and so would those that nobody got."""
    if seen["timed"] < 0.99 * seen["pictures"] or seen["pictures"] < 0.8 * 30 * CLIENTS * seen["seconds"]:
        raise SystemExit(f"too few pictures were timed: {seen}")
    return seen
