#!/bin/sh
# A static function's name says what it is about: a backtrace with the eleventh `compare` or `load` in
# it says nothing. So no name is defined in more than two files of the subjects, src/app, src/list and ui. Argument: the
# tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find src ui -name '*.c' 2>/dev/null | grep -Ev '^src/(base|model|wire|client|cli|demo|store|service)/' | sort >"$work/files"
[ -s "$work/files" ] || exit 0

# name, file and line of every static function
ctags -f - --languages=C --kinds-C=f --fields=+n-k --excmd=number -L "$work/files" 2>/dev/null |
	awk -F '\t' '/\tfile:/ { sub(/;"$/, "", $3); print $1, $2, $3 }' | sort -k1,1 -k2,2 >"$work/names"

awk '
{
	if ($1 != name) {
		name = $1
		file = ""
	}
	if ($2 != file)
		files[$1]++
	file = $2
	at[NR] = $2 ":" $3
	of[NR] = $1
}
END {
	for (i = 1; i <= NR; i++)
		if (files[of[i]] > 2) {
			printf "%s: %s() stands in %d files: name its subject\n", at[i], of[i], files[of[i]]
			failed = 1
		}
	exit failed
}' "$work/names"
