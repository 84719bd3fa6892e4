#include "lib/deadline.h"
#include "lib/process.h"
#include "lib/pty_internal.h"

#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { DEADLINE_MS = 20000 };

static void
reap(struct pty *p)
{
	siginfo_t info = { 0 };
	if (p->reaped || waitid(P_PID, (id_t)p->pid, &info, WEXITED | WNOHANG | WNOWAIT) < 0 ||
	    info.si_pid == 0)
		return;
	p->waited = process_wait_ms(p->pid);
	p->reaped = waitpid(p->pid, &p->status, 0) == p->pid;
}

/* True if the child has ended and its output is all read, so that a test need not wait for its
 * timeout. */
static bool
has_nothing_more(struct pty *p)
{
	reap(p);
	return p->reaped && (p->fd < 0 || p->silent);
}

bool
pty_wait_until(struct pty *p, pty_condition *condition, void *user, const char *what)
{
	int64_t deadline = deadline_in(DEADLINE_MS);
	char why[200];
	while (!condition(p, user)) {
		int left = deadline_left(deadline);
		bool over = has_nothing_more(p);
		if (left == 0 || (over && !condition(p, user))) {
			snprintf(why, sizeof(why), "%s while waiting for %s",
			    over ? "the program ended" : "time is up", what);
			pty_dump(p, why);
			return false;
		}
		/* Wait in steps: a condition may also depend on the child's end. */
		pty_turn(p, left < 50 ? left : 50);
	}
	return true;
}

static bool
shows_text(struct pty *p, void *user)
{
	return pty_find(p, user, NULL) >= 0;
}

static bool
lacks_text(struct pty *p, void *user)
{
	return pty_find(p, user, NULL) < 0;
}

bool
pty_wait_text(struct pty *p, const char *text)
{
	return pty_wait_until(p, shows_text, (void *)text, text);
}

bool
pty_wait_gone(struct pty *p, const char *text)
{
	return pty_wait_until(p, lacks_text, (void *)text, text);
}

bool
pty_press(struct pty *p, const char *keys, const char *text)
{
	pty_type(p, keys);
	return pty_wait_text(p, text);
}

bool
pty_press_gone(struct pty *p, const char *keys, const char *text)
{
	pty_type(p, keys);
	return pty_wait_gone(p, text);
}

static bool
shows_screen(struct pty *p, void *user)
{
	auto_buf now = { 0 };
	pty_screen(p, &now);
	bool is_same = str_eq(buf_str(&now), buf_str(user));
	return is_same;
}

bool
pty_wait_screen(struct pty *p, struct buf *screen)
{
	if (pty_wait_until(p, shows_screen, screen, "the screen of before"))
		return true;
	fprintf(stderr, "which was:\n%s", buf_z(screen));
	return false;
}

struct raw_want {
	size_t since;
	struct str bytes;
};

static bool
has_raw_text(struct pty *p, void *user)
{
	const struct raw_want *want = user;
	return str_find(str_sub(pty_log(p), want->since, SIZE_MAX), want->bytes) != SIZE_MAX;
}

bool
pty_wait_raw(struct pty *p, size_t since, struct str bytes)
{
	struct raw_want want = { since, bytes };
	return pty_wait_until(p, has_raw_text, &want, "bytes in the log");
}

bool
pty_wait_quiet(struct pty *p, int ms)
{
	int64_t deadline = deadline_in(DEADLINE_MS);
	int64_t quiet_since = clock_ticks();
	while (clock_ticks() - quiet_since < ms) {
		if (deadline_left(deadline) == 0) {
			pty_dump(p, "never quiet");
			return false;
		}
		bool wrote = pty_turn(p, (int)(ms - (clock_ticks() - quiet_since)));
		if (wrote || p->out.n > 0 || pty_child_is_busy(p))
			quiet_since = clock_ticks();
		if (has_nothing_more(p))
			break;
	}
	return true;
}

static bool
has_ended(struct pty *p, void *user)
{
	(void)user;
	reap(p);
	/* A grandchild may hold the terminal open, so only bytes that are readable now count. */
	while (p->reaped && p->fd >= 0 && pty_turn(p, 0))
		;
	return p->reaped;
}

static bool
has_read_all_input(struct pty *p, void *user)
{
	(void)user;
	reap(p);
	return p->reaped || p->fd < 0 || (!p->out.n && pty_child_has_read_all(p));
}

bool
pty_wait_input_read(struct pty *p)
{
	return pty_wait_until(p, has_read_all_input, NULL, "all that was typed to be read");
}

bool
pty_wait_exit(struct pty *p, int *status)
{
	if (!pty_wait_until(p, has_ended, NULL, "the program's end"))
		return false;
	*status = p->status;
	return true;
}

static int64_t
total_wait_ms(struct pty *p)
{
	return process_wait_ms(getpid()) + (p->reaped ? p->waited : process_wait_ms(p->pid));
}

struct pty_watch
pty_watch_start(struct pty *p)
{
	return (struct pty_watch){ .p = p, .waited = total_wait_ms(p), .began = clock_ticks() };
}

int64_t
pty_watch_ms(const struct pty_watch *w)
{
	int64_t ms = clock_ticks() - w->began;
	return ms - (total_wait_ms(w->p) - w->waited);
}
