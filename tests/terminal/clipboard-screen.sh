#!/bin/sh
# labels: slow
# The link through GNU screen inside tmux: the outer tmux plays the agent's terminal and takes what
# screen passes on; no base64 is left on the screen.
set -eu
. "$BACKROOM_SOURCE/tests/lib/multiplexer.sh"
need tmux screen
start_tmux outer
t set-option -g set-clipboard on
in_tmux "env -u TMUX SCREENDIR=$work/screen screen -c /dev/null -T screen $BACKROOM_BIN demo --now 2026-11-20T10:42:00Z"
wait_for "240 baskets, all read"
keys y
wait_for "Recovery link"
expect_same "screen" "$(t show-buffer)" "$(newest_link)"
t capture-pane -p | grep -Eq '[A-Za-z0-9+/]{60}' && fail "base64 is on the screen"
# A screen whose terminal goes away lives on: its program ends first.
keys Escape
wait_for "Enter open" # with a key right behind it, Esc would be Alt
keys Q
wait_for "^ended 0"
stop_tmux
