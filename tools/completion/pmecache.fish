# Completion of pmecache for fish. Commands and options are those that --help tells.

function __pmecache_commands
    pmecache --help 2>/dev/null | sed -n '/^commands:/,/^$/s/^  \([a-z]*\)  *\(.*\)/\1\t\2/p'
end

function __pmecache_options
    set -l words (commandline -opc)
    pmecache $words[2] --help 2>/dev/null | sed -n 's/^  \(--[a-z-]*\).*/\1/p'
end

complete -c pmecache -n __fish_use_subcommand -f -a '(__pmecache_commands)'
complete -c pmecache -n 'not __fish_use_subcommand; and string match -q -- "-*" (commandline -ct)' -a '(__pmecache_options)'
