#!/bin/sh
# Who includes whom: ui -> app -> client -> wire -> model -> base, cli beside ui,
# service -> demo -> wire, service -> store -> wire. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"

find src ui -name '*.[ch]' -o -name '*.def' 2>/dev/null | sort | xargs awk '
BEGIN {
	below["base"] = "base"
	below["model"] = "model base"
	below["wire"] = "wire model base"
	below["client"] = "client wire model base"
	below["app"] = "app client wire model base"
	below["cli"] = "cli app client wire model base"
	below["ui"] = "ui app client wire model base"
	below["demo"] = "demo wire model base"
	below["store"] = "store wire model base"
	below["service"] = "service demo store wire model base"
	below["main"] = "ui cli app client wire model base"
}
function bad(why) {
	printf "%s:%d: %s\n", FILENAME, FNR, why
	failed = 1
}
FNR == 1 {
	split(FILENAME, part, "/")
	floor = part[1] == "ui" ? "ui" : part[2]
	if (FILENAME == "src/main.c")
		floor = "main"
	if (!(floor in below))
		bad("belongs to no floor")
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	n = split(quoted[2], path, "/")
	if (n < 2)
		bad("include \"" quoted[2] "\" by its floor, as \"" floor "/" quoted[2] "\"")
	else if (!(path[1] in below))
		bad("includes \"" quoted[2] "\", which is on no floor")
	else if ((" " below[floor] " ") !~ (" " path[1] " "))
		bad(floor " may not include " path[1] " (\"" quoted[2] "\")")
	else if (floor != "store" && quoted[2] ~ /^store\/.*\//)
		bad("only the store knows which one it is (\"" quoted[2] "\")")
}
END { exit failed }'
