# What the scripts that install and package say about this checkout.
# shellcheck shell=bash

# The version that the program prints.
version=$(sed -n 's/.*static let version = "\(.*\)"/\1/p' "$root/Sources/camhub/Program.swift")

# Seconds since 1970: of the last commit, so that the same checkout makes the same files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
