#!/bin/bash
# Would a test notice? Changes one place of the sources at a time, in a copy of the tree, runs the
# tests that look at the file, then the rest of the quick ones, and says whether any of them failed.
#   run.sh [-n COUNT] [-s SEED] [FILE…]       FILE: a .c file, or a folder of them (src ui)
# What was judged is remembered below the build folder: the same call goes on where it was ended.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")/../.."

count=20 seed=1
while getopts n:s: option; do
	case $option in
	n) count=$OPTARG ;;
	s) seed=$OPTARG ;;
	*) exit 2 ;;
	esac
done
shift $((OPTIND - 1))
[ $# -gt 0 ] || set -- src ui

here=$PWD/tests/mutants
work=$PWD/build/mutants
tree=$work/tree build=$work/build judged=$work/judged known=$work/known
build_s=600 test_s=120 # a change that never ends has been noticed
until=

say() {
	printf '%s\n' "$*" >&2
}

# The working tree as it is, with its times: what did not change is not built again. What a former
# call changed and put back was built with the change: it is newer than that.
copy_tree() {
	mkdir -p "$work"
	rm -rf "$tree"
	mkdir "$tree"
	git ls-files -z -co --exclude-standard | while IFS= read -rd '' file; do
		[ ! -f "$file" ] || printf '%s\0' "$file"
	done | tar -c --null -T - | tar -x -C "$tree"
	touch "$work/changed"
	while IFS= read -r file; do
		[ ! -f "$tree/$file" ] || touch "$tree/$file"
	done <"$work/changed"
}

configure() {
	local cache=()
	if command -v ccache >/dev/null; then
		cache=(-DCMAKE_C_COMPILER_LAUNCHER=ccache)
	fi
	export CCACHE_BASEDIR=$tree CCACHE_NOHASHDIR=1
	cmake -S "$tree" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBACKROOM_SANITIZE=ON \
		-DBACKROOM_WERROR=ON -DBACKROOM_TESTS=ON "${cache[@]}" >"$work/configure.log" 2>&1 ||
		{ say "mutants: the copy cannot be configured: $work/configure.log"; exit 1; }
	ninja -C "$build" -t targets all | sed -n 's/^\([a-z]*\.[a-z0-9_]*\(\.[a-z0-9_]*\)\{0,2\}\): phony.*/\1/p' |
		sort >"$work/targets"
}

# names REGEX: the tests, but those that take an hour or look at the sources alone. Of all of them
# (".") only the quick ones.
names() {
	local long='^soak$'
	[ "$1" != . ] || long='^(soak|slow)$'
	ctest --test-dir "$build" -N -R "$1" -E '^lint\.|_soak$|\.soak$' -LE "$long" 2>/dev/null |
		sed -n 's/^ *Test *#[0-9]*: //p' | sort
}

# own FILE: unit tests that bear its name.
own() {
	local floor=${1#src/} stem
	floor=${floor%%/*}
	stem=$(basename "$1" .c)
	printf 'unit\\.%s\\.([a-z]*\\.)?%s(_|$)' "$floor" "$stem"
}

# mapped FILE: what tests.map has for it, each value needs a word time that tests are run; but for what the
# file's program never comes to, which `blind FILE` is.
mapped() {
	local pattern regex
	while read -r pattern regex; do
		case $pattern in '#'* | '!' | '') continue ;; esac
		# shellcheck disable=SC2254
		case $1 in $pattern) printf '%s' "$regex"; return ;; esac
	done <"$here/tests.map"
}

blind() {
	local mark pattern regex
	while read -r mark pattern regex; do
		# shellcheck disable=SC2254
		case $mark$1 in '!'$pattern) printf '%s' "$regex"; return ;; esac
	done <"$here/tests.map"
	printf '^$'
}

# make NAME…: the tests, and where one of them may run the programs, those.
make() {
	local targets programs=
	targets=$(printf '%s\n' "$@" | sort | comm -12 - "$work/targets")
	if printf '%s\n' "$@" | grep -qvE '^(unit\.(base|model|wire|client|store|ui)|fuzz|pane)\.'; then
		programs="backroom backroom-service"
	fi
	# shellcheck disable=SC2086
	timeout $build_s ninja -C "$build" --quiet $programs $targets >"$work/build.log" 2>&1
}

# all_of NAME…: runs them, and says whether all passed; run NAME…: the same, up to the first that fails.
# Out of our own group of processes: a change may make a program kill the whole of its own.
all_of() {
	local regex
	regex=$(printf '%s|' "$@")
	# shellcheck disable=SC2086
	setsid -w ctest --test-dir "$build" -R "^(${regex%|})\$" $until --timeout $test_s -j2 >"$work/test.log" 2>&1
}

run() {
	until=--stop-on-failure all_of "$@"
}

# Which tests the last run saw failing.
failed() {
	sed -n 's/.*Test *#[0-9]*: \([^ ]*\) .*\*\*\*.*/\1/p' "$work/test.log"
}

# What passes without any change; what does not says nothing of one. Each is asked once, and
# remembered for the same tree.
declare -A sound
recall_sound() {
	local key name answer
	tree_key=$(cd "$tree" && find . -type f -print0 | sort -z | xargs -0 sha256sum | sha256sum | cut -c1-16)
	touch "$known"
	while read -r key name answer; do
		[ "$key" != "$tree_key" ] || sound[$name]=$answer
	done <"$known"
}

pick_sound() {
	local name unknown=()
	for name in "$@"; do
		[ -n "${sound[$name]:-}" ] || unknown+=("$name")
	done
	if [ ${#unknown[@]} -gt 0 ]; then
		make "${unknown[@]}" || { say "mutants: the copy does not build: $work/build.log"; exit 1; }
		all_of "${unknown[@]}" || true
		for name in "${unknown[@]}"; do
			sound[$name]=yes
		done
		while read -r name; do
			sound[$name]=no
			say "mutants: $name fails without any change: left out"
		done < <(failed)
		for name in "${unknown[@]}"; do
			printf '%s %s %s\n' "$tree_key" "$name" "${sound[$name]}" >>"$known"
		done
	fi
	for name in "$@"; do
		[ "${sound[$name]}" = no ] || printf '%s\n' "$name"
	done
}

# seeing NAME…: those that can see what was built since `before`: a test that runs no program, in its
# own; any other one in a program, too.
seeing() {
	local name programs=
	if [ "$build/bin/backroom" -nt "$work/before" ] ||
		[ "$build/libexec/backroom/backroom-service" -nt "$work/before" ]; then
		programs=yes
	fi
	for name in "$@"; do
		case $name in
		unit.base.* | unit.model.* | unit.wire.* | unit.client.* | unit.store.* | unit.ui.* | plain.* | fuzz.*)
			[ ! "$build/tests/$name" -nt "$work/before" ] || printf '%s\n' "$name"
			;;
		*)
			[ ! "$build/tests/$name" -nt "$work/before" ] && [ -z "$programs" ] || printf '%s\n' "$name"
			;;
		esac
	done
}

# judge FILE LINE HEX: "noticed by NAME", "lived", "does not build"
judge() {
	local file=$1 tests tried=() able stage list
	# shellcheck disable=SC2046
	for stage in "$(own "$file")" $(mapped "$file") .; do
		list=$(comm -23 <(names "$stage" | grep -vE "$(blind "$file")") <(printf '%s\n' "${tried[@]}" | sort))
		[ -n "$list" ] || continue
		# shellcheck disable=SC2086
		pick_sound $list >"$work/sound"
		mapfile -t tests <"$work/sound"
		tried+=("${tests[@]}")
		[ ${#tests[@]} -gt 0 ] || continue
		echo "$file" >>"$work/changed"
		touch "$work/before"
		perl "$here/draw.pl" apply "$tree/$file" "$2" "$3"
		local status=0
		make "${tests[@]}" || status=$?
		mapfile -t able < <(seeing "${tests[@]}")
		if [ $status -eq 0 ] && [ ${#able[@]} -gt 0 ]; then
			run "${able[@]}" || status=$?
			[ $status -eq 0 ] || status=noticed
		fi
		cp "$file" "$tree/$file" # a new time: it is built again
		case $status in
		0) ;;
		noticed)
			printf 'noticed by %s' "$(failed | head -1)"
			return
			;;
		*)
			printf 'does not build'
			return
			;;
		esac
	done
	printf 'lived'
}

copy_tree
recall_sound
configure
find "$@" -name '*.c' ! -name main.c | sort >"$work/files"
# shellcheck disable=SC2046
perl "$here/draw.pl" list "$seed" "$count" $(cat "$work/files") >"$work/drawn"
touch "$judged"

while IFS=$'\t' read -r file line kind before after hex; do
	key="$(sha256sum <"$file" | cut -c1-16) $file $line $hex"
	verdict=$(awk -v key="$key" 'index($0, key "\t") == 1 { sub(/^[^\t]*\t/, ""); print }' "$judged" | tail -1)
	if [ -z "$verdict" ]; then
		judge "$file" "$line" "$hex" >"$work/verdict"
		verdict=$(cat "$work/verdict")
		printf '%s\t%s\n' "$key" "$verdict" >>"$judged"
	fi
	printf '%s:%s: %s\n\t- %s\n\t+ %s\n\t%s\n' "$file" "$line" "$kind" "$before" "$after" "$verdict"
	printf '%s\t%s\n' "$file" "$verdict" >>"$work/run.$$"
done <"$work/drawn"

awk -F '\t' '
	{ split($1, part, "/"); floor = part[1] == "src" ? part[2] : part[1] }
	$2 ~ /^noticed/ { noticed[floor]++; all++ }
	$2 ~ /^lived/ { lived[floor]++; left++ }
	$2 ~ /^does/ { none++ }
	{ floors[floor] = 1 }
	END {
		for (f in floors)
			if (noticed[f] + lived[f])
				printf "%-8s %d of %d noticed\n", f, noticed[f], noticed[f] + lived[f] | "sort"
		close("sort")
		if (all + left)
			printf "all      %d of %d noticed, %d %%; %d did not build and do not count\n",
				all, all + left, 100 * all / (all + left), none
	}' "$work/run.$$"
rm -f "$work/run.$$"
