# shellcheck shell=bash
# cluster.sh - read by the scripts beside it: a PostgreSQL that fails over (three nodes under Patroni,
# one etcd), three services on it and haproxy in front of them, as the manual page says they are run.
#
# All of it lives in namespaces of its own: nothing of this machine's network is touched, each node
# has a cable that can be pulled, and when the script ends, whatever way, all of it has ended too.
# CLUSTER_KEEP=1 leaves the folder with its logs.

cluster_source=${BACKROOM_SOURCE:-$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)}
cluster_build=${BACKROOM_BUILD:-$cluster_source/build/test}
service_bin=${BACKROOM_SERVICE_BIN:-$cluster_build/libexec/backroom/backroom-service}
nodes="1 2 3"
world=10.77.0.1
etcd_at=10.77.0.2
proxy_url=http://127.0.0.1:8080/api

say() {
	printf '%s\n' "$*" >&2
}

# ---- the world ----

skip_without() {
	local program
	for program in "$@"; do
		command -v "$program" >/dev/null && continue
		say "skipped: there is no $program here; ./run test cluster installs what is needed"
		exit 77
	done
}

find_postgres() {
	postgres_bin=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -1)
	[ -x "$postgres_bin/initdb" ] || postgres_bin=
	[ -n "$postgres_bin" ] || skip_without initdb
	[ -n "$postgres_bin" ] || postgres_bin=$(dirname "$(readlink -f "$(command -v initdb)")")
	account=postgres
	id "$account" >/dev/null 2>&1 || account=nobody
	as_account=(setpriv --reuid "$account" --regid "$(id -g "$account")" --clear-groups)
}

# However it ends: what is in the world ends first, a moment after its first process.
leave_world() {
	kill -KILL "$inside" 2>/dev/null || true
	if [ -n "${CLUSTER_KEEP:-}" ]; then
		say "kept: $CLUSTER_FOLDER"
	else
		wait_until 10 "$CLUSTER_FOLDER stays" rm -rf "$CLUSTER_FOLDER" 2>/dev/null
	fi
}

# cluster_enter SCRIPT [ARGUMENT…]: runs the script once more in a world of its own and ends with its
# status; in there it does nothing but make the world's network.
cluster_enter() {
	local status=0
	if [ -n "${CLUSTER_FOLDER:-}" ]; then
		find_postgres
		make_network
		return 0
	fi
	if [ "$(id -u)" -ne 0 ]; then
		say "skipped: only root may make a network of its own"
		exit 77
	fi
	skip_without patroni patronictl etcd haproxy psql jq curl unshare setpriv ip
	find_postgres
	if ! unshare --net --mount --pid --fork sh -c 'mount -t tmpfs tmpfs /run &&
		ip link add switch type bridge && ip link add cable1 type veth peer name cable2' 2>/dev/null; then
		say "skipped: no network of its own can be made here"
		exit 77
	fi
	unset http_proxy https_proxy HTTP_PROXY HTTPS_PROXY all_proxy ALL_PROXY
	CLUSTER_FOLDER=$(mktemp -d /tmp/backroom-cluster-XXXXXX)
	chmod 711 "$CLUSTER_FOLDER"
	export CLUSTER_FOLDER
	setpriv --pdeathsig KILL unshare --net --mount --pid --fork --kill-child --mount-proc "$@" &
	inside=$!
	trap leave_world EXIT
	wait "$inside" || status=$?
	exit "$status"
}

address_of() {
	echo "10.77.0.1$1"
}

make_network() {
	local n
	mount -t tmpfs tmpfs /run # where the names of the nodes' networks are kept
	ip link set lo up
	ip link add switch type bridge
	ip addr add "$world/24" dev switch
	ip addr add "$etcd_at/24" dev switch
	ip link set switch up
	for n in $nodes; do
		ip netns add "node$n"
		ip link add "cable$n" type veth peer name eth0 netns "node$n"
		ip link set "cable$n" master switch up
		ip -n "node$n" link set lo up
		ip -n "node$n" addr add "$(address_of "$n")/24" dev eth0
		ip -n "node$n" link set eth0 up
	done
}

# wait_until SECONDS WHAT COMMAND…: asks again and again.
wait_until() {
	local seconds=$1 what=$2 end
	shift 2
	end=$((SECONDS + seconds * ${BACKROOM_TEST_PATIENCE:-1}))
	while ! "$@"; do
		if [ "$SECONDS" -ge "$end" ]; then
			say "time is up: $what"
			return 1
		fi
		read -rt 0.2 <> <(:) || true
	done
}

# ---- the database ----

# With etcd's third interface Patroni before 3.0.3 writes over the leader's key unseen: a primary
# that was frozen takes the lead back from who has acknowledged writes since. Its second one compares.
etcd_interface() {
	local version
	version=$(patroni --version | grep -o '[0-9][0-9.]*')
	if [ "$(printf '%s\n' 3.0.3 "$version" | sort -V | head -n 1)" = 3.0.3 ]; then
		echo etcd3
	else
		echo etcd
	fi
}

