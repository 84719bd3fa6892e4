/*
 * The console said line by line: what somebody hears who sees no screen. Lines go in, text comes
 * out; the tests know nothing else of it.
 */
#include "lib/console.h"
#include "lib/process.h"

#include <fcntl.h>
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

enum { RUN_MS = 60000 };

#define MARA_LINK                                             \
	"https://shop.northlight.example/checkout/resume?"    \
	"basket=basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8&" \
	"key=j90ck9SVMoAQBT-iJCoBTgXzJYnxR3EEHiqZAFoREZ-_x7Qa"
#define OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"

/* What was said, and how far the test has heard it. */
struct talk {
	struct buf said;
	size_t heard;
	int status;
};

static void
write_file(const char *path, struct str text)
{
	FILE *f = fopen(path, "we");
	assert_non_null(f);
	assert_int_equal(fwrite(text.p, 1, text.n, f), text.n);
	assert_int_equal(fclose(f), 0);
}

/* Gives these lines to `backroom demo --linear WORDS`, and takes all that it says. */
static void
talk_with(struct talk *t, const char *words, const char *const *env, struct str lines)
{
	static int talks;
	struct buf command = { 0 }, folder = { 0 };
	char here[PATH_MAX];
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&folder, "%s/state-%d-%d", here, (int)getpid(), ++talks);
	write_file("lines.txt", lines);
	buf_addf(&command,
	    "XDG_STATE_HOME='%s' exec \"$BACKROOM_BIN\" demo --now 2026-11-20T10:42:00Z --linear %s <lines.txt",
	    buf_z(&folder), words);
	const char *const argv[] = { "sh", "-c", buf_z(&command), NULL };
	int out = open("said.txt", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	assert_true(out >= 0);
	pid_t pid = process_start(argv, env, out, out);
	bool ended = process_wait(pid, RUN_MS, &t->status);
	close(out);
	t->said = (struct buf){ 0 };
	t->heard = 0;
	assert_true(process_read_file("said.txt", &t->said));
	if (!ended)
		fail_msg("it did not end; it said:\n%s", buf_z(&t->said));
	buf_free(&command);
	buf_free(&folder);
}

static void
talk(struct talk *t, const char *words, const char *lines)
{
	talk_with(t, words, NULL, str_of(lines));
	assert_int_equal(t->status, 0);
}

/* It is said behind what was heard last. */
static void
hear(struct talk *t, const char *text)
{
	struct str rest = str_sub(buf_str(&t->said), t->heard, t->said.n);
	size_t at = str_find(rest, str_of(text));
	if (at == SIZE_MAX)
		fail_msg("not heard: %s\nin: %.*s", text, STR_ARG(rest));
	t->heard += at + strlen(text);
}

static void
hear_nothing_of(const struct talk *t, const char *text)
{
	if (str_find(buf_str(&t->said), str_of(text)) != SIZE_MAX)
		fail_msg("heard: %s", text);
}

/* Nothing of it commands a terminal or draws on it. */
static void
expect_plain(const struct talk *t)
{
	struct str said = buf_str(&t->said);
	for (size_t i = 0; i < said.n; i++) {
		unsigned char c = (unsigned char)said.p[i];
		if ((c < 32 && c != '\n') || c == 127)
			fail_msg("byte %d at %zu: %.*s", c, i, 80, said.p + (i < 40 ? 0 : i - 40));
		bool control = c == 0xC2 && (unsigned char)said.p[i + 1] < 0xA0;
		bool box = c == 0xE2 && (unsigned char)said.p[i + 1] >= 0x94 &&
		    (unsigned char)said.p[i + 1] <= 0x96;
		if (control || box)
			fail_msg("a control or a box at %zu: %.*s", i, 40, said.p + i);
	}
}

static void
end_talk(struct talk *t)
{
	expect_plain(t);
	buf_free(&t->said);
}

/* ---- the agent ---- */

