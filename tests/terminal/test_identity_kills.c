/* labels: slow
 *
 * A console killed, or its connection cut, at any moment of a link: the journal has the right
 * result or says that it is not known, and a retry never links twice. */
#include "lib/console.h"
#include "lib/fates.h"
#include "lib/moments.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

enum { ENDS = 100, DRAWS = 1000 };

struct export_line {
	struct buf url, token, state;
	const char *env[5];
};

static void
prepare_line(struct export_line *l, const struct api *a)
{
	*l = (struct export_line){ 0 };
	buf_addf(&l->url, "BACKROOM_URL=%s", service_url(a->service));
	buf_addf(&l->token, "BACKROOM_TOKEN=%.*s", STR_ARG(buf_str(&a->token)));
	buf_addf(&l->state, "XDG_STATE_HOME=%s", service_folder(a->service));
	const char *env[] = { buf_z(&l->url), buf_z(&l->token), buf_z(&l->state),
		"ASAN_OPTIONS=detect_leaks=0", NULL };
	memcpy(l->env, env, sizeof(env));
}

static void
free_line(struct export_line *l)
{
	buf_free(&l->url);
	buf_free(&l->token);
	buf_free(&l->state);
}

/* A console with a filled form: Enter sends it. */
static struct pty *
ready_to_link(const struct export_line *l, const char *sub)
{
	const struct pty_options options = { .cols = 100, .env = l->env };
	auto_buf keys = { 0 };
	struct pty *p = console_with_config("", &options, NULL, NULL);
	assert_true(pty_wait_text(p, ": anything"));
	assert_true(pty_press(p, "7", "Journal  "));
	assert_true(pty_press(p, "i", "Esc close"));
	struct str owner = STR(FATE_OWNER);
	buf_addf(&keys, "%s\t%s\t%s\tINC-1\t%.*s", FATE_OWNER, FATE_ISS, sub,
	    STR_ARG(str_sub(owner, owner.n - 4, 4)));
	pty_type(p, buf_z(&keys));
	/* The form's own message may be hidden by the one about an earlier unconfirmed write, so
	 * look at the form. */
	buf_reset(&keys);
	buf_addf(&keys, "'s last four [%.*s ]", STR_ARG(str_sub(owner, owner.n - 4, 4)));
	assert_true(pty_wait_text(p, buf_z(&keys)));
	assert_true(pty_wait_gone(p, ": not ready"));
	return p;
}

/* Ends the console at its nth moment after Enter (a system call's entry or exit), by cutting its
 * connection or by killing it; with -1, when nothing is left to do. Returns the number of
 * moments. */
static int
kill_link_at(const struct export_line *l, const char *sub, int moment, bool cut)
{
	struct moments m;
	int status;
	struct pty *p = ready_to_link(l, sub);
	moments_attach(&m, pty_pid(p));
	pty_type(p, "\r");
	assert_true(pty_wait_quiet(p, 1));
	while (moments_next(&m))
		if ((moment >= 0 && m.n > moment) || (m.locks > 1 && m.waits))
			break;
	assert_true(WIFSTOPPED(m.status));
	if (cut)
		pty_hang_up(p);
	else
		kill(m.pid, SIGKILL);
	moments_detach(&m);
	assert_true(pty_wait_exit(p, &status));
	pty_stop(p);
	return m.n;
}

static void
print_counts(const int counts[FATES])
{
	print_message("not begun %d, done %d, unknown %d, of which made %d, not made %d\n",
	    counts[FATE_NOT_BEGUN], counts[FATE_DONE],
	    counts[FATE_ASK] + counts[FATE_LOST] + counts[FATE_NEVER], counts[FATE_LOST],
	    counts[FATE_NEVER]);
}

#define RUN(a, printed, ...) \
	service_run((a)->service, (const char *const[]){ __VA_ARGS__, NULL }, (printed), NULL)

TEST(an_interrupted_write_is_known_or_unknown_in_the_journal)
{
	struct api *a = *state;
	struct export_line l;
	struct buf list = { 0 }, after = { 0 };
	char subs[ENDS][16];
	enum fate fates[ENDS];
	int counts[FATES] = { 0 };
	unsigned drawn = 4711;
	prepare_line(&l, a);
	int moments = kill_link_at(&l, "whole", -1, true);
	assert_true(moments > 50);
	for (int i = 0; i < ENDS; i++) { /* random moments, one in each hundredth of the run */
		drawn = drawn * 1103515245 + 12345;
		int moment = (i * DRAWS + (int)(drawn >> 16) % DRAWS) * moments / (ENDS * DRAWS);
		snprintf(subs[i], sizeof(subs[i]), "kill-%02d", i);
		kill_link_at(&l, subs[i], moment, i % 4 < 2);
	}
	assert_int_equal(RUN(a, NULL, "journal", "verify"), 0);
	assert_int_equal(RUN(a, &list, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < ENDS; i++) {
		fates[i] = fate_check(a, &list, subs[i], i % 2);
		counts[fates[i]]++;
	}
	print_counts(counts);
	for (int f = 0; f < FATES; f++)
		assert_true(counts[f] > 0);
	/* If another owner has the identity now, the retry is refused. */
	assert_int_equal(RUN(a, NULL, "identity", "resolve", "--yes"), 7);
	assert_int_equal(RUN(a, &after, "journal", "list", "-o", "ndjson"), 0);
	for (int i = 0; i < ENDS; i++)
		fate_check_again(a, &after, subs[i], fates[i]);
	assert_int_equal(RUN(a, NULL, "journal", "verify"), 0);
	buf_free(&list);
	buf_free(&after);
	free_line(&l);
}

int
main(void)
{
	return run_all_tests(api_set_up, api_tear_down);
}