patroni_config() {
	local n=$1 at
	at=$(address_of "$n")
	cat <<-END
	scope: backroom
	name: node$n
	restapi: {listen: "$at:8008", connect_address: "$at:8008"}
	$interface: {host: "$etcd_at:2379"}
	bootstrap:
	  dcs:
	    ttl: 10
	    loop_wait: 2
	    retry_timeout: 3
	    maximum_lag_on_failover: 1048576
	    synchronous_mode: true
	    postgresql:
	      use_pg_rewind: true
	      parameters: {max_connections: 200, shared_buffers: 64MB, wal_keep_size: 1GB}
	  initdb: [{encoding: UTF8}, {locale: C.UTF-8}, data-checksums]
	postgresql:
	  listen: "$at:5432"
	  connect_address: "$at:5432"
	  data_dir: $CLUSTER_FOLDER/node$n/data
	  bin_dir: $postgres_bin
	  pgpass: $CLUSTER_FOLDER/node$n/pgpass
	  parameters: {unix_socket_directories: ""}
	  pg_hba: [host all all 10.77.0.0/24 trust, host replication all 10.77.0.0/24 trust]
	  authentication:
	    superuser: {username: postgres}
	    replication: {username: replica}
	    rewind: {username: rewind}
	END
}

start_patroni() {
	local n=$1 folder=$CLUSTER_FOLDER/node$1
	(cd "$folder" && HOME=$folder exec ip netns exec "node$n" "${as_account[@]}" \
		patroni "$folder/patroni.yml" >>"$folder/log" 2>&1) &
	disown # it will be killed, which is no news
}

ask_patroni() {
	patronictl -c "$CLUSTER_FOLDER/node1/patroni.yml" "$@"
}

# node_in_role ROLE: the number of the node that has it, or nothing.
node_in_role() {
	ask_patroni list -f json 2>/dev/null | jq -r --arg role "$1" \
		'[.[] | select(.Role == $role and (.State | IN("running", "streaming"))) | .Member][0]
			// "" | ltrimstr("node")'
}

# A leader, a standby that it waits for, and everybody has come back.
database_is_whole() {
	ask_patroni list -f json 2>/dev/null | jq -e '
		([.[] | select(.Role == "Leader" and .State == "running")] | length) == 1 and
		([.[] | select(.Role == "Sync Standby")] | length) == 1 and
		([.[] | select(.State | IN("running", "streaming"))] | length) == 3 and
		([.[].TL] | unique | length) == 1' >/dev/null 2>&1
}

# on_leader SQL: its rows, columns separated by a space.
on_leader() {
	psql -X -q -A -t -F ' ' -v ON_ERROR_STOP=1 -d "$store_url" -c "$1"
}

# A replica shows what was committed a moment later, and until then refuses who asks for it.
has_database() {
	psql -X -q -o "$CLUSTER_FOLDER/seen" -c 'SELECT 1' \
		-d "postgresql://backroom@$(address_of "$1"):5432/backroom" 2>/dev/null
}

