#!/bin/bash
# bare.sh [--quick|--packages|--bench] [SYSTEM…] - `./run test bare`, as root: in a new minimal tree of each system
# (trixie and bookworm, or those named; noble is Ubuntu 24.04) it clones the last commit and runs
# what README.md says: `./run`, then `./run test`, as root; then `./run` and `./run test quick` as an
# ordinary user. With --quick: `./run` and `./run test quick` as root alone. With --packages: `./run
# package`, and in another new tree installed.sh with what it made, by hand and booted. With --bench:
# `./run bench --install console`, and its figures beside those of the checkout's last ./run bench.
#
# debootstrap makes a tree once; it is kept as an archive with its checksum, below /var/cache or
# $XDG_CACHE_HOME, and made again after a week. A run unpacks it below /var/tmp, and works in mount
# and process namespaces of its own: however it ends, nothing stays mounted or running. The next run
# removes the tree of one that was killed.
#
# Exit status 0: all passed; 1: something failed; 77: no tree could be made, or no namespace.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${XDG_CACHE_HOME:-/var/cache}/backroom
WEEK=$((7 * 24 * 60)) # minutes

say() {
	printf '%s\n' "$*" >&2
}

# ---- inside the namespaces: bare.sh --inside TREE SYSTEM MODE ----

# step NAME COMMAND…: runs it with the output in the tree's log, and says how long it took.
step() {
	local name=$1 from=$SECONDS status=0
	shift
	say "bare: $system: $name"
	"$@" </dev/null >"$tree/log/$name" 2>&1 || status=$?
	printf '%s %s %s\n' "$name" $((SECONDS - from)) $status >>"$tree/log/steps"
	if [ $status -ne 0 ]; then
		say "bare: $system: $name ended with $status after $((SECONDS - from)) s:"
		# What failed tests said, wherever that stands, and how it all ended.
		awk '/\*\*\*/ { said = 1 } /^ +Start +[0-9]+:/ { said = 0 } said' "$tree/log/$name" |
			tail -n 400 >&2
		tail -n 60 "$tree/log/$name" >&2
	fi
	return $status
}

# in_tree COMMAND…: runs it as root of the tree, with an environment as small as that of a new machine.
in_tree() {
	env -i HOME=/root TERM=dumb PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
		${CI:+CI=$CI} chroot "$tree" "$@"
}

as_user() {
	in_tree setpriv --reuid tester --regid tester --init-groups env HOME=/home/tester "$@"
}

# Devices and mounts as a container has them.
mount_all() {
	local device
	mount --make-rprivate /
	mount --bind "$tree" "$tree" # a root that mount namespaces of tests can be made of
	mount -t proc proc "$tree/proc"
	mount -t tmpfs -o mode=755 dev "$tree/dev"
	for device in null zero full random urandom tty; do
		: >"$tree/dev/$device"
		mount --bind "/dev/$device" "$tree/dev/$device"
	done
	mkdir "$tree/dev/pts" "$tree/dev/shm"
	mount -t devpts -o newinstance,ptmxmode=666,mode=620 devpts "$tree/dev/pts"
	ln -s pts/ptmx "$tree/dev/ptmx"
	ln -s /proc/self/fd "$tree/dev/fd"
	mount -t tmpfs -o mode=1777 shm "$tree/dev/shm"
	mount -t tmpfs -o mode=1777 tmp "$tree/tmp"
}

count_packages() {
	in_tree dpkg-query -W -f '${Package}\n' | wc -l
}

# Size of the system without the checkout, the build and the caches of packages.
megabytes() {
	du -sxm --exclude="$tree/root" --exclude="$tree/home" --exclude="$tree/var/cache" \
		--exclude="$tree/var/lib/apt/lists" "$tree" | cut -f 1
}

