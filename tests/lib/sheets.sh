#!/bin/sh
# sheets.sh BUILD OUT - every pane at four sizes in four looks: the walk tests/script/panes.walk, each
# of whose screens is drawn below the one before on OUT/sheets/COLS-LOOK.svg. Called by pictures.sh,
# which sets the folders.
set -eu
build=$1 out=$2/sheets
walk=$(dirname "$0")/../script/panes.walk
mkdir -p "$out"
names=$(sed -n 's/^screen //p' "$walk" | tr '\n' ' ')

# Pictures below one another, with what SVG calls nesting.
below_one_another() {
	awk '
		FNR == 1 {
			match($0, /width="[0-9]+"/); w = substr($0, RSTART + 7, RLENGTH - 8)
			match($0, /height="[0-9]+"/); h = substr($0, RSTART + 8, RLENGTH - 9)
			sub(/<svg /, "<svg y=\"" all "\" ")
			all += h + 12
			wide = w > wide ? w : wide
		}
		{ body = body $0 "\n" }
		END {
			printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\">\n", wide, all
			printf "%s</svg>\n", body
		}' "$@"
}

# look NAME THEME TERMINAL GROUND
look() {
	for size in 80x24 100x30 120x36 160x45; do
		rm -rf "$out/one" "$BACKROOM_SCREENS"
		mkdir -p "$out/one" "$BACKROOM_SCREENS"
		{ echo "size $size"; cat "$walk"; } >"$out/walk.script"
		# shellcheck disable=SC2086
		PICTURE_GROUND=$4 PICTURE_TERM=TERM=$3 "$build/tests/picture" $size "$out/one" $names -- \
			"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --theme "$2" --script "$out/walk.script"
		# shellcheck disable=SC2046
		below_one_another $(for n in $names; do echo "$out/one/$n.svg"; done) \
			>"$out/${size%x*}-$1.svg"
	done
	rm -rf "$out/one"
}

look dark dark xterm-256color dark
look light light xterm-256color light
look 8-colours dark xterm dark
look mono mono xterm-256color dark
