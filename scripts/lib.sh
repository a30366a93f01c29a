# Shared by the scripts beside it; sourced, not run. They need bash and a Debian 12 base system.

set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"

say() { printf '== %s\n' "$*"; }
die() {
  printf '%s: %s\n' "$(basename "$0")" "$*" >&2
  exit 1
}

# Debian package names of scripts/packages, one a line.
wanted_packages() { sed -e 's/#.*//' -e 's/[[:space:]]*$//' -e '/^$/d' scripts/packages; }

missing_packages() {
  local have
  have=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' 2>/dev/null |
    sed -n 's/^installed //p')
  comm -23 <(wanted_packages | sort -u) <(sort -u <<<"$have")
}

# apt_get ARGUMENT...: as root, quietly, its output kept.
apt_get() {
  local log=build/packages.log root_command=()
  if [[ $(id -u) != 0 ]]; then
    command -v sudo >/dev/null ||
      die "packages are missing and this is neither root nor is there sudo; as root, install: $(missing_packages | tr '\n' ' ')"
    root_command=(sudo)
  fi
  mkdir -p build
  "${root_command[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -q -y -o DPkg::Lock::Timeout=300 "$@" >>"$log" 2>&1 || {
    tail -n 20 "$log" >&2
    die "apt-get $1 failed; its whole output is in $log"
  }
}

# Installs what of scripts/packages is missing; touches nothing when all is there.
install_packages() {
  [[ -z ${TIANYUAN_NO_INSTALL:-} ]] || return 0
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    die "this is no Debian system; install the counterparts of scripts/packages by hand and set TIANYUAN_NO_INSTALL=1"
  local missing
  mapfile -t missing < <(missing_packages)
  ((${#missing[@]})) || return 0
  say "installing ${#missing[@]} packages: ${missing[*]}"
  apt_get update
  apt_get install --no-install-recommends "${missing[@]}"
}

# Compilers at once: one a processor, but no more than memory carries (1.5 GiB each).
parallel_jobs() {
  local processors kib by_memory
  processors=$(nproc)
  kib=$(awk '/^MemAvailable:/ {print $2}' /proc/meminfo)
  by_memory=$((kib / 1536 / 1024))
  ((by_memory >= 1)) || by_memory=1
  echo $((processors < by_memory ? processors : by_memory))
}

# build PRESET TARGET...: configures and builds; the compiler's words are shown when it fails.
build() {
  local preset=$1 log
  shift
  mkdir -p "build/$preset"
  log=build/$preset/configure.log
  cmake --preset "$preset" >"$log" 2>&1 || {
    tail -n 40 "$log" >&2
    die "configuring failed; the whole output is in $log"
  }
  say "building ($preset): $*"
  cmake --build "build/$preset" -j "$(parallel_jobs)" --target "$@" ||
    die "the build failed; the first lines marked 'error' above say where"
}
