#!/usr/bin/env bash
# A real S3 server on this machine alone: Ceph's gateway from Debian's packages, with one monitor and one disk behind it.
#
#   s3-server.sh start DIR PORT ACCESS_KEY SECRET   returns when it answers; what runs already is left as it is
#   s3-server.sh stop DIR                           ends what start began, by process id; objects stay in DIR
#   s3-server.sh missing                            the packages that are not installed, if any
#
# Takes PORT, PORT+1 and a few from PORT+10 to PORT+60 of 127.0.0.1. Addresses are path-style, the region is us-east-1.
set -euo pipefail
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH

usage() {
  sed -n '4,6s/^# *//p' "$0" >&2
  exit 2
}

missing() {
  local pair
  for pair in ceph-mon:ceph-mon ceph-osd:ceph-osd radosgw:radosgw ceph:ceph-common; do
    command -v "${pair%:*}" >/dev/null || echo "${pair#*:}"
  done
}

configure() {
  mkdir -p "$DIR"/{mon,osd,run,log}
  [ -s "$DIR/fsid" ] || cat /proc/sys/kernel/random/uuid >"$DIR/fsid"
  cat >"$DIR/ceph.conf" <<C
[global]
fsid = $(cat "$DIR/fsid")
mon_initial_members = a
mon_host = v2:127.0.0.1:$((PORT + 1))/0
public_network = 127.0.0.0/8
ms_bind_port_min = $((PORT + 10))
ms_bind_port_max = $((PORT + 60))
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
ms_mon_client_mode = crc
ms_mon_cluster_mode = crc
ms_mon_service_mode = crc
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
mon_max_pg_per_osd = 1000
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
mon_data = $DIR/mon/a
mon_data_avail_crit = 1
mon_data_avail_warn = 1
osd_data = $DIR/osd/0
osd_objectstore = bluestore
bluestore_block_size = 21474836480
osd_memory_target = 939524096
run_dir = $DIR/run
admin_socket = $DIR/run/\$name.asok
pid_file =
log_file = $DIR/log/\$name.log
mon_cluster_log_file = $DIR/log/cluster.log
keyring = $DIR/keyring
rgw_frontends = beast endpoint=127.0.0.1:$PORT
rgw_thread_pool_size = 64
rgw_gc_max_objs = 4
rgw_lc_max_objs = 4
rgw_objexp_hints_num_shards = 4
rgw_data_log_num_shards = 1
rgw_override_bucket_index_max_shards = 1
C
}

is_running() {
  local pid
  pid=$(cat "$DIR/run/$1.pid" 2>/dev/null) && [ -r "/proc/$pid/cmdline" ] &&
    tr '\0' ' ' <"/proc/$pid/cmdline" | grep -qF -- "$DIR/" # another process may have its id by now
}

# Outlives this script and the terminal; writes its own id, because setsid may fork.
launch() {
  local name=$1
  shift
  is_running "$name" && return 0
  (cd /; setsid bash -c 'echo $$ >"$1"; shift; exec "$@"' _ "$DIR/run/$name.pid" "$@" >>"$DIR/log/$name.log" 2>&1 </dev/null &)
}

# The first commands of a cluster are asked again until it has a monitor, a disk, room.
until_works() {
  local seconds=$1 end
  shift
  end=$((SECONDS + seconds))
  until timeout 60 "$@" >>"$DIR/log/start.log" 2>&1; do
    [ $SECONDS -lt $end ] || fail "'$*' did not succeed in $seconds s"
    sleep 0.2
  done
}

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null; }

fail() {
  echo "s3-server: $*; see $DIR/log" >&2
  stop_all
  exit 1
}

start_monitor() {
  if [ ! -e "$DIR/mon/a/store.db" ]; then
    ceph-authtool --create-keyring "$DIR/keyring" --gen-key -n mon. --cap mon 'allow *' >/dev/null
    ceph-authtool "$DIR/keyring" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' >/dev/null
    monmaptool --create --clobber --fsid "$(cat "$DIR/fsid")" --addv a "[v2:127.0.0.1:$((PORT + 1))]" "$DIR/monmap" >/dev/null 2>&1
    mkdir -p "$DIR/mon/a"
    ceph-mon -c "$CONF" --mkfs -i a --monmap "$DIR/monmap" --keyring "$DIR/keyring" >>"$DIR/log/start.log" 2>&1
  fi
  launch mon ceph-mon -c "$CONF" -i a -f
  until_works 300 ceph -c "$CONF" --connect-timeout 5 mon stat
}

start_disk() {
  local id
  if [ ! -e "$DIR/osd/0/ready" ]; then
    rm -rf "$DIR/osd/0"
    mkdir -p "$DIR/osd/0"
    id=$(cat /proc/sys/kernel/random/uuid)
    until_works 300 ceph -c "$CONF" osd new "$id" 0
    ceph-osd -c "$CONF" -i 0 --mkfs --osd-uuid "$id" >>"$DIR/log/start.log" 2>&1
    until_works 300 ceph -c "$CONF" osd crush add osd.0 1 root=default
    touch "$DIR/osd/0/ready"
  fi
  launch osd ceph-osd -c "$CONF" -i 0 -f
  until_works 300 bash -c "ceph -c '$CONF' osd stat | grep -q '1 up'"
}

start_gateway() {
  local gateway=(--no-mon-config --ms_mon_client_mode=crc --auth_client_required=none)
  if [ ! -e "$DIR/user" ]; then
    until_works 300 radosgw-admin -c "$CONF" user create --uid=tests --display-name=tests --access-key="$KEY" --secret-key="$SECRET"
    touch "$DIR/user"
  fi
  launch rgw radosgw -c "$CONF" -n client.admin "${gateway[@]}" -f
  until_works 300 bash -c "exec 3<>/dev/tcp/127.0.0.1/$PORT"
}

stop_all() {
  local name pid
  for name in rgw osd mon; do
    if is_running "$name"; then
      pid=$(cat "$DIR/run/$name.pid")
      kill "$pid" 2>/dev/null || true
      for _ in $(seq 200); do
        is_running "$name" || break # one that init has not seen yet is gone as well
        sleep 0.02
      done
      kill -9 "$pid" 2>/dev/null || true
    fi
    rm -f "$DIR/run/$name.pid"
  done
}

case ${1:-} in
start)
  [ $# = 5 ] || usage
  PORT=$3 KEY=$4 SECRET=$5
  DIR=$(mkdir -p "$2" && cd "$2" && pwd)
  CONF=$DIR/ceph.conf
  is_running rgw && answers && exit 0
  for port in "$PORT" $((PORT + 1)); do
    (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null && fail "port $port is in use"
  done
  configure
  trap 'fail "failed at line $LINENO"' ERR
  start_monitor
  start_disk
  start_gateway
  ;;
stop)
  [ $# = 2 ] || usage
  DIR=$(cd "$2" && pwd)
  stop_all
  ;;
missing) missing ;;
*) usage ;;
esac
