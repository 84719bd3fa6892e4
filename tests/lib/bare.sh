#!/bin/bash
# bare.sh [--quick] [SYSTEM…] - `./run test bare`, as root: in a new minimal tree of each system
# (trixie and bookworm, or those named; noble is Ubuntu 24.04) it clones the last commit and runs
# what README.md says: `./run`, then `./run test`, as root; then `./run` and `./run test quick` as an
# ordinary user. With --quick: `./run` and `./run test quick` as root alone.
#
# debootstrap makes a tree once; it is kept as an archive with its checksum, below /var/cache or
# $XDG_CACHE_HOME, and made again after a week. A run unpacks it below /var/tmp, and works in mount
# and process namespaces of its own: however it ends, nothing stays mounted or running.
#
# Exit status 0: all passed; 1: something failed; 77: no tree could be made, or no namespace.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
cache=${XDG_CACHE_HOME:-/var/cache}/backroom
WEEK=7 # days

say() {
	printf '%s\n' "$*" >&2
}

# ---- inside the namespaces: bare.sh --inside TREE QUICK ----

# step NAME COMMAND…: runs it with the output in the tree's log, and says how long it took.
step() {
	local name=$1 from=$SECONDS status=0
	shift
	say "bare: $system: $name"
	"$@" </dev/null >"$tree/log/$name" 2>&1 || status=$?
	printf '%s %s %s\n' "$name" $((SECONDS - from)) $status >>"$tree/log/steps"
	if [ $status -ne 0 ]; then
		say "bare: $system: $name ended with $status after $((SECONDS - from)) s:"
		tail -n 400 "$tree/log/$name" >&2
	fi
	return $status
}

# in_tree COMMAND…: as its root, with an environment as small as that of a new machine.
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

# Of the system's files: not what was cloned, built or fetched to be installed.
megabytes() {
	du -sxm --exclude="$tree/root" --exclude="$tree/home" --exclude="$tree/var/cache" \
		--exclude="$tree/var/lib/apt/lists" "$tree" | cut -f 1
}

run_inside() {
	local status=0
	mount_all
	mkdir -p "$tree/log"
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/before"
	step run in_tree sh -c 'cd /root/backroom && ./run' || status=1
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/built"
	[ $status -ne 0 ] || step test in_tree sh -c "cd /root/backroom && ./run test $quick" || status=1
	printf '%s %s\n' "$(count_packages)" "$(megabytes)" >"$tree/log/tested"
	if [ -z "$quick" ]; then
		in_tree useradd --create-home tester
		cp -a "$tree/root/clone" "$tree/home/tester/backroom"
		in_tree chown -R tester:tester /home/tester
		step user-run as_user sh -c 'cd ~/backroom && ./run' || status=1
		step user-test as_user sh -c 'cd ~/backroom && ./run test quick' || status=1
	fi
	return $status
}

if [ "${1:-}" = --inside ]; then
	tree=$2 system=$3 quick=$4
	run_inside
	exit
fi

# ---- outside ----

# The host's way to a package mirror, where it is not the usual one.
proxy_of_host() {
	apt-config dump --format '%f "%v";%n' Acquire::http::Proxy Acquire::https::Proxy 2>/dev/null || true
}

is_whole() {
	[ -s "$1" ] && (cd "$(dirname "$1")" && sha256sum --quiet -c "$1.sha256") >/dev/null 2>&1
}

# Debian's own debootstrap knows Ubuntu by its first release and wants its key, which a newer Debian
# has as a package: that one is taken from there.
find_ubuntu_key() {
	ubuntu_key=/usr/share/keyrings/ubuntu-archive-keyring.gpg
	[ ! -e $ubuntu_key ] || return 0
	ubuntu_key=$cache/ubuntu-archive-keyring.gpg
	[ ! -e "$ubuntu_key" ] || return 0
	get_archive trixie || return 1
	mkdir "$work/keys"
	tar -xf "$cache/trixie.tar" -C "$work/keys"
	cp /etc/resolv.conf /etc/hosts "$work/keys/etc/"
	proxy_of_host >"$work/keys/etc/apt/apt.conf.d/proxy"
	chroot "$work/keys" sh -c 'cd /tmp && apt-get -q update && apt-get -q download ubuntu-keyring &&
		dpkg-deb -x ubuntu-keyring_*.deb .' >"$work/keys.log" 2>&1 || return 1
	cp "$work/keys/tmp/usr/share/keyrings/ubuntu-archive-keyring.gpg" "$ubuntu_key"
	rm -rf "$work/keys"
}

