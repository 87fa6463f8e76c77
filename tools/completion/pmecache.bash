# Completion of pmecache for bash. Commands and options are those that --help tells.

_pmecache_options() { pmecache "$1" --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p'; }

_pmecache() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]} words=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="$(pmecache --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p') --help --version"
  elif [[ "$before" == --machine ]]; then
    words="host $(pmecache machine list 2>/dev/null | sed -n '1d;s/^\([a-z][a-z0-9._-]*\) .*/\1/p')"
  elif [[ "$word" == -* ]]; then
    words=$(_pmecache_options "$command")
    [[ "$command" != config ]] || words="--libs --plugin --cflags --cc --cxx --fc"
  elif [ "$COMP_CWORD" -eq 2 ]; then
    case $command in
      profile) words="show merge predict scale" ;;
      trace) words="show" ;;
      machine) words="list show host calibrate" ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
  [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}

complete -o filenames -F _pmecache pmecache
