#!/bin/bash
# A host that many people share, as its administrator sets it up: /etc/backroom has a locked "prod",
# three accounts sign in to it each as itself, and none of them can take another's sign-in, turn prod
# elsewhere or be turned elsewhere by a file that others may write.
#
# All of it stands in a mount namespace of its own: the host's /etc stays as it is.
set -u

skip() {
	echo "skipped: $*"
	exit 77
}

# ---- outside: a folder, and a namespace in which /etc is another one ----

if [ -z "${BASTION:-}" ]; then
	[ "$(id -u)" -eq 0 ] || skip "only root may make a namespace and be three accounts"
	for program in unshare setpriv curl; do
		command -v $program >/dev/null || skip "there is no $program here"
	done
	BASTION=$(mktemp -d /tmp/backroom-bastion-XXXXXX)
	export BASTION
	trap 'rmdir "$BASTION"' EXIT
	unshare --mount --propagation private mount -t tmpfs tmpfs "$BASTION" 2>/dev/null ||
		skip "no mounts of one's own can be had here"
	setpriv --reuid 64101 --regid 64101 --clear-groups true 2>/dev/null ||
		skip "no other accounts can be had here"
	before=$(stat -c '%i %a %Z' /etc /etc/backroom 2>&1)
	unshare --mount --propagation private "$0"
	status=$?
	[ "$before" = "$(stat -c '%i %a %Z' /etc /etc/backroom 2>&1)" ] || {
		echo "the host's own /etc was changed"
		status=1
	}
	exit $status
fi

# ---- inside ----

work=$BASTION
failed=0
umask 022
mount -t tmpfs -o mode=755 tmpfs "$work" || exit 1
cp -a /etc "$work/etc" && mount --bind "$work/etc" /etc || exit 1
rm -rf /etc/backroom
mkdir /etc/backroom "$work/home" "$work/state"
cp "$BACKROOM_BIN" "$work/backroom" # what leads to the build may be closed to other accounts

# The service and who signs people in to it, as another machine has it.
mkfifo "$work/ready"
XDG_STATE_HOME=$work/state "$BACKROOM_BIN" serve --listen 127.0.0.1:0 --store sqlite::memory: \
	--demo tour --key-file "$work/state/key" >"$work/ready" 2>"$work/log" &
service=$!
trap 'kill $service' EXIT
read -r _ url <"$work/ready"
issuer=${url%/api}
cat >/etc/backroom/config.conf <<-END
	# The administrator's.
	environment "prod" {
	    url = "$url"
	    issuer = "$issuer"
	    locked = true
	}
END

people="64101 64102 64103"
for who in $people; do
	mkdir -m 700 "$work/home/$who"
	chown "$who:$who" "$work/home/$who"
done

# as WHO COMMAND…: with nothing of this environment but where that account's home is.
as() {
	local who=$1
	shift
	env -i PATH="$PATH" LC_ALL=C.UTF-8 TZ=UTC HOME="$work/home/$who" \
		ASAN_OPTIONS="${ASAN_OPTIONS:-}:detect_leaks=0" UBSAN_OPTIONS="${UBSAN_OPTIONS:-}" \
		setpriv --reuid "$who" --regid "$who" --clear-groups --inh-caps=-all "$@"
}

wrong() {
	echo "$*"
	failed=1
}

# check CODE WORDS COMMAND…: it ends so, and these words are among what it says.
check() {
	local want=$1 words=$2 got
	shift 2
	said=$("$@" 2>&1 </dev/null)
	got=$?
	if [ $got -ne "$want" ] || [[ $said != *"$words"* ]]; then
		wrong "$* ended with $got, not $want and \"$words\": $said"
	fi
}

kept() {
	echo "$work/home/$1"/.local/state/backroom/sign-in/prod-*.json
}

# own WHO: what is read becomes that account's own configuration.
own() {
	local folder=$work/home/$1/.config/backroom
	as "$1" mkdir -p "$folder"
	as "$1" tee "$folder/config.conf" >/dev/null
}

program=$work/backroom

# ---- each signs in as itself ----

approve() {
	local proof
	proof=$(curl -sf --noproxy '*' "$issuer/oauth2/device?user_code=$1" |
		sed -n 's/.*name="proof" value="\([^"]*\)".*/\1/p')
	curl -sf --noproxy '*' -o /dev/null "$issuer/oauth2/device" \
		-d "user_code=$1&decision=approve&proof=$proof"
}

declare -A pid words # of each login: its process, and what it says
for who in $people; do
	mkfifo "$work/words-$who"
	as "$who" "$program" login -e prod 2>"$work/words-$who" </dev/null &
	pid[$who]=$!
	exec {in}<"$work/words-$who"
	words[$who]=$in
	code=
	while [ -z "$code" ] && read -r line <&"$in"; do
		[[ $line =~ ^[B-Z]{4}-[B-Z]{4}$ ]] && code=$line
	done
	approve "$code" || wrong "$who: the code \"$code\" was not approved"
done
for who in $people; do
	said=$(cat <&"${words[$who]}")
	wait "${pid[$who]}" || wrong "$who did not sign in: $said"
	[[ $said == *"Signed in to prod as agent"* ]] || wrong "$who signed in otherwise: $said"
	[ "$(stat -c '%a %u' "$(kept "$who")")" = "600 $who" ] ||
		wrong "$who: $(ls -l "$(kept "$who")")"
	check 0 "PERSON" as "$who" "$program" get baskets --max 3
	check 0 '"source":"sign-in","subject":"agent"' as "$who" "$program" whoami -o json
