#include "ui/term/clip.h"

#include "base/clock.h"
#include "base/digest.h"
#include "model/format.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SCREEN_PIECE_SIZE = 512, CLIP_PROGRAM_TIMEOUT_MS = 1000 };

enum clip_terminal
clip_terminal_of(int a, int b, int c)
{
	if (a == 84)
		return TERMINAL_TMUX;
	if (a == 83)
		return TERMINAL_SCREEN;
	return a == 1 && b == 10 && c == 0 ? TERMINAL_MOSH : TERMINAL_DIRECT;
}

enum clip_terminal
clip_terminal_by_name(const char *term)
{
	static const char *const silent[] = { "linux", "dumb", "vt", "ansi", "" };
	struct str name = str_of(term ? term : "");
	for (size_t i = 0; i < sizeof(silent) / sizeof(*silent); i++) {
		struct str s = str_of(silent[i]);
		if (str_eq(name, s) ||
		    (i == 2 && str_starts(name, s) && name.n > 2 && name.p[2] >= '0' &&
			name.p[2] <= '9'))
			return TERMINAL_SILENT;
	}
	return TERMINAL_UNKNOWN;
}

static bool
is_set(const char *value)
{
	return value && *value;
}

enum clip_route
clip_choose_route(const struct clip_environment *p)
{
	struct str setting = str_of(p->setting ? p->setting : "auto");
	if (str_eqz(setting, "off") || str_eqz(setting, "bare"))
		return CLIP_NONE;
	if (str_eqz(setting, "osc52"))
		return CLIP_OSC52;
	if (str_eqz(setting, "screen"))
		return CLIP_SCREEN;
	bool in_tmux = p->terminal == TERMINAL_TMUX || str_eqz(setting, "tmux");
	/* $TMUX alone proves nothing: it is inherited by a screen or an xterm started inside
	 * tmux. */
	if (is_set(p->tmux) && (in_tmux || p->terminal == TERMINAL_UNKNOWN))
		return CLIP_TMUX_BUFFER;
	if (in_tmux)
		return CLIP_TMUX_OSC;
	if (p->terminal == TERMINAL_SCREEN)
		return CLIP_SCREEN;
	if (p->terminal == TERMINAL_MOSH)
		return CLIP_MOSH;
	if (!is_set(p->ssh) && (is_set(p->wayland) || is_set(p->display)))
		return CLIP_DESKTOP;
	return p->terminal == TERMINAL_SILENT ? CLIP_NONE : CLIP_OSC52;
}

const char *
clip_route_words(enum clip_route route)
{
	static const char *const words[] = {
		[CLIP_NONE] = "nowhere",
		[CLIP_OSC52] = "through your terminal",
		[CLIP_TMUX_BUFFER] = "through tmux",
		[CLIP_TMUX_OSC] = "through tmux",
		[CLIP_SCREEN] = "through screen",
		[CLIP_MOSH] = "through mosh",
		[CLIP_DESKTOP] = "to this desktop",
		[CLIP_SCRIPT] = "through your terminal",
		[CLIP_LINES] = "in the lines above",
	};
	_Static_assert(
	    sizeof(words) / sizeof(*words) == CLIP_ROUTES, "every route needs a row in this table");
	return words[route];
}

static void
add_osc52(struct buf *out, struct str base64)
{
	buf_addz(out, "\033]52;c;");
	buf_adds(out, base64);
	buf_addc(out, '\a');
}

/* Wraps the sequence so that tmux forwards it: ESC P tmux; with every ESC inside doubled. */
static void
add_tmux_passthrough(struct buf *out, struct str base64)
{
	buf_addz(out, "\033Ptmux;\033");
	add_osc52(out, base64);
	buf_addz(out, "\033\\");
}

/* screen displays everything beyond 768 bytes as text, so the sequence is sent in pieces, each
 * in its own DCS. It ends with BEL, since ST would end the DCS. */
static void
add_screen_passthrough(struct buf *out, struct str base64)
{
	buf_addz(out, "\033P\033]52;c;\033\\");
	for (size_t i = 0; i < base64.n; i += SCREEN_PIECE_SIZE) {
		buf_addz(out, "\033P");
		buf_adds(out, str_sub(base64, i, SCREEN_PIECE_SIZE));
		buf_addz(out, "\033\\");
	}
	buf_addz(out, "\033P\a\033\\");
}

static bool
fail_too_long(struct err *err, size_t n, const char *who, size_t max)
{
	struct buf words = { 0 };
	buf_addz(&words, "Not sent: ");
	format_count(&words, n);
	buf_addf(&words, " bytes, %s ", who);
	format_count(&words, max);
	err_set(err, ERR_INVALID, "%s", buf_z(&words));
	buf_free(&words);
	return false;
}

bool
clip_write_sequence(struct buf *out, enum clip_route route, struct str text, struct err *err)
{
	struct buf base64 = { 0 };
	if (text.n > CLIP_BYTES_MAX)
		return fail_too_long(err, text.n, "the limit is", CLIP_BYTES_MAX);
	if (route == CLIP_MOSH && text.n > CLIP_MOSH_BYTES_MAX)
		return fail_too_long(err, text.n, "mosh cuts at", CLIP_MOSH_BYTES_MAX);
	base64_encode(&base64, text);
	struct str b = buf_str(&base64);
	if (route == CLIP_OSC52 || route == CLIP_MOSH || route == CLIP_TMUX_OSC)
		add_osc52(out, b);
	if (route == CLIP_TMUX_OSC)
		add_tmux_passthrough(out, b);
	if (route == CLIP_SCREEN)
		add_screen_passthrough(out, b);
	buf_wipe(&base64);
	return true;
}

