#!/bin/sh
# Sizes: a file 600 lines, a header 150, a function 80 and nine in ten 40. Prints the largest.
# Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"
max_file=600 max_header=150 max_function=80 max_p90=40
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

find src ui tests \( -name '*.[ch]' -o -name '*.sh' \) -type f 2>/dev/null | sort >"$work/files"
if [ ! -s "$work/files" ]; then
	echo "no files to measure"
	exit 1
fi

xargs wc -l <"$work/files" | awk '$2 != "total" { print $1, $2 }' | sort -rn >"$work/lines"
grep '[.][ch]$' "$work/files" >"$work/code" || true
# name, file, kind, start and end; the return type stands one line above the name.
ctags -f - --languages=C --langmap=C:.c.h --kinds-C=f --fields=+ne -L "$work/code" 2>/dev/null |
	awk -F '\t' '{
		for (i = 4; i <= NF; i++) {
			if ($i ~ /^line:/) start = substr($i, 6)
			if ($i ~ /^end:/) print substr($i, 5) - start + 2, $2 ":" start, $1
		}
	}' | sort -rn >"$work/functions"

echo "largest files:"; head -n 3 "$work/lines"
echo "longest functions:"; head -n 5 "$work/functions"
awk -v max="$max_file" -v header="$max_header" '
	$1 > max { print $2 ": " $1 " lines, at most " max; failed = 1 }
	$2 ~ /[.]h$/ && $1 > header { print $2 ": a header of " $1 " lines, at most " header; failed = 1 }
	END { exit failed }' "$work/lines" || failed=1
awk -v max="$max_function" -v p90="$max_p90" '
	{ size[NR] = $1 }
	$1 > max { print $2 ": " $3 " has " $1 " lines, at most " max; failed = 1 }
	END {
		nine = size[int(NR / 10) + 1]
		if (NR > 0 && nine > p90) { print "nine in ten functions: " nine " lines, at most " p90; failed = 1 }
		else printf "%d functions, nine in ten at most %d lines\n", NR, nine
		exit failed
	}' "$work/functions" || failed=1
exit "${failed:-0}"
