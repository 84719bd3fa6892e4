#!/bin/bash
# installed.sh FOLDER STEP - in a minimal tree, as root, with the packages in FOLDER. Step by-hand
# installs them with apt, runs the unit's ExecStart as its account with only its credentials folder, reads
# from another account with a token of another issuer, and removes the packages: only the data may
# stay. Step booted does the same under systemd, which is process 1. bare.sh runs both.
set -euo pipefail
folder=$1
unit=/usr/lib/systemd/system/backroom.service
export DEBIAN_FRONTEND=noninteractive

say() {
	printf '%s\n' "$*"
}

fail() {
	say "FAILED: $*"
	exit 1
}

# The files of the tree, without those of dpkg, apt and the system's own logs and caches.
list_files() {
	find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /run -o -path /tmp -o -path /log -o -path /root \
		-o -path /home -o -path /var/lib/dpkg -o -path /var/lib/apt -o -path /var/cache -o -path /var/log \
		-o -path /var/tmp \) -prune -o ! -type d -print | sort
}

install_packages() {
	apt-get -q install -y --no-install-recommends "$folder"/backroom_*.deb "$folder"/backroom-service_*.deb
}

base64url() {
	openssl base64 -A | tr '+/' '-_' | tr -d '='
}

# make_token KEY: an RS256 token of the issuer that allow_issuer() configures.
make_token() {
	local head body
	head=$(printf '{"alg":"RS256","typ":"JWT"}' | base64url)
	body=$(printf '{"iss":"https://id.example/","aud":"backroom-api","sub":"mara","roles":["agent"],"exp":%d}' \
		$(($(date +%s) + 600)) | base64url)
	printf '%s.%s.%s' "$head" "$body" "$(printf '%s.%s' "$head" "$body" | openssl dgst -sha256 -sign "$1" -binary | base64url)"
}

allow_issuer() {
	openssl genrsa -out /root/issuer.key 2048 2>/dev/null
	openssl rsa -in /root/issuer.key -pubout -out /etc/backroom/issuer.pem 2>/dev/null
	cat >>/etc/backroom/service.conf <<-'END'
		issuer "company" {
		    iss = "https://id.example/"
		    aud = {"backroom-api"}
		    key-file = "/etc/backroom/issuer.pem"
		    right-read = {"agent"}
		}
	END
}

# as_agent COMMAND…: another account, with a token of the issuer.
as_agent() {
	setpriv --reuid agent --regid agent --init-groups env -i HOME=/home/agent TERM=dumb \
		PATH=/usr/bin:/bin BACKROOM_URL=http://127.0.0.1:8080/api BACKROOM_TOKEN="$(make_token /root/issuer.key)" "$@"
}

# An answer of the service, and of the console read line by line.
use_from_another_account() {
	local offers
	offers=$(as_agent backroom get offers --all -o ndjson | wc -l)
	[ "$offers" -gt 10 ] || fail "get printed $offers offers"
	printf 'list\nquit\n' | as_agent backroom --linear baskets >/tmp/console || fail "the console ended with $?"
	grep -q 'Row 1' /tmp/console || fail "the console printed: $(cat /tmp/console)"
	say "another account read $offers offers, and baskets in the console"
}

# Removes both packages, then their settings. Only the data may be left: no other file with the name,
# and with a list of the files before in /tmp/before no other file at all.
remove_packages() {
	apt-get -q remove -y backroom backroom-service
	[ -f /etc/backroom/service.conf ] || fail "remove took the settings"
	[ -s /var/lib/backroom/backroom.db ] || fail "remove took the data"
	rm -f /etc/backroom/issuer.pem
	apt-get -q purge -y backroom backroom-service
	list_files >/tmp/after
	if [ -f /tmp/before ]; then
		comm -13 /tmp/before /tmp/after >/tmp/left
	else
		grep backroom /tmp/after >/tmp/left
		! find /var/lib/dpkg -name '*backroom*' | grep . || fail "dpkg still knows the packages"
	fi
	say "left after the purge: $(tr '\n' ' ' </tmp/left)"
	! grep -v '^/var/lib/backroom/' /tmp/left || fail "the purge left more than the data"
	[ ! -e /etc/backroom ] || fail "the purge left /etc/backroom"
	[ "$(stat -c %U /var/lib/backroom)" = backroom ] || fail "the data belong to no account"
}

