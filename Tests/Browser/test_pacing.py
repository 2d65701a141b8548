"""When the pages ask: the scheduler alone, on a clock that the test moves."""

from modules import make_bench, play
import pytest


@pytest.fixture
def bench(hub, page):
    make_bench(page, hub)
    return lambda script: play(page, script)


def test_each_is_asked_at_its_own_rate(bench):
    counts = bench("""
        bench.add("two", 500, 5); bench.add("ten", 100, 20); bench.add("fast", 40, 10);
        await bench.run(10000);
        return ["two", "ten", "fast"].map((name) => bench.times(name).length);""")
    assert counts == [21, 101, 251]


def test_the_next_question_waits_for_the_last_answer(bench):
    times = bench("""bench.add("one", 100, 250); await bench.run(260); return bench.times("one");""")
    assert times == [0, 250]


def test_a_long_way_takes_two_questions_evenly_spread(bench):
    times = bench("""bench.add("far", 50, 300); await bench.run(6000); return bench.times("far");""")
    gaps = [later - earlier for earlier, later in zip(times, times[1:])][10:]
    assert gaps and all(gap == pytest.approx(150, abs=2) for gap in gaps)
    assert bench("return bench.most;") == 2


def test_a_short_way_takes_one(bench):
    assert bench("""bench.add("near", 50, 45); await bench.run(6000); return bench.most;""") == 1


def test_no_more_than_four_are_on_their_way_and_all_get_their_turn(bench):
    most, counts = bench("""
        for (let number = 0; number < 16; number += 1) bench.add(`n${number}`, 20, 100);
        await bench.run(10000);
        return [bench.most, Array.from({ length: 16 }, (_, number) => bench.times(`n${number}`).length)];""")
    assert most == 4
    assert sum(counts) == pytest.approx(400, abs=8)
    assert max(counts) - min(counts) <= 2


def test_a_slow_camera_is_not_starved_by_fast_ones(bench):
    count = bench("""
        for (let number = 0; number < 12; number += 1) bench.add(`n${number}`, 20, 100);
        bench.add("slow", 1000, 100);
        await bench.run(20000);
        return bench.times("slow").length;""")
    assert 18 <= count <= 21


def test_cameras_that_start_leave_a_place_to_those_that_are_live(bench):
    count = bench("""
        for (let number = 0; number < 8; number += 1) bench.add(`n${number}`, 50, 5000, { isHeld: true });
        bench.add("live", 50, 10);
        await bench.run(4000);
        return bench.times("live").length;""")
    assert count == 81


def test_failures_are_asked_less_and_less_often(bench):
    times = bench("""bench.add("gone", 50, 0, { kind: "failed" }); await bench.run(200000); return bench.times("gone");""")
    gaps = [later - earlier for earlier, later in zip(times, times[1:])]
    assert gaps[:7] == pytest.approx([1000, 2000, 4000, 8000, 16000, 30000, 30000], abs=60)


def test_pauses_are_spread_by_chance(hub, page):
    page.goto(hub.url + "login")
    delays = page.evaluate("""async (base) => {
        const { Backoff } = await import(base + "assets/backoff.js");
        return Array.from({ length: 200 }, () => new Backoff().next());
    }""", hub.url)
    assert 750 <= min(delays) < 850 and 1150 < max(delays) <= 1250


def test_recovery_and_hope_end_the_pause(bench):
    times = bench("""
        bench.add("one", 100, 0, { kind: "failed" });
        await bench.run(4000);                       // asked at 0, 1000 and 3000
        bench.scheduler.hope(bench.one);             // somebody taps
        await bench.run(4500);
        bench.one.kind = "new";
        await bench.run(5300);                       // 1 s after the tap it recovers
        return bench.times("one");""")
    assert times[:4] == [0, 1000, 3000, 4000]
    assert times[4:] == pytest.approx([5000, 5100, 5200, 5300], abs=1)


def test_not_even_hope_comes_before_the_hub_allows_it(bench):
    times = bench("""
        bench.add("one", 100, 0, { kind: "failed", pause: 7000 });
        await bench.run(1000);
        bench.scheduler.hope();
        await bench.run(7100);
        return bench.times("one");""")
    assert times == [0, 7000]


def test_nothing_is_asked_while_it_rests_and_there_is_one_loop_afterwards(bench):
    resting, after = bench("""
        bench.add("one", 100, 30);
        await bench.run(1000);
        bench.scheduler.setRunning(false);
        await bench.run(5000);
        const resting = bench.times("one").filter((time) => time > 1000).length;
        for (const isRunning of [true, false, true, true]) bench.scheduler.setRunning(isRunning);
        await bench.run(7000);
        return [resting, bench.times("one").filter((time) => time >= 5000).length];""")
    assert resting == 0
    assert after == 21


def test_who_is_not_seen_is_not_asked(bench):
    counts = bench("""
        bench.add("one", 100, 10);
        await bench.run(1000);
        bench.one.isWanted = false;
        await bench.run(3000);
        const before = bench.times("one").length;
        bench.one.isWanted = true;
        bench.scheduler.turn();
        await bench.run(4000);
        return [before, bench.times("one").length];""")
    assert counts == [11, 22]


def test_a_question_at_the_wrong_moment_moves_by_half_an_interval_at_most_now_and_then(bench):
    count, shifts = bench("""
        bench.add("one", 100, 0);
        let isNew = true;
        Object.defineProperty(bench.one, "kind", { get: () => (isNew = !isNew) ? "new" : "same" });
        await bench.run(20000);
        const times = bench.times("one");
        const gaps = times.slice(1).map((time, index) => time - times[index]);
        return [times.length, gaps.filter((gap) => gap === 150).length];""")
    assert 190 <= count <= 201
    assert 5 <= shifts <= 11
