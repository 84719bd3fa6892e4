#!/bin/bash
# service.sh BUILD - S1 to S8 and S10: the service beside nginx, json-server, Prism and fastify, in one run.
# Every server runs on the first core, wrk on the second. A figure is the median of ROUNDS runs of
# SECONDS each, and all that is compared takes turns, round by round, so that what else the machine
# does falls on all of them. The store of 1,000,000 baskets and offers is made once below BUILD.
set -eu
build=$(cd "$1" && pwd)
here=$(dirname "$(readlink -f "$0")")
# shellcheck source=tests/bench/verdict.sh
. "$here/verdict.sh"
# shellcheck source=tests/bench/servers.sh
. "$here/servers.sh"
work=$build/bench
rounds=${ROUNDS:-5} seconds=${SECONDS_EACH:-1}
figures=$work/figures
export BENCH_TABLE=${BENCH_TABLE:-$work/table.jsonl}
[ -n "${BENCH_GOES_ON:-}" ] || : >"$BENCH_TABLE"
export BENCH_NPM=$build/npm
export HOME="$work/home" XDG_STATE_HOME="$work/home" XDG_CONFIG_HOME="$work/config" LC_ALL=C.UTF-8
rm -rf "$figures"
mkdir -p "$work/home" "$work/nginx/logs" "$figures"
baskets=/api/checkout/abandoned

for tool in wrk taskset; do
	command -v "$tool" >/dev/null || { echo "S1 to S8 need $tool: skipped (./run bench --install)"; exit 0; }
done

# fetch NAME TARGET: the body of an answer, without any other program.
fetch() {
	exec {socket}<>"/dev/tcp/127.0.0.1/${url[$1]##*:}"
	printf 'GET %s HTTP/1.0\r\nHost: bench\r\nAuthorization: Bearer %s\r\n\r\n' "$2" "$TOKEN" >&$socket
	sed '1,/^\r*$/d' <&$socket
	exec {socket}<&-
}

