#!/bin/sh
# labels: slow
# The same script draws the same picture: every script that makes pictures runs twice on a
# terminal of its own, and the SVGs are byte for byte the same. They show a whole screen.
set -eu
work=$(mktemp -d)
cd "$work"
trap 'rm -rf "$work"' EXIT
export BACKROOM_SCREENS="$work/screens" BACKROOM_TEST_PATIENCE=10
count=0
for script in "$BACKROOM_SOURCE"/tests/script/*.script; do
	names=$(sed -n '1,8s/^# pictures: *//p' "$script")
	size=$(sed -n '1,8s/^# size: *//p' "$script")
	args=$(sed -n '1,8s/^# args: *//p' "$script")
	[ -n "$names" ] || continue
	for time in first second; do
		rm -rf "$BACKROOM_SCREENS" ./*.snap ./*.csv
		"$BACKROOM_SOURCE/tests/lib/snapshots.sh" "$script"
		mkdir -p "$BACKROOM_SCREENS" "$work/$time"
		# shellcheck disable=SC2086
		"$BACKROOM_BUILD/tests/picture" "${size:-80x24}" "$work/$time" $names -- \
			"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z $args --script "$script"
	done
	for name in $names; do
		cmp "$work/first/$name.svg" "$work/second/$name.svg"
		[ "$(wc -c <"$work/first/$name.svg")" -gt 5000 ] || {
			echo "$name shows next to nothing"
			exit 1
		}
		count=$((count + 1))
	done
done
[ $count -gt 0 ] || exit 1
echo "ok: $count pictures, twice the same"
