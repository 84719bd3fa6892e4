#!/bin/sh
# labels: slow
# The link in the agent's clipboard through tmux: stock settings by load-buffer, set-clipboard on by
# the escape sequence, nothing left behind after quitting.
set -eu
. "$BACKROOM_SOURCE/tests/lib/multiplexer.sh"
need tmux
start_tmux stock
in_tmux "$BACKROOM_BIN demo --now 2026-11-20T10:42:00Z"
wait_for "240 baskets, all read"
keys y
wait_for "Recovery link"
expect_same "stock tmux" "$(t show-buffer)" "$(newest_link)"
[ "$(t list-buffers | wc -l)" = 1 ] || fail "there is not one buffer alone"
keys Escape
wait_for "Enter open" # with a key right behind it, Esc would be Alt
keys Q
wait_for "^ended 0"
[ -z "$(t list-buffers)" ] || fail "quitting left a buffer: $(t list-buffers -F '#{buffer_name}')"
stop_tmux

start_tmux on
t set-option -g set-clipboard on
in_tmux "env -u TMUX $BACKROOM_BIN demo --now 2026-11-20T10:42:00Z"
wait_for "240 baskets, all read"
keys y
wait_for "Recovery link"
expect_same "tmux, set-clipboard on, by escape" "$(t show-buffer)" "$(newest_link)"
stop_tmux
