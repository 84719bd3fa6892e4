/*
 * User commands on a terminal: their input, how their output is shown, confirmations, how they are
 * ended, and where they are not allowed.
 */
#include "lib/deadline.h"
#include "lib/files.h"
#include "lib/office.h"
#include "lib/process.h"
#include "lib/test.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char commands[] =
    "command \"crm\" {\n\trun = {\"sh\", \"-c\", \"env >>$0; ls -l /proc/self/fd >>$0; echo ---- >>$0; echo first; echo \\\"noted "
    "\\$BACKROOM_NAME\\\"\", \"%s/saw\"}\n\thelp = \"a note in the CRM\"\n}\n"
    "command \"words\" { run = {\"printf\", \"[%%s]\\n\", \"$BACKROOM_NAME; echo hacked\"} }\n"
    "command \"mail\" {\n\trun = {\"sh\", \"-c\", \"echo $BACKROOM_LINK >>$0; echo mailed "
    "$BACKROOM_LINK\", \"%s/links\"}\n\tlink = true\n}\n"
    "command \"fails\" { run = {\"sh\", \"-c\", \"printf 'no \\\\033[31mcustomer\\\\n' >&2; exit 3\"} }\n"
    "command \"second\" { run = {\"sh\", \"-c\", \"echo $BACKROOM_NAME >>$0; test -z \\\"$BACKROOM_NAME\\\" "
    "|| case $BACKROOM_EMAIL in ANN*) echo nobody >&2; exit 1;; esac\", \"%s/saw\"} }\n"
    "command \"nowhere\" { run = {\"crm-note-that-is-not-there\"} }\n"
    "command \"waits\" { run = {\"sh\", \"-c\", \"echo $$ >$0; exec sleep 1000\", \"%s/pid\"} }\n"
    "command \"held\" {\n\trun = {\"sh\", \"-c\", \"echo $BACKROOM_EMAIL >>$0; cat $0.go; echo told $BACKROOM_EMAIL\", "
    "\"%s/held\"}\n\tlink = true\n}\n"
    "command \"short\" {\n\trun = {\"sleep\", \"1000\"}\n\tseconds = 1\n}\n";

static void
open_with_commands(struct office *o, const char *settings, const char *more)
{
	const char *folder = console_folder();
	auto_buf text = { 0 };
	buf_addf(&text, commands, folder, folder, folder, folder, folder);
	/* not ${…}, which would be a variable in config.conf */
	office_open(o, settings, buf_z(&text), more);
}

/* Reads the file that a program wrote next to the console's folders, once it exists. */
static void
read_program_file(const char *name, struct buf *out)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/%s", console_folder(), name);
	buf_reset(out);
	process_read_file(buf_z(&path), out);
}

static bool
contains(const struct buf *text, const char *words)
{
	return str_find(buf_str(text), str_of(words)) != SIZE_MAX;
}

TEST(a_program_gets_the_basket_and_no_secret)
{
	CLEANUP(office_close) struct office o;
	auto_buf saw = { 0 };
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, "!", "Run which command for this basket?");
	assert_true(pty_wait_text(o.p, "a note in the CRM"));
	assert_true(pty_wait_text(o.p, "with the link: sh -c"));
	office_wait_text(o.p, "\r", "crm: noted Ann Example");
	read_program_file("saw", &saw);
	assert_true(contains(&saw, "\nBACKROOM_EMAIL=ann@example.com\n"));
	assert_true(contains(&saw, "\nBACKROOM_ENVIRONMENT=test\n") ||
	    str_starts(buf_str(&saw), STR("BACKROOM_ENVIRONMENT=test\n")));
	assert_false(contains(&saw, "BACKROOM_LINK"));
	assert_false(contains(&saw, "BACKROOM_TOKEN"));
	assert_false(contains(&saw, "shop.example"));
	assert_false(contains(&saw, "socket:")); /* no connection of the console */
	/* The command's first line of output is in the list of messages. */
	office_wait_text(o.p, "M", "crm: first");
	pty_type(o.p, "\033");
	/* The basket under the cursor, chosen by the command's name; and from the persons pane. */
	office_wait_text(o.p, "jj", "3 min ago");
	office_wait_text(o.p, ":run crm\r", "crm: noted Bo Example");
	office_wait_text(o.p, "ggC", "2 persons");
	office_wait_text(o.p, "!", "Run which command for this basket?");
	office_wait_text(o.p, "\r", "crm: noted Ann Example");
	console_quit(o.p);
}

