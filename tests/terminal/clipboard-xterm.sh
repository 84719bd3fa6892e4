#!/bin/sh
# labels: slow
# The link in the clipboard of a real xterm, as its owner would paste it: over ssh and through a stock
# tmux where the terminal allows it. As xterm comes it denies it without a word: then the clipboard
# stays as it was, and nothing says that it was copied.
set -eu
. "$BACKROOM_SOURCE/tests/lib/multiplexer.sh"
need Xvfb xterm xclip xdotool script
start_sshd
rm -rf "$work/state" && mkdir "$work/state"

mkfifo "$work/display"
Xvfb -displayfd 3 -nolisten tcp -screen 0 1000x700x24 >/dev/null 2>&1 3>"$work/display" &
xvfb_pid=$!
trap 'kill "$xvfb_pid" 2>/dev/null; clean' EXIT
read -r number <"$work/display"
export DISPLAY=":$number"

# The typescript is what the terminal was sent, in place of a screen.
wait_shown() {
	wait_until grep -aqF "$1" "$work/typescript" || fail "xterm was never sent: $1"
}

clipboard() {
	xclip -o -selection clipboard 2>/dev/null || true
}

# in_xterm LINE [XTERM'S OPTION...]: the demo by that line, in an xterm with "before" in the
# clipboard; sends the link of its first row.
in_xterm() {
	line=$1
	shift
	printf before | xclip -i -selection clipboard >/dev/null 2>&1
	: >"$work/typescript"
	env -u TMUX xterm -geometry 100x30+0+0 -tn xterm-256color "$@" \
		-e script -qfec "$line" "$work/typescript" >/dev/null 2>&1 &
	xterm_pid=$!
	wait_shown "240 baskets, all read"
	wait_shown anything # the last word of a frame
	xdotool mousemove 200 200
	xdotool key y
	wait_shown "Ctrl-V"
}

# The recorder in the xterm outlives it, unless it is ended, too.
close_xterm() {
	recorders=$(ps -o pid= --ppid "$xterm_pid" || true)
	kill "$xterm_pid" 2>/dev/null || true
	wait "$xterm_pid" 2>/dev/null || true
	for pid in $recorders; do
		kill "$pid" 2>/dev/null || true
	done
	rm -rf "$work/state" && mkdir "$work/state"
}

holds() {
	[ "$(clipboard)" = "$1" ]
}

wait_clipboard() {
	wait_until holds "$1" || fail "$2: the clipboard holds [$(clipboard)], not [$1]"
	echo "ok: $2, ${#1} bytes"
}

link=$(newest_link)
[ -n "$link" ] || fail "there is no link to compare with"

# What README.md says of xterm, and of tmux in it. tmux 3.4 and newer only take an Ms with both
# parameters: the first is printed with no characters.
allowed='*disallowedWindowOps: 20,21,SetXprop'
in_xterm "$by_ssh" -xrm "$allowed"
wait_clipboard "$link" "xterm that allows it, over ssh"
close_xterm

if command -v tmux >/dev/null; then
	socket=inside
	printf '%s\n' "set -as terminal-overrides ',xterm*:Ms=\\E]52;c%p1%.0s;%p2%s\\7'" >"$work/tmux.conf"
	in_xterm "tmux -L $socket -f $work/tmux.conf new '$BACKROOM_BIN demo --now 2026-11-20T10:42:00Z'" \
		-xrm "$allowed"
	wait_clipboard "$link" "xterm that allows it, around a tmux as it comes"
	stop_tmux
	close_xterm
fi

in_xterm "$by_ssh; printf '\033]2;all taken\007'; read -r wait"
wait_shown "Sent 151 bytes to your clipboard through your terminal"
wait_shown "Paste it here once"
wait_shown "show only the link, to select by mouse"
grep -aqi copied "$work/typescript" && fail "it says that it was copied"
# Its title is set behind all of that: then xterm has read the link, too.
xdotool key ctrl+g Q
wait_until xdotool search --name '^all taken$' >/dev/null 2>&1 || fail "xterm did not come to the end"
holds before || fail "an xterm that denies it took [$(clipboard)]"
echo "ok: xterm that denies it, nothing taken and nothing claimed"
close_xterm