static void
agent_finds_and_shows_a_link(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "list\nmore\n/ellison\n/mara elli\nin\n\nlink\n3\nT\n1\n2\ny\n2\nout\nquit\n");
	hear(&t, "DEMO. ? says what can be typed\n");
	hear(&t, "Invented data, served from memory. Nothing leaves this machine.\n");
	hear(&t, "Baskets, newest first: all 240, read 10:42\n");
	hear(&t, "Row 1 of 240: Isabell Ashdown, 4 min ago, reach mail, items Print + Digital, ");
	hear(&t, "DEMO baskets: \n1. selected, Isabell Ashdown");
	hear(&t,
	    "\n2. Mara Ellison, 18 min ago, reach both, items Winback Digital Monthly +1, "
	    "started at Winback 2026\n");
	hear(&t, "Rows 1 to 10 of 240; more goes on\n");
	hear(&t, "DEMO baskets: \n11. ");
	hear(&t, "\n20. ");
	hear(&t, "Baskets, ellison: ");
	hear(&t, "Baskets, mara elli: 3 match in all 240, read 10:42\n");
	hear(&t, "Row 1 of 3: Mara Ellison, 18 min ago");
	hear(&t, "Baskets, mara elli, Mara Ellison - left 18 min ago\nLink: ok, 4 of 4 checks");
	hear(&t, "Reach: mara.ellison@example.com\n");
	hear(&t,
	    "Items, AT START, THEN\n1 Winback Digital Monthly, NL-DIG-ALL, GBP 1.00, 9.99, every month");
	hear(&t, "Recovery link\n");
	hear(&t, "ok: names this basket\n");
	hear(&t, "Nothing has been sent. Your clipboard is as before.\n");
	hear(&t, "1. Close, nothing more\n2. Send\n3. The link alone on a line\n");
	hear(&t,
	    "DEMO choose: \n" MARA_LINK "\nThe link stands alone on the line above: 151 bytes\n");
	hear(&t, "Ticket note: what may it say?");
	hear(&t, "1. no personal data, and how the link ends\n");
	hear(&t, "Basket    basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8\n");
	hear(&t, "ends ...x7Qa (151 bytes), not in this note\n");
	hear(&t, "Said the note, ");
	hear(&t, "Baskets, mara elli, Mara Ellison - left 3 d ago\n");
	hear(&t, "An older basket\n");
	hear(&t, "1. Cancel\n2. Send this one\n");
	hear(&t, "\nhttps://shop.northlight.example/checkout/resume?basket=");
	end_talk(&t);
}

/* Through tmux, whose program is the test's own: what it was given comes back as a line. */
static void
agent_proves_the_clipboard(void **state)
{
	static const char program[] = "#!/bin/sh\ncase $1 in load-buffer) cat >sent.txt ;; esac\n";
	struct talk t;
	struct buf path = { 0 }, sent = { 0 };
	char here[PATH_MAX];
	(void)state;
	mkdir("bin", 0700);
	write_file("bin/tmux", STR(program));
	assert_int_equal(chmod("bin/tmux", 0700), 0);
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&path, "PATH=%s/bin:%s", here, getenv("PATH"));
	const char *const env[] = { "TMUX=/nowhere,1,2", buf_z(&path), NULL };
	talk_with(&t, "", env,
	    STR("/mara elli\ny\nhttps://shop.example/other\n" MARA_LINK
		"\nclose, nothing more\nquit\n"));
	assert_int_equal(t.status, 0);
	hear(&t, "Sent 151 bytes through tmux, ending x7Qa. Not there? v shows it\n");
	hear(&t, "Paste it here once, so we know it works:\n");
	hear(
	    &t, "DEMO choose: \n> That is another link: your clipboard still holds an older one. ");
	hear(&t,
	    "DEMO choose: \n> Matches, 151 bytes. From now on y sends at once on this terminal.\n");
	hear(&t, "Row 1 of 3: Mara Ellison, sent, 18 min ago");
	assert_true(process_read_file("sent.txt", &sent));
	assert_string_equal(buf_z(&sent), MARA_LINK);
	hear_nothing_of(&t, "\033");
	buf_free(&path);
	buf_free(&sent);
	end_talk(&t);
}

static void
words_are_near_or_nothing_happens(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "offrs\nelephants\n999\nlist 241\n\n?\nhere\noffers since=7d\n: offers label:winter\n");
	hear(&t, "Nothing is called offrs here; did you mean offers?\n");
	hear(&t, "Nothing is called elephants here. /elephants looks for it, ");
	hear(&t, "There are 240 rows\n");
	hear(&t, "There are 240 rows\n");
	hear(&t, "1. selected, Isabell Ashdown");
	hear(&t, "Enter alone, or more: goes on");
	hear(&t, "DEMO baskets: \nBaskets, newest first: all 240, read 10:42\nRow 1 of 240: ");
	hear(&t, "since");
	end_talk(&t);
}

/* ---- the admin ---- */