done
[ "$(cat "$work"/home/*/.local/state/backroom/sign-in/prod-*.json |
	grep -o '"refresh_token":"[^"]*"' | sort -u | wc -l)" -eq 3 ] ||
	wrong "the three have not three sign-ins"

# ---- nobody gets another's ----

a=64101 b=64102 c=64103
theirs=$work/home/$a/.local/state
check 1 "Permission denied" as $b cat "$(kept $a)"
check 1 "Permission denied" as $b env BACKROOM_CONFIG="$(kept $a)" "$program" get baskets
check 1 "Permission denied" as $b env XDG_STATE_HOME="$theirs" "$program" get baskets

# Not when all that leads to it is open, either.
chmod 755 "$work/home/$a" "$work/home/$a/.local" "$theirs" "$theirs/backroom" \
	"$theirs/backroom/sign-in"
check 1 "Permission denied" as $b cat "$(kept $a)"
check 1 "Permission denied" as $b env BACKROOM_CONFIG="$(kept $a)" "$program" config show
check 1 "Permission denied" as $b env XDG_STATE_HOME="$theirs" "$program" get baskets
as $b mkdir -p "$work/home/$b/other/backroom/sign-in"
as $b ln -s "$(kept $a)" "$work/home/$b/other/backroom/sign-in/$(basename "$(kept $a)")"
check 4 "is a link, not a file, and is not followed" \
	as $b env XDG_STATE_HOME="$work/home/$b/other" "$program" get baskets

# Who opens their own file to others is told so, and it is of no use until it is mended.
chmod 644 "$(kept $a)"
check 4 "others can read $(kept $a), so it is not used. Fix it: chmod 600 '$(kept $a)'" \
	as $a "$program" get baskets
chmod 600 "$(kept $a)"
chmod 700 "$work/home/$a"
check 0 "PERSON" as $a "$program" get baskets --max 3

# ---- prod stays prod ----

elsewhere='environment "prod" { url = "http://127.0.0.1:1/api" }'
locked='environment "prod": it is locked by /etc/backroom/config.conf:5. Remove it here, or rename yours'
own $b <<<"$elsewhere"
check 1 "$work/home/$b/.config/backroom/config.conf:1: $locked" as $b "$program" get baskets
check 1 "$locked" as $b "$program" config check
check 1 "$locked" as $b "$program" login
as $b mv "$work/home/$b/.config/backroom/config.conf" "$work/home/$b/mine.conf"
check 1 "$locked" as $b env BACKROOM_CONFIG="$work/home/$b/mine.conf" "$program" get baskets
as $b mkdir -p "$work/home/$b/dirs/backroom"
as $b cp "$work/home/$b/mine.conf" "$work/home/$b/dirs/backroom/config.conf"
check 1 "$locked" as $b env XDG_CONFIG_DIRS="$work/home/$b/dirs" "$program" get baskets
check 0 "PERSON" as $b "$program" get baskets --max 3

# An environment of one's own works, and prod's sign-in goes nowhere but to prod.
token=$("$BACKROOM_BIN" token --key-file "$work/state/key" --iss backroom-demo \
	--aud backroom-demo-api --sub carol)
own $c <<-END
	environment "test" {
	    url = "$url"
	    token-file = "~/token"
	}
	environment "sink" {
	    url = "$url/elsewhere"
	    issuer = "$issuer"
	}
END
as $c sh -c 'umask 077; cat >~/token' <<<"$token"
check 0 "PERSON" as $c "$program" get baskets --max 3 -e test
check 0 '"source":"file","subject":"carol"' as $c "$program" whoami -e test -o json
check 0 "PERSON" as $c "$program" get baskets --max 3 -e prod
check 4 "not signed in" as $c "$program" get baskets -e sink
sink=$(as $c "$program" whoami -e sink 2>/dev/null | sed -n 's/^ Stored in *//p')
as $c cp -p "$(kept $c)" "$sink"
check 4 "the saved sign-in is for another address or issuer" \
	as $c "$program" get baskets -e sink

# ---- and a file that others may write says nothing ----

refuses() {
	for who in $people; do
		check 1 "$1" as "$who" "$program" get baskets -e prod
	done
}
chmod 777 /etc/backroom
refuses "/etc/backroom is a folder that others can write to, so it is not used. Fix it, as root: chmod go-w '/etc/backroom'"
chmod 755 /etc/backroom
chmod 666 /etc/backroom/config.conf
refuses "/etc/backroom/config.conf can be written by others, so it is not used. Fix it, as root: chmod go-w '/etc/backroom/config.conf'"
chmod 644 /etc/backroom/config.conf
chown 64999 /etc/backroom/config.conf
refuses "/etc/backroom/config.conf is another account's file, so it is not used. Fix it, as root: chown root '/etc/backroom/config.conf'"
chown 0 /etc/backroom/config.conf

# What cannot be read is not as if it were not there: prod would not be locked.
chmod 600 /etc/backroom/config.conf
refuses "/etc/backroom/config.conf: Permission denied"
chmod 644 /etc/backroom/config.conf
chmod 700 /etc/backroom
refuses "/etc/backroom/config.conf: Permission denied"
chmod 755 /etc/backroom
for who in $people; do
	check 0 "PERSON" as "$who" "$program" get baskets --max 3 -e prod
	check 0 "Signed out of prod" as "$who" "$program" logout -e prod
	[ ! -e "$(kept "$who")" ] || wrong "$who is still signed in"
done
exit $failed