is_taken() {
	(: <"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

# Sets `port` to one that nobody listens on.
find_port() {
	port=${port:-18080}
	port=$((port + 1))
	while is_taken $port; do port=$((port + 1)); done
}

# anchor NAME COMMAND…: another server on the first core, on `port`.
anchor() {
	local name=$1 tries=0
	shift
	taskset -c 0 "$@" >/dev/null 2>&1 &
	process[$name]=$!
	url[$name]=http://127.0.0.1:$port
	until is_taken $port; do
		tries=$((tries + 1))
		[ $tries -lt 1000 ] || { echo "    $name did not start: skipped"; stop "$name"; return 0; }
		sleep 0.01
	done
}

start_nginx() {
	command -v nginx >/dev/null || [ -x /usr/sbin/nginx ] ||
		{ echo "    nginx is not installed: skipped"; return 0; }
	local user=
	[ "$(id -u)" -ne 0 ] || user="user root;"
	find_port
	cat >"$work/nginx/nginx.conf" <<-END
	$user daemon off; worker_processes 1; pid $work/nginx/pid; error_log $work/nginx/error.log crit;
	events { worker_connections 4096; }
	http {
		access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
		open_file_cache max=100 inactive=1h; gzip_static on; types { application/json json; }
		client_body_temp_path $work/nginx/a; proxy_temp_path $work/nginx/b;
		fastcgi_temp_path $work/nginx/c; uwsgi_temp_path $work/nginx/d; scgi_temp_path $work/nginx/e;
		server { listen 127.0.0.1:$port backlog=1024; root $work/nginx; }
	}
	END
	anchor nginx "$(PATH=$PATH:/usr/sbin command -v nginx)" -p "$work/nginx" -c "$work/nginx/nginx.conf"
}

# node_anchor NAME PACKAGE COMMAND…
node_anchor() {
	local name=$1 package=$2
	shift 2
	if ! command -v node >/dev/null || [ ! -d "$BENCH_NPM/node_modules/$package" ]; then
		echo "    $name is not installed: skipped (./run bench --install)"
		return 0
	fi
	anchor "$name" "$@"
}

start_node_anchors() {
	local bin=$BENCH_NPM/node_modules/.bin page=$work/nginx/page.json
	printf '{"page":%s}' "$(sed 's/^{"items"://; s/,"queryMore":.*//' "$page")" >"$work/json-server.json"
	printf '{"openapi":"3.0.3","info":{"title":"page","version":"1"},"paths":{"/page":{"get":{"responses":{"200":{"description":"a page","content":{"application/json":{"example":%s}}}}}}}}' \
		"$(cat "$page")" >"$work/prism.json"
	find_port
	node_anchor json-server json-server "$bin/json-server" --quiet --port $port --host 127.0.0.1 "$work/json-server.json"
	find_port
	node_anchor prism @stoplight/prism-cli "$bin/prism" mock --port $port --host 127.0.0.1 "$work/prism.json"
	find_port
	node_anchor fastify better-sqlite3 node "$here/fastify.js" "$work/service.db" $port
}

# ---- S1 to S8 ----

make_data() {
	if [ ! -e "$work/service.db" ]; then
		echo "    making 1,000,000 baskets and 1,000,000 offers, once"
		rm -f "$work/service.new"*
		"$build/tests/bench.fill" "sqlite:$work/service.new" baskets 1000000 offers 1000000 assets 10000 >"$work/service.bytes"
		mv "$work/service.new" "$work/service.db"
		rm -f "$work/places" "$work/deep"
	fi
	rm -f "$work/writes.db"* "$work/bare.db"*
	"$build/tests/bench.fill" "sqlite:$work/writes.db" baskets 10000 offers 10000 owners 10 >/dev/null
	"$build/tests/bench.fill" "sqlite:$work/bare.db" baskets 10000 offers 10000 >/dev/null
	for ((i = 0; i < 1000; i++)); do printf '/offers/2026 Spring Launch/offers-%07d\n' $i; done >"$work/paths"
}

# The targets of pages anywhere in the lists: walked once, since a place is signed.
make_places() {
	[ -s "$work/places" ] ||
		FOR=60 shot walk us 1 "$baskets?limit=50" SHOT=walk FILE="$work/places"
	[ -s "$work/deep" ] ||
		FOR=60 shot walk us 1 "/api/offers?opt.all=true&opt.pageSize=1000" SHOT=walk FILE="$work/deep"
	rm -f "$figures/walk"
}

measure_pages() {
	local item="/api/offers?path=/offers/2026%20Spring%20Launch/offers-0500000" etag
	fetch us "$baskets?limit=50" >"$work/nginx/page.json"
	fetch us "$item" >"$work/nginx/item.json"
	gzip -1 -k -f "$work/nginx/page.json"
	for ((round = 0; round < rounds; round++)); do
		for n in 16 64 256; do
			shot page-$n us $n "$baskets?limit=50"
			shot nginx-page-$n nginx $n /page.json
		done
		shot page-anew us 64 "$baskets?limit=50" SHOT=anew RUN=$round
		shot any us 64 / SHOT=any RUN=$round FILE="$work/places"
		shot fastify-any fastify 64 /any
		shot fastify-raw fastify 64 /raw
		shot json-server json-server 64 /page
		shot prism prism 64 /page
		shot item us 64 "$item"
		shot nginx-item nginx 64 /item.json
		etag=$(exec {s}<>"/dev/tcp/127.0.0.1/${url[us]##*:}"
			printf 'GET %s HTTP/1.0\r\nHost: bench\r\nAuthorization: Bearer %s\r\n\r\n' "$item" "$TOKEN" >&$s
			tr -d '\r' <&$s | sed -n 's/^ETag: //p')
		shot known us 64 "$item" ETAG="$etag"
		etag=$(printf '"%x-%x"' "$(stat -c %Y "$work/nginx/item.json")" "$(stat -c %s "$work/nginx/item.json")")
		shot nginx-known nginx 64 /item.json ETAG="$etag"
		shot packed us 64 "$baskets?limit=50" ENCODING=gzip
		shot nginx-packed nginx 64 /page.json ENCODING=gzip
	done
}

report_pages() {
	for n in 16 64 256; do
		compare S1 "a page of 50 baskets at $n connections, nginx's file" page-$n nginx-page-$n 0.9
	done
	echo "    the same page at 64, made anew for each request: $(figure page-anew rate)/s"
	compare S1 "the same at 64, json-server" page-64 json-server 35
	compare S1 "the same at 64, Prism" page-64 prism 12
	compare S1 "random pages of 1,000,000, nginx's one file" any nginx-page-64 0.5
	compare S1 "random pages of 1,000,000, fastify + better-sqlite3" any fastify-any 7
	[ -z "$(figure fastify-raw rate)" ] ||
		echo "    fastify passing raw JSON through, one page: $(figure fastify-raw rate)/s"
	compare S2 "one item by path, nginx's file" item nginx-item 1.1
}

measure_sweep() {
	local n best=0 worst=
	for ((round = 0; round < rounds; round++)); do
		for n in 1 16 64 127 128 129 256 512 1000; do shot sweep-$n us $n "$baskets?limit=50"; done
		shot nginx-page-1000 nginx 1000 /page.json
	done
	for n in 1 16 64 127 128 129 256 512 1000; do
		echo "    $n connections: $(figure sweep-$n rate)/s, p99 $(figure sweep-$n p99) ms"
	done
	best=$(for n in 1 16 64 127 128 129 256 512 1000; do figure sweep-$n rate; done | sort -n | tail -n 1)
	for n in 1 16 64 127 128 129 256 512 1000; do
		[ $n -eq 1 ] ||
			verdict S3 "$n connections, share of the sweep's best" "$(quotient "$(figure sweep-$n rate)" "$best")" ">=" 0.85
	done
	verdict S3 "p99 at 256 connections, nginx's" "$(quotient "$(figure page-256 p99)" "$(figure nginx-page-256 p99)")" "<=" 1.5
	verdict S3 "p99 at 1000 connections, nginx's" "$(quotient "$(figure sweep-1000 p99)" "$(figure nginx-page-1000 p99)")" "<=" 1.5
	verdict S3 "answers refused or broken in the sweep" "$(cat "$figures"/sweep-* | awk '{ n += $4 } END { print n + 0 }')" "<=" 0
}

measure_tokens() {
	local cost refused share
	read -r cost refused < <(taskset -c 0 "$build/tests/bench.repeat")
	share=$(awk -v cost="$cost" -v rate="$(figure page-64 rate)" 'BEGIN { print cost * rate / 1e4 }')
	verdict S4 "a repeated token, $cost us of each page" "$share" "<=" 2 " %"
	verdict S4 "a remembered token is refused so long after its expiry (leeway: 30 s)" "$refused" "<=" 30 " s"
}

# Milliseconds from the start to the first page, and of a tour to its readiness.
measure_start() {
	local began=${EPOCHREALTIME/./}
	start_service "$1" "$2" "${@:3}"
	[ "$1" = tour ] || fetch "$1" "$baskets?limit=50" >"$work/first"
	echo "0 $(((${EPOCHREALTIME/./} - began) / 10))e-2" >>"$figures/start-$1"
	stop "$1"
}

# KiB that no other process shares.
private_memory() {
	awk '/^Private_/ { n += $2 } END { print n }' "/proc/${process[$1]}/smaps_rollup"
}

measure_rest() {
	local at_rest crowded
	for ((round = 0; round < rounds; round++)); do
		measure_start again "sqlite:$work/service.db"
		measure_start tour sqlite::memory: --demo tour
	done
	verdict S5 "start to the first page out of 1,000,000" "$(figure start-again p50)" "<=" 20 " ms"
	verdict S5 "start with the tour" "$(figure start-tour p50)" "<=" 150 " ms"
	start_service rest "sqlite:$work/service.db"
	fetch rest "$baskets?limit=50" >"$work/first"
	at_rest=$(private_memory rest)
	FOR=3 shot crowd rest 256 "$baskets?limit=50" &
	sleep 2
	crowded=$(private_memory rest)
	wait $!
	verdict S5 "private memory at rest" "$(quotient "$at_rest" 1024)" "<=" 4 " MiB"
	verdict S5 "private memory at 256 connections" "$(quotient "$crowded" 1024)" "<=" 24 " MiB"
	FOR=3 shot crowd rest 1000 "$baskets?limit=50" &
	sleep 2
	crowded=$(private_memory rest)
	wait $!
	verdict S5 "private memory at 1000 connections" "$(quotient "$crowded" 1024)" "<=" 48 " MiB"
	stop rest
}

measure_depth() {
	local deep
	deep=$(sed -n 900p "$work/deep" | sed 's/pageSize=1000/pageSize=50/')
	for ((round = 0; round < rounds; round++)); do
		shot page-one us 1 "/api/offers?opt.all=true&opt.pageSize=50" SHOT=anew RUN=$round
		shot page-deep us 1 "$deep" SHOT=anew RUN=$round
		shot page-small us 1 "/api/assets?opt.all=true&opt.pageSize=50" SHOT=anew RUN=$round
	done
	verdict S6 "page at depth 900,000, page one" "$(quotient "$(figure page-deep p50)" "$(figure page-one p50)")" "<=" 1.1
	verdict S6 "page of 1,000,000, of 10,000" "$(quotient "$(figure page-one p50)" "$(figure page-small p50)")" "<=" 1.1
}

measure_writes() {
	local bare link=/api/objects/externalidentity/owner-7
	start_service writes "sqlite:$work/writes.db"
	for ((round = 0; round < rounds; round++)); do
		shot diffs writes 1 /api/svc/catalogs/1/bulk-update SHOT=diffs FILE="$work/paths"
		echo "0 $(taskset -c 0 "$build/tests/bench.statements" "$work/bare.db" 9)" >>"$figures/bare"
		shot links writes 16 $link SHOT=links RUN=a$round-$EPOCHREALTIME
		shot links-meanwhile writes 16 $link SHOT=links RUN=b$round-$EPOCHREALTIME &
		shot readers writes 4 "$baskets?limit=50"
		wait $!
	done
	bare=$(figure bare p50)
	verdict S7 "1,000 diffs in $(figure diffs p50) ms, bare prepared statements in $bare ms" \
		"$(quotient "$(figure diffs p50)" "$bare")" "<=" 1.0
	verdict S7 "links and unlinks with 16 clients" "$(figure links rate)" ">=" 8000 "/s"
	echo "    with 4 readers beside them: $(figure links-meanwhile rate)/s, the readers $(figure readers rate)/s"
	verdict S7 "p99 of those readers" "$(figure readers p99)" "<=" 5 " ms"
	stop writes
}

# 8 clients link and 8 read a page, before and while 300,000 baskets are fed.
measure_feed() {
	local link=/api/objects/externalidentity/owner-7 seconds_fed wal
	rm -f "$work/feed.db"*
	"$build/tests/bench.fill" "sqlite:$work/feed.db" baskets 100000 owners 10 >/dev/null
	start_service feed "sqlite:$work/feed.db"
	FOR=10 shot links-before feed 8 $link SHOT=links RUN=c-$EPOCHREALTIME &
	FOR=10 shot readers-before feed 8 "$baskets?limit=50"
	wait $!
	TOKEN=$("$build/bin/backroom" token --ttl 1h --scope ingest) "$build/tests/bench.feed" \
		"${url[feed]##*:}" 300000 "$work/feed.db" >"$work/fed" &
	local feeder=$!
	while kill -0 $feeder 2>/dev/null; do
		FOR=10 shot links-fed feed 8 $link SHOT=links RUN=d-$EPOCHREALTIME &
		FOR=10 shot readers-fed feed 8 "$baskets?limit=50"
		wait $!
	done
	wait $feeder
	read -r seconds_fed wal <"$work/fed"
	echo "    300,000 baskets fed in $seconds_fed s while 8 clients link, $(figure links-fed rate)/s, and 8 read, $(figure readers-fed rate)/s"
	verdict S10 "the readers' p99, before the feed" "$(quotient "$(figure readers-fed p99)" "$(figure readers-before p99)")" "<=" 2
	verdict S10 "longest wait of a link" "$(cut -d ' ' -f 5 "$figures/links-fed" | sort -n | tail -n 1)" "<=" 100 " ms"
	verdict S10 "largest WAL" "$wal" "<=" 64 " MiB"
	stop feed
}

report_file() {
	verdict S8 "the store's file, the JSON in it" "$(quotient "$(stat -c %s "$work/service.db")" "$(cat "$work/service.bytes")")" "<=" 1.35
	compare S8 "unchanged answers (304), nginx's" known nginx-known 1.1
	compare S8 "a page packed by gzip, nginx's packed before" packed nginx-packed 0.8
}

echo "The service: medians of $rounds runs of $seconds s, servers on core 0, wrk on core 1, HS256 verified on every request of ours"
TOKEN=$("$build/bin/backroom" token --ttl 12h --root '*')
export TOKEN
make_data
start_service us "sqlite:$work/service.db"
make_places
fetch us "$baskets?limit=50" >"$work/nginx/page.json"
start_nginx
start_node_anchors
measure_pages
report_pages
measure_sweep
measure_tokens
measure_rest
measure_depth
measure_writes
measure_feed
report_file
report_errors
