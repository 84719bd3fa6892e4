# servers.sh - services started and asked by wrk, for the other scripts here. They set: build, here,
# work, rounds, seconds, figures; `cores` and `wrk_cores`, unless a service has the first core and wrk
# the second.
declare -A url process

# ---- servers ----

stop_all() {
	for name in "${!process[@]}"; do stop "$name"; done
}
trap stop_all EXIT

stop() {
	kill "${process[$1]}" 2>/dev/null || true
	while kill -0 "${process[$1]}" 2>/dev/null; do sleep 0.01; done
	unset "process[$1]" "url[$1]"
}

# start_service NAME STORE [OPTION…]: url and process, when it is ready.
start_service() {
	local name=$1 store=$2 line
	shift 2
	exec {ready}< <(taskset -c "${cores:-0}" "$build/bin/backroom" serve --listen 127.0.0.1:0 --store "$store" \
		"$@" 2>/dev/null & echo $!; wait)
	read -r "process[$name]" <&$ready
	read -r _ line <&$ready
	exec {ready}<&-
	url[$name]=${line%/api}
}

# ---- figures ----

# shot FIGURE NAME CONNECTIONS TARGET [VARIABLE=VALUE…]: one run, kept as a line of the figure.
shot() {
	local figure=$1 name=$2 connections=$3 target=$4
	shift 4
	[ -n "${url[$name]:-}" ] || return 0
	env TARGET="$target" "$@" taskset -c "${wrk_cores:-1}" wrk -t 1 -c "$connections" -d "${FOR:-$seconds}" \
		-s "$here/wrk.lua" "${url[$name]}" 2>&1 | sed -n 's/^shot //p' >>"$figures/$figure"
}

# figure NAME COLUMN: the median of its runs; columns: rate, p50, p99, errors, longest. Empty: no run.
figure() {
	local column
	case $2 in rate) column=1 ;; p50) column=2 ;; p99) column=3 ;; errors) column=4 ;; longest) column=5 ;; esac
	[ -s "$figures/$1" ] || return 0
	cut -d ' ' -f $column "$figures/$1" | sort -n | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'
}

quotient() {
	[ -z "$1" ] || [ -z "$2" ] || awk -v a="$1" -v b="$2" 'BEGIN { print b ? a / b : "" }'
}

# compare S WORDS OURS THEIRS GOAL: rates, ours over theirs.
compare() {
	local ours theirs
	ours=$(figure "$3" rate) theirs=$(figure "$4" rate)
	verdict "$1" "$2, ${ours:-0}/s over ${theirs:-no}/s" "$(quotient "$ours" "$theirs")" ">=" "$5"
}

# Answers that were no success make a rate worthless: then the whole run has failed.
report_errors() {
	local failed=0
	for file in "$figures"/*; do
		awk -v name="${file##*/}" '{ n += $4 } END {
			if (n) printf "    %s: %d answers were refused or broken\n", name, n
			exit n > 0 }' "$file" || failed=1
	done
	return $failed
}
