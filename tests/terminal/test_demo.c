/* labels: slow */
/*
 * Another program changes the demo's data while it is shown: the console notices with the next
 * response, reports it, and reloads on request; and the demo is reset.
 */
#include "lib/console.h"
#include "lib/files.h"
#include "lib/process.h"
#include "lib/test.h"
#include "wire/json_lex.h"
#include "wire/member.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define OFFER "/offers/Winback 2026/basic"

/*
 * The port of the demo's service, from its log. That line may come after request lines, since the
 * console sends requests as soon as the port is open.
 */
static int
port_of(const char *log)
{
	static const char before[] = "\"url\":\"http://127.0.0.1:";
	char text[16384] = "";
	FILE *f = fopen(log, "re");
	assert_non_null(f);
	assert_true(fread(text, 1, sizeof(text) - 1, f) > 0);
	fclose(f);
	const char *at = strstr(text, before);
	assert_non_null(at);
	return (int)strtol(at + sizeof(before) - 1, NULL, 10);
}

/* Gets a token, which the demo gives to any program on this machine. */
static void
sign_in(int port, struct buf *token)
{
	static const char form[] =
	    "grant_type=client_credentials&client_id=demo&client_secret=northlight";
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_true(http_call(port, "POST", "/oauth2/token", NULL,
	    "Content-Type: application/x-www-form-urlencoded\r\n", STR(form), &answer));
	assert_int_equal(answer.status, 200);
	json_lex_unquote(token, member_find(buf_str(&answer.body), STR("access_token")));
}

static void
change_price(int port)
{
	static const char body[] = "{\"diffs\":[{\"path\":\"" OFFER
				   "\",\"diff\":{\"attributes\":{\"price\":\"8.49\"}}}]}";
	auto_buf token = { 0 };
	CLEANUP(http_free) struct http_answer answer = { 0 };
	sign_in(port, &token);
	assert_true(http_call(port, "PUT", "/api/svc/catalogs/1/bulk-update", buf_z(&token),
	    "Content-Type: application/json\r\n", STR(body), &answer));
	assert_int_equal(answer.status, 200);
	assert_non_null(strstr(buf_z(&answer.body), "\"success\":\"1\""));
}

/* The catalog shown is older than the service's: it is reloaded before the comparison. */
TEST(a_comparison_reads_the_catalog_first)
{
	static const struct pty_options options = { .rows = 30, .cols = 100 };
	const char *const more[] = { "--log", "demo.log", NULL };
	unlink("demo.log");
	unlink("demo.snap");
	struct pty *p = console_demo(&options, more);
	assert_true(pty_press(p, "3", "78 offers"));
	assert_true(pty_wait_text(p, "Used by   campaign")); /* the catalog is complete */
	assert_true(pty_press(p, ":snapshot\r", "Save the snapshot as:"));
	assert_true(pty_press(p, "\025demo.snap\r", "demo.snap, "));
	change_price(port_of("demo.log"));
	assert_true(pty_press(p, ":compare\r", "Compare with the snapshot:"));
	assert_true(pty_press(p, "\r", "Since demo.snap"));
	assert_true(pty_wait_text(p, "1 item differs"));
	assert_true(pty_wait_text(p, "8.49"));
	console_quit(p);
	pty_stop(p);
	unlink("demo.log");
	unlink("demo.snap");
}

/* Sets further terms of the filter. */
static void
narrow(struct pty *p, const char *terms)
{
	assert_true(pty_press(p, "/", "Enter apply"));
	pty_type(p, terms);
	if (*terms)
		assert_true(pty_wait_text(p, terms));
	assert_true(pty_press_gone(p, "\r", "Enter apply"));
}

