# Shared by the style tests: source it from a script in this folder.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# ctest counts a test that ends like this as skipped.
SKIPPED=77
skip() {
  echo "skipped: $*"
  exit $SKIPPED
}

# tracked_files PATTERN...: the tracked files that match a pattern, one a line; in a copy without git, all files.
tracked_files() {
  if git -c safe.directory='*' rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    git -c safe.directory='*' ls-files -- "$@" | while IFS= read -r file; do
      if [ -f "$file" ]; then printf '%s\n' "$file"; fi
    done
  else
    local pattern
    for pattern in "$@"; do
      find . \( -path ./build -o -path ./.git \) -prune -o -type f -path "./$pattern" -print | sed 's|^\./||'
    done
  fi
}

# The first of the commands that exists, else nothing.
first_command() {
  local candidate
  for candidate in "$@"; do
    if command -v "$candidate" >/dev/null; then
      printf '%s\n' "$candidate"
      return
    fi
  done
}
