#!/bin/bash
# pgbouncer.sh MODE PORT: PgBouncer in this pool mode, in front of the PostgreSQL at this port of
# loopback. Prints its own port when it listens; ends at SIGTERM.
set -euo pipefail
mode=$1 server=$2
PATH=$PATH:/usr/sbin

# It does not run as root, like PostgreSQL: see postgres.sh.
as_user=() account=
if [ "$(id -u)" -eq 0 ]; then
	account=postgres
	id "$account" >/dev/null 2>&1 || account=nobody
	as_user=(setpriv --reuid "$account" --regid "$(id -g "$account")" --clear-groups)
fi
folder=$(mktemp -d /tmp/backroom-pgbouncer-XXXXXX)
pid=
end() {
	[ -z "$pid" ] || kill "$pid" 2>/dev/null || true
	[ -z "$pid" ] || wait "$pid" 2>/dev/null || true
	rm -rf "$folder"
}
trap end EXIT
trap 'exit 0' TERM INT

# In session mode each connection of the service needs a session of the server.
size=5
[ "$mode" != session ] || size=25
for _ in 1 2 3 4 5 6 7 8; do
	port=$((20000 + (RANDOM % 12000)))
	printf '%s\n' '[databases]' "* = host=127.0.0.1 port=$server user=backroom" '[pgbouncer]' \
		'listen_addr = 127.0.0.1' "listen_port = $port" 'auth_type = any' "pool_mode = $mode" \
		"default_pool_size = $size" 'max_client_conn = 200' 'unix_socket_dir =' > "$folder/ini"
	[ -z "$account" ] || chown -R "$account" "$folder"
	"${as_user[@]}" pgbouncer "$folder/ini" >"$folder/log" 2>&1 &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		if (: < "/dev/tcp/127.0.0.1/$port") 2>/dev/null && grep -q "listening on" "$folder/log"; then
			printf '%s\n' "$port"
			exec >&-
			wait "$pid" || true
			exit 0
		fi
	done
done
cat "$folder/log" >&2
exit 1
