#!/bin/bash
# postgres.sh BUILD - S9: the service on PostgreSQL beside the same on SQLite, and the links of three
# services on it beside pgbench with the statements of a link, which links.sql has. The database keeps
# what it acknowledges, as SQLite does. A figure is the median of ROUNDS runs of SECONDS each, in turns.
set -eu
build=$(cd "$1" && pwd)
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/bench/verdict.sh
. "$here/verdict.sh"
# shellcheck source=tests/bench/servers.sh
. "$here/servers.sh"
work=$build/bench/postgres
rounds=${ROUNDS:-5} seconds=${SECONDS_EACH:-2}
figures=$work/figures
export BENCH_TABLE=${BENCH_TABLE:-$work/table.jsonl}
export HOME="$work/home" XDG_STATE_HOME="$work/home" XDG_CONFIG_HOME="$work/config" LC_ALL=C.UTF-8
rm -rf "$work"
mkdir -p "$work/home" "$figures"

for tool in wrk taskset pgbench; do
	command -v "$tool" >/dev/null || { echo "S9 needs $tool: skipped (./run bench --install)"; exit 0; }
done

end_all() {
	stop_all
	"$here/../lib/postgres.sh" stop "$work/url"
}
trap end_all EXIT

make_data() {
	BACKROOM_TEST_FSYNC=on "$here/../lib/postgres.sh" start "$work/url"
	[ -s "$work/url" ] || { echo "S9 needs PostgreSQL: skipped"; exit 0; }
	database=$(cat "$work/url")
	"$build/tests/bench.fill" "sqlite:$work/shop.db" baskets 100000 offers 1000 owners 10 >/dev/null
	"$build/bin/backroom" store copy "sqlite:$work/shop.db" "$database" >/dev/null
	psql -q -X -d "$database" -c 'VACUUM ANALYZE' -c 'CHECKPOINT'
}

# reads NAME TARGET [VARIABLE=VALUE…]: each of the two services in turns.
reads() {
	local name=$1 target=$2 round
	shift 2
	for ((round = 0; round < rounds; round++)); do
		for on in sqlite postgres; do
			shot "$name-$on" $on 64 "$target" "RUN=$round-$on" "$@"
		done
	done
}

# Sixteen clients a service, at the same time: their rates together.
links_of_three() {
	local i owner=/api/objects/externalidentity/owner-1 started=()
	rm -f "$figures"/third-*
	for i in 1 2 3; do
		shot "third-$i" "postgres$i" 16 $owner SHOT=links "RUN=$1-$i" &
		started+=($!)
	done
	wait "${started[@]}"
	awk '{ rate += $1; p50 += $2 / 3; p99 = $3 > p99 ? $3 : p99; errors += $4 }
		END { print rate, p50, p99, errors }' "$figures"/third-* >>"$figures/links"
	rm -f "$figures"/third-*
}

links_of_pgbench() {
	taskset -c "$wrk_cores" pgbench -n -M prepared -c 48 -j 2 -T "$seconds" -f "$here/links.sql" "$database" 2>&1 |
		awk '/^latency average/ { ms = $4 } /^tps/ { tps = $3 } /failed transactions/ { failed = $5 + 0 }
			END { print tps, ms, ms, failed }' >>"$figures/links-pgbench"
}

make_data
start_service sqlite "sqlite:$work/shop.db"
start_service postgres "$database"
TOKEN=$("$build/bin/backroom" token)
export TOKEN
echo "$(nproc) cores, $(psql -X -A -t -d "$database" -c 'SHOW server_version'), 100,000 baskets, $rounds rounds of $seconds s"
reads page "/api/checkout/abandoned?limit=50" SHOT=fixed
reads anew "/api/checkout/abandoned?limit=50" SHOT=anew
reads offers "/api/offers?opt.all=true" SHOT=fixed
stop sqlite
stop postgres
cores=0-1 wrk_cores=0-1
for i in 1 2 3; do start_service "postgres$i" "$database"; done
for ((round = 0; round < rounds; round++)); do
	links_of_three "$round-$EPOCHREALTIME"
	links_of_pgbench
done
compare S9 "page of 50 at 64 connections, on SQLite" page-postgres page-sqlite 0.5
compare S9 "the same, read from the store each time" anew-postgres anew-sqlite 0.5
compare S9 "/offers, kept" offers-postgres offers-sqlite 0.5
compare S9 "links by 48 clients over three services, pgbench with the same statements" links links-pgbench 0.5
report_errors