TEST(arguments_are_not_interpreted_by_a_shell)
{
	CLEANUP(office_close) struct office o;
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, ":run words\r", "words: [$BACKROOM_NAME; echo hacked]");
	office_wait_text(
	    o.p, ":run nothing\r", "There is no command nothing. There are: crm, words, ");
	console_quit(o.p);
}

/* Tab completes the name; Enter runs only a command that was typed in full or selected. */
TEST(command_names_are_completed_after_run)
{
	CLEANUP(office_close) struct office o;
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, ":run ", "run crm         a note in the CRM");
	assert_true(pty_find(o.p, "run mail        with the link: sh -c echo ", NULL) >= 0);
	assert_true(pty_press_gone(o.p, "w", "run crm"));
	assert_true(pty_find(o.p, "run words       printf [%s]", NULL) >= 0);
	assert_true(pty_find(o.p, "run waits       sh -c echo ", NULL) >= 0);
	office_wait_text(o.p, "\r", "There is no command w. There are: crm, ");
	office_wait_text(o.p, ":run c\t", " :run crm");
	office_wait_text(o.p, "\r", "crm: noted Ann Example");
	/* Down selects too; the action's other names work as well. */
	office_wait_text(o.p, ":exec w\033[B", " :exec words");
	office_wait_text(o.p, "\r", "words: [$BACKROOM_NAME; echo hacked]");
	/* `run` alone shows the menu, with or without a trailing space. */
	office_wait_text(o.p, ":run \r", "Run which command for this basket?");
	pty_type(o.p, "\033");
	console_quit(o.p);
	auto_console *locked = office_start("--read-only");
	office_wait_text(
	    locked, ":run c", "run crm         Read-only: your own commands may write");
	pty_type(locked, "\033");
}

TEST(failures_are_reported)
{
	CLEANUP(office_close) struct office o;
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, ":run fails\r", "fails: sh failed (exit 3): no \\e[31mcustomer");
	pty_type(o.p, "\033"); /* the failure is shown until Esc */
	assert_true(pty_wait_gone(o.p, "fails:"));
	office_wait_text(o.p, ":run nowhere\r",
	    "nowhere: crm-note-that-is-not-there: No such file or directory");
	assert_true(pty_press_gone(o.p, "\033", "nowhere:"));
	office_wait_text(o.p, ":run short\r", "short: sleep took longer than 1 s and was stopped");
	console_quit(o.p);
}

static bool
has_written_pid(struct pty *p, void *ctx)
{
	(void)p;
	read_program_file("pid", ctx);
	return ((struct buf *)ctx)->n > 1;
}

static void
wait_for_exit(pid_t pid)
{
	int64_t until = deadline_in(10000);
	while (kill(pid, 0) == 0) {
		assert_true(deadline_left(until) > 0);
		sched_yield();
	}
}

static pid_t
start_waiting(struct office *o)
{
	auto_buf text = { 0 };
	office_wait_text(o->p, ":run waits\r", "waits is running");
	assert_true(pty_wait_until(o->p, has_written_pid, &text, "its number"));
	pid_t pid = (pid_t)strtol(buf_z(&text), NULL, 10);
	return pid;
}

/* The list stays usable while a command runs; only one runs at a time; it ends with Ctrl-C and
 * with the console. */
