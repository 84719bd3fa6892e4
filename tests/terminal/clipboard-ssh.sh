#!/bin/sh
# labels: slow
# The link over sshd on loopback: from the far side through ssh into the tmux that plays the agent's
# terminal. One with stock settings takes nothing, and shows nothing of it; and where ssh is killed no
# console is left on the far side.
set -eu
. "$BACKROOM_SOURCE/tests/lib/multiplexer.sh"
need tmux
start_sshd
remote="env -u TMUX $by_ssh"

send_link() {
	in_tmux "$remote"
	wait_for "240 baskets, all read"
	keys y
	wait_for "Recovery link"
	wait_for "Ctrl-V paste here"
}

start_tmux outer
t set-option -g set-clipboard on
send_link
expect_same "ssh" "$(t show-buffer)" "$(newest_link)"
t capture-pane -p | grep -q "First link from 127.0.0.1 in tmux" || fail "the dialog does not name the client"
stop_tmux

# Stock settings: this tmux drops what comes for the clipboard. Nobody can know; so the dialog says
# "sent", asks for the paste that proves it, and names the other ways.
start_tmux stock
send_link
[ -z "$(t list-buffers)" ] || fail "stock tmux kept a buffer"
t capture-pane -p | grep -Eq '[A-Za-z0-9+/]{60}' && fail "base64 is on the screen"
t capture-pane -p | grep -qi copied && fail "it says that it was copied"
for words in "Sent 151 bytes to your clipboard through tmux" "Paste it here once" "v  show only the link" \
	"w  write it to a private file"; do
	t capture-pane -p | grep -qF "$words" || fail "the dialog does not say: $words"
done
echo "ok: stock tmux around ssh takes nothing, and the dialog says what else there is"

# What runs of ours with this folder in its environment: the console of the far side, and its service.
consoles() {
	for at in /proc/[0-9]*; do
		case $(readlink "$at/exe" 2>/dev/null) in
		"$(readlink -f "$BACKROOM_BIN")" | "$(readlink -f "$BACKROOM_SERVICE_BIN")") ;;
		*) continue ;;
		esac
		tr '\0' '\n' <"$at/environ" 2>/dev/null | grep -qxF "XDG_STATE_HOME=$work/state" || continue
		echo "${at#/proc/}"
	done
}

[ "$(consoles | wc -l)" = 2 ] || fail "console and service of the far side are not seen: $(consoles)"
client=$(ps -o pid=,args= --ppid "$(t display-message -p '#{pane_pid}')" | awk '$2 == "ssh" { print $1 }')
kill -9 "$client"
none_left() {
	[ -z "$(consoles)" ]
}
looks=40 wait_until none_left || fail "left on the far side 2 s after ssh was killed: $(consoles)"
echo "ok: nothing is left where ssh was killed"
stop_tmux
