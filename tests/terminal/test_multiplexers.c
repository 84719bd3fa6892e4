/* labels: slow */
/*
 * Real multiplexers: tmux, screen or mosh runs in the test's terminal and the console inside it.
 * tmux's buffer and the sequence that reaches the terminal contain the link, byte for byte.
 */
#include "lib/console.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { LINKS = 3 };

static const size_t usual[LINKS] = { 100, 2000, 65536 };
/* The last length is one byte more than mosh passes on completely. */
static const size_t mosh_lengths[LINKS] = { 2000, 12282, 12283 };

/* A console with three links, in a multiplexer in the test's terminal. */
struct desk {
	struct buf links[LINKS], answer, url;
	struct hostile_rule rule;
	struct hostile *server;
	struct pty *p;
	char folder[40]; /* for sockets; short, since socket paths are limited */
};

/* Runs a program to its end; returns its exit code. */
static int
run(const char *const argv[])
{
	int status = 0;
	if (!process_wait(process_start(argv, NULL, 2, 2), 20000, &status))
		return -1;
	return WEXITSTATUS(status);
}

static void
need(const char *program)
{
	char why[80];
	snprintf(why, sizeof(why), "%s is not installed", program);
	if (!process_is_on_path(program))
		skip_because(why);
}

static void
open_shop(struct desk *d, const size_t lengths[LINKS])
{
	struct page_basket baskets[LINKS];
	memset(d, 0, sizeof(*d));
	for (size_t i = 0; i < LINKS; i++) {
		page_link(&d->links[i], i, lengths[i]);
		baskets[i] = (struct page_basket){ "Ann", "Example", NULL, buf_z(&d->links[i]) };
	}
	page_answer(&d->answer, baskets, LINKS, 0, NULL);
	d->rule.answer = buf_str(&d->answer);
	d->server = hostile_start(&d->rule, 1);
	snprintf(d->folder, sizeof(d->folder), "/tmp/backroom-XXXXXX");
	assert_non_null(mkdtemp(d->folder));
	/* Checks may fail since the configuration is minimal; the test confirms and sends
	 * anyway. */
	buf_addf(&d->url, "%s/api", hostile_url(d->server));
}

/* `line` is a shell line that ends in the console. */
static void
start(struct desk *d, const char *line, const char *shows)
{
	auto_buf tmp = { 0 }, screens = { 0 }, url = { 0 }, home = { 0 };
	buf_addf(&tmp, "TMUX_TMPDIR=%s", d->folder);
	buf_addf(&screens, "SCREENDIR=%s/screen", d->folder);
	buf_addf(&url, "BACKROOM_URL=%s", buf_z(&d->url));
	buf_addf(&home, "XDG_STATE_HOME=%s/state", d->folder);
	const char *const env[] = { buf_z(&tmp), buf_z(&screens), buf_z(&url), buf_z(&home),
		"BACKROOM_TOKEN=x", NULL };
	const char *const argv[] = { "sh", "-c", line, NULL };
	d->p = pty_start(&(struct pty_options){ .rows = 30, .cols = 100, .env = env }, argv);
	assert_true(pty_wait_text(d->p, "3 baskets, all read"));
	assert_true(pty_wait_text(d->p, shows));
}

static void
tmux(const struct desk *d, const char *command)
{
	auto_buf line = { 0 };
	buf_addf(&line, "TMUX_TMPDIR=%s tmux %s", d->folder, command);
	const char *const argv[] = { "sh", "-c", buf_z(&line), NULL };
	run(argv);
}

static void
close_shop(struct desk *d)
{
	const char *const argv[] = { "rm", "-rf", d->folder, NULL };
	tmux(d, "kill-server 2>/dev/null");
	pty_stop(d->p);
	hostile_stop(d->server);
	run(argv);
	for (size_t i = 0; i < LINKS; i++)
		buf_free(&d->links[i]);
	buf_free(&d->answer);
	buf_free(&d->url);
}

/* Types y on the row and confirms; returns when the dialog says that the link was sent. */
static void
send_row(struct desk *d, size_t row)
{
	if (row)
		pty_type(d->p, "j");
	assert_true(pty_press(d->p, "y", "Enter choose"));
	assert_true(pty_press(d->p, "\t\r", "Ctrl-V"));
}