TEST(it_ends_with_esc_and_with_the_console)
{
	CLEANUP(office_close) struct office o;
	int status = -1;
	open_with_commands(&o, "", NULL);
	pid_t pid = start_waiting(&o);
	office_wait_text(o.p, "jj", "3 min ago");
	office_wait_text(o.p, ":run crm\r", "A command is running. Ctrl-C stops it");
	/* A running tour is left by Esc; Ctrl-C ends the command first. */
	write_file("plain.tour", "title A tour\nstep\nopen baskets\ncaption The baskets\n");
	office_wait_text(o.p, ":tour ./plain.tour\r", "1 of 1");
	office_wait_text(o.p, "\003", "waits was stopped");
	wait_for_exit(pid);
	assert_true(pty_wait_text(o.p, "1 of 1"));
	office_wait_text(o.p, "\033", "You left the tour");
	struct buf path = { 0 };
	buf_addf(&path, "%s/pid", console_folder());
	unlink(buf_z(&path));
	pid = start_waiting(&o);
	/* Esc closes the messages and does not end the command. */
	office_wait_text(o.p, "M", "Messages newest first");
	assert_true(pty_press_gone(o.p, "\033", "Messages newest first"));
	assert_true(pty_wait_text(o.p, "waits is running"));
	office_wait_text(o.p, "\003", "waits was stopped; its effects until then are not known");
	assert_true(pty_wait_gone(o.p, "waits is running"));
	wait_for_exit(pid);
	unlink(buf_z(&path));
	buf_free(&path);
	pid = start_waiting(&o);
	office_wait_text(o.p, "Q", "waits is running and would be stopped.");
	pty_type(o.p, "\t\r");
	assert_true(pty_wait_exit(o.p, &status));
	assert_int_equal(status, 0);
	wait_for_exit(pid);
}

TEST(marked_baskets_are_confirmed_and_run_in_order)
{
	CLEANUP(office_close) struct office o;
	auto_buf saw = { 0 };
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, ":run crm\r", "Run crm for 3 marked baskets, one after the other?");
	office_wait_text(o.p, "\r", "Nothing was run");
	office_wait_text(o.p, ":run crm\r", "Run crm for 3 marked baskets");
	office_wait_text(o.p, "\t\r", "crm is done for 3 marked baskets");
	read_program_file("saw", &saw);
	size_t first = str_find(buf_str(&saw), STR("=ann@example.com"));
	size_t then = str_find(buf_str(&saw), STR("=ANN@example.com"));
	size_t last = str_find(buf_str(&saw), STR("=bo@example.com"));
	assert_true(first < then && then < last && last != SIZE_MAX);
	office_wait_text(o.p, "M", "crm for Bo Example: noted Bo Example");
	pty_type(o.p, "\033");
	/* The first failure stops the run. */
	office_wait_text(o.p, ":run second\r", "Run second for 3 marked baskets");
	office_wait_text(
	    o.p, "\t\r", "second: done for 1 of 3, not run for 1. Ann Example: sh failed");
	console_quit(o.p);
}

TEST(marks_outside_the_screen_are_reported)
{
	CLEANUP(office_close) struct office o;
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, "/bo\r", "1 of 3 baskets");
	office_wait_text(
	    o.p, ":run crm\r", "2 of 3 marked baskets are not on the screen. Run crm for 3");
	office_wait_text(o.p, "\r", "Nothing was run");
	office_wait_text(o.p, "D", "What happened with the people");
	office_wait_text(o.p, "\r", "2 of 3 marked baskets are not on the screen. Save");
	office_wait_text(o.p, "\r", "Nothing was saved");
	console_quit(o.p);
}

/* The basket under the cursor of pane 1 was not visible from another pane. */
TEST(from_another_pane_it_asks_first)
{
	CLEANUP(office_close) struct office o;
	open_with_commands(&o, "", NULL);
	assert_true(pty_press_gone(o.p, "3", "Ann Example"));
	office_wait_text(o.p, ":run crm\r", "The basket under the cursor changed");
	assert_true(pty_wait_text(o.p, "1 min ago"));
	office_wait_text(o.p, ":run crm\r", "crm: noted Ann Example");
	console_quit(o.p);
}

