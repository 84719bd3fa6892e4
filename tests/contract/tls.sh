#!/bin/sh
# labels: slow
# tls.sh - who is trusted: the service's certificate is checked always, against the system's
# authorities or against ca-file; a service that asks for a certificate gets client-cert, whose key is a
# secret. The service is openssl's own little server, with one answer in a file.
set -eu
command -v openssl >/dev/null || { echo "skipped: there is no openssl here"; exit 77; }
work=$PWD/tls
rm -rf "$work"
mkdir -p "$work/site/api/checkout" "$XDG_CONFIG_HOME/backroom"
cd "$work"

make_authority() {
	openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj "/CN=$1" -keyout "$1.key" -out "$1.pem" 2>>log
}

# make_certificate NAME AUTHORITY SUBJECT-ALTERNATIVE-NAME [DAYS]
make_certificate() {
	openssl req -newkey rsa:2048 -nodes -subj "/CN=$1" -keyout "$1.key" -out "$1.csr" 2>>log
	printf 'subjectAltName=%s\n' "$3" >"$1.ext"
	openssl x509 -req -in "$1.csr" -CA "$2.pem" -CAkey "$2.key" -CAcreateserial -days "${4:-2}" \
		-extfile "$1.ext" -out "$1.pem" 2>>log
}

failed=0
fail() {
	echo "$*"
	cat words 2>/dev/null || true
	failed=1
}

servers=
trap 'for pid in $servers; do kill "$pid" 2>/dev/null || true; done' EXIT

# serve NAME OPTION…: a port of its own, written to NAME.port; ends with this script.
serve() {
	name=$1
	shift
	for port in 28443 28444 28445 28446 28447 28448 28449 28450; do
		(cd site && exec openssl s_server -accept "127.0.0.1:$port" -cert "../$name.pem" \
			-key "../$name.key" -HTTP "$@") >"$name.log" 2>&1 &
		pid=$!
		servers="$servers $pid"
		tries=0
		until grep -q ACCEPT "$name.log" || ! kill -0 "$pid" 2>/dev/null || [ "$tries" -ge 200 ]; do
			tries=$((tries + 1))
			sleep 0.05
		done
		if grep -q ACCEPT "$name.log" && kill -0 "$pid" 2>/dev/null; then
			echo "$port" >"$name.port"
			return 0
		fi
	done
	echo "openssl's server does not start"
	cat "$name.log"
	exit 1
}

# get NAME [SETTING…]: one basket from that server; the exit status is the program's.
get() {
	port=$(cat "$1.port")
	shift
	{
		echo "environment \"shop\" {"
		echo " url = \"https://127.0.0.1:$port/api\""
		echo " timeout = 5"
		for line; do echo " $line"; done
		echo "}"
	} >"$XDG_CONFIG_HOME/backroom/config.conf"
	BACKROOM_TOKEN=canary.token.1 "$BACKROOM_BIN" get baskets --max 1 -o json >out 2>words
}

printf 'HTTP/1.0 200 OK\r\nContent-Type: application/json\r\n\r\n{"items":[{"id":"basket-1"}]}' \
	>"site/api/checkout/abandoned?limit=1"
make_authority ours
make_authority theirs
make_certificate server ours IP:127.0.0.1
make_certificate elsewhere ours DNS:shop.example
make_certificate agent theirs DNS:agent
make_certificate old ours IP:127.0.0.1 -1
chmod 600 agent.key
serve server
serve elsewhere
serve old
cp server.pem strict.pem
cp server.key strict.key
serve strict -Verify 1 -verify_return_error -CAfile ../theirs.pem

ca="ca-file = \"$work/ours.pem\""
cert="client-cert = \"$work/agent.pem\""
key="client-key = \"$work/agent.key\""

if get server; then fail "a certificate that nobody vouches for was trusted"; fi
grep -q "its certificate is from an unknown authority" words ||
	fail "it is not said that nobody knows the authority"
grep -q "BACKROOM_CA_FILE" words || fail "it is not said what can be done"
if get old "$ca"; then fail "a certificate that has expired was trusted"; fi
grep -q "its certificate has expired" words || fail "it is not said that it has expired"
get server "$ca" || fail "with its authority in ca-file it is not taken"
grep -q basket-1 out || fail "no basket came"
if get server "ca-file = \"$work/theirs.pem\""; then fail "another authority was enough"; fi
if get elsewhere "$ca"; then fail "a certificate of another host was trusted"; fi
grep -q "its certificate is for another name" words || fail "it is not said that it is another host's"
if get server "$ca" "insecure = true"; then :; else fail "insecure = true is about http alone"; fi
if get server "insecure = true"; then fail "insecure = true turns the check off"; fi

if get strict "$ca"; then fail "a service that asks for a certificate gave without one"; fi
grep -q "it requires a client certificate: set client-cert and client-key" words ||
	fail "it is not said that it wants a certificate"
if grep -q " tries" words; then fail "it was asked again, which cannot help"; fi
get strict "$ca" "$cert" "$key" || fail "with client-cert it does not give"
grep -q basket-1 out || fail "no basket came from who asked for a certificate"
chmod 644 agent.key
if get strict "$ca" "$cert" "$key"; then fail "a key that others read was used"; fi
grep -q "client-key: others can read .* chmod 600" words || fail "the command that mends it is not said"
if get strict "$ca" "$cert"; then fail "a certificate without its key was taken"; fi
grep -q "set both client-cert and client-key" words || fail "it is not said that they come together"
exit $failed
