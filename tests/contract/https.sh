#!/bin/sh
# labels: slow
# https.sh - the service with a certificate of its own: the console's commands and curl read and write
# over TLS, plain HTTP and old TLS get nothing, many connections and large bodies work, and mistakes in
# the files are named.
set -eu
for program in openssl curl; do
	command -v $program >/dev/null || { echo "skipped: there is no $program here"; exit 77; }
done
work=$PWD/https
rm -rf "$work"
mkdir -p "$work" "$XDG_CONFIG_HOME/backroom"
cd "$work"
failed=0
fail() {
	echo "$*"
	failed=1
}
pid=
trap '[ -z "$pid" ] || kill "$pid" 2>/dev/null || true' EXIT

openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=ours -keyout ours.key -out ours.pem 2>log
for name in server other; do
	openssl req -newkey rsa:2048 -nodes -subj /CN=$name -keyout $name.key -out $name.csr 2>>log
	printf 'subjectAltName=IP:127.0.0.1\n' >$name.ext
	openssl x509 -req -in $name.csr -CA ours.pem -CAkey ours.key -CAcreateserial -days 2 \
		-extfile $name.ext -out $name.pem 2>>log
	chmod 600 $name.key
done

# refused TEXT OPTION…: `serve --check` says that text.
refused() {
	text=$1
	shift
	if "$BACKROOM_BIN" serve --check --demo tour --store sqlite::memory: "$@" 2>words; then
		fail "accepted: $*"
	fi
	grep -q -- "$text" words || fail "not said: $text: $(cat words)"
}
refused "work only together" --tls-certificate server.pem
refused "work only together" --tls-key server.key
refused "none.key: No such file" --tls-certificate server.pem --tls-key none.key
refused "none.pem" --tls-certificate none.pem --tls-key server.key
refused "not that of the certificate" --tls-certificate server.pem --tls-key other.key
cp server.pem no.key
chmod 600 no.key
refused "no private key in PEM" --tls-certificate server.pem --tls-key no.key
refused "no certificate in PEM" --tls-certificate server.key --tls-key server.key
openssl x509 -req -in other.csr -CA ours.pem -CAkey ours.key -CAcreateserial -days -1 -out old.pem 2>>log
refused "the certificate has expired" --tls-certificate old.pem --tls-key other.key
chmod 644 other.key
refused "chmod 600" --tls-certificate other.pem --tls-key other.key

mkfifo ready
"$BACKROOM_BIN" serve --listen 127.0.0.1:0 --store sqlite::memory: --demo tour --key-file key \
	--now 2026-11-20T10:42:00Z --tls-certificate server.pem --tls-key server.key >ready 2>service.log &
pid=$!
read -r _ url <ready
case $url in https://127.0.0.1:*) ;; *) fail "the ready line says $url" ;; esac
service=${url%/api}
token=$("$BACKROOM_BIN" token --key-file key --iss backroom-demo --aud backroom-demo-api)

printf 'environment "shop" {\n url = "%s"\n ca-file = "%s/ours.pem"\n}\n' "$url" "$work" \
	>"$XDG_CONFIG_HOME/backroom/config.conf"
BACKROOM_TOKEN=$token "$BACKROOM_BIN" get baskets --all -o ndjson >out 2>words ||
	fail "baskets cannot be read: $(cat words)"
[ "$(wc -l <out)" -gt 100 ] || fail "only $(wc -l <out) baskets came"

printf 'header = "Authorization: Bearer %s"\ncacert = ours.pem\nsilent\nmax-time = 60\n' "$token" >curlrc
# A segment's attribute: a write, and then a body as large as is allowed, and one that is larger.
head -c 700000 /dev/zero | tr '\0' x >big
body() {
	printf '{"diffs":[{"path":"/segments/lapsed-365","diff":{"attributes":{"x":"%s"}}}]}' "$1"
}
body "$(cat big)" >large.json
body "$(cat big big)" >larger.json
status() {
	curl -K curlrc -o answer -w '%{http_code}' -X PUT -H 'Content-Type: application/json' \
		--data-binary "@$1" "$url/svc/catalogs/1/bulk-update"
}
got=$(status large.json)
[ "$got" = 200 ] || [ "$got" = 404 ] || fail "a large body got $got"
got=$(status larger.json)
[ "$got" = 413 ] || fail "a body that is too large got $got"
# Twenty connections at once, with three requests each.
urls=$(for i in 1 2 3; do printf '%s/journeys?n=%s ' "$url" "$i"; done)
callers=
for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	# shellcheck disable=SC2086 # several addresses
	curl -K curlrc -w '%{http_code}\n' -o /dev/null -o /dev/null -o /dev/null $urls >"many.$i" &
	callers="$callers $!"
done
for caller in $callers; do wait "$caller" || fail "a caller failed"; done
[ "$(cat many.* | grep -c '^200$')" = 60 ] || fail "not all of 60 requests were answered"

if curl -s --max-time 10 -o answer "http://${service#https://}/healthz"; then
	fail "plain HTTP was answered"
fi
if curl -s --cacert ours.pem --max-time 10 --tls-max 1.1 -o answer "$service/healthz"; then
	fail "TLS 1.1 was accepted"
fi
curl -s --cacert ours.pem --max-time 10 -o answer "$service/healthz" || fail "it is not alive any more"
kill "$pid"
wait "$pid" || fail "it did not end well: $(tail -3 service.log)"
pid=
exit $failed
