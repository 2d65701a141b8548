# bash completion for camhub                                -*- shell-script -*-

_camhub() {
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} word verb=
    COMPREPLY=()
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case $word in serve | cameras | check-config | probe | pin) verb=$word && break ;; esac
    done
    case $previous in
    --config | --save | check-config)
        compopt -o filenames
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
        return
        ;;
    --log-level)
        mapfile -t COMPREPLY < <(compgen -W 'error warning info debug' -- "$current")
        return
        ;;
    --listen | --demo) return ;;
    esac
    local words=''
    case $verb in
    '') words='serve cameras check-config probe pin --config --listen --demo --log-level --help --version' ;;
    serve) words='--config --listen --demo --log-level' ;;
    probe) words='--save --insecure' ;;
    pin) words='--reset' ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
} && complete -F _camhub camhub