TEST(a_catalog_change_is_noticed_and_reset)
{
	static const struct pty_options options = { .rows = 30, .cols = 100 };
	const char *const more[] = { "--log", "demo.log", NULL };
	unlink("demo.log");
	struct pty *p = console_demo(&options, more);
	assert_true(pty_press(p, "3", "78 offers"));
	assert_true(pty_wait_text(p, "Used by   campaign")); /* the catalog is complete */
	narrow(p, "path=\"" OFFER "\"");
	assert_true(pty_wait_text(p, "1 of 1 offer"));
	assert_true(pty_wait_text(p, " 2.99 monthly x12"));

	/* The next response has another revision, and shows the current price. */
	change_price(port_of("demo.log"));
	narrow(p, "");
	assert_true(pty_wait_text(p, "The catalog changed on the service. R loads the new one"));
	assert_true(pty_wait_text(p, " 8.49 monthly x12"));
	/* The other offers are still as first read, and so is this one among them. */
	assert_true(pty_press(p, "\033", "78 offers"));
	narrow(p, "winback digital basic");
	assert_true(pty_wait_text(p, " 2.99 monthly x12"));
	assert_true(pty_press(p, "R", " 8.49 monthly x12"));
	assert_true(pty_wait_gone(p, "The catalog changed"));

	/* After the reload the service is asked again: its earlier response is not reused. */
	assert_true(pty_press(p, "\033", "78 offers"));
	narrow(p, "path=\"" OFFER "\"");
	assert_true(pty_wait_text(p, "1 of 1 offer"));
	assert_true(pty_wait_text(p, " 8.49 monthly x12"));

	pty_type(p, ":");
	assert_true(pty_press(p, "demo reset", "reset the demo data; the cursor stays"));
	assert_true(pty_press(p, "\r", "Demo data reset"));
	assert_true(pty_wait_text(p, " 2.99 monthly x12"));
	assert_true(pty_wait_text(p, "service applied path \xC2\xB7 1 of 1 offer"));
	console_quit(p);
	pty_stop(p);
	unlink("demo.log");
}

/* While a slow service is read, the old catalog is checked, and the cursor keeps its row. */
TEST(the_old_catalog_is_compared_until_the_new_one_is_complete)
{
	static const struct pty_options options = { .rows = 30, .cols = 100 };
	const char *const more[] = { "--delay", "250ms", NULL };
	static const char selected[] = "\xE2\x96\xB8 Student";
	auto_console *p = console_demo(&options, more);
	assert_true(pty_press(p, "2", "8 campaigns"));
	assert_true(pty_wait_text(p, "read 10:42"));
	assert_true(pty_press(p, "jjjjjj", selected));
	narrow(p, "path=/offers/Student");
	assert_true(
	    pty_wait_text(p, "searching on the service \xE2\x80\xA6 \xC2\xB7 1 of 8 campaigns"));
	assert_true(pty_find(p, selected, NULL) >= 0);
	assert_true(pty_wait_text(p, "service applied path \xC2\xB7 1 of 1 campaign"));
	assert_true(pty_find(p, selected, NULL) >= 0);
}

TEST(only_demo_data_can_be_reset)
{
	static const struct page_basket ann = { "Ann", "Example", NULL, NULL };
	CLEANUP(shop_close) struct shop shop;
	shop_open(&shop, &ann, 1, NULL, "");
	size_t before = hostile_count(shop.server);
	pty_type(shop.p, ":");
	assert_true(pty_press(shop.p, "demo-reset", "Only the demo's data can be reset"));
	assert_true(pty_press_gone(shop.p, "\r", "Enter run"));
	assert_true(pty_wait_text(shop.p, "Only the demo's data can be reset"));
	for (size_t i = before; i < hostile_count(shop.server); i++)
		assert_string_equal(hostile_request(shop.server, i)->method, "GET");
}

/* A program whose demo service runs this command first. */
#define LATE "late/bin/backroom"

static void
make_slow_demo(const char *first)
{
	auto_buf text = { 0 };
	mkdir("late", 0700);
	mkdir("late/bin", 0700);
	mkdir("late/libexec", 0700);
	mkdir("late/libexec/backroom", 0700);
	unlink(LATE);
	assert_int_equal(link(getenv("BACKROOM_BIN"), LATE), 0);
	buf_addf(&text, "#!/bin/sh\n%s\nexec \"$BACKROOM_SERVICE_BIN\" \"$@\"\n", first);
	write_bytes("late/libexec/backroom/backroom-service", str_of(buf_z(&text)), 0700);
}

TEST(the_wait_for_the_demo_is_shown)
{
	static const char *const argv[] = { LATE, "demo", "--now", SERVICE_NOW, NULL };
	static const char said[] = "Waiting for the demo's service to start";
	unlink("go");
	make_slow_demo("while [ ! -e go ]; do sleep 0.1; done");
	auto_console *p = pty_start(NULL, argv);
	assert_true(pty_wait_text(p, said));
	assert_true(pty_press(p, "2", " Campaigns"));
	assert_true(pty_wait_text(p, said));
	assert_true(pty_press(p, "1", "newest first"));
	assert_true(pty_wait_text(p, said));
	write_file("go", "");
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(pty_find(p, said, NULL) < 0);
}

/* Every pane shows the message and the remedy, and the start can be retried any number of times.
 * The window is wide enough for any build folder's path on one line. */
