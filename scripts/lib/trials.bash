# The parts of scripts/release-check that need no machine: what is tried out, and what must come of it.
# The script that uses this sets `systems`, `version`, and `package` and `older`: two packages of the same program.
# shellcheck shell=bash

try_package() {
    local line
    while read -r line; do
        echo "$line"
        case $line in
        ok\ *) passed=$((passed + 1)) ;;
        failed\ *) failed=$((failed + 1)) ;;
        esac
    done < <(Tests/Package/check | grep -v ' skipped$')
}

try_chroot() {
    make_system fresh
    cp "$package" "$older" "$systems/fresh/root/"
    check "apt installs it, with what it needs" install_inside fresh "/root/${package##*/}"
    check "all is as the package says" inside fresh dpkg --verify camhub
    check "it runs, and shows a picture" serves fresh camhub serve --demo 1
    check "it says what is plugged in" inside fresh camhub cameras
    check "the configuration is for root and the group video" has fresh etc/camhub/camhub.yaml "640 root video"
    check "the service is enabled" is_enabled fresh
    inside fresh dpkg --purge camhub >"$systems/log" 2>&1
    check "an older version is installed" install_inside fresh "/root/${older##*/}"
    edit_fresh
    check "it is upgraded" install_inside fresh "/root/${package##*/}"
    check "it is the new version" says fresh "Version: $version"
    check "what was written into the configuration has stayed" keeps_edit
    check "the service is as the admin left it, not enabled" is_disabled fresh
    check "it is removed" inside fresh apt-get -qq remove -y camhub
    check "no program and no unit is left, the configuration and the state are" leaves_what_is_ours
    check "it is purged" inside fresh apt-get -qq purge -y camhub
    check "nothing is left" leaves_nothing fresh
}

# What an admin and the running service do meanwhile.
edit_fresh() {
    local system=$systems/fresh
    echo 'listen: ["127.0.0.1:8081"]' >>"$system/etc/camhub/camhub.yaml"
    rm "$system/etc/systemd/system/multi-user.target.wants/camhub.service"
    mkdir -p "$system/var/lib/private/camhub"
    ln -s private/camhub "$system/var/lib/camhub"
    echo '{}' >"$system/var/lib/camhub/state.json"
}

keeps_edit() {
    grep -q 8081 "$systems/fresh/etc/camhub/camhub.yaml" && has fresh etc/camhub/camhub.yaml "640 root video" &&
        [[ ! -e $systems/fresh/etc/camhub/camhub.yaml.dpkg-dist ]]
}

leaves_what_is_ours() {
    local system=$systems/fresh
    [[ ! -e $system/usr/bin/camhub && ! -e $system/lib/systemd/system/camhub.service ]] &&
        [[ -e $system/etc/camhub/camhub.yaml && -e $system/var/lib/camhub/state.json ]]
}

# leaves_nothing NAME: but for what apt and dpkg have written about it, and our own copies.
leaves_nothing() {
    ! find "$systems/$1" -xdev \( -path "$systems/$1/root" -o -path "$systems/$1/var/log" -o -name 'camhub_*.deb' \) -prune \
        -o -iname '*camhub*' -print | grep .
}

# has NAME FILE "MODE OWNER GROUP"
has() {
    [[ "$(stat -c '%a %u %g' "$systems/$1/$2")" == "$(sed 's/root/0/; s/video/44/' <<<"$3")" ]] ||
        { stat "$systems/$1/$2" && false; }
}

wants() { [[ -L $systems/$1/etc/systemd/system/multi-user.target.wants/camhub.service ]]; }
is_enabled() { wants "$1"; }
is_disabled() { ! wants "$1"; }

# says NAME TEXT: in dpkg's words about the package.
says() { inside "$1" dpkg -s camhub | grep -x "$2"; }

# serves NAME COMMAND…: a hub there, alone at its port, shows a picture of demo-1 and ends well.
serves() {
    local system=$1
    shift
    # shellcheck disable=SC2016 # for the inner shell
    ALONE=yes inside "$system" env STATE_DIRECTORY="${STATE:-/tmp/state}" timeout 60 bash -c '
        start=${EPOCHREALTIME/./}
        "$@" &
        hub=$!
        for ((tries = 0; tries < 100; tries++)); do
            { exec 3<>/dev/tcp/127.0.0.1/8080; } 2>/dev/null && break
            kill -0 "$hub" && sleep 0.1 || exit
        done
        printf "GET /cam/demo-1/frame HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" >&3
        answer=$(tr -d "\0" <&3)
        echo "= its first picture was there after $(((${EPOCHREALTIME/./} - start) / 1000)) ms"
        kill "$hub" && wait "$hub" && [[ $answer == "HTTP/1.1 200 "*"image/jpeg"* ]]' serves "$@"
}

try_prefix() {
    make_system prefix
    cp "$package" "$systems/prefix/root/"
    # For the libraries: the package itself goes again.
    install_inside prefix "/root/${package##*/}" >"$systems/log" 2>&1
    inside prefix dpkg --purge camhub >>"$systems/log" 2>&1
    check "it is installed below a folder" env DESTDIR="$systems/prefix" \
        scripts/install --prefix /opt/camhub --program "$(release_folder)/camhub"
    check "the files are those of the package" has_same_files
    check "it runs from there, and shows a picture" serves prefix /opt/camhub/bin/camhub serve --demo 1
    check "the service finds the program and its configuration" grep -qx \
        'ExecStart=/opt/camhub/bin/camhub serve --config /opt/camhub/etc/camhub/camhub.yaml' \
        "$systems/prefix/opt/camhub/lib/systemd/system/camhub.service"
    echo 'fps: 1' >"$systems/prefix/opt/camhub/etc/camhub/camhub.yaml"
    env DESTDIR="$systems/prefix" scripts/install --prefix /opt/camhub --program "$(release_folder)/camhub"
    check "a configuration that is there stays" grep -qx 'fps: 1' "$systems/prefix/opt/camhub/etc/camhub/camhub.yaml"
}

has_same_files() {
    diff <(dpkg-deb --contents "$package" | awk '$1 ~ /^-/ { print $6 }' | grep -v '/share/doc/' |
        sed 's|^\./||; s|^usr/||; s|\.gz$||' | sort) \
        <(cd "$systems/prefix/opt/camhub" && find . -type f | sed 's|^\./||' | sort)
}