static void
admin_links_and_undoes(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "/mara elli\ni\n" OWNER
	    "\n\n\n\nc6a\n#5\nc6a3\nsend it\n#4\nINC-1 his wife\nc6a3\nsend it\n"
	    "U\n77e2\nsend it\nquit\n");
	hear(&t, "Identities > Link: locked");
	hear(&t, "Link in DEMO? Compare with the ticket, aloud\n");
	hear(&t, "5. Last four\n6. Cancel, the text is kept\n7. Send it\nDEMO Owner: \n");
	hear(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	hear(&t, "Reason: empty, ! needed: it unlocks\nDEMO Reason: ");
	hear(&t, "DEMO Last four: \nOwner's last four: c6a\n");
	hear(&t, "Missing: a reason; it unlocks writes for 10 minutes");
	hear(&t, "Reason: INC-1 his wife, ok kept in the journal\n");
	hear(&t, "DEMO Last four: \nOwner's last four: c6a3\n");
	hear(&t, "DEMO choose: \nLinked ");
	hear(&t,
	    "to owner \xE2\x80\xA6"
	    "c6a3 (J-0001). U undoes it, T note, n another\n");
	hear(&t, "Result: ok done (200)\n");
	hear(&t, "Identities > Unlink, undoing J-0001: unlocked until 10:52 (INC-1)");
	hear(&t, "DEMO Last four: \nSubject's last four: 77e2\n");
	hear(&t, "(J-0002 undoes J-0001). n links it elsewhere\n");
	end_talk(&t);
}

/* The input ends where something was typed that is not sent: it is said, and that is the end. */
static void
input_ends_amid_a_form(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "/mara elli\ni\n" OWNER "\n\n\nINC");
	hear(&t, "Reason: INC, ok kept in the journal\n");
	hear(&t, "What stands in the identity form was not sent and would be lost.\n");
	end_talk(&t);
}

/* ---- who watches, and what may be done ---- */

static void
masked_names_nobody(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "--mask", "list\n2\nin\nmore\nout\ny\nv\nT\n1\nidentity-form\nM\nmore\nquit\n");
	hear(&t, "DEMO, masked. ?");
	hear(&t, "2. ");
	hear(&t, "Masked: ");
	hear_nothing_of(&t, "Ellison");
	hear_nothing_of(&t, "mara.");
	hear_nothing_of(&t, "resume?basket");
	end_talk(&t);
}

static void
read_only_and_present(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "--read-only", "i\npresent\nlist\nwhoami\npresent off\nquit\n");
	hear(&t, "DEMO, read-only. ?");
	hear(&t, "read-only");
	hear(&t, "An audience watches: :present off first\n");
	hear_nothing_of(&t, "DEMO Owner:");
	end_talk(&t);
}

/* Who chose a locale that shows ASCII only gets nothing else. */
static void
ascii_alone(void **state)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	struct talk t;
	(void)state;
	talk_with(&t, "", env, STR("list\nlink\ncancel\nquit\n"));
	assert_int_equal(t.status, 0);
	hear(&t, "7. Nils ?berg, 17 h ago");
	for (size_t i = 0; i < t.said.n; i++)
		assert_true((unsigned char)t.said.p[i] < 128);
	end_talk(&t);
}

static void
turns_to_another_environment(void **state)
{
	struct talk t;
	static const char config[] = "environment \"shut\" { url = \"http://127.0.0.1:1/api\" "
				     "badge = \"SHUT\" }\n";
	(void)state;
	mkdir("turn", 0700);
	mkdir("turn/backroom", 0700);
	write_file("turn/backroom/config.conf", STR(config));
	char here[PATH_MAX];
	struct buf folder = { 0 };
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&folder, "XDG_CONFIG_HOME=%s/turn", here);
	const char *const env[] = { buf_z(&folder), NULL };
	talk_with(&t, "", env, STR("env shut\nhere\nenv demo\nhere\nquit\n"));
	hear(&t, "DEMO baskets: ");
	hear(&t, "SHUT. ? says what can be typed\n");
	hear(&t, "You are in SHUT now\n");
	hear(&t, "SHUT baskets: ");
	hear(&t, "DEMO. ? says what can be typed\n");
	hear(&t, "Row 1 of 240: ");
	buf_free(&folder);
	end_talk(&t);
}

/* ---- everything that can be done ---- */

static const char *const actions[] = {
#define A(id, name, words, also, help) name,
#include "app/config/actions.def"
#undef A
};

/* Those that end the talk, or stop it until the shell goes on with it. */
static bool
is_the_end(const char *action)
{
	return strcmp(action, "quit") == 0 || strcmp(action, "suspend") == 0;
}