# Starts the tree's systemd as process 1 of more namespaces, with one unit that runs a step and ends
# all. Its status is the step's.
boot() {
	mount -t proc proc "$tree/proc"
	mount -t sysfs -o ro sysfs "$tree/sys"
	mount -t cgroup2 cgroup2 "$tree/sys/fs/cgroup"
	mount -t tmpfs -o mode=755 run "$tree/run"
	cat >"$tree/run/booted" <<-'END'
		#!/bin/sh
		/root/backroom/tests/lib/installed.sh /root/packages booted >/log/booted.out 2>&1
		echo $? >/log/booted.status
		systemctl exit
	END
	chmod 755 "$tree/run/booted"
	mkdir -p "$tree/run/systemd/system/multi-user.target.wants" "$tree/mnt/old"
	printf '[Unit]\nAfter=multi-user.target\n[Service]\nType=simple\nExecStart=/run/booted\n' \
		>"$tree/run/systemd/system/booted.service"
	ln -s ../booted.service "$tree/run/systemd/system/multi-user.target.wants/"
	cd "$tree"
	pivot_root . mnt/old
	umount -l /mnt/old
	mount --make-rshared / # or systemd's credentials are not seen by its services
	exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --show-status=0
}

run_booted() {
	timeout -k 10 600 unshare --mount --pid --net --cgroup --fork --kill-child "$0" --boot "$tree" || true
	cat "$tree/log/booted.out"
	[ "$(cat "$tree/log/booted.status")" = 0 ]
}

run_inside() {
	local status=0
	mount_all
	mkdir -p "$tree/log"
	case $mode in
	packages)
		step package in_tree sh -c 'cd /root/backroom && ./run package'
		return
		;;
	bench)
		step bench in_tree sh -c 'cd /root/backroom && ./run bench --install console'
		return
		;;
	installed)
		step by-hand in_tree /root/backroom/tests/lib/installed.sh /root/packages by-hand &&
			step booted run_booted
		return
		;;
	esac
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/before"
	step run in_tree sh -c 'cd /root/backroom && ./run' || status=1
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/built"
	[ $status -ne 0 ] || step test in_tree sh -c "cd /root/backroom && ./run test ${mode:+--retry quick}" || status=1
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/tested"
	if [ -z "$mode" ]; then
		in_tree useradd --create-home tester
		cp -a "$tree/root/clone" "$tree/home/tester/backroom"
		in_tree chown -R tester:tester /home/tester
		step user-run as_user sh -c 'cd ~/backroom && ./run' || status=1
		step user-test as_user sh -c 'cd ~/backroom && ./run test quick' || status=1
	fi
	return $status
}

# ---- outside ----

# isolated COMMAND…: runs it in namespaces that end with it, and with this script.
isolated() {
	local status=0
	setpriv --pdeathsig KILL unshare --mount --pid --fork --kill-child "$@" &
	child=$!
	wait $child || status=$?
	child=
	return $status
}

# Settings for apt that lead to the mirror as the host's own do.
proxy_of_host() {
	apt-config dump --format '%f "%v";%n' Acquire::http::Proxy Acquire::https::Proxy 2>/dev/null || true
	[ -z "${http_proxy:-}" ] || printf 'Acquire::http::Proxy "%s";\n' "$http_proxy"
	[ -z "${https_proxy:-}" ] || printf 'Acquire::https::Proxy "%s";\n' "$https_proxy"
}

is_whole() {
	[ -s "$1" ] && (cd "$(dirname "$1")" && sha256sum --quiet -c "$1.sha256") >/dev/null 2>&1
}

# debootstrap of Debian finds Ubuntu by the script of its first release and needs the key of its
# archive. Debian 13 has that as a package: where the host has not, it is taken from there.
find_ubuntu_key() {
	ubuntu_key=/usr/share/keyrings/ubuntu-archive-keyring.gpg
	[ ! -e $ubuntu_key ] || return 0
	ubuntu_key=$cache/ubuntu-archive-keyring.gpg
	[ ! -e "$ubuntu_key" ] || return 0
	get_archive trixie || return 1
	rm -rf "$work/keys"
	mkdir "$work/keys" && tar -xf "$cache/trixie.tar" -C "$work/keys" || return 1
	cp /etc/resolv.conf /etc/hosts "$work/keys/etc/" || return 1
	proxy_of_host >"$work/keys/etc/apt/apt.conf.d/proxy"
	isolated chroot "$work/keys" sh -c 'cd /tmp && apt-get -q update && apt-get -q download ubuntu-keyring &&
		dpkg-deb -x ubuntu-keyring_*.deb .' >"$work/keys.log" 2>&1 || return 1
	cp "$work/keys/tmp/usr/share/keyrings/ubuntu-archive-keyring.gpg" "$ubuntu_key" || return 1
	rm -rf "$work/keys"
}