start_database() {
	local n hosts='' interface second=()
	interface=$(etcd_interface)
	[ "$interface" = etcd3 ] || second=(--enable-v2=true)
	etcd "${second[@]}" --data-dir "$CLUSTER_FOLDER/etcd" --listen-client-urls "http://$etcd_at:2379" \
		--advertise-client-urls "http://$etcd_at:2379" --listen-peer-urls "http://$etcd_at:2380" \
		--initial-advertise-peer-urls "http://$etcd_at:2380" \
		--initial-cluster "default=http://$etcd_at:2380" >"$CLUSTER_FOLDER/etcd.log" 2>&1 &
	wait_until 30 "etcd does not answer" \
		curl -fs -o "$CLUSTER_FOLDER/seen" "http://$etcd_at:2379/health"
	for n in $nodes; do
		mkdir "$CLUSTER_FOLDER/node$n"
		patroni_config "$n" >"$CLUSTER_FOLDER/node$n/patroni.yml"
		chown -R "$account" "$CLUSTER_FOLDER/node$n"
		start_patroni "$n"
		hosts+=,$(address_of "$n"):5432
	done
	wait_until 120 "the database does not come up" database_is_whole
	hosts=${hosts#,}
	psql -X -q -d "postgresql://postgres@$hosts/postgres?target_session_attrs=read-write" \
		-c 'CREATE ROLE backroom LOGIN' -c 'CREATE DATABASE backroom OWNER backroom'
	for n in $nodes; do
		wait_until 30 "node$n does not have the database" has_database "$n"
	done
	store_url="postgresql://backroom@$hosts/backroom?target_session_attrs=read-write&connect_timeout=2"
	replica_url="postgresql://backroom@$hosts/backroom?target_session_attrs=prefer-standby&connect_timeout=2"
}

# ---- the services ----

# fenced NAME: the file of that name in the operator's manual page.
fenced() {
	awk -v mark="; $1" '$0 == mark { found = 1; next } /^```/ { on = found && !on; found = on; next } on' \
		"$cluster_source/src/service/backroom-service.8.scd"
}

# A service that ends is started again, as an init does; one that starts while the database is away
# ends at once.
keep_service() {
	local n=$1 folder=$CLUSTER_FOLDER/service$1
	while [ ! -e "$CLUSTER_FOLDER/ending" ]; do
		"$service_bin" serve --listen "$world:810$n" --insecure-listen --migrate=no \
			--store "$store_url" --read-store "$replica_url" --key-file "$CLUSTER_FOLDER/key" \
			--config "$CLUSTER_FOLDER/service.conf" >>"$folder/ready" 2>>"$folder/log" &
		echo $! >"$folder/pid"
		wait $! || true
		read -rt 0.2 <> <(:) || true
	done
}

service_is_ready() {
	curl -fs -m 5 -o "$CLUSTER_FOLDER/seen" "http://$world:810$1/readyz"
}

start_services() {
	local n
	fenced serve.conf >"$CLUSTER_FOLDER/service.conf"
	[ -s "$CLUSTER_FOLDER/service.conf" ] || { say "the manual page has no configuration"; return 1; }
	(umask 077 && head -c 32 /dev/urandom >"$CLUSTER_FOLDER/key")
	"$service_bin" serve --migrate=only --store "$store_url" >"$CLUSTER_FOLDER/migrate" 2>&1 || {
		cat "$CLUSTER_FOLDER/migrate" >&2
		return 1
	}
	for n in 1 2 3; do
		mkdir "$CLUSTER_FOLDER/service$n"
		keep_service "$n" 2>>"$CLUSTER_FOLDER/service$n/log" &
		wait_until 30 "service $n is not ready" service_is_ready "$n"
	done
}

proxy_is_ready() {
	curl -fs -m 5 -o "$CLUSTER_FOLDER/seen" "http://127.0.0.1:8080/readyz"
}

# The text of the manual page; only the addresses are the test's own.
start_proxy() {
	local file=$CLUSTER_FOLDER/haproxy.cfg
	fenced haproxy.cfg | sed -e 's/^\(\s*bind\) .*/\1 127.0.0.1:8080/' \
		-e "s/^\(\s*server one\) [^ ]*/\1 $world:8101/" \
		-e "s/^\(\s*server two\) [^ ]*/\1 $world:8102/" \
		-e "s/^\(\s*server three\) [^ ]*/\1 $world:8103/" >"$file"
	haproxy -db -f "$file" >"$CLUSTER_FOLDER/haproxy.log" 2>&1 &
	wait_until 30 "nothing comes through haproxy" proxy_is_ready
}

# ---- what is in the store, by the numbers of load.h ----

world_objects() {
	local i k
	for i in 0 1 2 3; do
		echo "{\"kind\":\"owner\",\"item\":{\"id\":\"o$i\",\"root\":\"r\"}}"
		for k in 0 1 2; do
			printf '{"kind":"segment","item":{"id":"%s","name":"%s","path":"/segments/%s",' \
				"s$i-$k" "s$i-$k" "s$i-$k"
			echo '"data":{"attributes":{"value":"none"}}}}'
		done
	done
	for i in $(seq 0 199); do
		printf '{"kind":"basket","item":{"id":"b%d","created":"2026-11-01T00:%02d:00Z","completed":false}}\n' \
			"$i" $((i / 10))
	done
}

put_objects() {
	world_objects >"$CLUSTER_FOLDER/objects"
	"$service_bin" import "$CLUSTER_FOLDER/objects" --store "$store_url" >&2
}

cluster_start() {
	trap cluster_end EXIT
	start_database
	start_services
	start_proxy
	export CLUSTER_URL=$proxy_url CLUSTER_KEY=$CLUSTER_FOLDER/key
	say "the cluster is there after $SECONDS s"
}

# At SIGTERM, so that sanitizers can say what they have seen.
end_services() {
	local n pid failed=0
	: >"$CLUSTER_FOLDER/ending"
	for n in 1 2 3; do
		pid=$(cat "$CLUSTER_FOLDER/service$n/pid" 2>/dev/null) || continue
		kill -TERM "$pid" 2>/dev/null || continue
		wait_until 30 "service $n does not end" eval "! kill -0 $pid 2>/dev/null" || failed=1
	done
	if grep -h -A 30 -m 1 -E 'ERROR: (Address|Leak)Sanitizer|runtime error' \
		"$CLUSTER_FOLDER"/service*/log >&2; then
		say "a sanitizer has found something"
		failed=1
	fi
	return "$failed"
}

# The rest ends with the world.
cluster_end() {
	local status=$?
	[ -e "$CLUSTER_FOLDER/ending" ] || end_services || status=1
	exit "$status"
}
