# multiplexer.sh - for tests that run the console in a real tmux, or on the far side of a real sshd:
# sourced, not run. Waits for what is shown, never for time alone.

work=$(mktemp -d)
socket=none
mkdir -p "$work/state"
chmod 700 "$work"
export XDG_STATE_HOME="$work/state" TMUX_TMPDIR="$work"
unset TMUX SSH_CONNECTION DISPLAY WAYLAND_DISPLAY || true

clean() {
	[ -z "${sshd_pid:-}" ] || kill "$sshd_pid" 2>/dev/null || true
	tmux -L "$socket" kill-server 2>/dev/null || true
	rm -rf "$work"
}
trap clean EXIT

fail() {
	echo "FAILED: $*"
	t capture-pane -p 2>/dev/null || true
	exit 1
}

skip() {
	echo "skipped: $*"
	exit 77
}

need() {
	for tool in "$@"; do
		command -v "$tool" >/dev/null || skip "$tool is not installed"
	done
}

t() {
	tmux -L "$socket" -f /dev/null "$@"
}

# A tmux of its own, and an agent who has sent nothing yet.
start_tmux() {
	rm -rf "$work/state"
	mkdir -p "$work/state"
	socket=$1
	t new-session -d -x 100 -y 30 "exec sh"
}

stop_tmux() {
	t kill-server
}

in_tmux() {
	t send-keys -l "clear; $1; echo ended \$?"
	t send-keys Enter
}

keys() {
	t send-keys "$@"
}

# wait_until COMMAND...: until it succeeds, in at most 200 looks (or $looks), 10 s.
wait_until() {
	n=0
	until "$@"; do
		n=$((n + 1))
		[ $n -lt "${looks:-200}" ] || return 1
		pause
	done
}

shows() {
	t capture-pane -p | grep -Eq "$1"
}

# Until the screen shows a line that fits the pattern.
wait_for() {
	wait_until shows "$1" || fail "the screen never showed: $1"
}

wait_file() {
	wait_until [ -s "$1" ] || fail "there is no $1"
}

# An sshd of the test's own on loopback; by_ssh becomes the line that opens the demo on its far side.
start_sshd() {
	need ssh ssh-keygen
	[ -x /usr/sbin/sshd ] || skip "no sshd"
	[ "$(id -u)" = 0 ] || skip "sshd wants root here"
	mkdir -p "$work/ssh" /run/sshd
	ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/host"
	ssh-keygen -q -t ed25519 -N '' -f "$work/ssh/id"
	cp "$work/ssh/id.pub" "$work/ssh/authorized"
	port=
	for nth in 0 1 2 3 4 5; do # sshd tells only behind its start that a port is taken
		try=$((22000 + ($$ + nth * 331) % 4000))
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
	by_ssh="ssh -t -F none -i $work/ssh/id -p $port -o StrictHostKeyChecking=no \
-o UserKnownHostsFile=/dev/null -o LogLevel=ERROR $(id -un)@127.0.0.1 XDG_STATE_HOME=$work/state \
$BACKROOM_BIN demo --now 2026-11-20T10:42:00Z"
}

# Gives the processor away between two looks.
pause() {
	perl -e 'select undef, undef, undef, 0.05' 2>/dev/null || sleep 1
}

# The newest basket's link as the service sends it, made absolute.
newest_link() {
	"$BACKROOM_BIN" demo --now 2026-11-20T10:42:00Z -- get baskets --max 1 -o ndjson --fields recoveryLink 2>/dev/null |
		sed 's/.*"recoveryLink":"\([^"]*\)".*/\1/; s|^/|https://shop.northlight.example/|'
}

expect_same() {
	[ -n "$3" ] || fail "$1: there is no link to compare with"
	[ "$2" = "$3" ] || fail "$1: sent [$2], wanted [$3]"
	echo "ok: $1, ${#3} bytes"
}
