# Shared by the scripts: where the checkout is, how they speak, and the toolchain that they need.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

say() { printf '%s\n' "$*" >&2; }

die() {
    say "${0##*/}: $*"
    exit 1
}

wanted_swift=6.2

# Ends the script in one line unless there is a Swift toolchain, whether it starts or not.
find_swift() {
    command -v swift >/dev/null ||
        die "Swift is missing: install Swift $wanted_swift or newer from https://swift.org/install"
}

# Ends the script in one line unless there is a Swift toolchain that is new enough for Package.swift.
need_swift() {
    local wanted=$wanted_swift version
    find_swift
    version=$(swift --version 2>&1) || die "Swift does not start: $version; see https://swift.org/install"
    version=$(sed -n 's/.*Swift version \([0-9.]*\).*/\1/p' <<<"$version" | head -n 1)
    [[ $(printf '%s\n' "$wanted" "$version" | sort -V | head -n 1) == "$wanted" ]] ||
        die "Swift ${version:-of unknown version} is too old: install $wanted or newer from https://swift.org/install"
}

# build ARGUMENT…: swift build of this checkout; on a pipe it says only what goes wrong.
build() {
    local quiet=()
    [[ -t 2 ]] || quiet=(--quiet)
    swift build --package-path "$root" "${quiet[@]}" "$@" >&2
}
