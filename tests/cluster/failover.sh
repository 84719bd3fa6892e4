#!/bin/bash
# labels: soak
# failover.sh [TURNS [KIND…]]: the primary killed, frozen, replaced on purpose, cut off from all, and
# cut off from all but the services, TURNS times each (10, or BACKROOM_CLUSTER_TURNS), under writers
# and readers whose every answer is then judged: nothing that was acknowledged is lost, nothing is
# done twice, nothing that was said to have failed is done, and no identity ever has two owners.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/cluster/cluster.sh
. "$here/cluster.sh"
cluster_enter "$0" "$@"

turns=${1:-${BACKROOM_CLUSTER_TURNS:-10}}
history=$CLUSTER_FOLDER/history
kinds=${*:2}
: "${kinds:=kill freeze switch cut part}"
frozen_s=30 cut_s=30

# ---- what goes wrong ----

processes_of() {
	ip netns pids "node$1"
}

signal_node() {
	local pids
	pids=$(processes_of "$2")
	# shellcheck disable=SC2086
	[ -z "$pids" ] || kill "-$1" $pids 2>/dev/null || true
}

has_other_leader() {
	local now
	now=$(node_in_role Leader)
	[ -n "$now" ] && [ "$now" != "$1" ]
}

# What was broken is mended in any case; run_fault() asks for nobody_came afterwards.
nobody_came=
other_leader_comes() {
	wait_until 60 "nobody takes over from node$1" has_other_leader "$1" || nobody_came=1
}

kill_node() {
	signal_node KILL "$1"
	other_leader_comes "$1"
	start_patroni "$1"
}

# pass_time SECONDS: what is to last that long has no other end.
pass_time() {
	local end=$((SECONDS + $1))
	wait_until "$(($1 + 5))" "time does not pass" eval "[ \$SECONDS -ge $end ]"
}

freeze_node() {
	signal_node STOP "$1"
	pass_time "$frozen_s"
	other_leader_comes "$1"
	signal_node CONT "$1"
}

cut_node() {
	ip link set "cable$1" down
	pass_time "$cut_s"
	other_leader_comes "$1"
	ip link set "cable$1" up
}

# Those it would ask, and who replicate it, are away; but who writes to it is not.
part_node() {
	local n others=$etcd_at
	for n in $nodes; do
		[ "$n" = "$1" ] || others+=" $(address_of "$n")"
	done
	for n in $others; do
		ip -n "node$1" route add blackhole "$n"
	done
	pass_time "$cut_s"
	other_leader_comes "$1"
	for n in $others; do
		ip -n "node$1" route del blackhole "$n"
	done
}

switch_node() {
	local to
	to=$(node_in_role "Sync Standby")
	ask_patroni switchover --leader "node$1" --candidate "node$to" --force \
		>>"$CLUSTER_FOLDER/switchover" 2>&1 || true
	other_leader_comes "$1"
}

note_fault() {
	local at
	at=$(cut -d' ' -f1 /proc/uptime)
	printf 'fault %s %d %s0000\n' "$1" "$2" "${at/./}" >>"$CLUSTER_FOLDER/faults"
}

acknowledged() {
	grep -c '^op .* ok ' "$history" || true
}

# Ten more writes were acknowledged since there were so many.
writes_go_on() {
	[ "$(acknowledged)" -ge $(($1 + 10)) ]
}

run_fault() {
	local kind=$1 turn=$2 leader since=$SECONDS
	leader=$(node_in_role Leader)
	note_fault "$kind" "$turn"
	"${kind}_node" "$leader"
	[ -z "$nobody_came" ] || return 1
	wait_until 120 "after $kind $turn the database is not whole" database_is_whole || return 1
	wait_until 60 "after $kind $turn nothing is written" writes_go_on "$(acknowledged)" || return 1
	say "$kind $turn: node$leader, then node$(node_in_role Leader); $((SECONDS - since)) s"
}

# ---- what there is in the end ----

# What was under way when the writers ended may still have been done.
nobody_writes() {
	[ "$(on_leader "SELECT count(*) FROM pg_stat_activity
		WHERE usename = 'backroom' AND pid <> pg_backend_pid()")" = 0 ]
}

dump() {
	on_leader "SELECT 'effect', lane, seq, convert_from(subject, 'UTF8'),
			convert_from(operation, 'UTF8'), convert_from(target, 'UTF8'),
			convert_from(outcome, 'UTF8')
		FROM audit WHERE convert_from(outcome, 'UTF8') IN ('done', 'undone', 'unchanged')
			AND convert_from(operation, 'UTF8') IN
			('bulkUpdateCatalog', 'linkExternalIdentity', 'unlinkExternalIdentity')"
	on_leader "SELECT 'link', convert_from(sub, 'UTF8'), convert_from(owner, 'UTF8'),
			convert_from(json, 'UTF8')::json->>'id' FROM links WHERE state = 1"
	on_leader "SELECT 'item', split_part(id, '-', 1), split_part(id, '-', 2), value FROM (
			SELECT convert_from(id, 'UTF8') AS id,
				convert_from(json, 'UTF8')::json#>>'{data,attributes,value}' AS value
			FROM items) AS i"
	if "$service_bin" audit verify --store "$store_url" >&2; then
		echo "audit whole"
	else
		echo "audit broken"
	fi
}

say_where_it_failed() {
	local n
	ask_patroni list >&2 || true
	for n in $nodes; do
		say "---- node$n" "$(tail -n 20 "$CLUSTER_FOLDER/node$n/log")"
	done
	for n in 1 2 3; do
		say "---- service$n" "$(tail -n 10 "$CLUSTER_FOLDER/service$n/log")"
	done
}

run_all() {
	local turn kind
	for turn in $(seq "$turns"); do
		for kind in $kinds; do
			run_fault "$kind" "$turn" || { say_where_it_failed; return 1; }
		done
	done
}

main() {
	local load failed=0
	cluster_start
	put_objects
	"$cluster_build/tests/cluster_load" write >"$history" 2>"$CLUSTER_FOLDER/load.log" &
	load=$!
	: >"$CLUSTER_FOLDER/faults"
	wait_until 60 "nothing is written" writes_go_on 0
	run_all || failed=1
	kill -TERM "$load"
	wait "$load" || failed=1
	end_services || failed=1
	wait_until 60 "somebody still writes" nobody_writes || failed=1
	dump >"$CLUSTER_FOLDER/dump"
	"$cluster_build/tests/cluster_check" "$history" "$CLUSTER_FOLDER/faults" \
		"$CLUSTER_FOLDER/dump" || failed=1
	[ ! -s "$CLUSTER_FOLDER/load.log" ] || { cat "$CLUSTER_FOLDER/load.log" >&2; failed=1; }
	say "$turns of each in $SECONDS s"
	exit "$failed"
}

main
