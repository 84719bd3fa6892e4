#!/bin/bash
# labels: soak
# Signing in at an OpenID provider that is not ours: oidc-provider, by npm into the build folder. By a
# code on another device and in a browser on this machine, each from the first word to a revoked
# token; then with its tokens at our own service. The person is this script again (`visit`), who fills in the provider's own pages by curl.
set -u

# ---- who signs in ----

# field NAME: the value of an input of the page.
field() {
	grep -o "<input[^>]* name=\"$1\"[^>]*" <<<"$page" | sed -n 's/.* value="\([^"]*\)".*/\1/p' |
		head -n 1
}

# visit ADDRESS [CODE]: goes there and answers every form, until there is none, or cancels where
# $OIDC_CANCEL says so. The last page is printed.
visit() {
	local jar=$OIDC_WORK/jar.$$ page action cancel name answers
	surf() { curl -sS --noproxy '*' -L -b "$jar" -c "$jar" "$@" | tr '\n' ' '; }
	page=$(surf "$1")
	for _ in 1 2 3 4 5 6; do
		action=$(grep -o '<form[^>]*' <<<"$page" | sed -n 's/.* action="\([^"]*\)".*/\1/p')
		cancel=$(grep -o 'href="[^"]*/abort"' <<<"$page" | cut -d '"' -f 2)
		[ -n "$action" ] || break
		if [ -n "${OIDC_CANCEL:-}" ] && [ -n "$cancel" ]; then
			page=$(surf "$cancel")
			continue
		fi
		answers=()
		while read -r name; do
			case $name in
			login | password) answers+=(--data-urlencode "$name=mara") ;;
			user_code) answers+=(--data-urlencode "$name=${2:-}") ;;
			*) answers+=(--data-urlencode "$name=$(field "$name")") ;;
			esac
		done < <(grep -o '<input[^>]*' <<<"$page" | sed -n 's/.* name="\([^"]*\)".*/\1/p')
		page=$(surf "${answers[@]}" "$action")
	done
	rm -f "$jar"
	printf '%s\n' "$page"
}

if [ "${1:-}" = visit ]; then
	visit "$2" >"$OIDC_WORK/page" && mv "$OIDC_WORK/page" "$OIDC_WORK/last-page"
	exit
fi

# ---- the provider ----

skip() {
	echo "skipped: $*"
	exit 77
}
for program in node npm curl jq; do
	command -v $program >/dev/null || skip "there is no $program here"
done
folder=${BACKROOM_BUILD:?}/oidc
if [ ! -e "$folder/node_modules/oidc-provider/package.json" ]; then
	mkdir -p "$folder"
	npm install --prefix "$folder" --no-audit --no-fund --loglevel=error oidc-provider@9 ||
		skip "npm cannot install oidc-provider"
fi

failed=0
last=8 # seconds that an access token lasts
service=
OIDC_WORK=$(mktemp -d)
export OIDC_WORK
trap 'kill $provider $service; rm -rf "$OIDC_WORK"' EXIT
mkfifo "$OIDC_WORK/ready" "$OIDC_WORK/words" "$OIDC_WORK/served"

# start_provider [PORT]: with keys that are new.
start_provider() {
	node "$(dirname "$0")/oidc.mjs" "$folder" $last "$@" >"$OIDC_WORK/ready" \
		2>"$OIDC_WORK/log" &
	provider=$!
	exec 3<"$OIDC_WORK/ready"
	issuer=
	while [ -z "$issuer" ] && read -r word address <&3; do
		[ "$word" != ready ] || issuer=$address
	done
	if [ -z "$issuer" ]; then
		echo "the provider did not start:"
		cat "$OIDC_WORK/log"
		exit 1
	fi
	cat <&3 >/dev/null &
}
start_provider

# Whoever asks by `login --browser` has a screen, and this script to look at it.
cat >"$OIDC_WORK/browser" <<-END
	#!/bin/sh
	exec "$(readlink -f "$0")" visit "\$1"
END
chmod +x "$OIDC_WORK/browser"
export BROWSER=$OIDC_WORK/browser DISPLAY=:0 XDG_CONFIG_DIRS=/nowhere
unset SSH_CONNECTION BACKROOM_URL BACKROOM_TOKEN BACKROOM_CONFIG BACKROOM_ENV
export XDG_CONFIG_HOME=$OIDC_WORK/config XDG_STATE_HOME=$OIDC_WORK/state
mkdir -p "$XDG_CONFIG_HOME/backroom"
cat >"$XDG_CONFIG_HOME/backroom/config.conf" <<-END
	environment "shop" {
	    url = "$issuer/api"
	    issuer = "$issuer"
	    scope = "openid"
	}
END

# ---- what is asked ----

wrong() {
	echo "$*"
	failed=1
}

# check CODE WORDS COMMAND…
check() {
	local want=$1 words=$2 said got
	shift 2
	said=$("$BACKROOM_BIN" "$@" 2>&1 </dev/null)
	got=$?
	if [ $got -ne "$want" ] || [[ $said != *"$words"* ]]; then
		wrong "$way: $* ended with $got, not $want and \"$words\": $said"
	fi
}

kept() {
	jq -r ".$1" "$XDG_STATE_HOME"/backroom/sign-in/shop-*.json
}

status_of() {
	curl -s --noproxy '*' -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $1" \
		"$issuer/api/checkout/abandoned"
}