# Like the unit's service manager: its variables and the folder with its credentials.
start_by_hand() {
	local environment
	mkdir -p -m 700 /run/credentials/backroom.service
	head -c 32 /dev/urandom >/run/credentials/backroom.service/service.key
	chmod 400 /run/credentials/backroom.service/service.key
	chown -R backroom:backroom /run/credentials/backroom.service
	environment=$(sed -n 's/^Environment=//p' $unit)
	# shellcheck disable=SC2046,SC2086
	setpriv --reuid backroom --regid backroom --clear-groups --no-new-privs --bounding-set=-all \
		env -i $environment CREDENTIALS_DIRECTORY=/run/credentials/backroom.service \
		$(sed -n 's/^ExecStart=//p' $unit) >/tmp/ready 2>/tmp/served &
	service=$!
	for _ in $(seq 100); do
		! grep -q '^ready ' /tmp/ready || return 0
		kill -0 $service 2>/dev/null || break
		sleep 0.2
	done
	fail "the service is not ready: $(cat /tmp/served)"
}

# feed RESULT: the shop's baskets, while the service runs; each line has that result.
feed() {
	runuser -u backroom -- backroom import - --follow --source shop \
		--store sqlite:/var/lib/backroom/backroom.db </tmp/baskets.jsonl >/tmp/fed || fail "the feed ended with $?"
	[ "$(grep -c "\"result\":\"$1\"" /tmp/fed)" = "$(wc -l </tmp/baskets.jsonl)" ] ||
		fail "not every line was $1: $(head -n 3 /tmp/fed)"
}

# In a network of its own, whose loopback interface is brought up first.
use_by_hand() {
	perl -e 'my ($s, $up) = (undef, pack("a16sx22", "lo", 1));
		socket($s, 2, 2, 0) && ioctl($s, 0x8914, $up) or die "lo: $!\n"'
	start_by_hand
	feed done
	feed skipped
	use_from_another_account
	kill -TERM $service
	wait $service || fail "the service ended with $?"
	[ ! -e /var/lib/backroom/service.key ] || fail "a key was made in spite of the credential"
}

run_by_hand() {
	apt-get -q update
	apt-get -q install -y --no-install-recommends openssl # for the tokens of the test, not for the packages
	useradd --create-home agent
	install_packages
	[ "$(stat -c '%U %a' /var/lib/backroom)" = "backroom 700" ] || fail "/var/lib/backroom is not the account's"
	[ -L /etc/systemd/system/multi-user.target.wants/backroom.service ] || fail "the unit is not enabled"
	backroom --version
	backroom serve --version
	allow_issuer
	backroom demo -- snapshot save /tmp/shop.snap
	backroom demo -- get baskets --all -o ndjson |
		awk '{ printf "{\"seq\":%d,\"kind\":\"basket\",\"item\":%s}\n", NR, $0 }' >/tmp/baskets.jsonl
	runuser -u backroom -- backroom import - --store sqlite:/var/lib/backroom/backroom.db </tmp/shop.snap
	unshare --net "$0" "$folder" use-by-hand
	remove_packages
}

run_booted() {
	list_files >/tmp/before
	install_packages
	systemctl is-active backroom || fail "the unit is not started: $(journalctl -u backroom -n 20 --no-pager)"
	[ -s /var/lib/backroom/service.key ] || fail "the first start made no key"
	allow_issuer
	mkdir -p -m 700 /etc/credstore
	(umask 077 && head -c 32 /dev/urandom >/etc/credstore/backroom.service.key)
	systemctl restart backroom || fail "restart: $(journalctl -u backroom -n 20 --no-pager)"
	use_from_another_account
	BACKROOM_URL=http://127.0.0.1:8080/api \
		BACKROOM_TOKEN=$(backroom token --key-file /etc/credstore/backroom.service.key) backroom get segments >/dev/null ||
		fail "the credential is not the key"
	systemctl reload backroom || fail "reload: $(journalctl -u backroom -n 20 --no-pager)"
	apt-get -q install -y --reinstall "$folder"/backroom-service_*.deb
	systemctl is-active backroom || fail "an upgrade did not start the unit again"
	systemd-analyze security --no-pager backroom | tail -n 1
	rm /etc/credstore/backroom.service.key
	remove_packages
	! systemctl is-active backroom || fail "the service still runs"
}

case $2 in
by-hand) run_by_hand ;;
use-by-hand) use_by_hand ;;
booted) run_booted ;;
esac
