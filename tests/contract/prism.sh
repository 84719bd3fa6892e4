#!/bin/sh
# labels: soak
# Prism (a proxy and mock server for OpenAPI) and /openapi.json: between client and service it must
# find no answer that breaks the description, and as a mock server it must answer `get` of every
# resource. A 304 is not among the questions: Prism takes its empty body for broken JSON. Where
# Prism is: $BACKROOM_PRISM, or prism on the PATH.
set -eu
prism=${BACKROOM_PRISM:-prism}
for program in "$prism" curl; do
	command -v "$program" >/dev/null || {
		echo "skipped: $program is not installed"
		exit 77
	}
done
work=$(mktemp -d)
pids=
end() {
	for pid in $pids; do kill "$pid" 2>/dev/null || true; done
	rm -rf "$work"
}
trap end EXIT
failed=0

# start HOW [ARGUMENT]: a Prism of the description on a free port, whose address is then in $address.
start() {
	how=$1
	shift
	mkfifo "$work/$how"
	"$prism" "$how" "$work/openapi.json" "$@" -p 0 >"$work/$how" 2>&1 &
	pids="$pids $!"
	exec 3<"$work/$how"
	address=
	while [ -z "$address" ] && read -r line <&3; do
		case $line in *'listening on '*) address=${line##*listening on } ;; esac
	done
	cat <&3 >/dev/null &
	pids="$pids $!"
	[ -n "$address" ]
}

mkfifo "$work/ready"
"$BACKROOM_BIN" serve --listen 127.0.0.1:0 --store sqlite::memory: --demo tour \
	--now 2026-11-20T10:42:00Z --key-file "$work/key" >"$work/ready" 2>"$work/log" &
pids="$pids $!"
read -r _ url <"$work/ready"
service=${url%/api}
curl -sf "$service/openapi.json" >"$work/openapi.json"
start proxy "$service"
proxy=$address
demo="--key-file $work/key --iss backroom-demo --aud backroom-demo-api"
token=$("$BACKROOM_BIN" token $demo)
poor=$("$BACKROOM_BIN" token $demo --scope read --root nobody)
expired=$("$BACKROOM_BIN" token $demo --ttl -1h)

# ask good|bad STATUS TOKEN METHOD TARGET [CURL-ARGUMENT…]: the status must be as said, and the
# answer as described. A good request is as described itself.
ask() {
	kind=$1 want=$2 bearer=$3 method=$4 target=$5
	shift 5
	got=$(curl -s -o "$work/body" -D "$work/head" -w '%{http_code}' -X "$method" \
		${bearer:+-H "Authorization: Bearer $bearer"} "$@" "$proxy$target")
	wrong=$(grep -i '^sl-violations:' "$work/head" || true)
	[ $kind = good ] || case $wrong in *'"location":["response"'*) ;; *) wrong= ;; esac
	if [ "$got" != "$want" ] || [ -n "$wrong" ]; then
		echo "$method $target: $got, not $want; $wrong"
		head -c 400 "$work/body"
		echo
		failed=1
	fi
}

json='Content-Type: application/json'
for path in /healthz /readyz /metrics /openapi.json /api; do
	ask good 200 "" GET $path
done
for list in campaigns offers offers/v2 assets products segments; do
	ask good 200 "$token" GET "/api/$list"
	ask good 200 "$token" GET "/api/$list?opt.pageSize=1000&opt.all=true"
	ask good 200 "$token" GET "/api/$list?opt.pageSize=2&opt.all=true&opt.modifiedAfter=2026-01-01"
	ask good 200 "$token" GET "/api/$list?path=%2Fnothing"
	ask bad 400 "$token" GET "/api/$list?opt.pageSize=0"
	ask bad 400 "$token" GET "/api/$list?opt.modifiedAfter=yesterday"
	ask bad 400 "$token" GET "/api/$list?opt.queryMoreFrom=x&opt.queryMoreAlias=y"
	ask bad 401 "" GET "/api/$list"
	ask good 401 "$expired" GET "/api/$list"
