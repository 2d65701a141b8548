"""The pages' own modules, called one by one in a browser, on a clock that the test moves."""

# A scheduler on a clock of its own. `log` says what was asked when; each source answers after its own `takes`
# milliseconds, as `kind` says.
BENCH = """
async (base) => {
    const { Pace } = await import(base + "assets/pace.js");
    const { Scheduler } = await import(base + "assets/scheduler.js");
    const timers = new Map();
    let now = 0;
    let count = 0;
    const clock = {
        now: () => now,
        after: (milliseconds, call) => {
            const key = ++count;
            timers.set(key, { due: now + milliseconds, call });
            return () => timers.delete(key);
        },
    };
    const settle = async () => { for (let turn = 0; turn < 20; turn += 1) await null; };
    const scheduler = new Scheduler(clock);
    const bench = window.bench = {
        scheduler, log: [], most: 0, atOnce: 0,
        /** Moves the clock on, one timer after the other. */
        run: async (until) => {
            await settle();
            for (;;) {
                const next = Array.from(timers).sort((one, other) => one[1].due - other[1].due)[0];
                if (!next || next[1].due > until) break;
                timers.delete(next[0]);
                now = next[1].due;
                next[1].call();
                await settle();
            }
            now = until;
        },
        add: (name, interval, takes, more = {}) => {
            const source = Object.assign({ pace: new Pace(interval, () => 0.5), isWanted: true, isHeld: false,
                takes, kind: "new" }, more);
            source.ask = () => {
                bench.log.push([name, now]);
                bench.atOnce += 1;
                bench.most = Math.max(bench.most, bench.atOnce);
                return new Promise((resolve) => clock.after(source.takes, () => {
                    bench.atOnce -= 1;
                    resolve({ kind: source.kind, pause: source.pause });
                }));
            };
            bench[name] = source;
            scheduler.add(source);
        },
        times: (name) => bench.log.filter(([asked]) => asked === name).map(([, time]) => time),
    };
}
"""


def make_bench(page, hub):
    page.goto(hub.url + "login")
    page.evaluate(BENCH, hub.url)


def play(page, script):
    """Runs a script with `bench` in it; what it returns."""
    return page.evaluate("async () => { const { bench } = window; " + script + " }")
