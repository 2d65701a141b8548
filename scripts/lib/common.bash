# Shared by the scripts: where the checkout is, how they speak, and the toolchain that they need.
# shellcheck shell=bash
set -euo pipefail

root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)

say() { printf '%s\n' "$*" >&2; }

die() {
    say "${0##*/}: $*"
    exit 1
}

# Ends the script in one line unless there is a Swift toolchain that is new enough for Package.swift.
need_swift() {
    local wanted=6.2 version
    command -v swift >/dev/null ||
        die "Swift is missing: install Swift $wanted or newer from https://swift.org/install"
    if ! version=$(swift --version 2>&1); then
        # Unpacked by hand it has all but a few libraries of the system.
        [[ $(type -t install_packages) != function ]] || install_packages swift || die "${reason-}"
        version=$(swift --version 2>&1) || die "Swift does not start: $version; see https://swift.org/install"
    fi
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

# build_release ARGUMENT…: the same in release mode, as it is packaged: Swift's libraries linked in, nothing found by
# a path of its own, and no address left to be changed after the start.
build_release() {
    build --configuration release --static-swift-stdlib --disable-local-rpath -Xlinker -z -Xlinker now "$@"
}

# Where build_release leaves its programs.
release_folder() { swift build --package-path "$root" --configuration release --show-bin-path; }
