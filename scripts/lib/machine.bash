# The part of scripts/release-check with a real systemd: the package installed in a fresh Debian, which the guest boots.
# The script that uses this sets `systems` and `package`.
# shellcheck shell=bash

guest=$root/Tests/Guest/guest

try_systemd() {
    install_packages device || die "$reason"
    make_system machine
    cp "$package" "$systems/machine/root/"
    install_inside machine systemd-sysv udev kmod procps curl >"$systems/log" 2>&1
    check "the package is installed where systemd is" install_inside machine "/root/${package##*/}"
    check "a machine with a camera boots" boot_machine
    [[ -n $(machine) ]] || return 0
    trial "the service has started by itself" start
    trial "the camera that was there before the boot shows" cameras 1
    GUEST=$(machine) check "another is plugged in" "$guest" plug 2
    trial "both show" cameras 2
    trial "killed, it is back at once with the same ids, PIN and sessions" kill
    trial "the journal has priorities and no secret" journal
    trial "root makes a new PIN, which counts after a reload" reset
    GUEST=$(machine) check "all cameras are pulled out" pull_all
    trial "it starts though the kernel knows no cameras yet" module
    GUEST=$(machine) check "one is plugged in" "$guest" plug 1
    trial "it shows" cameras 1
    trial "a faulty configuration is tried again after a pause" fault
    trial "systemd listens in its place, and nobody is refused" socket
    trial "the watchdog ends it when it hangs" watchdog
    trial "it may do little: 2.0 at most" confinement
    trial "it stops and starts" stop
    trial "it is purged while it runs" purge
    GUEST=$(machine) check "the machine ends" "$guest" down
}

boot_machine() {
    "$guest" up --life 900 --parent "$$" --root "$systems/machine" --plugged 1 >"$systems/machine.up" && cat "$systems/machine.up"
}

# Where the machine's own folder is; empty if it did not boot.
machine() { sed -n 's/^GUEST=//p' "$systems/machine.up"; }

# trial NAME WORD…: see Tests/Guest/bin/service-trial.
trial() {
    local name=$1
    shift
    GUEST=$(machine) check "$name" "$guest" run -t 150 "service-trial $*"
}

# A camera that is pulled out ends by a signal.
pull_all() { "$guest" pull 2 || [[ $? == 143 ]] && "$guest" run 'systemctl stop guest-camera@1'; }
