#!/bin/bash
# run.sh BUILD all|console|service|postgres [ROWS] - measures the release build beside other programs, in
# one run; prints each goal with its figure. What it needs is made once below BUILD/bench. With ROWS
# other than 100,000 only what a long list costs is measured, on so many baskets.
set -eu
export BENCH_TABLE
rows=${3:-100000}
BENCH_TABLE=$(mkdir -p "$1/bench" && cd "$1/bench" && pwd)/table.jsonl
: >"$BENCH_TABLE"
if [ "$2" = service ] || [ "$2" = postgres ]; then
	exec "$(dirname "$0")/$2.sh" "$1"
fi
build=$(cd "$1" && pwd)
# shellcheck source=tests/bench/verdict.sh
. "$(dirname "$0")/verdict.sh"
work=$build/bench
mkdir -p "$work/home" "$work/config/backroom"
export HOME="$work/home" XDG_STATE_HOME="$work/home" XDG_CONFIG_HOME="$work/config" LC_ALL=C.UTF-8
unset TMUX SSH_CONNECTION DISPLAY || true

baskets=$work/baskets.db
[ "$rows" -eq 100000 ] || baskets=$work/baskets-$rows.db
if [ ! -e "$baskets" ]; then
	"$build/tests/bench.fill" "sqlite:$work/baskets.new" baskets "$rows" >/dev/null
	mv "$work/baskets.new" "$baskets"
fi

# A repository with so many commits, for tig.
make_history() {
	command -v git >/dev/null && [ ! -d "$1/.git" ] || return 0
	git init -q "$1"
	awk -v n="$2" 'BEGIN { for (i = 1; i <= n; i++) {
		printf "commit refs/heads/main\ncommitter Bench Author <bench@example.com> %d +0000\n", 1500000000 + i * 60
		msg = "change number " i " of the measured history"
		printf "data %d\n%s\n", length(msg), msg } }' | git -C "$1" fast-import --quiet
	git -C "$1" symbolic-ref HEAD refs/heads/main
}
make_history "$work/repo" 120000
make_history "$work/history-$rows" "$rows"
[ -e "$work/text" ] || awk 'BEGIN { for (i = 1; i <= 1900000; i++)
	printf "line %d of a long text that a pager is asked to show, as people do it\n", i }' >"$work/text"
printf 'ui { baskets-ahead = %d }\n' "$rows" >"$work/config/backroom/config.conf"

# All baskets by curl and jq, a page after the other, as a script does it.
walk_by_curl() {
	local page=$work/page.json more=
	while :; do
		curl -s -H "Authorization: Bearer $BACKROOM_TOKEN" \
			"$BACKROOM_URL/checkout/abandoned?limit=1000${more:+&queryMore=$more}" >"$page"
		jq -c '.items[]' "$page"
		more=$(jq -r '.queryMore // empty' "$page")
		[ -n "$more" ] || return 0
	done
}

# P10: three rounds in turns, the medians of each.
measure_export() {
	local round began walked=() ndjson=() csv=() memory
	for tool in curl jq; do
		command -v $tool >/dev/null || { echo "    P10 needs $tool: skipped"; return 0; }
	done
	for round in 1 2 3; do
		began=${EPOCHREALTIME/./}
		walk_by_curl >"$work/walked"
		walked+=($(((${EPOCHREALTIME/./} - began) / 1000)))
		read -r began memory < <("$build/tests/bench.took" "$build/bin/backroom" get baskets --all -o ndjson)
		ndjson+=("$began")
		read -r began _ < <("$build/tests/bench.took" "$build/bin/backroom" get baskets --all -o csv)
		csv+=("$began")
	done
	verdict P10 "100,000 baskets as lines of JSON in $(middle "${ndjson[@]}") ms, of curl and jq's $(middle "${walked[@]}") ms" \
		"$(awk -v a="$(middle "${ndjson[@]}")" -v b="$(middle "${walked[@]}")" 'BEGIN { print a / b }')" "<=" 0.08
	verdict P10 "the most memory of it" "$(awk -v k="$memory" 'BEGIN { print k / 1024 }')" "<=" 16 " MiB"
	verdict P10 "csv, of the lines of JSON" \
		"$(awk -v a="$(middle "${csv[@]}")" -v b="$(middle "${ndjson[@]}")" 'BEGIN { print a / b }')" "<=" 1
}

