#!/bin/sh
# Who includes whom. Floors: ui, cli -> the subjects -> list -> app -> client -> wire -> model -> base;
# service -> demo -> wire, service -> store -> wire. A subject has a folder of one name in src and in
# ui; it includes another one only along `subject`. Its command*.c belong to the commands and may use
# cli. Rooms of ui and service: `room`. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"

find src ui -name '*.[ch]' -o -name '*.def' 2>/dev/null | sort | xargs awk '
BEGIN {
	below["base"] = "base"
	below["model"] = "model base"
	below["wire"] = "wire model base"
	below["client"] = "client wire model base"
	below["app"] = "app client wire model base"
	below["list"] = "list " below["app"]
	subject["access"] = ""
	subject["audit"] = ""
	subject["contact"] = ""
	subject["journal"] = ""
	subject["journey"] = ""
	subject["basket"] = "contact"
	subject["catalog"] = "basket journey contact"
	subject["identity"] = "basket journal contact"
	subject["plan"] = "catalog journal"
	subject["snapshot"] = "basket catalog contact"
	for (name in subject) {
		below[name] = name " " subject[name] " " below["list"]
		all = all " " name
	}
	below["cli"] = "cli" all " " below["list"]
	below["ui"] = "ui" all " " below["list"]
	below["demo"] = "demo wire model base"
	below["store"] = "store wire model base"
	below["service"] = "service demo store wire model base"
	below["main"] = "ui " below["cli"]

	room["service/http"] = ""
	room["service/auth"] = "http"
	room["service/feed"] = ""
	room["service/demo"] = "feed"
	room["service/api"] = "http auth feed demo"
	room["service/openapi"] = "api"
	room["service/cmd"] = "http auth feed demo api openapi"
	room["ui/term"] = ""
	room["ui/kit"] = "term"
	room["ui/rows"] = "term kit"
	room["ui/linear"] = "term kit rows journal"
	for (name in subject)
		room["ui/" name] = "term kit rows"
	room["ui/audit"] = room["ui/identity"] = room["ui/plan"] = "term kit rows journal"
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
	inside = part[1] == "ui" ? "ui/" part[2] : part[2] "/" part[3]
	may = below[floor]
	if (floor in subject && part[3] ~ /^command/)
		may = below["cli"]
}
/^[ \t]*#[ \t]*include[ \t]*"/ {
	split($0, quoted, "\"")
	n = split(quoted[2], path, "/")
	if (n < 2)
		bad("include \"" quoted[2] "\" by its floor, as \"" floor "/" quoted[2] "\"")
	else if (!(path[1] in below))
		bad("includes \"" quoted[2] "\", which is on no floor")
	else if ((" " may " ") !~ (" " path[1] " "))
		bad(floor " may not include " path[1] " (\"" quoted[2] "\")")
	else if (floor != "store" && quoted[2] ~ /^store\/.*\//)
		bad("only the store knows which one it is (\"" quoted[2] "\")")
	else if (inside in room && path[1] == floor && path[1] "/" path[2] != inside &&
	    (n < 3 || (" " room[inside] " ") !~ (" " path[2] " ")))
		bad(inside " may not include \"" quoted[2] "\"")
}
END { exit failed }'
