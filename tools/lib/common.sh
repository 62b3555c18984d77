# SPDX-License-Identifier: Apache-2.0
# What the scripts of this folder share; sourced, never run. Sets:
#   root             the checkout
#   UNDERFED_CACHE   what may outlive a checkout: the compiler cache, static libraries
# and picks a compiler of C++20 where the default one is too old.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export UNDERFED_CACHE=${UNDERFED_CACHE:-${XDG_CACHE_HOME:-${HOME:?HOME is not set}/.cache}/underfed}

# A second checkout elsewhere finds what the first one compiled.
export CCACHE_DIR=${CCACHE_DIR:-$UNDERFED_CACHE/ccache}
export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_NOHASHDIR=1
export CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros,include_file_mtime,include_file_ctime}

say() { printf '%s\n' "$*" >&2; }
die() {
  say "${0##*/}: $*"
  exit 1
}

# as_root COMMAND...: runs it as root; fails with status 77 where that cannot be.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif command -v sudo >/dev/null; then
    sudo "$@"
  else
    return 77
  fi
}

# Prints the number of jobs: one for each core, two at least.
jobs_count() {
  local cores
  cores=$(nproc 2>/dev/null || echo 2)
  echo $((cores < 2 ? 2 : cores))
}

# Prints the major version of a compiler, or 0.
compiler_major() { "$1" -dumpversion 2>/dev/null | cut -d. -f1 || echo 0; }

# Ubuntu 22.04's g++ is 11, which is too old; g++-12 stands beside it.
pick_compiler() {
  [ -z "${CXX:-}" ] || return 0
  local major
  major=$(compiler_major g++)
  if [ "${major:-0}" -ge 12 ]; then return 0; fi
  for version in 12 13 14; do
    if command -v "g++-$version" >/dev/null; then
      export CXX=g++-$version CC=gcc-$version
      return 0
    fi
  done
}

# build_preset PRESET [TARGET...]: configures build/PRESET where needed and builds it.
build_preset() {
  local preset=$1
  shift
  pick_compiler
  # Its own text is shown only if it fails: a person waits for the compiler, not for this.
  local log
  log=$(mktemp)
  if ! (cd "$root" && cmake --preset "$preset" >"$log" 2>&1); then
    cat "$log" >&2
    rm -f "$log"
    die "cmake could not configure the preset $preset"
  fi
  rm -f "$log"
  (cd "$root" && cmake --build --preset "$preset" -j "$(jobs_count)" ${1:+--target "$@"})
}

# in_bare_root FOLDER COMMAND...: runs COMMAND with FOLDER as its whole file system.
in_bare_root() {
  local folder=$1
  shift
  local chroot=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin)
  [ "$(id -u)" = 0 ] || chroot+=(unshare --map-root-user)
  "${chroot[@]}" chroot "$folder" "$@"
}

# Prints the path of the bundled example's trace.
example_trace() {
  local trace
  for trace in "$root"/examples/starved-lora/*.json "$root"/examples/starved-lora/*.json.*; do
    if [ -f "$trace" ]; then
      echo "$trace"
      return 0
    fi
  done
  die "examples/starved-lora has no trace"
}

# Prints all C and C++ files of the repository, without what builds wrote.
cpp_files() {
  local folder
  for folder in src tests fuzz bench examples; do
    [ ! -d "$root/$folder" ] || find "$root/$folder" -type f \
      \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \)
  done | sort
}

# new_folder LAYER [--into FOLDER] NAME [TITLE]: makes the folder of a new cause or derivation and sets
# what its files are written with: id (slow-tokeniser), name (slow_tokeniser), type (SlowTokeniser),
# title (slow tokeniser) and folder.
new_folder() {
  local layer=$1 into=$root/src
  shift
  if [ "${1:-}" = --into ]; then
    into=$2
    shift 2
  fi
  [ $# -ge 1 ] || die "which name? ${0##*/} slow-tokeniser [\"its title\"]"
  [[ $1 =~ ^[a-z][a-z0-9]*(-[a-z0-9]+)*$ ]] || die "$1: a name is lower-case words joined by -"
  id=$1
  name=${id//-/_}
  title=${2:-${id//-/ }}
  type=
  local word
  for word in ${id//-/ }; do type+=${word^}; done
  folder=$into/$layer/$name
  [ ! -e "$folder" ] || die "$folder is there already"
  mkdir -p "$folder"
}

# format_if_possible FOLDER: a name of unusual length wraps lines elsewhere than the template does.
format_if_possible() {
  if command -v clang-format-14 >/dev/null; then
    find "$1" -name '*.cpp' -exec clang-format-14 --style=file:"$root/.clang-format" -i {} +
  fi
}
