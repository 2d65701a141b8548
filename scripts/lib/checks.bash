# Checks by commands: each is one line, and what a failed one has said.
# shellcheck shell=bash

passed=0 failed=0

# check NAME COMMAND…: whether the command succeeds. Of what it says then, lines that begin with `= ` are shown.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        passed=$((passed + 1))
        echo "ok      $name"
        sed -n 's/^= /        /p' <<<"$output"
    else
        failed=$((failed + 1))
        echo "failed  $name"
        echo "$output"
    fi
}

# The last line, as scripts/test reads it; fails if a check did.
end_checks() {
    echo "$passed passed, $failed failed, 0 skipped"
    ((failed == 0))
}