TEST(a_demo_that_does_not_start_is_reported)
{
	static const char *const argv[] = { LATE, "demo", "--now", SERVICE_NOW, NULL };
	make_slow_demo("exit 1");
	auto_console *p = pty_start(&(struct pty_options){ .cols = 200, .rows = 30 }, argv);
	assert_true(pty_wait_text(p, "Could not read the baskets"));
	assert_true(pty_wait_text(p, "the demo's service stopped before it was ready"));
	assert_true(pty_press(p, "4", "x The demo's service did not start"));
	assert_true(pty_wait_text(p, "   the demo's service stopped before it was ready"));
	assert_true(pty_wait_text(p, "   r     try again"));
	unlink("late/libexec/backroom/backroom-service");
	assert_true(pty_press(p, "r", "backroom-service: No such file or directory"));
	assert_true(pty_wait_text(p, "x The demo's service did not start"));
	make_slow_demo(":");
	assert_true(pty_press(p, "r1", "240 baskets, all read"));
	assert_int_equal(str_find(pty_log(p), STR("Nothing to retry")), SIZE_MAX);
}

/* ---- scripts ---- */

static pid_t
start_script(const char *program, const char *path, const char *lines)
{
	const char *const argv[] = { program, "demo", "--now", SERVICE_NOW, "--script", path,
		NULL };
	write_file(path, lines);
	return process_start(argv, NULL, STDERR_FILENO, STDERR_FILENO);
}

static int
exit_code_of(pid_t pid)
{
	int status = 0;
	assert_true(process_wait(pid, 90000, &status));
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

/* On a slow machine a large demo takes longer to start than a script line may take: that time
 * does not count. If the demo never starts, the script gives up. */
TEST(a_script_starts_when_the_demo_is_ready)
{
	make_slow_demo("sleep 21");
	pid_t late = start_script(LATE, "late.script", "expect 240 baskets, all read\n");
	pid_t in_vain = start_script(
	    getenv("BACKROOM_BIN"), "vain.script", "wait nothing like it\n");
	assert_int_equal(exit_code_of(late), 0);
	assert_int_equal(exit_code_of(in_vain), 1);
}

TEST(a_script_ends_if_the_demo_does_not_start)
{
	static const char *const lines[] = { "expect 240 baskets, all read\n",
		"wait 240 baskets, all read\n" };
	make_slow_demo("exit 1");
	for (int i = 0; i < 2; i++)
		assert_int_equal(exit_code_of(start_script(LATE, "dead.script", lines[i])), 1);
}

/* A script may come from anywhere: its text must not affect the terminal or write to other
 * files. */
TEST(script_output_is_escaped)
{
	static const struct {
		const char *lines, *words;
		int code;
	} cases[] = { { "\033]52;c;EVIL\007\n", "is not a word of a script", 2 },
		{ "expect \033]52;c;EVIL\007\xC2\x9B\n", "the screen does not show", 1 },
		{ "keys <\033]2;x\007>\n", "is not a key", 2 },
		{ "screen ../evil\n", "screen takes a name, not a path", 1 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *const argv[] = { getenv("BACKROOM_BIN"), "demo", "--script",
			"evil.script", NULL };
		auto_buf words = { 0 };
		int status = 0, fd = open("words", O_WRONLY | O_CREAT | O_TRUNC, 0600);
		write_file("evil.script", cases[i].lines);
		assert_true(process_wait(process_start(argv, NULL, fd, fd), 90000, &status));
		close(fd);
		assert_int_equal(WEXITSTATUS(status), cases[i].code);
		assert_true(process_read_file("words", &words));
		if (!strstr(buf_z(&words), cases[i].words) || strchr(buf_z(&words), '\033') ||
		    strchr(buf_z(&words), '\007') || strstr(buf_z(&words), "\xC2\x9B"))
			fail_msg("%zu: %s", i, buf_z(&words));
	}
	assert_int_equal(access("../evil.txt", F_OK), -1);
}

/* On a terminal a served demo prints requests to copy. */
TEST(a_served_demo_shows_first_requests)
{
	const char *const argv[] = { getenv("BACKROOM_BIN"), "serve", "--demo", "tour", "--listen",
		"127.0.0.1:0", "--store", "sqlite::memory:", NULL };
	auto_pty *p = pty_start(&(struct pty_options){ .cols = 400, .rows = 30 }, argv);
	assert_true(pty_wait_text(p, "ready http://127.0.0.1:"));
	assert_true(pty_wait_text(p, "export BACKROOM_URL=http://127.0.0.1:"));
	assert_true(pty_wait_text(p, "/api BACKROOM_TOKEN=eyJ"));
	assert_true(pty_wait_text(p, "\"$BACKROOM_URL/checkout/abandoned?limit=3\""));
	assert_true(pty_wait_text(p, "\"$BACKROOM_URL/journeys\""));
	pty_signal(p, SIGTERM);
}
