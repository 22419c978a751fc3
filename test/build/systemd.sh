#!/bin/sh
# systemd.sh start FOLDER SHARED: systemd as the first process of namespaces of its own, over a copy of this computer's files
# that goes with it. It knows the units that are made here, none of the computer's. The network and SHARED are the computer's.
# systemd.sh clear FOLDER, once it has ended: removes what is left of it in the computer's cgroups.
set -eu
action=$1 folder=$2 shared=${3:-}

in_own_mounts() {
  mount --make-rprivate /
  mount -t tmpfs tmpfs "$folder"
  mkdir "$folder/cgroups"
  mount -t cgroup2 cgroup2 "$folder/cgroups"
  group=$folder/cgroups/$(basename "$folder")
}

case $action in
start) exec unshare --mount -- "$0" confine "$folder" "$shared" ;;
confine)
  in_own_mounts
  mkdir "$group"
  echo $$ >"$group/cgroup.procs"
  exec unshare --cgroup --mount --pid --uts --ipc --fork -- "$0" boot "$folder" "$shared"
  ;;
clear) exec unshare --mount -- "$0" sweep "$folder" ;;
sweep)
  in_own_mounts
  find "$group" -depth -type d -exec rmdir {} +
  exit
  ;;
esac

root=$folder/root
mkdir "$folder/upper" "$folder/work" "$root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/upper,workdir=$folder/work" "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
for own in run tmp dev var/lib etc/systemd/system; do mount -t tmpfs tmpfs "$root/$own"; done
mkdir -p "$root$shared" "$root/dev/shm" "$root/dev/pts"
mount -t devpts -o newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
mount --bind "$shared" "$root$shared"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
for target in sysinit basic shutdown umount network-online multi-user; do
  printf '[Unit]\nDescription=%s\nDefaultDependencies=no\n' "$target" >"$root/etc/systemd/system/$target.target"
done
mkdir "$root/run/before"
cd "$root"
pivot_root . run/before
umount -l /run/before
export container=coffer SYSTEMD_UNIT_PATH=/etc/systemd/system
exec /lib/systemd/systemd --system --unit=basic.target --log-target=null
