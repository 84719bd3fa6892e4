#!/bin/sh
# labels: slow
# The link over sshd on loopback: from the far side through ssh into the tmux that plays the agent's
# terminal.
set -eu
. "$BACKROOM_SOURCE/tests/lib/multiplexer.sh"
need tmux ssh ssh-keygen
[ -x /usr/sbin/sshd ] || skip "no sshd"
[ "$(id -u)" = 0 ] || skip "sshd wants root here"
mkdir -p "$work/ssh" /run/sshd
ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/host"
ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/id"
cp "$work/ssh/id.pub" "$work/ssh/authorized"
port=
for try in 22922 22923 22924 22925; do
	cat >"$work/ssh/config" <<-END
	Port $try
	ListenAddress 127.0.0.1
	HostKey $work/ssh/host
	AuthorizedKeysFile $work/ssh/authorized
	PidFile $work/ssh/pid
	UsePAM no
	StrictModes no
	PasswordAuthentication no
	AcceptEnv LC_*
	END
	if /usr/sbin/sshd -f "$work/ssh/config" -E "$work/ssh/log"; then
		port=$try
		break
	fi
done
[ -n "$port" ] || fail "sshd did not start: $(cat "$work/ssh/log")"
wait_file "$work/ssh/pid"
sshd_pid=$(cat "$work/ssh/pid")
trap 'kill "$sshd_pid" 2>/dev/null; clean' EXIT
start_tmux outer
t set-option -g set-clipboard on
in_tmux "env -u TMUX ssh -t -F none -i $work/ssh/id -p $port -o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR $(id -un)@127.0.0.1 XDG_STATE_HOME=$work/state $BACKROOM_BIN demo --now 2026-11-20T10:42:00Z"
wait_for "all 240"
keys y
wait_for "Recovery link"
expect_same "ssh" "$(t show-buffer)" "$(newest_link)"
t capture-pane -p | grep -q "First copy from 127.0.0.1 in tmux" || fail "the dialog does not name the client"
stop_tmux
