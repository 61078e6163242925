#!/bin/sh
# join.sh ADDRESS…: makes one cluster of six servers or more, the first half primaries and each
# with a replica, and waits until all replicas follow; does not join again what is joined already.
# CLI names another valkey-cli.
set -eu
CLI=${CLI:-valkey-cli}

ask() { # ask ADDRESS WORD…
  address=$1
  shift
  $CLI -h "${address%:*}" -p "${address##*:}" "$@"
}

ready() { # whether the cluster serves, and no primary is without a replica
  for each in "$@"; do
    ask "$each" cluster info | grep -q '^cluster_state:ok' || return 1
    ask "$each" info replication | grep -q -e '^connected_slaves:[1-9]' -e '^master_link_status:up' || return 1
  done
}

if ask "$1" cluster info | grep -q '^cluster_state:ok'; then
  echo "They are joined already."
else
  $CLI --cluster create "$@" --cluster-replicas 1 --cluster-yes
fi
until ready "$@"; do
  sleep 1
done
