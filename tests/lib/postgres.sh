#!/bin/bash
# postgres.sh start|stop FILE: a PostgreSQL of the tests' own, on a free port of loopback, and a
# replica of it. Their URLs are written to FILE and FILE.replica; where there is no PostgreSQL the
# files are empty, and their tests skip.
set -euo pipefail
action=$1 file=$2

# Debian keeps the programs of each version apart, outside of PATH.
bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
[ -n "$bin" ] || ! command -v initdb >/dev/null || bin=$(dirname "$(readlink -f "$(command -v initdb)")")

# PostgreSQL does not run as root: then it is run by the account that came with its package.
as_user=()
if [ "$(id -u)" -eq 0 ]; then
	account=postgres
	id "$account" >/dev/null 2>&1 || account=nobody
	as_user=(setpriv --reuid "$account" --regid "$(id -g "$account")" --clear-groups)
fi

# The folder stands beside the URL: data, log and the server's number are in it.
stop() {
	local folder
	[ -s "$file.folder" ] || return 0
	folder=$(cat "$file.folder")
	case $folder in
	/tmp/backroom-postgres-*) ;;
	*) return 0 ;;
	esac
	for data in "$folder/replica" "$folder/data"; do
		[ ! -d "$data" ] ||
			"${as_user[@]}" "$bin/pg_ctl" -D "$data" -m immediate -w stop >/dev/null 2>&1 || true
	done
	rm -rf "$folder" "$file.folder" "$file" "$file.replica"
}

# pg_ctl says whether it listens; a port that is taken is followed by another.
start_server() {
	local data=$1 url=$2 port try
	for try in 1 2 3 4 5 6 7 8; do
		port=$((20000 + (RANDOM % 12000)))
		if "${as_user[@]}" "$bin/pg_ctl" -D "$data" -l "$data.log" -w -t 60 -o "-p $port \
			-c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=${BACKROOM_TEST_FSYNC:-off} \
			-c full_page_writes=off -c max_connections=300 -c shared_buffers=64MB \
			-c max_locks_per_transaction=256 -c autovacuum_naptime=10s" \
			start >/dev/null 2>&1; then
			printf 'postgresql://backroom@127.0.0.1:%s/postgres' "$port" > "$url"
			return 0
		fi
	done
	cat "$data.log" >&2
	return 1
}

start_replica() {
	local folder=$1
	"${as_user[@]}" "$bin/pg_basebackup" -d "$(cat "$file")" -D "$folder/replica" -R -c fast --no-sync \
		>"$folder/copied" 2>&1 || { cat "$folder/copied" >&2; return 1; }
	start_server "$folder/replica" "$file.replica"
}

start() {
	local folder
	stop
	mkdir -p "$(dirname "$file")"
	: > "$file"
	: > "$file.replica"
	if [ -z "$bin" ]; then
		echo "no PostgreSQL here: tests of a store on it are skipped; apt-get install postgresql"
		return 0
	fi
	folder=$(mktemp -d /tmp/backroom-postgres-XXXXXX)
	echo "$folder" > "$file.folder"
	[ "${#as_user[@]}" -eq 0 ] || chown "$account" "$folder"
	(cd "$folder" && "${as_user[@]}" "$bin/initdb" -D "$folder/data" -U backroom -A trust -E UTF8 \
		--locale=C.UTF-8 --no-sync >"$folder/initdb" 2>&1) || { cat "$folder/initdb" >&2; return 1; }
	(cd "$folder" && start_server "$folder/data" "$file" && start_replica "$folder")
}

$action
