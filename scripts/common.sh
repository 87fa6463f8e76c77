# Shared by the scripts of this repository: source it, it only defines things.
# shellcheck shell=bash

# LLVM versions that pmecache supports, newest first.
# shellcheck disable=SC2034
PMECACHE_SUPPORTED_LLVMS="22 19"

# Oldest CMake that the build works with (cmake_minimum_required in CMakeLists.txt).
PMECACHE_OLDEST_CMAKE=3.22

# The root of the checkout.
repository_root() { cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd; }

say() { printf '%s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# find_cmake: prints the path of the first cmake in PATH that is new enough, else of /usr/bin/cmake; fails when neither is.
find_cmake() {
  local candidate version
  while IFS= read -r candidate; do
    version=$("$candidate" --version 2>/dev/null | sed -n 's/^cmake version //p' || true)
    if [ -n "$version" ] && printf '%s\n' "$PMECACHE_OLDEST_CMAKE" "$version" | sort -VC; then
      printf '%s\n' "$candidate"
      return 0
    fi
  done < <(type -ap cmake || true; echo /usr/bin/cmake)
  return 1
}

# The supported LLVM versions whose compiler and development files are here, newest first.
installed_llvms() {
  local version
  for version in $PMECACHE_SUPPORTED_LLVMS; do
    if command -v "clang-$version" >/dev/null && command -v "clang++-$version" >/dev/null &&
      command -v "llvm-config-$version" >/dev/null; then
      printf '%s\n' "$version"
    fi
  done
}

# run_quietly LOG COMMAND...: output goes to LOG, and is shown only when the command fails.
run_quietly() {
  local log=$1 status=0
  shift
  "$@" >"$log" 2>&1 || status=$?
  if [ "$status" -ne 0 ]; then
    tail -n 60 "$log" >&2
    printf '%s: failed: %s (all output: %s)\n' "$(basename "$0")" "$*" "$log" >&2
  fi
  return "$status"
}

# processors_to_use: build jobs, all processors of this process unless PMECACHE_JOBS says otherwise.
processors_to_use() { printf '%s\n' "${PMECACHE_JOBS:-$(nproc)}"; }

# The clang that build/default is for.
default_clang() {
  local tree
  tree=$(readlink "$(repository_root)/build/default")
  printf 'clang-%s\n' "${tree#llvm-}"
}

# Whether clang-VERSION can build a program that uses OpenMP.
links_openmp() {
  local scratch status=0
  scratch=$(mktemp -d)
  printf '#include <omp.h>\nint main(void) { return omp_in_parallel(); }\n' >"$scratch/probe.c"
  "clang-$1" -fopenmp "$scratch/probe.c" -o "$scratch/probe" >/dev/null 2>&1 || status=1
  rm -rf "$scratch"
  return "$status"
}

# Lets the compilers and programs of this shell find the OpenMP runtime that scripts/setup has put under build/openmp,
# if it had to: where the one that is installed belongs to another LLVM, and two of them exclude each other.
use_openmp_aside() {
  local aside
  aside="$(repository_root)/build/openmp"
  [ -d "$aside" ] || return 0
  local libraries headers
  libraries=$(dirname "$(find "$aside" -name libomp.so -path '*/llvm-*' | head -n 1)")
  headers=$(dirname "$(find "$aside" -name omp.h | head -n 1)")
  export LIBRARY_PATH="$libraries:$aside/usr/lib/$(uname -m)-linux-gnu${LIBRARY_PATH:+:$LIBRARY_PATH}"
  export LD_LIBRARY_PATH="$aside/usr/lib/$(uname -m)-linux-gnu${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  export CPATH="$headers${CPATH:+:$CPATH}"
}

# drop_dead_openmp_registrations FOLDER: takes away what libomp notes of a process in shared memory, where the process
# was killed or left by _exit, and is no more. The next one of its number would end with a bus error (a file without
# content) or "libomp is already initialized".
drop_dead_openmp_registrations() {
  local file number
  for file in "$1/__KMP_REGISTERED_LIB_"*"_$(id -u)"; do
    number=${file##*/__KMP_REGISTERED_LIB_}
    number=${number%_*}
    if [ -f "$file" ] && [ ! -e "/proc/$number" ]; then rm -f "$file"; fi
  done
}
