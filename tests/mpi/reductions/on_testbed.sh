#!/bin/bash
# on_testbed.sh CLUSTER PROGRAM [ARGUMENT...]: runs a program on 3 hosts of 2 ranks each. CLUSTER is the testbed's
# cluster.sh. Exits with 77 if the necessary namespaces are unavailable.
set -euo pipefail
cluster=$1
shift
[ "$(id -u)" = 0 ] && [ -c /dev/net/tun ] && command -v ip gcc > /dev/null ||
  { echo "no cluster here (it needs root, /dev/net/tun, iproute2 and gcc)"; exit 77; }
TESTBED_DIR=$(mktemp -d)
export TESTBED_DIR TESTBED_PREFIX=allfoldtest
trap '"$cluster" down; rm -rf "$TESTBED_DIR"' EXIT
trap 'exit 130' INT TERM
"$cluster" up 3 --delay 50us --rate 1gbit ||
  { echo "no cluster here (its namespaces are not to be had)"; exit 77; }
"$cluster" run --hosts 3 --ppn 2 --block 100 --timeout 900 "$@"