# get_archive SYSTEM: $cache/SYSTEM.tar, not older than a week where that can be had.
get_archive() {
	local archive=$cache/$1.tar options=() script=()
	if is_whole "$archive" && [ -z "$(find "$archive" -mtime +$WEEK)" ]; then
		return 0
	fi
	if [ "$1" = noble ]; then
		find_ubuntu_key || return 1
		options=(--components=main,universe "--keyring=$ubuntu_key")
		script=("" gutsy)
	fi
	say "bare: $1: making a tree by debootstrap"
	rm -rf "$work/new"
	if debootstrap --variant=minbase "${options[@]}" "$1" "$work/new" "${script[@]}" >"$work/debootstrap" 2>&1; then
		rm -f "$work/new"/var/cache/apt/archives/*.deb
		tar -cf "$archive.new" -C "$work/new" .
		mv "$archive.new" "$archive"
		(cd "$cache" && sha256sum "$archive" >"$archive.sha256")
		rm -rf "$work/new"
	elif is_whole "$archive"; then
		say "bare: $1: no newer tree could be made, so one older than a week is used"
	else
		tail -n 5 "$work/debootstrap" >&2
		return 1
	fi
}

# A mirror that stopped answering meanwhile is no failure of the project.
is_mirror_gone() {
	! chroot "$1" apt-get -q update -o APT::Update::Error-Mode=any >/dev/null 2>&1
}

# field FILE N: of one of the lists that run_inside() wrote.
field() {
	cut -d ' ' -f "$2" "$tree/log/$1"
}

summarize() {
	local name seconds status
	echo
	echo "$system: $(field before 1) packages, $(field before 2) MiB at first;" \
		"./run brought $(($(field built 1) - $(field before 1)))," \
		"$(($(field built 2) - $(field before 2))) MiB;" \
		"./run test $(($(field tested 1) - $(field built 1)))," \
		"$(($(field tested 2) - $(field built 2))) MiB"
	while read -r name seconds status; do
		echo "$system: $name: $seconds s, status $status"
		grep -E '^(skipped|FAILED|FLAKY): |^[0-9]+ passed, ' "$tree/log/$name" | sed "s/^/$system: /" || true
	done <"$tree/log/steps"
}

# test_system SYSTEM: 0 passed, 1 failed, 77 skipped.
test_system() {
	local status=0
	system=$1 tree=$work/$1
	if ! get_archive "$system"; then
		say "bare: skipped: $system: no tree could be made; does the mirror answer?"
		return 77
	fi
	mkdir "$tree"
	tar -xf "$cache/$system.tar" -C "$tree"
	cp /etc/resolv.conf /etc/hosts "$tree/etc/"
	proxy_of_host >"$tree/etc/apt/apt.conf.d/proxy"
	echo force-unsafe-io >"$tree/etc/dpkg/dpkg.cfg.d/unsafe-io" # the tree is thrown away
	git -c safe.directory='*' clone -q --no-local --depth 1 "file://$root" "$tree/root/clone"
	cp -a "$tree/root/clone" "$tree/root/backroom"
	unshare --mount --pid --fork --kill-child "$0" --inside "$tree" "$system" "$quick" &
	child=$!
	wait $child || status=1
	child=
	[ ! -e "$tree/log/steps" ] || summarize
	if [ $status -ne 0 ] && is_mirror_gone "$tree"; then
		say "bare: skipped: $system: the mirror does not answer any more"
		status=77
	fi
	rm -rf --one-file-system "$tree"
	return $status
}

quick=
if [ "${1:-}" = --quick ]; then
	quick=quick
	shift
fi
[ $# -gt 0 ] || set -- trixie bookworm
for system; do
	case $system in
	bookworm | trixie | noble) ;;
	*) say "run: test bare: \"$system\" is not known; there are bookworm, trixie and noble"; exit 2 ;;
	esac
done
if [ "$(id -u)" -ne 0 ]; then
	say "run: test bare needs root, for namespaces and a tree of its own"
	exit 2
fi
if ! unshare --mount --pid --fork mount -t tmpfs tmpfs /mnt 2>/dev/null; then
	say "bare: skipped: no mount namespace can be had here"
	exit 77
fi
mkdir -p "$cache"
work=$(mktemp -d /var/tmp/backroom-bare-XXXXXX)
child=
end() {
	[ -z "$child" ] || { kill -KILL $child; wait $child || true; } 2>/dev/null
	rm -rf --one-file-system "$work"
}
trap end EXIT
trap 'exit 130' INT TERM HUP
failed=0 passed=0 skipped=0
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
