#!/bin/bash
# labels: soak
# services.sh [READS]: one of three services killed every three seconds and started again, under 64
# readers that come through haproxy, 200,000 GETs in all (or BACKROOM_CLUSTER_READS): none fails, and
# walks that go on from one service to the next meet each basket once.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cluster/cluster.sh
. "$here/cluster.sh"
cluster_enter "$0" "$@"

reads=${1:-${BACKROOM_CLUSTER_READS:-200000}}
readers=64 every_s=3

is_running() {
	kill -0 "$1" 2>/dev/null
}

reading_ends_or() {
	! is_running "$reader" || [ "$SECONDS" -ge "$1" ]
}

# Not before the one killed last is back: a proxy cannot do without any.
kill_in_turn() {
	local n=0 pid
	while is_running "$reader"; do
		wait_until 10 "time does not pass" reading_ends_or $((SECONDS + every_s))
		is_running "$reader" || break
		n=$((n % 3 + 1))
		pid=$(cat "$CLUSTER_FOLDER/service$n/pid")
		kill -KILL "$pid"
		kills=$((kills + 1))
		wait_until 30 "service $n does not come back" service_is_ready "$n" || return 1
	done
}

main() {
	local failed=0
	cluster_start
	put_objects
	"$cluster_build/tests/cluster_load" read "$readers" "$reads" &
	reader=$! kills=0
	kill_in_turn || failed=1
	wait "$reader" || failed=1
	say "$kills services were killed"
	exit "$failed"
}

main
