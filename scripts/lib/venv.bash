# The Python packages that drive browsers, kept out of the system's.
# shellcheck shell=bash

# Playwright comes from PyPI into .build/venv, the browser from Debian.
prepare_browser() {
    local package
    for package in nginx motion; do unpack_package "$package" || say "no $package: $reason"; done
    local venv=$root/.build/venv wanted=$root/Tests/Browser/requirements.txt
    cmp -s "$wanted" "$venv/installed" && return
    say "+ pip install -r Tests/Browser/requirements.txt (into .build/venv)"
    if /usr/bin/python3 -m venv --clear "$venv" >&2 &&
        "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$wanted" >&2; then
        cp "$wanted" "$venv/installed"
    else
        reason="pip could not install what Tests/Browser/requirements.txt names; is PyPI reachable?"
        return 1
    fi
}
