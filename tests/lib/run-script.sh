#!/bin/sh
# run-script.sh FILE - runs one script against the demo and compares the screens it saves with
# the files beside it: `screen NAME` in x.script with x.NAME.txt. UPDATE=1 writes those instead.
# A line `# args: …` at the top adds arguments, as `--pack awkward`; `# snapshot: …` is for snapshots.sh.
# Row 1, with the environment and the panes that there are, is compared alone where a line at the top
# says `# row 1`, and nowhere else: it is in the way of all others.
set -eu
script=$1
base=${script%.script}
name=${base##*/}
export BACKROOM_SCREENS="$PWD/screens"
rm -rf "$BACKROOM_SCREENS" ./*.snap ./*.csv ./*.html ./*.svg ./*.tour "$XDG_CONFIG_HOME/backroom/views"
mkdir -p "$BACKROOM_SCREENS"

args=$(sed -n '1,5s/^# args: *//p' "$script")
"${0%/*}/snapshots.sh" "$script"
status=0
# shellcheck disable=SC2086
"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z $args --script "$script" </dev/null >out 2>&1 || status=$?
if [ $status -ne 0 ]; then
	echo "$name: exit status $status"
	cat out
fi

# What a service draws at random is as long as what stands for it.
for screen in "$BACKROOM_SCREENS"/*.txt; do
	[ -e "$screen" ] || continue
	sed -E -i 's/identity-[0-9a-f]{32}/identity-00000000000000000000000000000000/
		s/Request   [0-9a-f]{20}/Request   00000000000000000000/
		s/req …[0-9a-f]{6}/req …000000/
		s/request id [0-9a-f]{20}/request id 00000000000000000000/' "$screen"
	if sed -n '1,5p' "$script" | grep -qx '# row 1'; then sed -i 1q "$screen"; else sed -i 1d "$screen"; fi
done

if [ "${UPDATE:-}" = 1 ]; then
	rm -f "$base".*.txt
	for screen in "$BACKROOM_SCREENS"/*.txt; do
		[ -e "$screen" ] && cp "$screen" "$base.${screen##*/}"
	done
	exit $status
fi

for screen in "$BACKROOM_SCREENS"/*.txt; do
	[ -e "$screen" ] || continue
	golden=$base.${screen##*/}
	if [ ! -e "$golden" ]; then
		echo "$name: ${golden##*/} is missing; UPDATE=1 writes it. The screen:"
		cat "$screen"
		status=1
	elif ! diff -u "$golden" "$screen"; then
		status=1
	fi
done
for golden in "$base".*.txt; do
	[ -e "$golden" ] || continue
	if [ ! -e "$BACKROOM_SCREENS/${golden#"$base".}" ]; then
		echo "$name: the script no longer saves ${golden##*/}"
		status=1
	fi
done
exit $status
