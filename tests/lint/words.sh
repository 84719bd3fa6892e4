#!/bin/sh
# Words that must not stay, calls that must not be made, plain English (english.pl), and README.md
# tables against the folders they describe, both ways. Argument: the tree, default this one.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "${1:-$(dirname "$0")/../..}"
failed=0

# What grep finds is printed; its status also speaks of folders that are not there.
refuse() {
	[ -n "$1" ] || return 0
	printf '%s\n%s\n' "$1" "$2"
	failed=1
}

# Marks of unfinished work. The brackets keep this file from finding itself.
refuse "$(grep -rnIwE 'TO[D]O|FIX[M]E|X[X]X|HA[C]K|stu[b]s?|stubb[e]d' \
	src ui tests keymaps run .github 2>/dev/null | grep -v '^tests/lint/selftest.sh:')" \
	"finish these, or leave them out"
refuse "$(grep -rnE '(^|[^A-Za-z0-9_])(v?sprintf|strcpy|strcat|strtok|ato[il]|gets|alloca) ?\(' \
	--include='*.[ch]' src ui tests 2>/dev/null)" \
	"these have no place for a length or an error: use base/str.h and base/buf.h"
refuse "$(grep -rnE '(^|[^A-Za-z0-9_])skip\(\)' --include='*.[ch]' tests 2>/dev/null | grep -v '^tests/lib/test.h:')" \
	"say why with skip_because() of lib/test.h"

# The words in `…` of the first column of a folder's table that look like its files; a * stands
# for any characters, x.{h,c} for both.
named() {
	awk -F '|' '/^\|/ { rest = $2
		while (match(rest, /`[^`]*`/)) {
			word = substr(rest, RSTART + 1, RLENGTH - 2)
			rest = substr(rest, RSTART + RLENGTH)
			if (match(word, /\.\{[^}]*\}$/)) {
				n = split(substr(word, RSTART + 2, RLENGTH - 3), ending, ",")
				for (i = 1; i <= n; i++) print substr(word, 1, RSTART) ending[i]
			} else
				print word
		}
	}' "$1/README.md"
}

# Does a pattern of the table fit the name?
fits() {
	while read -r pattern; do
		# shellcheck disable=SC2254
		case $1 in
		$pattern) return 0 ;;
		esac
	done <"$patterns"
	return 1
}

patterns=$(mktemp)
trap 'rm -f "$patterns"' EXIT
# The nearest folder above, or this one, that has a README.md.
told_in() {
	above=$1
	while [ ! -f "$above/README.md" ] && [ "$above" != . ]; do
		above=$(dirname "$above")
	done
	echo "$above"
}

for folder in $(find src ui tests -type d 2>/dev/null | sort); do
	[ -n "$(find "$folder" -maxdepth 1 -type f ! -name README.md | head -n 1)" ] || continue
	# A room's files are in its floor's tables, as `room/file.c`; those of tests and data as `name/*`.
	above=$(told_in "$folder")
	if [ "$above" = . ]; then
		echo "$folder: no README.md names its files"
		failed=1
		continue
	fi
	named "$above" >"$patterns"
	for file in "$folder"/*; do
		name=${file#"$above"/}
		[ -f "$file" ] && [ "${name##*/}" != README.md ] || continue
		fits "$name" || { echo "$above/README.md: does not name $name"; failed=1; }
	done
	[ "$above" = "$folder" ] || continue
	while read -r pattern; do
		# shellcheck disable=SC2086
		set -- "$folder"/$pattern
		# A folder or a row for tests still to come is no file that has gone.
		[ -e "$1" ] && continue
		case $pattern in
		*'*'*) continue ;;
		esac
		echo "$folder/README.md: names $pattern, which is not there"
		failed=1
	done <"$patterns"
done
perl "$here/english.pl" . || failed=1
exit $failed