bool
clip_needs_program(enum clip_route route)
{
	return route == CLIP_TMUX_BUFFER || route == CLIP_DESKTOP;
}

/* Starts argv with a pipe as its standard input. Its output goes to `out`, or is discarded if
 * that is -1: some programs keep their outputs open as long as they own the clipboard. */
static pid_t
start_program(const char *const *argv, int *in, int out)
{
	int ends[2];
	pid_t pid = -1;
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	sigset_t none;
	if (pipe2(ends, O_CLOEXEC) < 0)
		return -1;
	sigemptyset(&none); /* may be blocked here, but not in the program */
	posix_spawnattr_init(&attr);
	posix_spawnattr_setflags(&attr, POSIX_SPAWN_SETSIGMASK);
	posix_spawnattr_setsigmask(&attr, &none);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, ends[0], 0);
	if (out >= 0)
		posix_spawn_file_actions_adddup2(&files, out, 1);
	else
		posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&files, 2, "/dev/null", O_WRONLY, 0);
	if (posix_spawnp(&pid, argv[0], &files, &attr, (char *const *)(uintptr_t)argv, environ) !=
	    0)
		pid = -1;
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&attr);
	close(ends[0]);
	if (pid < 0)
		close(ends[1]);
	else
		fcntl(ends[1], F_SETFL, O_NONBLOCK);
	*in = ends[1];
	return pid;
}

static bool
write_to_program(int fd, struct str text, int64_t until)
{
	size_t sent = 0;
	while (sent < text.n) {
		ssize_t n = write(fd, text.p + sent, text.n - sent);
		if (n > 0) {
			sent += (size_t)n;
			continue;
		}
		int64_t left = until - clock_ticks();
		struct pollfd p = { fd, POLLOUT, 0 };
		if (n < 0 && errno != EAGAIN && errno != EINTR)
			return false;
		if (left <= 0 || poll(&p, 1, (int)left) == 0)
			return false;
	}
	return true;
}

/* Waits for a program's end until the deadline, then kills it. Returns true if it exited with
 * status 0. */
static bool
wait_for_success(pid_t pid, int64_t until)
{
	int status;
	for (;;) {
		pid_t got = waitpid(pid, &status, WNOHANG);
		if (got == pid)
			return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		if (got < 0 && errno != EINTR)
			return false;
		if (clock_ticks() >= until)
			break;
		poll(NULL, 0, 2);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	return false;
}

static bool
run_clip_program(const char *const *argv, struct str text, int out)
{
	int in;
	int64_t until = clock_ticks() + CLIP_PROGRAM_TIMEOUT_MS;
	pid_t pid = start_program(argv, &in, out);
	if (pid < 0)
		return false;
	bool fed = write_to_program(in, text, until);
	close(in);
	return wait_for_success(pid, until) && fed;
}

/* Finds the newest buffer that tmux named itself, if it has the size of our text. */
static void
find_tmux_buffer(struct buf *name, size_t size)
{
	static const char *const argv[] = { "tmux", "list-buffers", "-F",
		"#{buffer_size} #{buffer_name}", NULL };
	char said[256];
	int ends[2];
	int64_t found;
	struct str line, number;
	if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) < 0)
		return;
	bool ok = run_clip_program(argv, STR_NONE, ends[1]);
	ssize_t n = ok ? read(ends[0], said, sizeof(said)) : 0;
	close(ends[0]);
	close(ends[1]);
	struct str rest = str_from(said, n > 0 ? (size_t)n : 0);
	if (rest.n && str_next(&rest, '\n', &line) && str_next(&line, ' ', &number) &&
	    str_to_int64(number, &found) && found == (int64_t)size)
		buf_adds(name, line);
}

/* Loads the text without naming the buffer, because tmux's paste key takes only automatically
 * named buffers. */
static bool
load_tmux_buffer(struct str text, struct buf *kept)
{
	static const char *const argv[] = { "tmux", "load-buffer", "-w", "-", NULL };
	clip_delete_tmux_buffer(kept);
	if (!run_clip_program(argv, text, -1))
		return false;
	find_tmux_buffer(kept, text.n);
	return true;
}

bool
clip_run_program(enum clip_route route, struct str text, struct buf *kept, struct err *err)
{
	static const char *const wayland[] = { "wl-copy", NULL };
	static const char *const x11[] = { "xclip", "-selection", "clipboard", NULL };
	if (text.n > CLIP_BYTES_MAX)
		return fail_too_long(err, text.n, "the limit is", CLIP_BYTES_MAX);
	if (route == CLIP_TMUX_BUFFER)
		return load_tmux_buffer(text, kept) ||
		    err_set(err, ERR_IO, "tmux did not accept it");
	if (is_set(getenv("WAYLAND_DISPLAY")) && run_clip_program(wayland, text, -1))
		return true;
	return (is_set(getenv("DISPLAY")) && run_clip_program(x11, text, -1)) ||
	    err_set(err, ERR_IO, "neither wl-copy nor xclip accepted it");
}

void
clip_delete_tmux_buffer(struct buf *kept)
{
	if (!kept->n)
		return;
	const char *const argv[] = { "tmux", "delete-buffer", "-b", buf_z(kept), NULL };
	run_clip_program(argv, STR_NONE, -1);
	buf_reset(kept);
}