static void
every_action_is_reached_by_its_name(void **state)
{
	struct talk t;
	struct buf lines = { 0 };
	size_t n = 0;
	(void)state;
	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		if (is_the_end(actions[i]))
			continue;
		/* Out of whatever the one before has opened. */
		buf_addf(&lines, "%s\n<Esc>\n<Esc>\n<Esc>\nbaskets\n", actions[i]);
		n++;
	}
	talk_with(&t, "", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	hear_nothing_of(&t, "Nothing is called");
	hear_nothing_of(&t, "That is no answer here");
	size_t answers = 0;
	for (struct str rest = buf_str(&t.said), line; rest.n && str_next(&rest, '\n', &line);)
		answers += str_starts(line, STR("DEMO "));
	assert_true(answers > n * 4);
	buf_free(&lines);
	end_talk(&t);
}

/* ---- what comes in ---- */

static void
megabyte_is_refused_in_words(void **state)
{
	enum { MUCH = 1 << 20 };
	struct talk t;
	struct buf lines = { 0 };
	(void)state;
	buf_pad(&lines, 'x', MUCH);
	buf_addz(&lines, "\n/");
	buf_pad(&lines, 'y', MUCH);
	buf_addz(&lines, "\n:");
	buf_pad(&lines, 'z', MUCH);
	buf_addz(&lines, "\n/mara elli\ni\n" OWNER "\n#1\n");
	buf_pad(&lines, 'w', MUCH);
	buf_addz(&lines, "\n#\n");
	buf_pad(&lines, 'v', 5 << 20);
	buf_addz(&lines, "\n#\n<Esc>\nquit\nquit\n");
	talk_with(&t, "", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	hear(&t, "Nothing is called xxxxxxxxxx");
	hear(&t, "Not taken: 1,048,576 bytes, and the line has room for 1,024\n");
	hear(&t, "Not taken: 1,048,576 bytes, and the line has room for 8,192\n");
	hear(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	hear(&t, "Not taken: 1,048,576 bytes, and the line has room for 8,192\n");
	hear(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	hear(&t, "Not taken: the line is longer than 4 MiB\n");
	end_talk(&t);
	buf_free(&lines);
}

/* Names that try to command a terminal, hide or turn around; all rows, a detail, a source. */
static void
hostile_names_are_said_as_text(void **state)
{
	struct talk t;
	struct buf lines = { 0 };
	(void)state;
	for (int i = 0; i < 34; i++)
		buf_addz(&lines, "\n");
	buf_addz(&lines, "/WB\nlist\nin\ns\nmore\nmore\nout\nout\noffers\n");
	for (int i = 0; i < 20; i++)
		buf_addz(&lines, "more\n");
	talk_with(&t, "--pack awkward", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	hear(&t, "Row 1 of 329: ");
	hear(&t, "These were the last of 329\n");
	hear_nothing_of(&t, "\xe2\x80\xae");
	hear_nothing_of(&t, "\xe2\x80\x8b");
	hear_nothing_of(&t, "\xf3\xa0\x81\x81");
	end_talk(&t);
	buf_free(&lines);
}

/* ---- on a terminal ---- */

static struct pty *
linear_on(const char *term)
{
	struct buf env = { 0 };
	buf_addf(&env, "TERM=%s", term);
	const char *const more[] = { buf_z(&env), NULL };
	const char *const words[] = { "demo", "--now", SERVICE_NOW, "--linear", NULL };
	const struct pty_options options = { .rows = 24, .cols = 60 };
	struct pty *p = console_with("", &options, more, words);
	buf_free(&env);
	return p;
}

static void
expect_cooked(struct pty *p)
{
	struct termios modes;
	assert_true(pty_termios(p, &modes));
	assert_true(modes.c_lflag & ICANON);
	assert_true(modes.c_lflag & ECHO);
	assert_true(modes.c_lflag & ISIG);
}

static void
terminal_stays_as_it_is(void **state)
{
	int status;
	(void)state;
	struct pty *p = linear_on("dumb");
	assert_true(pty_wait_text(p, "Row 1 of 240: "));
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	expect_cooked(p);
	pty_type(p, "/mara elli\n");
	assert_true(pty_wait_text(p, "Row 1 of 3: Mara Ellison"));
	pty_type(p, "half a li");
	pty_type(p, "\003"); /* Ctrl-C: that is gone, and the filter too */
	assert_true(pty_wait_text(p, "Baskets, newest first: all 240"));
	pty_type(p, "\004");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	expect_cooked(p);
	assert_int_equal(str_find(pty_log(p), STR("\033")), SIZE_MAX);
	pty_stop(p);
}

/* A slow service: the wait is said once, and Ctrl-C is Esc. */
static void
wait_is_said_and_stopped(void **state)
{
	const char *const words[] = { "demo", "--now", SERVICE_NOW, "--linear", "--delay", "30s",
		NULL };
	const struct pty_options options = { .rows = 24, .cols = 60 };
	int status;
	(void)state;
	struct pty *p = console_with("", &options, NULL, words);
	assert_true(pty_wait_text(p, "Ctrl-C stops it"));
	pty_type(p, "\003");
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	pty_type(p, "quit\n");
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	pty_stop(p);
}

static void
write_program(const char *path, const char *format, const char *a, const char *b)
{
	struct buf text = { 0 };
	buf_addf(&text, "#!/bin/sh\nexec ");
	buf_addf(&text, "%s '%s' %s\n", format, a, b);
	write_file(path, buf_str(&text));
	assert_int_equal(chmod(path, 0700), 0);
	buf_free(&text);
}

/* What a real screen reader, whose voice is a file, speaks of the first rows and of a filter. It has
 * room for short names of files only. */
static void
listen(struct buf *spoken)
{
	char here[] = "/tmp/voiceXXXXXX";
	struct buf text = { 0 }, home = { 0 }, said = { 0 };
	int before = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_non_null(mkdtemp(here));
	buf_addf(&home, "HOME=%s", here);
	assert_int_equal(chdir(here), 0);
	buf_addf(&text,
	    "[general]\nsynthesizer=emacspeak server\nsynthesizer port=|%s/server\n"
	    "key echo=off\nshell=%s/shell\n",
	    here, here);
	write_file(".yasr.conf", buf_str(&text));
	buf_addf(&said, "%s/spoken", here);
	write_program("server", "cat >>", buf_z(&said), "");
	write_program("shell", "", getenv("BACKROOM_BIN"), "demo --now " SERVICE_NOW " --linear");
	const char *const env[] = { buf_z(&home), NULL };
	const char *const argv[] = { "yasr", NULL };
	const struct pty_options options = { .rows = 24, .cols = 80, .env = env };
	struct pty *p = pty_start(&options, argv);
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	pty_type(p, "/mara elli\r");
	assert_true(pty_wait_text(p, "Row 1 of 3: Mara Ellison"));
	assert_true(pty_wait_quiet(p, 500));
	pty_stop(p);
	assert_true(process_read_file("spoken", spoken));
	assert_int_equal(fchdir(before), 0);
	close(before);
	buf_reset(&text);
	buf_addf(&text, "rm -rf %s", here);
	assert_int_equal(system(buf_z(&text)), 0);
	buf_free(&said);
	buf_free(&text);
	buf_free(&home);
}

/* Each line once, and nothing else. */
static void
screen_reader_speaks_it(void **state)
{
	struct talk t = { 0 };
	(void)state;
	if (access("/usr/bin/yasr", X_OK) != 0)
		skip();
	listen(&t.said);
	hear(&t, "{Baskets, newest first: all 240, read 10:42}");
	hear(&t, "{Row 1 of 240: Isabell Ashdown, 4 min ago");
	hear(&t, "{Baskets, mara elli: 3 match in all 240, read 10:42}");
	hear(&t, "{Row 1 of 3: Mara Ellison, 18 min ago");
	struct str rest = str_sub(buf_str(&t.said), t.heard, t.said.n);
	assert_int_equal(str_find(rest, STR("Mara Ellison")), SIZE_MAX);
	buf_free(&t.said);
}

static void
told_to_end_it_ends(void **state)
{
	int status;
	(void)state;
	struct pty *p = linear_on("xterm-256color");
	assert_true(pty_wait_text(p, "DEMO baskets:"));
	pty_signal(p, SIGTERM);
	assert_true(pty_wait_exit(p, &status));
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 128 + SIGTERM);
	assert_int_equal(str_find(pty_log(p), STR("\033")), SIZE_MAX);
	pty_stop(p);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agent_finds_and_shows_a_link),
		cmocka_unit_test(agent_proves_the_clipboard),
		cmocka_unit_test(words_are_near_or_nothing_happens),
		cmocka_unit_test(admin_links_and_undoes),
		cmocka_unit_test(input_ends_amid_a_form),
		cmocka_unit_test(masked_names_nobody),
		cmocka_unit_test(read_only_and_present),
		cmocka_unit_test(ascii_alone),
		cmocka_unit_test(turns_to_another_environment),
		cmocka_unit_test(every_action_is_reached_by_its_name),
		cmocka_unit_test(megabyte_is_refused_in_words),
		cmocka_unit_test(hostile_names_are_said_as_text),
		cmocka_unit_test(terminal_stays_as_it_is),
		cmocka_unit_test(told_to_end_it_ends),
		cmocka_unit_test(wait_is_said_and_stopped),
		cmocka_unit_test(screen_reader_speaks_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