/* Another user's do-not-contact entry applies from the time it was recorded. */
TEST(statuses_recorded_by_others_are_read_first)
{
	CLEANUP(office_close) struct office o;
	auto_buf links = { 0 };
	open_with_commands(&o, "", NULL);
	struct pty *other = office_start(NULL);
	office_record(other, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	office_wait_text(o.p, ":run mail\r", "[ Contact anyway ]");
	office_wait_text(o.p, "\r", "Nothing was sent");
	read_program_file("links", &links);
	assert_int_equal(links.n, 0);
	/* A reason is needed, and is recorded with the command's name. */
	auto_buf path = { 0 }, text = { 0 };
	office_wait_text(o.p, ":run mail\r", "[ Contact anyway ]");
	office_wait_text(o.p, "\t\r", "Reason for contacting anyway:");
	office_wait_text(o.p, "asked by phone\r", "mail: mailed ");
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_true(process_read_file(buf_z(&path), &text));
	assert_non_null(strstr(buf_z(&text), "by mail: asked by phone"));
	console_quit(other);
	pty_stop(other);
	console_quit(o.p);
}

/* The message stays until the user has seen it: nothing else records that link. */
TEST(a_link_that_is_not_recorded_is_reported)
{
	CLEANUP(office_close) struct office o;
	auto_buf path = { 0 };
	open_with_commands(&o, "", NULL);
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_int_equal(mkdir(buf_z(&path), 0700), 0);
	office_wait_text(o.p, ":run mail\r", "Link used but not saved in the contact log: 1");
	office_wait_text(o.p, "j", "Link used but not saved in the contact log: 1");
	rmdir(buf_z(&path));
}

/* Passing the link to a program needs the same confirmations as sending it to the clipboard, and
 * is recorded. */
TEST(a_link_is_confirmed_as_when_sending_it)
{
	CLEANUP(office_close) struct office o;
	auto_buf links = { 0 };
	open_with_commands(&o, "", NULL);
	office_wait_text(o.p, "j", "2 min ago");
	office_wait_text(o.p, ":run mail\r", "A newer basket of the same person exists");
	office_wait_text(o.p, "\r", "Nothing was sent");
	office_wait_text(o.p, "k", "1 min ago");
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	office_wait_text(o.p, ":run mail\r", "[ Contact anyway ]");
	office_wait_text(o.p, "\r", "Nothing was sent");
	read_program_file("links", &links);
	assert_int_equal(links.n, 0);
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, ":run mail\r", "2 left out:");
	assert_true(pty_wait_text(o.p, "Run mail, with the link, for 1 of 3 marked baskets?"));
	office_wait_text(o.p, "\t\r", "mail: mailed ");
	read_program_file("links", &links);
	assert_int_equal(links.n, OFFICE_LINK_BYTES + 1);
	assert_true(str_starts(buf_str(&links), buf_str(&o.links[2])));
	/* The link is not shown on the screen, and is recorded as sent. */
	assert_true(pty_find(o.p, buf_z(&o.links[2]), NULL) < 0);
	office_wait_text(o.p, "*", "3 baskets, all read ");
	office_wait_text(o.p, "jj", "3 min ago");
	office_wait_text(o.p, ":run mail\r", "This basket's link was sent");
	office_wait_text(o.p, "\r", "Nothing was sent");
	console_quit(o.p);
}

struct lines {
	const char *name;
	size_t n;
};

static bool
has_lines(struct pty *p, void *ctx)
{
	const struct lines *wanted = ctx;
	auto_buf text = { 0 };
	size_t n = 0;
	(void)p;
	read_program_file(wanted->name, &text);
	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	return n == wanted->n;
}

/* Lets the program end once it has written this number of lines. */
static void
release_program(struct pty *p, size_t lines)
{
	auto_buf path = { 0 };
	assert_true(pty_wait_until(p, has_lines, &(struct lines){ "held", lines }, "the program"));
	buf_addf(&path, "%s/held.go", console_folder());
	int fd = open(buf_z(&path), O_WRONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	close(fd);
}

TEST(a_do_not_contact_entry_made_meanwhile_is_respected)
{
	CLEANUP(office_close) struct office o;
	auto_buf path = { 0 };
	open_with_commands(&o, "", NULL);
	buf_addf(&path, "%s/held.go", console_folder());
	assert_int_equal(mkfifo(buf_z(&path), 0600), 0);
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, ":run held\r", "Run held, with the link, for 3 marked baskets");
	office_wait_text(o.p, "\t\r", "held: 1 of 3");
	struct pty *other = office_start(NULL);
	office_wait_text(other, "jj", "3 min ago");
	office_record(other, OFFICE_NO_CONTACT, "Saved for Bo Example: do not contact");
	release_program(o.p, 1);
	assert_true(pty_wait_text(o.p, "held: 2 of 3"));
	release_program(o.p, 2);
	assert_true(pty_wait_text(
	    o.p, "held is done for 2 marked baskets. 1 left out: now do not contact"));
	assert_true(has_lines(o.p, &(struct lines){ "held", 2 }));
	console_quit(other);
	pty_stop(other);
	console_quit(o.p);
}