static void
leave_dialog(struct desk *d)
{
	assert_true(pty_press(d->p, "\033", ": anything"));
}

struct kept {
	struct desk *d;
	const char *command;
	size_t row;
};

static bool
tmux_has_buffer(struct pty *p, void *user)
{
	struct kept *k = user;
	auto_buf line = { 0 }, got = { 0 };
	(void)p;
	remove("kept");
	buf_addf(&line, "%s >kept 2>/dev/null", k->command);
	tmux(k->d, buf_z(&line));
	process_read_file("kept", &got);
	bool same = str_eq(buf_str(&got), buf_str(&k->d->links[k->row]));
	return same;
}

static void
expect_in_buffer(struct desk *d, const char *command, size_t row)
{
	struct kept k = { d, command, row };
	assert_true(pty_wait_until(d->p, tmux_has_buffer, &k, "the link in tmux"));
}

struct passed {
	struct desk *d;
	size_t row;
};

static bool
has_passed_through(struct pty *p, void *user)
{
	struct passed *w = user;
	bool same = false;
	for (size_t nth = 0; !same; nth++) {
		struct buf got = { 0 };
		bool there = pty_read_clipboard(p, nth, &got);
		same = there && str_eq(buf_str(&got), buf_str(&w->d->links[w->row]));
		buf_free(&got);
		if (!there)
			break;
	}
	return same;
}

/* Number of clipboard texts that the terminal received. */
static size_t
copies(struct pty *p)
{
	size_t n = 0;
	auto_buf got = { 0 };
	while (pty_read_clipboard(p, n, &got))
		n++;
	return n;
}

/* Waits until the terminal has received the row's link. */
static void
expect_passed(struct desk *d, size_t row)
{
	struct passed w = { d, row };
	assert_true(pty_wait_until(d->p, has_passed_through, &w, "the link in our terminal"));
}

TEST(tmux_with_set_clipboard_stores_every_length)
{
	CLEANUP(close_shop) struct desk d;
	need("tmux");
	open_shop(&d, usual);
	start(&d,
	    "printf 'set -g set-clipboard on\\nset -g status off\\nset -sg escape-time 10\\n' "
	    ">conf; exec tmux -f conf new 'env -u TMUX $BACKROOM_BIN'",
	    ": anything");
	for (size_t row = 0; row < LINKS; row++) {
		send_row(&d, row);
		expect_in_buffer(&d, "save-buffer -", row);
		leave_dialog(&d);
	}
}

TEST(default_tmux_passes_every_length_on_and_stores_none)
{
	CLEANUP(close_shop) struct desk d;
	need("tmux");
	open_shop(&d, usual);
	start(&d, "exec tmux -f /dev/null new \"sh -c '$BACKROOM_BIN; echo ended; read x'\"",
	    ": anything");
	for (size_t row = 0; row < LINKS; row++) {
		send_row(&d, row);
		assert_true(pty_find(d.p, "through tmux", NULL) > 0);
		expect_in_buffer(&d, "show-buffer", row);
		expect_passed(&d, row);
		leave_dialog(&d);
	}
	assert_true(pty_press(d.p, "Q", "ended"));
	tmux(&d, "list-buffers >kept 2>&1");
	auto_buf got = { 0 };
	assert_true(process_read_file("kept", &got));
	assert_int_equal(got.n, 0);
}

TEST(tmux_with_passthrough_only_passes_every_length_on)
{
	CLEANUP(close_shop) struct desk d;
	need("tmux");
	open_shop(&d, usual);
	start(&d,
	    "printf 'set -g set-clipboard off\\nset -g allow-passthrough on\\nset -g status off\\n' "
	    ">conf; exec tmux -f conf new 'env -u TMUX $BACKROOM_BIN'",
	    ": anything");
	for (size_t row = 0; row < LINKS; row++) {
		send_row(&d, row);
		expect_passed(&d, row);
		leave_dialog(&d);
	}
}

/* True if a row contains 60 base64 characters in a run. */
static bool
shows_base64(struct pty *p)
{
	for (int row = 0; row < 30; row++) {
		const char *text = pty_row(p, row);
		for (; *text; text++)
			if (strspn(text,
				"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
				"0123456789+/=") >= 60)
				return true;
	}
	return false;
}