# P3, P6 to P8; VisiData has the same rows as a file, and none of the work of fetching them.
measure_rows() {
	local python
	: >"$work/vd"
	if command -v vd >/dev/null; then
		python=$(sed -n '1s/^#! *//p' "$(command -v vd)")
		"$build/bin/backroom" get baskets --all -o csv >"$work/rows.csv"
		$python "$(dirname "$0")/beside_vd.py" "$work/rows.csv" >"$work/vd" ||
			echo "    VisiData did not come to the end"
	fi
	"$build/tests/bench.rows" "$build/bin/backroom" "$rows" "$work/history-$rows" "$work/vd"
}

middle() {
	printf '%s\n' "$@" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

exec 3< <("$build/bin/backroom" serve --listen 127.0.0.1:0 --store "sqlite:$baskets" 2>/dev/null & echo $!; wait)
read -r server <&3
trap 'kill "$server" 2>/dev/null || true' EXIT
read -r _ url <&3
export BACKROOM_URL=$url
BACKROOM_TOKEN=$("$build/bin/backroom" token)
export BACKROOM_TOKEN
echo "$(nproc) cores, $(uname -sr), medians of 9 starts and 200 keys, pty of 120 x 36"
read -r CHAIN_MS CHECKED_MS < <("$build/tests/bench.chain")
export CHAIN_MS CHECKED_MS
if [ "$rows" -ne 100000 ]; then
	measure_rows
	exit 0
fi
"$build/tests/bench.console" "$build/bin/backroom" "$work/repo" "$work/text"
measure_rows
measure_export
kill "$server"
exec 5< <("$build/bin/backroom" serve --listen 127.0.0.1:0 --ephemeral --demo big \
	--key-file "$work/home/backroom/service.key" --iss backroom --aud backroom-api 2>/dev/null & echo $!; wait)
read -r server <&5
read -r _ url <&5
# With as many baskets read ahead as anybody has who did not ask for more.
XDG_CONFIG_HOME=$work/none BACKROOM_URL=$url "$build/tests/bench.catalog" "$build/bin/backroom"
kill "$server"
if [ ! -e "$work/journeys.db" ]; then
	awk 'BEGIN {
		for (i = 0; i < 40; i++)
			printf "{\"kind\":\"segment\",\"item\":{\"id\":\"s%d\",\"name\":\"s%d\",\"path\":\"/segments/s%d\",\"data\":{}}}\n", i, i, i
		printf "{\"kind\":\"journeys\",\"item\":{\"starting_point\":\"/subscribe/\",\"fallback_tag\":\"/tags/f\",\"journeys\":["
		for (i = 0; i < 400; i++) {
			printf "%s{\"id\":\"j%d\",\"conditions\":[", i ? "," : "", i
			printf "{\"type\":\"segment\",\"value\":\"/segments/s%d\"},{\"type\":\"segment\",\"value\":\"/segments/s%d\"}],", i % 40, int(i / 40)
			printf "\"actions\":[{\"type\":\"destination\",\"values\":[{\"tag\":\"/tags/a%d\",\"split\":\"70\"},{\"tag\":\"/tags/b\",\"split\":\"30\"}]}]}", i
		}
		print "]}}" }' >"$work/journeys.jsonl"
	"$build/bin/backroom" import "$work/journeys.jsonl" --store "sqlite:$work/journeys.new" >/dev/null
	mv "$work/journeys.new" "$work/journeys.db"
fi
exec 4< <("$build/bin/backroom" serve --listen 127.0.0.1:0 --store "sqlite:$work/journeys.db" 2>/dev/null & echo $!; wait)
read -r server <&4
read -r _ url <&4
BACKROOM_URL=$url "$build/tests/bench.catalog" "$build/bin/backroom" 400
"$build/tests/bench.decode"
if [ "$2" = all ]; then
	kill "$server"
	BENCH_GOES_ON=1 "$(dirname "$0")/service.sh" "$build"
fi
echo "    the same for programs: ${BENCH_TABLE#"$PWD"/}"
