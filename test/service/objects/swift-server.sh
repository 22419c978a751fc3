#!/usr/bin/env bash
# OpenStack Swift with its S3 interface (s3api) on this machine alone, from Debian's packages: one account, one container
# and one object server on one folder, and a proxy.
#
#   swift-server.sh start DIR PORT ACCESS_KEY SECRET   returns when it answers; ACCESS_KEY is ACCOUNT:USER
#   swift-server.sh stop DIR                           ends what start began, by process id
#   swift-server.sh missing                            the packages that are not installed, if any
#
# Takes PORT to PORT+3 of 127.0.0.1. Needs root: Swift reads /etc/swift, which its processes see as DIR/etc.
set -euo pipefail
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH

usage() {
  sed -n '5,7s/^# *//p' "$0" >&2
  exit 2
}

missing() {
  local name
  for name in proxy account container object; do
    command -v "swift-$name-server" >/dev/null || echo "swift-$name"
  done
  command -v unshare >/dev/null || echo util-linux
}

configure() {
  mkdir -p "$DIR"/{etc,srv/d1,run,log,cache}
  [ -s "$DIR/etc/swift.conf" ] || cat >"$DIR/etc/swift.conf" <<C
[swift-hash]
swift_hash_path_suffix = $(cat /proc/sys/kernel/random/uuid)
swift_hash_path_prefix = $(cat /proc/sys/kernel/random/uuid)
[swift-constraints]
C
  local name port=$PORT
  for name in account container object; do
    port=$((port + 1))
    [ -s "$DIR/etc/$name.ring.gz" ] || (
      cd "$DIR/etc"
      swift-ring-builder "$name.builder" create 4 1 1 >/dev/null
      swift-ring-builder "$name.builder" add "r1z1-127.0.0.1:$port/d1" 1 >/dev/null
      swift-ring-builder "$name.builder" rebalance >/dev/null
    )
    cat >"$DIR/etc/$name-server.conf" <<C
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $port
devices = $DIR/srv
mount_check = false
workers = 0
user = root
log_address = $DIR/log/none
recon_cache_path = $DIR/cache
[pipeline:main]
pipeline = $name-server
[app:$name-server]
use = egg:swift#$name
C
  done
  cat >"$DIR/etc/proxy-server.conf" <<C
[DEFAULT]
bind_ip = 127.0.0.1
bind_port = $PORT
workers = 0
user = root
log_address = $DIR/log/none
[pipeline:main]
pipeline = catch_errors gatekeeper cache listing_formats bulk s3api tempauth copy slo symlink versioned_writes proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:bulk]
use = egg:swift#bulk
[filter:tempauth]
use = egg:swift#tempauth
user_${KEY/:/_} = $SECRET .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
s3_acl = false
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[filter:symlink]
use = egg:swift#symlink
[filter:versioned_writes]
use = egg:swift#versioned_writes
allow_object_versioning = true
C
}

is_running() {
  local pid
  pid=$(cat "$DIR/run/$1.pid" 2>/dev/null) && [ -r "/proc/$pid/cmdline" ] &&
    tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF -- "swift-$1-server" # another process may have its id by now
}

launch() {
  is_running "$1" && return 0
  (
    cd /
    setsid unshare -m bash -c 'mount --bind "$1/etc" /etc/swift; echo $$ >"$1/run/$2.pid"
      exec "swift-$2-server" "/etc/swift/$2-server.conf"' _ "$DIR" "$1" >>"$DIR/log/$1.log" 2>&1 </dev/null &
  )
}

fail() {
  echo "swift-server: $*; see $DIR/log" >&2
  stop_all
  exit 1
}

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

until_answers() {
  local port end=$((SECONDS + 60))
  for port in "$PORT" $((PORT + 1)) $((PORT + 2)) $((PORT + 3)); do
    until answers "$port"; do
      [ $SECONDS -lt $end ] || fail "port $port does not answer"
      sleep 0.1
    done
  done
}

stop_all() {
  local name
  for name in proxy object container account; do
    if is_running "$name"; then
      kill "$(cat "$DIR/run/$name.pid")" 2>/dev/null || true
      for _ in $(seq 200); do
        is_running "$name" || break
        sleep 0.02
      done
      is_running "$name" && kill -9 "$(cat "$DIR/run/$name.pid")" 2>/dev/null
    fi
    rm -f "$DIR/run/$name.pid"
  done
  return 0
}

case ${1:-} in
start)
  [ $# = 5 ] || usage
  PORT=$3 KEY=$4 SECRET=$5
  DIR=$(mkdir -p "$2" && cd "$2" && pwd)
  is_running proxy && answers "$PORT" && exit 0
  mkdir -p /etc/swift
  configure
  for name in account container object proxy; do launch "$name"; done
  until_answers
  ;;
stop)
  [ $# = 2 ] || usage
  DIR=$(cd "$2" && pwd)
  stop_all
  ;;
missing) missing ;;
*) usage ;;
esac
