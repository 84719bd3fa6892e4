#!/bin/sh
# No module needs another one that needs it, on whatever way around: by the symbols of what was built.
# Argument: a build folder, default $BACKROOM_BUILD; exits with 77 where none is.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-${BACKROOM_BUILD:-}}
objects=$(find "$build"/CMakeFiles/*.dir -name '*.c.o' 2>/dev/null) || true
if [ -z "$build" ] || [ -z "$objects" ]; then
	echo "no build to look at"
	exit 77
fi

# What each module needs and has, as pairs for tsort, which tells of loops.
# shellcheck disable=SC2086
nm -A $objects 2>/dev/null | awk '
{
	module = $1
	sub(/:.*/, "", module)
	sub(/.*\.dir\//, "", module)
	sub(/\.c\.o$/, "", module)
	if (!(module in there)) # of a source that is gone the object may still be there
		there[module] = (getline line < (module ".c")) >= 0
	if (!there[module])
		next
}
$(NF - 1) ~ /^[TDBRVC]$/ { home[$NF] = module }
$(NF - 1) == "U" { needs[module, $NF] = 1 }
END {
	for (pair in needs) {
		split(pair, part, SUBSEP)
		if (part[2] in home && home[part[2]] != part[1])
			print part[1], home[part[2]]
	}
}' | sort -u | tsort 2>&1 >/dev/null | sed 's/^tsort: -: input contains a loop:/these need each other:/; s/^tsort: /    /' |
	{ ! grep .; }