TEST(without_a_valid_link_it_is_not_run)
{
	CLEANUP(office_close) struct office o;
	struct buf links = { 0 };
	open_with_commands(&o, "link-hosts = {\"elsewhere.example\"}", NULL);
	office_wait_text(
	    o.p, ":run mail\r", "Not run: mail needs the link, and the link failed a check:");
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, ":run mail\r", "mail was not run: 3 left out: a check failed.");
	read_program_file("links", &links);
	assert_int_equal(links.n, 0);
	console_quit(o.p);
}

TEST(it_is_off_when_read_only_or_masked)
{
	CLEANUP(office_close) struct office o;
	struct buf saw = { 0 };
	open_with_commands(&o, "", "--read-only");
	office_wait_text(o.p, "!", "Read-only: your own commands may write");
	office_wait_text(o.p, ":run crm\r", "Read-only: your own commands may write");
	struct pty *masked = office_start("--mask");
	office_wait_text(masked, "!", "People are masked, so your own commands do not run");
	office_wait_text(
	    masked, ":run crm\r", "People are masked, so your own commands do not run");
	console_quit(masked);
	pty_stop(masked);
	struct pty *shown = office_start(NULL);
	office_wait_text(shown, ":present clear\r", ":present off ends presenting");
	office_wait_text(shown, ":run crm\r", "Not while presenting");
	console_quit(shown);
	pty_stop(shown);
	read_program_file("saw", &saw);
	assert_int_equal(saw.n, 0);
	console_quit(o.p);
}

/* Once masking is on, the command's output about people is hidden, and no further basket is
 * passed to it. */
TEST(masking_while_it_runs_hides_its_output)
{
	CLEANUP(office_close) struct office o;
	auto_buf path = { 0 };
	open_with_commands(&o, "", NULL);
	buf_addf(&path, "%s/held.go", console_folder());
	assert_int_equal(mkfifo(buf_z(&path), 0600), 0);
	office_wait_text(o.p, "*", "3 marked");
	office_wait_text(o.p, ":run held\r", "Run held, with the link, for 3 marked baskets");
	office_wait_text(o.p, "\t\r", "held: 1 of 3");
	office_wait_text(o.p, ":mask on\r", "People are masked");
	release_program(o.p, 1);
	assert_true(pty_wait_text(o.p, "held is done for 1 marked basket and not run for the 2 "));
	assert_true(pty_find(o.p, "ann@", NULL) < 0);
	/* The link was used, and is recorded for Ann, whatever row is selected now. */
	assert_true(has_lines(o.p, &(struct lines){ "outcomes", 1 }));
	struct pty *other = office_start(NULL);
	assert_true(pty_wait_text(other, " sent "));
	console_quit(other);
	pty_stop(other);
	office_wait_text(o.p, "M", "People are masked");
	assert_true(pty_find(o.p, "ann@", NULL) < 0 && pty_find(o.p, "Ann", NULL) < 0);
	pty_type(o.p, "q");
	console_quit(o.p);
}

TEST(without_a_command_help_shows_how_to_define_one)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "", "", NULL);
	office_wait_text(
	    o.p, "!", "No commands yet. config.conf: command \"crm\" { run = {\"crm\"} }");
	/* The message is shortened in a narrow window. */
	pty_resize(o.p, 15, 60);
	office_wait_text(o.p, "!", "… config.conf: command \"crm\" { run = {\"crm\"} }");
	console_quit(o.p);
}
