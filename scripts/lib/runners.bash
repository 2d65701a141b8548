# How each level of scripts/test runs. Every runner leaves its counts in `passed`, `failed` and `skipped`
# and may leave a word about what ran, or why not, in `note`.
# The script that uses this sets: levels, required, verbose (see scripts/test), and logs, a folder.
# shellcheck shell=bash

# For a build of another kind and for its tests: more options, and how many times longer a level may take.
build_options=() test_options=() patience=1

# prepare: what must be there before any level, and one build for all.
# Levels that need no build (lint) do without it when they are alone.
prepare() {
    need_swift
    mkdir -p "$logs"
    [[ "${levels[*]}" != lint ]] || return 0
    install_packages build || die "$reason"
    say "Building the tests…"
    build "${build_options[@]}" --build-tests || die "the build failed"
    bin=$(swift build --package-path "$root" "${build_options[@]}" --show-bin-path)
}

# run_levels: runs all of `levels` and shows what became of each; fails if a test did.
run_levels() {
    local level limit targets passed failed skipped note started time table=""
    local total_passed=0 total_failed=0 total_skipped=0
    for level in "${levels[@]}"; do
        read -r _ limit targets < <(grep "^$level " "$root/scripts/lib/levels")
        passed=0 failed=0 skipped=0 note=$targets started=$EPOCHREALTIME
        echo "── $level"
        run_level "$level" "$((limit * patience))" "$targets"
        if [[ $required == *,$level,* ]] && ((skipped > 0)); then
            echo "$level is required: its $skipped skipped count as failed"
            failed=$((failed + skipped)) skipped=0
        fi
        time=$(awk -v a="$started" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
        table+=$(printf '%-9s %6d %6d %7d %6s s  %s' "$level" "$passed" "$failed" "$skipped" "$time" "$note")$'\n'
        total_passed=$((total_passed + passed))
        total_failed=$((total_failed + failed))
        total_skipped=$((total_skipped + skipped))
    done
    echo "── level   passed failed skipped     time  what ran"
    printf '%s' "$table"
    echo "$total_passed passed, $total_failed failed, $total_skipped skipped"
    ((total_failed == 0))
}

# run_level LEVEL LIMIT TARGETS
run_level() {
    if ! install_packages "$1" || ! prepare_level "$1"; then
        skip_level "$reason"
    elif [[ $(type -t "$3") == function ]]; then
        note=""
        "$3" "$2"
    else
        # shellcheck disable=SC2086 # target names are words
        run_swift "$1" "$2" $3
    fi
}

# prepare_level LEVEL: what a level needs beyond packages; returns 1, with one line in `reason`, if it cannot be had.
prepare_level() {
    [[ $(type -t "prepare_$1") != function ]] || "prepare_$1"
}

skip_level() {
    skipped=1 note="skipped: $*"
    echo "skipped: $*"
}

# fail_level REASON: a failure that is none of a test's own.
fail_level() {
    failed=$((failed + 1)) note="failed: $*"
    echo "failed: $*"
}

# logged LEVEL LIMIT FILTER COMMAND…: runs a command under a time limit, keeps all it says in the level's
# log, and shows what the filter lets through. Returns the command's status; call it with `|| status=$?`.
logged() {
    local log=$logs/$1.log limit=$2 filter=$3
    shift 3
    timeout --kill-after=10 "$limit" "$@" </dev/null 2>&1 | tee "$log" | "$filter"
    return "${PIPESTATUS[0]}"
}

# judge STATUS LIMIT: a runner that ended badly without a failed test to show for it is a failure too.
judge() {
    local log=${logs#"$root/"}/$level.log
    if (($1 == 124 || $1 == 137)); then
        fail_level "stopped after $2 s; see $log"
    elif (($1 > 128)); then
        fail_level "the tests ended by signal $(($1 - 128)); see $log"
    elif ((passed + failed + skipped == 0)); then
        fail_level "no test ran; see $log"
    elif (($1 != 0 && failed == 0)); then
        fail_level "the tests exited with $1; see $log"
    fi
}

# The test bundle is run itself: `swift test` would plan the build again, for each level. Many of them wait in
# their threads, of which there is one for each processor: no more tests at a time, or one that others keep from its
# thread would be late for the time limits of what it tests.
run_swift() {
    local level=$1 limit=$2 status=0 log=$logs/$1.log pattern
    shift 2
    pattern="^($(IFS='|' && echo "$*"))\\."
    logged "$level" "$limit" show_swift env NO_COLOR=1 \
        "$bin/camhubPackageTests.xctest" --testing-library swift-testing --experimental-maximum-parallelization-width "$(nproc)" \
        "${test_options[@]}" --filter "$pattern" || status=$?
    passed=$(grep '^✔ Test ' "$log" | grep -cv '^✔ Test run with ' || true)
    failed=$(grep '^✘ Test .* failed after ' "$log" | grep -cv '^✘ Test run with ' || true)
    skipped=$(grep -c '^➜ Test ' "$log" || true)
    ((status != 69)) || status=0
    judge "$status" "$limit"
}

# What went wrong and what was skipped, of all that Swift Testing says; with -v also what passed. Each message
# begins with a sign and may go on over several lines, and details (↳) follow what they belong to.
show_swift() {
    awk -v verbose="$verbose" '
        function begins(words) { return index($0, words) == 1 }
        begins("◇ ") { shown = 0 }
        begins("✔ ") { shown = verbose && begins("✔ Test ") && !begins("✔ Test run ") }
        begins("✘ ") { shown = begins("✘ Test ") && !begins("✘ Test run ") }
        begins("➜ ") { shown = begins("➜ Test ") }
        shown { print; fflush() }'
}

run_lint() { run_checks "$1" "$root/scripts/lint"; }

run_package() { run_checks "$1" "$root/Tests/Package/check"; }

# run_checks LIMIT SCRIPT: one that ends with its counts.
run_checks() {
    local status=0
    logged "$level" "$1" cat "$2" || status=$?
    read -r passed _ failed _ skipped _ < <(tail -n 1 "$logs/$level.log") || true
    judge "$status" "$1"
}

run_fuzz() {
    local status=0
    logged fuzz "$1" cat "$root/scripts/fuzz" --seconds 20 || status=$?
    read -r passed _ failed _ skipped _ < <(tail -n 1 "$logs/fuzz.log") || true
    note="Tests/Fuzz, 20 s each"
    judge "$status" "$1"
}

# Without one of them the level is what it is, but for the tests with it, which are skipped.
prepare_loopback() {
    local package
    for package in nginx caddy prometheus; do
        unpack_package "$package" || say "no $package: $reason"
    done
}

# The machine with cameras: its kernel, its programs and its pictures, made once. It is emulated and slow enough:
# the hub that runs in it is built with optimisation.
prepare_device() {
    say "Building the hub for the guest…"
    build_release --product camhub || die "the build failed"
    # Without a browser the level is what it is, but for the tests of pages, which are skipped.
    { install_packages browser && prepare_browser; } || say "no browser: $reason"
    "$root/Tests/Guest/setup" >"$logs/guest.log" 2>&1 && return
    reason=$(tail -n 1 "$logs/guest.log")
    return 1
}

run_browser() {
    local status=0 tests=$root/Tests/Browser summary
    logged browser "$1" cat env CAMHUB="$bin/camhub" PYTHONDONTWRITEBYTECODE=1 \
        "$root/.build/venv/bin/pytest" -p no:cacheprovider -rs ${verbose:+-v} "$tests" || status=$?
    summary=$(tail -n 1 "$logs/browser.log")
    passed=$(count passed "$summary")
    failed=$(($(count failed "$summary") + $(count 'errors?' "$summary")))
    skipped=$(count skipped "$summary")
    note="Tests/Browser"
    judge "$status" "$1"
}

# count WORD SUMMARY: the number before a word in pytest's last line.
count() {
    grep -oE "[0-9]+ $1\b" <<<"$2" | grep -oE '^[0-9]+' || echo 0
}
