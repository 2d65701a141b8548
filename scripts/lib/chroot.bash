# Small Debian systems in folders, of this machine's own release and from where its apt gets packages. Needs root.
# The script that uses this sets `systems`, the folder in which they are.
# shellcheck shell=bash

# targets FORMAT: what this machine's apt knows, one release of packages a line.
targets() { apt-get indextargets --format "$1" 'Created-By: Packages'; }

# make_base: the system of which all others are copies, fresh from the network.
make_base() {
    local codename mirror proxy
    # shellcheck source=/dev/null
    codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
    # shellcheck disable=SC2016 # apt's own words
    mirror=$(targets '$(CODENAME) $(REPO_URI)' | awk -v codename="$codename" '$1 == codename { print $2; exit }')
    [[ $mirror ]] || die "apt has no source of $codename"
    eval "$(apt-config shell proxy Acquire::http::Proxy)"
    [[ -z ${proxy:-} ]] || export http_proxy=$proxy
    rm -rf "$systems/base"
    mkdir -p "$systems/cache"
    debootstrap --variant=minbase --cache-dir="$systems/cache" "$codename" "$systems/base" "$mirror" \
        >"$systems/base.log" 2>&1 || die "debootstrap failed; see $systems/base.log"
    # shellcheck disable=SC2016
    targets 'deb $(REPO_URI) $(RELEASE) $(COMPONENT)' | sort -u >"$systems/base/etc/apt/sources.list"
    [[ -z ${proxy:-} ]] || echo "Acquire::http::Proxy \"$proxy\";" >"$systems/base/etc/apt/apt.conf.d/proxy"
    cp /etc/resolv.conf "$systems/base/etc/resolv.conf"
    inside base apt-get -qq update
}

# make_system NAME: a fresh one.
make_system() {
    rm -rf "${systems:?}/$1"
    cp -a "$systems/base" "$systems/$1"
}

# inside NAME COMMAND…: runs it there, with a /proc and a /dev that are gone afterwards. With ALONE=yes it has a network
# of its own, with nobody else; with BIND=FOLDER it sees that toolchain of this machine; with AS=USER:GROUP it is that user.
inside() {
    local system=$systems/$1 network=() path=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
    shift
    [[ -z ${BIND:-} ]] || path+=:$BIND/usr/bin
    [[ -z ${ALONE:-} ]] || network=(--net)
    # shellcheck disable=SC2016 # for the inner shell
    unshare --mount "${network[@]}" --propagation private bash -ec '
        system=$1 path=$2 && shift 2
        mount -t proc proc "$system/proc"
        mount -t tmpfs -o mode=755 dev "$system/dev"
        for node in null zero full random urandom tty; do
            touch "$system/dev/$node"
            mount --bind "/dev/$node" "$system/dev/$node"
        done
        ln -s /proc/self/fd "$system/dev/fd"
        if [[ ${BIND:-} ]]; then
            mkdir -p "$system$BIND"
            mount --bind "$BIND" "$system$BIND"
        fi
        [[ -z ${ALONE:-} ]] || ip link set lo up
        exec env -i PATH="$path" HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
            chroot ${AS:+--userspec "$AS"} "$system" "$@"' inside "$system" "$path" "$@" </dev/null
}

# install_inside NAME PACKAGE…: packages or files of packages, with all that they need and nothing else.
install_inside() {
    local system=$1
    shift
    inside "$system" apt-get -qq -o Dpkg::Use-Pty=0 install -y --no-install-recommends "$@"
}
