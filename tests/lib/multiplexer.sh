# multiplexer.sh - for tests that run the console in a real tmux: sourced, not run. Waits for what
# the screen shows, never for time alone.

work=$(mktemp -d)
mkdir -p "$work/state"
chmod 700 "$work"
export XDG_STATE_HOME="$work/state" TMUX_TMPDIR="$work"
unset TMUX SSH_CONNECTION DISPLAY WAYLAND_DISPLAY || true

clean() {
	tmux -L "${socket:-none}" kill-server 2>/dev/null || true
	rm -rf "$work"
}
trap clean EXIT

fail() {
	echo "FAILED: $*"
	t capture-pane -p || true
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

# Until the screen shows a line that fits the pattern; 10 s at most.
wait_for() {
	n=0
	until t capture-pane -p | grep -Eq "$1"; do
		n=$((n + 1))
		[ $n -lt 200 ] || fail "the screen never showed: $1"
		pause
	done
}

wait_file() {
	n=0
	until [ -s "$1" ]; do
		n=$((n + 1))
		[ $n -lt 200 ] || fail "there is no $1"
		pause
	done
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
