#!/bin/sh
# snapshots.sh SCRIPT - makes the files that a script's lines `# snapshot: FILE EDIT` ask for, in
# this folder: the demo's catalog in FILE, edited with sed. x.csv beside x.script is sheet.csv
# here, and x.tour is steps.tour.
set -eu
if [ -e "${1%.script}.csv" ]; then
	cp "${1%.script}.csv" sheet.csv
fi
if [ -e "${1%.script}.tour" ]; then
	cp "${1%.script}.tour" steps.tour
fi
sed -n '1,9s/^# snapshot: *//p' "$1" | while read -r file edit; do
	"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z -- snapshot save "$file" --yes </dev/null 2>snapshots.out ||
		cat snapshots.out
	sed -i "$edit" "$file"
done
