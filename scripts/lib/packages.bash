# Debian packages: what a group of scripts/lib/packages lacks, and getting it.
# shellcheck shell=bash

# missing_packages GROUP…: the packages of these groups that are not installed, in one line.
missing_packages() {
    local group package _ missing=()
    while read -r group package _; do
        [[ " $* " == *" $group "* && " ${missing[*]-} " != *" $package "* ]] || continue
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || missing+=("$package")
    done <"$root/scripts/lib/packages"
    echo "${missing[*]-}"
}

# install_packages GROUP…: shows the command for what is missing, asks if somebody is there, and runs it.
# Returns 1, with one line in `reason`, if something is still missing afterwards.
install_packages() {
    local missing sudo=() apt install answer
    reason=""
    command -v dpkg-query >/dev/null || {
        reason="this is not Debian; needed: $(awk -v groups=" $* " 'index(groups, " " $1 " ") { printf "%s ", $2 }' \
            "$root/scripts/lib/packages")"
        return 1
    }
    missing=$(missing_packages "$@")
    [[ -n $missing ]] || return 0

    install="apt-get install -y --no-install-recommends $missing"
    if ((EUID != 0)); then
        reason="missing: $missing; no rights to install here, so as root: $install"
        command -v sudo >/dev/null || return 1
        sudo=(sudo)
        [[ -t 0 ]] || sudo+=(-n)
    fi
    say "Missing Debian packages: $missing"
    say "+ ${sudo[*]-}${sudo:+ }$install"
    if [[ -t 0 ]]; then
        read -r -p "Run this now? [Y/n] " answer
        [[ ${answer,,} =~ ^(|y|yes)$ ]] || {
            reason="missing: $missing; get them with: $install"
            return 1
        }
    fi
    apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get)
    # shellcheck disable=SC2086 # package names are words
    { "${apt[@]}" update -qq && "${apt[@]}" install -y -qq --no-install-recommends $missing; } >&2 || true
    missing=$(missing_packages "$@")
    [[ -n $missing ]] || return 0
    reason="apt-get did not bring: $missing; try: $install"
    return 1
}
