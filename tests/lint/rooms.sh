#!/bin/sh
# Rooms: which of its floor's rooms a room may include. A floor that has rooms keeps nearly all its
# files in them; those beside the rooms, and ui/shell, may include any. In ui no subject includes
# another one: it asks nav.h to go there. Argument: the tree, default this one.
set -eu
cd "${1:-$(dirname "$0")/../..}"

find src ui -name '*.[ch]' 2>/dev/null | sort | xargs awk '
BEGIN {
	may["app/text"] = ""
	may["app/local"] = ""
	may["app/config"] = "text local"
	may["app/list"] = "text"
	may["app/link"] = "text local"
	may["app/contact"] = "text local"
	may["app/basket"] = "text list link contact"
	may["app/catalog"] = "text config list basket journey"
	may["app/snapshot"] = "text local list catalog"
	may["app/estimate"] = "text list basket catalog snapshot"
	may["app/journey"] = "text list"
	may["app/journal"] = "text local list"
	may["app/identity"] = "text list basket journal"
	may["app/plan"] = "text local list catalog journal"
	may["app/access"] = "text config"
	may["app/run"] = "local config link access"
	may["cli/args"] = ""
	may["cli/out"] = "args"
	may["cli/read"] = ""
	may["cli/identity"] = "args out read"
	may["service/http"] = ""
	may["service/auth"] = "http"
	may["service/demo"] = ""
	may["service/api"] = "http auth demo"
	may["service/openapi"] = "api"
	may["service/cmd"] = "http auth demo api openapi"
	may["ui/term"] = ""
	may["ui/kit"] = "term"
	may["ui/rows"] = "term kit"
	may["ui/writes"] = "term kit"
	may["ui/access"] = "term kit"
	may["ui/linear"] = "term kit rows writes"
	may["ui/basket"] = "term kit rows"
	may["ui/catalog"] = "term kit rows"
	may["ui/snapshot"] = "term kit rows"
	may["ui/journey"] = "term kit rows"
	may["ui/identity"] = "term kit rows writes"
	may["ui/journal"] = "term kit rows writes"
	may["ui/plan"] = "term kit rows writes"
}
FNR == 1 {
	name = FILENAME
	sub(/^src\//, "", name)
	split(name, part, "/")
	room = part[1] "/" part[2]
}
/^[ \t]*#[ \t]*include[ \t]*"/ && room in may {
	split($0, quoted, "\"")
	n = split(quoted[2], path, "/")
	if (path[1] != part[1] || path[2] == part[2])
		next
	if (n < 3 || (" " may[room] " ") !~ (" " path[2] " ")) {
		printf "%s:%d: %s may not include \"%s\"\n", FILENAME, FNR, room, quoted[2]
		failed = 1
	}
}
END { exit failed }'