TEST(screen_passes_every_length_on_and_shows_none)
{
	CLEANUP(close_shop) struct desk d;
	need("screen");
	open_shop(&d, usual);
	start(&d,
	    "mkdir -p $SCREENDIR; chmod 700 $SCREENDIR; exec screen -c /dev/null -T screen "
	    "$BACKROOM_BIN",
	    ": anything");
	for (size_t row = 0; row < LINKS; row++) {
		send_row(&d, row);
		assert_true(pty_find(d.p, "through screen", NULL) > 0);
		expect_passed(&d, row);
		assert_false(shows_base64(d.p));
		leave_dialog(&d);
	}
	pty_type(d.p, "Q");
	int status = 0;
	assert_true(pty_wait_exit(d.p, &status));
}

/* A real mosh, both ends on loopback and without ssh. It passes on texts up to its limit byte
 * for byte, and would silently cut longer ones: those are never sent. */
TEST(mosh_passes_on_up_to_its_limit)
{
	CLEANUP(close_shop) struct desk d;
	need("mosh-server");
	need("mosh-client");
	open_shop(&d, mosh_lengths);
	start(&d,
	    "set -- $(MOSH_SERVER_NETWORK_TMOUT=60 mosh-server new -c 256 -i 127.0.0.1 -- "
	    "$BACKROOM_BIN 2>words </dev/null | grep '^MOSH CONNECT'); "
	    "MOSH_KEY=$4 exec mosh-client 127.0.0.1 $3",
	    ": anything");
	for (size_t row = 0; row < LINKS - 1; row++) {
		send_row(&d, row);
		assert_true(pty_find(d.p, "through mosh", NULL) > 0);
		expect_passed(&d, row);
		leave_dialog(&d);
	}
	size_t sent = copies(d.p);
	assert_true(pty_press(d.p, "jy", "Enter choose"));
	assert_true(pty_press(d.p, "\t\r", "Not sent: 12,283 bytes, mosh cuts at 12,282"));
	assert_true(pty_wait_quiet(d.p, 300));
	assert_int_equal(copies(d.p), sent);
	pty_type(d.p, "Q");
	int status = 0;
	assert_true(pty_wait_exit(d.p, &status));
}

/* tmux treats the link's view as one line, and has no trace of it on the screen or in the
 * history afterwards. */
TEST(the_raw_screen_is_one_line_for_tmux_and_leaves_nothing_behind)
{
	CLEANUP(close_shop) struct desk d;
	auto_buf got = { 0 };
	need("tmux");
	open_shop(&d, usual);
	start(&d, "exec tmux -f /dev/null new \"sh -c '$BACKROOM_BIN; echo ended; read x'\"",
	    ": anything");
	pty_type(d.p, "j");
	assert_true(pty_wait_quiet(d.p, 60));
	pty_type(d.p, "v"); /* this host is not in the list, so a dialog opens first */
	assert_true(pty_wait_text(d.p, "Enter choose"));
	assert_true(pty_press(d.p, "v", "Any key returns"));
	assert_true(pty_wait_quiet(d.p, 60));
	tmux(&d, "capture-pane -J -p >kept");
	assert_true(process_read_file("kept", &got));
	auto_buf line = { 0 };
	buf_addf(&line, "\n%s\n", buf_z(&d.links[1]));
	assert_non_null(strstr(buf_z(&got), buf_z(&line)));
	assert_true(pty_press(d.p, " ", "Enter choose"));
	assert_true(pty_press(d.p, "\033", ": anything"));
	assert_true(pty_find(d.p, "3 baskets, all read", NULL) > 0);
	assert_true(pty_press(d.p, "Q", "ended"));
	tmux(&d, "capture-pane -J -p -S - >kept");
	buf_reset(&got);
	assert_true(process_read_file("kept", &got));
	assert_null(strstr(buf_z(&got), "shop.example"));
}

int
main(void)
{
	/* Three programs start in a row, which takes long on a busy machine. */
	setenv("BACKROOM_TEST_PATIENCE", "3", 0);
	return run_all_tests(NULL, NULL);
}
