# Chroots with a fresh Debian in them, for the scripts in this folder: source it, it only defines things.
# Needs root, debootstrap and the network; mirrors, suites and apt settings are those of the running system.
# shellcheck shell=bash

require_chroot() {
  [ "$(id -u)" -eq 0 ] || { echo "needs root: chroot and mount" >&2 && exit 2; }
  [ -d "$1/base" ] || command -v debootstrap >/dev/null || { echo "needs debootstrap" >&2 && exit 2; }
}

targets() { apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' "Created-By: Packages"; }

# shellcheck source=/dev/null
release() { (. /etc/os-release && echo "$VERSION_CODENAME"); }

# The first mirror of the running system that serves the release itself.
mirror() { targets | awk -v release="$(release)" '$2 == release && !seen++ { print $1 }'; }

# The sources of the running system for its own release and its updates, as one-line entries.
sources() { targets | awk -v release="$(release)" '$2 ~ "^" release { print "deb", $1, $2, $3 }' | sort -u; }

# make_base FOLDER: FOLDER/base becomes a fresh system of this release with apt and nothing else, unless it is there.
make_base() {
  local base="$1/base"
  if [ -d "$base" ]; then return; fi
  echo "bare: making $base (debootstrap $(release))"
  rm -rf "$base.part"
  debootstrap --variant=minbase "$(release)" "$base.part" "$(mirror)" >"$1/debootstrap.log" 2>&1 ||
    { tail -n 20 "$1/debootstrap.log" >&2 && exit 1; }
  sources >"$base.part/etc/apt/sources.list"
  # Settings of this machine that reaching the mirror may need (proxy, validity of old snapshots).
  apt-config dump | grep -E '^Acquire::(http|https|Check-|ForceIPv4|Retries)' \
    >"$base.part/etc/apt/apt.conf.d/90from-outside" || true
  rm -rf "$base.part"/var/lib/apt/lists/* "$base.part"/var/cache/apt/archives/*.deb
  mv "$base.part" "$base"
}

# mount_system ROOT: that system finds the mirrors, and has its kernel's file systems.
mount_system() {
  cp /etc/resolv.conf /etc/hosts "$1/etc/"
  mount -t proc proc "$1/proc"
  mount -t sysfs -o ro sysfs "$1/sys"
  mount --bind /dev "$1/dev"
  mount --make-private "$1/dev" # what is mounted in it is not seen outside
  mount -t tmpfs -o mode=1777 tmpfs "$1/dev/shm"
}

# unmount_below FOLDER: everything that is mounted there, the innermost first.
unmount_below() {
  local place
  while IFS= read -r place; do umount "$place"; done < <(findmnt -rno TARGET | grep -F "$1/" | LC_ALL=C sort -r)
}
