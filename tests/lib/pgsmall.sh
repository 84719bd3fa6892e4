#!/bin/bash
# pgsmall.sh: a PostgreSQL of one test's own. Its tables and its write-ahead log are on two small file
# systems, in a mount namespace that ends with it, and it is started again when it ends. Prints its
# port and its folder when it listens; ends at SIGTERM. Exits with 77 where it cannot run.
set -euo pipefail

bin=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
[ -n "$bin" ] || ! command -v initdb >/dev/null || bin=$(dirname "$(readlink -f "$(command -v initdb)")")
[ -n "$bin" ] && [ "$(id -u)" -eq 0 ] || exit 77
if [ "${1:-}" != inside ]; then
	unshare --mount true 2>/dev/null || exit 77
	exec unshare --mount --propagation private "$0" inside
fi

# PostgreSQL does not run as root: see postgres.sh.
account=postgres
id "$account" >/dev/null 2>&1 || account=nobody
as_user=(setpriv --reuid "$account" --regid "$(id -g "$account")" --clear-groups)
folder=$(mktemp -d /tmp/backroom-pgsmall-XXXXXX)
pid=
end() {
	[ -z "$pid" ] || kill -QUIT "$pid" 2>/dev/null || true
	[ -z "$pid" ] || wait "$pid" 2>/dev/null || true
	umount "$folder/tables" "$folder/wal" 2>/dev/null || true
	rm -rf "$folder"
}
trap end EXIT
trap 'exit 0' TERM INT

mkdir "$folder/tables" "$folder/wal"
mount -t tmpfs -o size=96m none "$folder/tables" 2>/dev/null &&
	mount -t tmpfs -o size=32m none "$folder/wal" 2>/dev/null || exit 77
chown "$account" "$folder" "$folder/tables" "$folder/wal"
cd "$folder"
"${as_user[@]}" "$bin/initdb" -D tables/data -X "$folder/wal/log" --wal-segsize=1 -U backroom -A trust \
	-E UTF8 --locale=C.UTF-8 --no-sync >initdb.log 2>&1 || { cat initdb.log >&2; exit 1; }

start() {
	"${as_user[@]}" "$bin/postgres" -D "$folder/tables/data" -p "$port" -c listen_addresses=127.0.0.1 \
		-c unix_socket_directories= -c fsync=off -c shared_buffers=16MB -c min_wal_size=2MB \
		-c max_wal_size=8MB -c max_connections=60 >>log 2>&1 &
	pid=$!
}

listens() {
	(: < "/dev/tcp/127.0.0.1/$port") 2>/dev/null && grep -q "ready to accept connections" log
}

for _ in 1 2 3 4 5 6 7 8; do
	port=$((20000 + (RANDOM % 12000)))
	start
	while kill -0 "$pid" 2>/dev/null && ! listens; do :; done
	! kill -0 "$pid" 2>/dev/null || break
	pid=
done
[ -n "$pid" ] || { cat log >&2; exit 1; }
printf '%s %s\n' "$port" "$folder"
exec >&-
while :; do
	wait "$pid" || true
	start
done
