#!/bin/sh
# pictures.sh BUILD - makes screenshots/ again: every script with a line `# pictures: NAME…` at
# its top runs on a terminal of `# size: COLSxROWS` (80x24 without one), and each NAME that it
# saves becomes screenshots/NAME.png, in the theme of `# theme: NAME` (dark). Without rsvg-convert the SVGs stay in BUILD/pictures.
set -eu
cd "$(dirname "$0")/../.."
root=$PWD
build=$root/$1
out=$build/pictures
rm -rf "$out"
mkdir -p "$out/home"
export HOME="$out/home" XDG_CONFIG_HOME="$out/home" XDG_STATE_HOME="$out/home" XDG_DATA_HOME="$out/home"
export BACKROOM_BIN="$build/bin/backroom"
export BACKROOM_SCREENS="$out/screens" TERM=xterm-256color BACKROOM_TEST_PATIENCE=10
status=0
for script in "$root"/tests/script/*.script; do
	names=$(sed -n '1,8s/^# pictures: *//p' "$script")
	size=$(sed -n '1,8s/^# size: *//p' "$script")
	args=$(sed -n '1,8s/^# args: *//p' "$script")
	theme=$(sed -n '1,8s/^# theme: *//p' "$script")
	[ -n "$names" ] || continue
	rm -rf "$BACKROOM_SCREENS"
	mkdir -p "$BACKROOM_SCREENS"
	cd "$out"
	rm -f ./*.snap ./*.csv ./*.tour
	"$root/tests/lib/snapshots.sh" "$script"
	case $theme in light | projector) export PICTURE_GROUND=light ;; *) unset PICTURE_GROUND ;; esac
	# shellcheck disable=SC2086
	"$build/tests/picture" "${size:-80x24}" "$out" $names -- \
		"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z --theme "${theme:-dark}" $args --script "$script" || status=1
done
"$root/tests/lib/sheets.sh" "$build" "$out" || status=1
if ! command -v rsvg-convert >/dev/null; then
	echo "no rsvg-convert: the pictures are $1/pictures/*.svg; for PNG:" \
		"apt-get install librsvg2-bin fonts-jetbrains-mono fonts-noto-cjk" >&2
	exit $status
fi
for svg in "$out"/*.svg; do
	[ -e "$svg" ] || continue
	name=${svg##*/}
	rsvg-convert "$svg" -o "$root/screenshots/${name%.svg}.png" || status=1
done
mkdir -p "$root/screenshots/panes"
for svg in "$out"/sheets/*.svg; do
	[ -e "$svg" ] || continue
	name=${svg##*/}
	rsvg-convert --zoom 0.5 "$svg" -o "$root/screenshots/panes/${name%.svg}.png" || status=1
done
exit $status