# make_archive SYSTEM ARCHIVE: by debootstrap, which checks the signatures of the mirror.
make_archive() {
	local options=() script=()
	if [ "$1" = noble ]; then
		find_ubuntu_key || return 1
		options=(--components=main,universe "--keyring=$ubuntu_key")
		script=("" gutsy)
	fi
	say "bare: $1: making a tree by debootstrap"
	rm -rf "$work/new"
	# wget would try for most of an hour.
	printf 'timeout = 30\ntries = 3\n' >"$work/wgetrc"
	WGETRC=$work/wgetrc isolated timeout -k 10 1800 debootstrap --variant=minbase --force-check-gpg \
		"${options[@]}" "$1" "$work/new" "${script[@]}" >"$work/debootstrap" 2>&1 || return 1
	rm -f "$work/new"/var/cache/apt/archives/*.deb
	tar -cf "$work/$1.tar" -C "$work/new" . || return 1
	rm -rf "$work/new"
	mv "$work/$1.tar" "$2.$$" && mv "$2.$$" "$2" && sha256sum "$2" >"$2.sha256"
}

# get_archive SYSTEM: leaves $cache/SYSTEM.tar, made within the last week where that is possible.
get_archive() {
	local archive=$cache/$1.tar
	if is_whole "$archive" && [ -z "$(find "$archive" -mmin +$WEEK)" ]; then
		return 0
	fi
	make_archive "$1" "$archive" && return 0
	[ ! -s "$work/debootstrap" ] || tail -n 5 "$work/debootstrap" >&2
	is_whole "$archive" || return 1
	say "bare: $1: no newer tree could be made, so one that is older than a week is used"
}

# Did ./run end because apt could not reach the mirror? Whatever else fails is the project's fault.
is_mirror_gone() {
	local log
	log=$tree/log/$(awk '$3 != 0 { print $1; exit }' "$tree/log/steps" 2>/dev/null)
	[ -f "$log" ] && grep -q '^run: missing packages' "$log" &&
		grep -qE 'Failed to fetch|Could not (resolve|connect)|Temporary failure|timed out' "$log"
}

# field FILE N: of one of the lists that run_inside() wrote; 0 if it did not come so far.
field() {
	local n
	n=$(cut -d ' ' -f "$2" "$tree/log/$1" 2>/dev/null) || true
	echo "${n:-0}"
}

summarize() {
	local name seconds status
	echo
	[ ! -e "$tree/log/before" ] || echo "$system: $(field before 1) packages, $(field before 2) MiB at first;" \
		"./run brought $(($(field built 1) - $(field before 1)))," \
		"$(($(field built 2) - $(field before 2))) MiB;" \
		"./run test $(($(field tested 1) - $(field built 1)))," \
		"$(($(field tested 2) - $(field built 2))) MiB"
	while read -r name seconds status; do
		echo "$system: $name: $seconds s, status $status"
		awk -v tree="$system" '
			/^(skipped|FAILED|FLAKY): |^[0-9]+ passed, |^left after|^another account|exposure level/ { print tree ": " $0; flaky = /^FLAKY/; next }
			flaky && /^    / { print; next }
			{ flaky = 0 }' "$tree/log/$name"
	done <"$tree/log/steps"
}

# The figures of the tree's table, and for each the same figure of this checkout. The words of two runs
# differ in their numbers alone.
print_figures() {
	local here=$root/build/bench/bench/table.jsonl
	[ -e "$here" ] || here=/dev/null
	printf '\n%-4s %12s %12s  %s\n' "" "$system" here goal
	awk '
		function member(name) {
			if (!match($0, "\"" name "\":(\"([^\"\\\\]|\\\\.)*\"|[^,}]*)")) return ""
			return substr($0, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
		}
		function text(name, value) { value = member(name); return substr(value, 2, length(value) - 2) }
		{ words = text("words"); key = text("row") words; gsub(/[0-9][0-9.,]*/, "#", key) }
		FILENAME != ARGV[ARGC - 1] { here[key] = member("value"); next }
		{ printf "%-4s %12s %12s  %s %s %s  %s\n", text("row"), member("value"),
			key in here ? here[key] : "-", text("is"), member("goal"), text("unit"), words }' \
		"$here" "$tree/root/backroom/build/bench/bench/table.jsonl"
}

