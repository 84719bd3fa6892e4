#!/bin/sh
# State lives in what callers own: variables of a file or of a function that can change stand
# in ui/term/term.c, src/wire/json.c and src/base/log.c only, in ui/term/crash.c for a signal handler, and in
# src/base/conffile.c, where libconfuse's error callback takes no context. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
allowed='^(ui/term/term[.]c|ui/term/crash[.]c|src/wire/json[.]c|src/base/log[.]c|src/base/conffile[.]c)$'

find src ui -name '*.[ch]' 2>/dev/null | sort | grep -Ev "$allowed" >"$work/files" || true
[ -s "$work/files" ] || exit 0

# Variables of files as ctags sees them, and every "static" of headers and inside functions.
grep '[.]c$' "$work/files" >"$work/code" || true
{
	ctags -f - --languages=C --kinds-C=v --fields=+n --excmd=number -L "$work/code" 2>/dev/null |
		awk -F '\t' '{ sub(/;"$/, "", $3); print $2 ":" $3 }'
	xargs grep -nE '^[[:space:]]+(static|_Thread_local)[[:space:]]' /dev/null <"$work/files" |
		awk -F : '{ print $1 ":" $2 }'
	xargs grep -nE '^static[^(]*[;=]' /dev/null <"$work/files" | awk -F : '{ print $1 ":" $2 }'
} | sort -u >"$work/places"

awk -F : -v places="$work/places" '
# The declarator: up to the value, the index or the end; of a pointer, what follows the last star.
function is_constant(line) {
	sub(/[=\[;{].*/, "", line)
	if (line ~ /[*]/)
		sub(/.*[*]/, "", line)
	return line ~ /(^|[^A-Za-z_])const([^A-Za-z_]|$)/
}
BEGIN {
	while ((getline < places) > 0) {
		line = ""
		for (i = 1; i <= $2 && (getline text < $1) > 0; i++) {
			# A struct without a name, or a long type: its words stand above the name.
			if (i < $2 && text ~ /^[A-Za-z_]/)
				opening = text ~ /[;}]/ ? "" : text
			line = text
		}
		close($1)
		if (line ~ /^}/ || line !~ /(static|const|_Thread_local|extern)/) {
			sub(/[ \t]*{.*/, "", opening)
			sub(/^}/, "", line)
			line = opening " " line
		}
		opening = ""
		if (line ~ /extern/ || is_constant(line))
			continue
		printf "%s:%d: can change:%s\n", $1, $2, line
		failed = 1
	}
	exit failed
}'