done
for list in campaigns offers offers/v2; do
	ask good 200 "$token" GET "/api/$list?tags=%2Ftags%2Fuk%2Fdirect&reducedData=true"
done
ask good 200 "$token" GET "/api/offers/v2?offersSource=published"
ask bad 400 "$token" GET "/api/offers/v2?offersSource=both"
ask good 200 "$token" GET /api/journeys
ask good 200 "$token" GET "/api/checkout/abandoned?limit=1000"
ask good 200 "$token" GET "/api/checkout/abandoned?createdAfter=2026-11-01T00:00"
ask bad 400 "$token" GET "/api/checkout/abandoned?limit=1001"
ask good 401 junk GET /api/checkout/abandoned

bulk=/api/svc/catalogs/1/bulk-update
one='{"diffs":[{"path":"/segments/premium","diff":{"attributes":{"display_name__svc":"Premium"}}}]}'
ask good 200 "$token" PUT $bulk -H "$json" -d "$one"
ask good 404 "$token" PUT $bulk -H "$json" -d '{"diffs":[{"path":"/x","diff":{"attributes":{"a":null}}}]}'
ask good 412 "$token" PUT $bulk -H "$json" -H 'If-Match: "x"' -d "$one"
ask good 403 "$poor" PUT $bulk -H "$json" -d "$one"
ask bad 422 "$token" PUT $bulk -H "$json" -d '{"diffs":1}'
ask bad 400 "$token" PUT $bulk -H "$json" -d '{'
ask bad 400 "$token" PUT $bulk
ask bad 415 "$token" PUT $bulk -H 'Content-Type: text/plain' -d x

admin=$("$BACKROOM_BIN" token --scope identity:admin --root nobody)
who='{"id_token":{"iss":"https://login.example.com/","sub":"prism"}}'
owner=/api/objects/externalidentity
known=$(grep -o '"owner":"id-[0-9a-f]*"' "$work/openapi.json" | head -n 1 | cut -d '"' -f 4)
ask good 200 "$token" POST $owner/"$known" -H "$json" -d "$who"
ask good 403 "$admin" DELETE $owner/"$known" -H "$json" -d "$who"
ask good 200 "$token" DELETE $owner/"$known" -H "$json" -d "$who"
ask good 404 "$token" POST $owner/nobody -H "$json" -d "$who"
ask good 404 "$token" DELETE $owner/nobody -H "$json" -d "$who"
ask bad 422 "$token" POST $owner/"$known" -H "$json" -d '{"id_token":{"iss":"x"}}'
ask good 403 "$poor" POST $owner/"$known" -H "$json" -d "$who"

form='Content-Type: application/x-www-form-urlencoded'
grant='grant_type=client_credentials&client_id=demo&client_secret'
ask good 200 "" POST /oauth2/token -H "$form" -d "$grant=northlight"
ask good 401 "" POST /oauth2/token -H "$form" -d "$grant=x"
ask good 400 "" POST /oauth2/token -H "$form" -d "$grant=northlight&scope=none"
ask bad 400 "" POST /oauth2/token -H "$form" -d "client_id=demo"
ask bad 415 "" POST /oauth2/token -H "$json" -d '{}'
for try in 1 2 3 4 5 6 7 8 9; do
	ask good 401 "" POST /oauth2/token -H "$form" -d "$grant=$try"
done
ask good 429 "" POST /oauth2/token -H "$form" -d "$grant=northlight"
ask good 200 "$poor" GET /demo/owners
ask good 403 "$admin" GET /demo/owners
ask good 401 "$expired" GET /demo/owners
ask bad 401 "" GET /demo/owners
ask good 403 "$poor" POST /demo/reset
ask good 200 "$token" POST /demo/reset

start mock
for resource in campaigns offers assets products segments journeys baskets; do
	lines=$(BACKROOM_URL=$address/api BACKROOM_TOKEN=$token \
		"$BACKROOM_BIN" get $resource -o ndjson | wc -l)
	[ "$lines" -ge 1 ] || { echo "get $resource from the mock server: nothing"; failed=1; }
done
exit $failed