refreshes() {
	curl -s --noproxy '*' "$issuer/token" -d grant_type=refresh_token -d client_id=backroom \
		--data-urlencode "refresh_token=$1" | jq -r '.error // "yes"'
}

takes_baskets() {
	local ids
	ids=$("$BACKROOM_BIN" get baskets -o ndjson </dev/null 2>"$OIDC_WORK/said" |
		jq -r .id | paste -sd ' ')
	[ "$ids" = "basket-1 basket-2" ] ||
		wrong "$way: the baskets are \"$ids\": $(cat "$OIDC_WORK/said")"
}

# From a sign-in to its end: works, is renewed with another refresh token, is revoked.
lives_and_ends() {
	local access refresh until=$((SECONDS + 10 * last))
	takes_baskets
	check 0 '"source":"sign-in","subject":null,"issuer":null' whoami -o json
	check 0 '"opaque":true,"renews":true,"accepted":true' whoami -o json
	access=$(kept access_token)
	refresh=$(kept refresh_token)
	[ "$(status_of "$access")" = 200 ] || wrong "$way: the token is not taken"
	while [ "$(status_of "$access")" = 200 ] && [ $SECONDS -lt $until ]; do :; done
	takes_baskets
	[ "$(kept access_token)" != "$access" ] || wrong "$way: the token is the one that ended"
	[ "$(kept refresh_token)" != "$refresh" ] || wrong "$way: the refresh token is the same"
	access=$(kept access_token)
	refresh=$(kept refresh_token)
	check 0 "Signed out of shop" logout
	[ "$(refreshes "$refresh")" = invalid_grant ] || wrong "$way: the refresh token lives on"
	[ "$(status_of "$access")" = 401 ] || wrong "$way: the token lives on"
	check 4 "not signed in" get baskets
	check 0 "You were not signed in to shop" logout
}

# ---- by a code on another device ----

way=device
"$BACKROOM_BIN" login </dev/null 2>"$OIDC_WORK/words" &
login=$!
exec 4<"$OIDC_WORK/words"
address="" code=""
while [ -z "$code" ] && read -r line <&4; do
	case $line in
	"$issuer"/*) address=$line ;;
	[A-Z]*-*[A-Z]) code=$line ;;
	esac
done
visit "$address" "$code" >"$OIDC_WORK/last-page"
if ! grep -q "Sign-in Success" "$OIDC_WORK/last-page"; then
	wrong "$way: the last page: $(cat "$OIDC_WORK/last-page")"
	kill $login # nobody will come
fi
said=$(cat <&4)
wait $login || wrong "$way: login failed: $said"
[[ $said == *"Signed in to shop, until "*"renewed automatically. The service accepts the token."* ]] ||
	wrong "$way: $said"
lives_and_ends

# ---- in a browser on this machine ----

way=browser
check 0 "Your browser should open" login --browser
lives_and_ends
rm -f "$OIDC_WORK/last-page"
check 0 "Signed in to shop, until " login --browser
until=$((SECONDS + 20))
while [ ! -e "$OIDC_WORK/last-page" ] && [ $SECONDS -lt $until ]; do :; done
grep -q "You can close this page" "$OIDC_WORK/last-page" ||
	wrong "$way: the last page: $(cat "$OIDC_WORK/last-page")"
check 0 "Signed out of shop" logout
OIDC_CANCEL=yes check 4 "the sign-in was denied" login --browser
check 4 "not signed in" get baskets

# ---- our own service with the provider's tokens, while its keys change ----

way=service
cat >"$OIDC_WORK/serve.conf" <<-END
	issuer "op" {
	    iss = "$issuer"
	    aud = {"backroom-api"}
	    jwks-url = "$issuer/jwks"
	}
END
"$BACKROOM_SERVICE_BIN" serve --listen 127.0.0.1:0 --demo tour --store sqlite::memory: \
	--config "$OIDC_WORK/serve.conf" >"$OIDC_WORK/served" 2>"$OIDC_WORK/service-log" &
service=$!
read -r _ url <"$OIDC_WORK/served"

# token_of ALGORITHM SCOPE
token_of() {
	curl -s --noproxy '*' "$issuer/token" -d grant_type=client_credentials -d "client_id=service-$1" \
		-d client_secret=secret --data-urlencode resource=urn:backroom \
		--data-urlencode "scope=$2" | jq -r '.access_token // .error_description'
}

# expect STATUS TOKEN: what a read answers; 503 is asked again, as it says.
expect() {
	local got until=$((SECONDS + 60))
	while :; do
		got=$(curl -s --noproxy '*' -o /dev/null -w '%{http_code}' -H "Authorization: Bearer $2" \
			"$url/checkout/abandoned?pageSize=1")
		[ "$got" = 503 ] && [ $SECONDS -lt $until ] || break
	done
	[ "$got" = "$1" ] || wrong "$way: $algorithm: $got, not $1: $2"
}

for round in 1 2 3; do
	for algorithm in RS256 PS256 ES256 EdDSA; do
		token=$(token_of $algorithm "read catalog:write")
		expect 200 "$token"
		expect 403 "$(token_of $algorithm catalog:write)"
		expect 401 "${token%?????}AAAAA"
	done
	if [ $round -lt 3 ]; then
		kill $provider
		wait $provider
		expect 200 "$token" # it is away, and its keys are still known
		start_provider "${issuer##*:}"
	fi
done
exit $failed
