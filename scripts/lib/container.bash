# The part of scripts/release-check that follows the Dockerfile without an engine: each step in a system of its own.
# Of Dockerfiles it knows what ours uses. The script that uses this sets `systems`.
# shellcheck shell=bash

container=$root/scripts/package.d/container

try_container() {
    local word rest stage='' place=/ user='' state='' command=()
    while read -r word rest; do
        case $word in
        FROM)
            stage=container-${rest##*[ :]} place=/
            check "$word $rest" start_stage "$stage" "${rest%%:*}"
            ;;
        WORKDIR) place=$rest && mkdir -p "$systems/$stage$place" ;;
        COPY) check "$word $rest" copy_into "$stage" "$place" "$rest" ;;
        RUN) check "$word $rest" run_step "$stage" "$place" "$rest" ;;
        USER) user=$rest ;;
        ENV) state=${rest#STATE_DIRECTORY=} ;;
        ENTRYPOINT | CMD) mapfile -t -O ${#command[@]} command < <(words_of "$rest") ;;
        '' | '#'* | VOLUME | EXPOSE) ;;
        *) check "$word is known here" false ;;
        esac
    done <"$container/Dockerfile"
    AS=$user STATE=$state check "as $user it runs and shows a picture: ${command[*]}" \
        serves "$stage" "${command[@]}" --demo 1
    check "the compose file has what plugging needs" reads_compose
}

words_of() { python3 -c 'import json, sys; print(*json.loads(sys.argv[1]), sep="\n")' "$1"; }

# start_stage STAGE IMAGE: a fresh system; as the image of Swift with this machine's toolchain, and what that needs.
start_stage() {
    make_system "$1"
    [[ $2 == swift ]] || return 0
    install_inside "$1" binutils ca-certificates git libc6-dev libncurses6 libxml2
}

# The folder of the toolchain, which has usr/bin/swift.
toolchain() { realpath "$(dirname "$(readlink -f "$(command -v swift)")")/../.."; }

run_step() { BIND=$(toolchain) inside "$1" sh -ec "cd '$2'; $3"; }

# copy_into STAGE PLACE "FROM… TO"
copy_into() {
    local from
    if [[ $3 == '. .' ]]; then
        git ls-files --cached --others --exclude-standard | grep -vxFf <(git ls-files --deleted) |
            tar -c -T - | tar -x -C "$systems/$1$2"
    elif [[ $3 == --from=* ]]; then
        read -r from rest <<<"${3#--from=}"
        # shellcheck disable=SC2086 # a pattern
        cp "$systems/container-$from"${rest% *} "$systems/$1${rest##* }"
    else
        return 1
    fi
}

# No engine is asked: this only looks for what operation depends on.
reads_compose() {
    local line
    for line in 'device_cgroup_rules: \["c 81:\* rmw"\]' '- /dev:/dev' 'group_add: \["44"\]'; do
        grep -qe "$line" "$container/compose.yaml" || { echo "there is no $line" && return 1; }
    done
}
