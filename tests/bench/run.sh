#!/bin/bash
# run.sh BUILD all|console|service - measures the release build beside other programs, in one run;
# prints each goal with its figure. What it needs is made once below BUILD/bench.
set -eu
if [ "$2" = service ]; then
	exec "$(dirname "$0")/service.sh" "$1"
fi
build=$(cd "$1" && pwd)
work=$build/bench
mkdir -p "$work/home" "$work/config/backroom"
export HOME="$work/home" XDG_STATE_HOME="$work/home" XDG_CONFIG_HOME="$work/config" LC_ALL=C.UTF-8
unset TMUX SSH_CONNECTION DISPLAY || true

if [ ! -e "$work/baskets.db" ]; then
	"$build/tests/fill" "sqlite:$work/baskets.new" baskets 100000 >/dev/null
	mv "$work/baskets.new" "$work/baskets.db"
fi
if command -v git >/dev/null && [ ! -d "$work/repo/.git" ]; then
	git init -q "$work/repo"
	awk 'BEGIN { for (i = 1; i <= 120000; i++) {
		printf "commit refs/heads/main\ncommitter Bench Author <bench@example.com> %d +0000\n", 1500000000 + i * 60
		msg = "change number " i " of the measured history"
		printf "data %d\n%s\n", length(msg), msg } }' | git -C "$work/repo" fast-import --quiet
	git -C "$work/repo" symbolic-ref HEAD refs/heads/main
fi
[ -e "$work/text" ] || awk 'BEGIN { for (i = 1; i <= 1900000; i++)
	printf "line %d of a long text that a pager is asked to show, as people do it\n", i }' >"$work/text"
printf 'ui { baskets-ahead = 100000 }\n' >"$work/config/backroom/config.conf"

exec 3< <("$build/bin/backroom" serve --listen 127.0.0.1:0 --store "sqlite:$work/baskets.db" 2>/dev/null & echo $!; wait)
read -r server <&3
trap 'kill "$server" 2>/dev/null || true' EXIT
read -r _ url <&3
export BACKROOM_URL=$url
BACKROOM_TOKEN=$("$build/bin/backroom" token)
export BACKROOM_TOKEN
echo "$(nproc) cores, $(uname -sr), medians of 9 starts and 200 keys, pty of 120 x 36"
"$build/tests/console" "$build/bin/backroom" "$work/repo" "$work/text"
"$build/tests/catalog" "$build/bin/backroom"
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
BACKROOM_URL=$url "$build/tests/catalog" "$build/bin/backroom" 400
"$build/tests/decode"
if [ "$2" = all ]; then
	kill "$server"
	"$(dirname "$0")/service.sh" "$build"
fi