unpack() {
	mkdir "$tree" && tar -xf "$cache/$system.tar" -C "$tree" || return 1
	cp /etc/resolv.conf /etc/hosts "$tree/etc/" || return 1
	proxy_of_host >"$tree/etc/apt/apt.conf.d/proxy"
	echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io" # the tree is thrown away
	# The checkout may belong to another account.
	printf '[safe]\n\tdirectory = *\n' >"$work/gitconfig"
	GIT_CONFIG_GLOBAL=$work/gitconfig git clone -q --no-local --depth 1 "file://$root" "$tree/root/clone" &&
		cp -a "$tree/root/clone" "$tree/root/backroom"
}

# test_system SYSTEM: 0 passed, 1 failed, 77 skipped.
test_system() {
	local status=0
	system=$1 tree=$work/$1
	if ! get_archive "$system"; then
		say "bare: skipped: $system: debootstrap failed"
		return 77
	fi
	if ! unpack; then
		say "bare: $system: the tree could not be unpacked, or the checkout not cloned"
		return 1
	fi
	isolated "$0" --inside "$tree" "$system" "$mode" || status=1
	if [ "$mode" = packages ] && [ $status -eq 0 ]; then
		summarize
		mkdir -p "$work/packages" && cp "$tree"/root/backroom/build/package/*.deb "$work/packages/" || return 1
		rm -rf --one-file-system "$tree"
		unpack && mv "$work/packages" "$tree/root/" || return 1
		isolated "$0" --inside "$tree" "$system" installed || status=1
	fi
	[ ! -e "$tree/log/steps" ] || summarize
	[ "$mode" != bench ] || [ $status -ne 0 ] || print_figures || status=1
	if [ $status -ne 0 ] && is_mirror_gone; then
		say "bare: skipped: $system: the mirror does not answer any more"
		status=77
	fi
	rm -rf --one-file-system "$tree"
	return $status
}

end() {
	[ -z "$child" ] || { kill -KILL $child || true; wait $child || true; } 2>/dev/null
	rm -rf --one-file-system "$work"
}

# Trees of runs that were killed.
remove_old_trees() {
	local old
	for old in /var/tmp/backroom-bare-*; do
		[ ! -e "$old/pid" ] || kill -0 "$(cat "$old/pid")" 2>/dev/null || rm -rf --one-file-system "$old"
	done
}

main() {
	local status failed=0 passed=0 skipped=0
	case ${1:-} in
	--inside) tree=$2 system=$3 mode=$4; run_inside; exit ;;
	--boot) tree=$2; boot ;;
	--quick | --packages | --bench) mode=${1#--}; shift ;;
	*) mode= ;;
	esac
	[ $# -gt 0 ] || set -- trixie bookworm
	for system; do
		case $system in
		bookworm | trixie | noble) ;;
		*) say "run: test bare: there is no \"$system\"; the systems are bookworm, trixie and noble"; exit 2 ;;
		esac
	done
	child=
	if ! unshare --mount --pid --fork mount -t tmpfs tmpfs /mnt 2>/dev/null; then
		say "bare: skipped: no mount namespace can be had here"
		exit 77
	fi
	remove_old_trees
	mkdir -p "$cache"
	work=$(mktemp -d /var/tmp/backroom-bare-XXXXXX)
	trap end EXIT
	trap 'exit 130' INT TERM HUP
	echo $$ >"$work/pid"
	for system; do
		status=0
		test_system "$system" || status=$?
		case $status in
		0) passed=$((passed + 1)) ;;
		77) skipped=$((skipped + 1)) ;;
		*) failed=$((failed + 1)) ;;
		esac
	done
	[ $((passed + failed)) -gt 0 ] || exit 77
	echo
	echo "systems: $passed passed, $failed failed, $skipped skipped"
	[ $failed -eq 0 ]
}

main "$@"
exit
