# Debian packages: what a group of scripts/lib/packages lacks, and getting it.
# shellcheck shell=bash

# list_packages GROUP…: the packages of these groups, one a line.
list_packages() {
    awk -v groups=" $* " 'index(groups, " " $1 " ") { print $2 }' "$root/scripts/lib/packages" | sort -u
}

# list_missing GROUP…: those of them that are not installed.
list_missing() {
    local package
    for package in $(list_packages "$@"); do
        [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] || echo "$package"
    done
}

# install_packages GROUP…: shows the command for what is missing, asks if somebody is there, and runs it.
# Returns 1, with one line in `reason`, if something is still missing afterwards.
install_packages() {
    local missing apt=(apt-get) install answer
    reason=""
    command -v dpkg-query >/dev/null || {
        reason="only Debian's packages are known here, and this is another system; needed: $(list_packages "$@" | xargs)"
        return 1
    }
    mapfile -t missing < <(list_missing "$@")
    ((${#missing[@]})) || return 0

    install="apt-get install -y --no-install-recommends ${missing[*]}"
    reason="missing: ${missing[*]}; get them as root with: apt-get update && $install"
    if ((EUID != 0)); then
        command -v sudo >/dev/null || return 1
        apt=(sudo apt-get)
        # Without a terminal nobody could type a password.
        [[ -t 0 ]] || sudo -n true 2>/dev/null || return 1
    fi
    say "Missing Debian packages: ${missing[*]}"
    say "+ ${apt[*]} update && ${apt[*]}${install#apt-get}"
    if [[ -t 0 ]]; then
        read -r -p "Run this now? [Y/n] " answer
        [[ ${answer,,} =~ ^(|y|yes)$ ]] || return 1
    fi
    if run_apt update && run_apt install -y --no-install-recommends "${missing[@]}"; then
        [[ -z $(list_missing "$@") ]] && return 0
    fi
    reason="apt-get did not bring all of: ${missing[*]}; see what it says to: $install"
    return 1
}

# run_apt ARGUMENT…: runs the `apt` of its caller; on a pipe only what goes wrong is shown.
run_apt() {
    if [[ -t 2 ]]; then
        "${apt[@]}" "$@" >&2
    else
        DEBIAN_FRONTEND=noninteractive "${apt[@]}" -qq "$@" >/dev/null
    fi
}

# unpack_package PACKAGE: unpacks it into .build/tools without installing it, once; returns 1 with `reason` if not.
unpack_package() {
    local tools=$root/.build/tools
    [[ -e $tools/$1.unpacked ]] && return
    say "+ apt-get download $1 (unpacked into .build/tools)"
    mkdir -p "$tools/deb"
    if (cd "$tools/deb" && apt-get -qq download "$1") && dpkg-deb -x "$tools/deb/$1"_*.deb "$tools"; then
        touch "$tools/$1.unpacked"
    else
        reason="apt-get could not download $1"
        return 1
    fi
}
