#!/bin/sh
# By the symbols of what was built: no module needs another one that needs it, on whatever way
# around; and no function is exported that no other module and no test uses.
# Argument: a build folder, default $BACKROOM_BUILD; exits with 77 where none is.
set -eu
cd "$(dirname "$0")/../.."
build=${1:-${BACKROOM_BUILD:-}}
objects=$(find "$build"/CMakeFiles/*.dir -name '*.c.o' 2>/dev/null) || true
tests=$(find "$build"/tests -path '*.dir/*' -name '*.c.o' 2>/dev/null) || true
if [ -z "$build" ] || [ -z "$objects" ]; then
	echo "no build to look at"
	exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What each module needs and has, as pairs for tsort, which tells of loops.
# shellcheck disable=SC2086
{
	nm -A $objects
	echo tests
	[ -z "$tests" ] || nm -A $tests
} 2>/dev/null | awk -v work="$work" '
/^tests$/ {
	in_tests = 1
	next
}
in_tests {
	if ($(NF - 1) == "U")
		used[$NF] = 1
	next
}
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
$(NF - 1) == "T" { function_of[$NF] = module }
$(NF - 1) == "U" {
	needs[module, $NF] = 1
	used[$NF] = 1
}
END {
	for (pair in needs) {
		split(pair, part, SUBSEP)
		if (part[2] in home && home[part[2]] != part[1])
			print part[1], home[part[2]] >(work "/pairs")
	}
	for (name in function_of)
		if (!(name in used) && name != "main")
			print function_of[name] ".c: no other module uses " name "(): static, or unused" >(work "/unused")
}'
sort -u "$work/pairs" | tsort 2>&1 >/dev/null |
	sed 's/^tsort: -: input contains a loop:/these need each other:/; s/^tsort: /    /' >"$work/loops"
[ ! -e "$work/unused" ] || [ -z "$tests" ] || sort "$work/unused" >>"$work/loops"
cat "$work/loops"
[ ! -s "$work/loops" ]
