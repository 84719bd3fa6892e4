/*
 * Outcomes on a terminal: two consoles on one shared file, who is asked before a link goes out by
 * whatever way, what marked rows come to, what --mask and --read-only make of it, a full disk.
 */
#include "base/mem.h"
#include "lib/console.h"
#include "lib/process.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

enum { PEOPLE = 3 };

/* A console on baskets of Ann, Ann and Bo, whose links are proven to arrive. */
struct office {
	struct buf answer, links[PEOPLE], config;
	struct hostile_rule rule;
	struct hostile *server;
	struct pty *p;
};

static const char *const env[] = { "BACKROOM_TOKEN=x", NULL };

static struct pty *
start(const char *more)
{
	const char *const words[] = { "-e", "test", "--now", SERVICE_NOW, more, NULL };
	return console_start(NULL, env, words);
}

static void
see_rows(struct pty *p)
{
	if (!pty_wait_text(p, "all 3") || !pty_wait_quiet(p, 20))
		fail_msg("the page did not show");
}

static void
open_office(struct office *o, const char *settings, const char *more)
{
	struct page_basket baskets[PEOPLE] = { { "Ann", "Example", "ann@example.com", NULL },
		{ "Ann", "Example", "ANN@example.com", NULL },
		{ "Bo", "Example", "bo@example.com", NULL } };
	const char *const words[] = { "-e", "test", "--now", SERVICE_NOW, more, NULL };
	*o = (struct office){ 0 };
	for (size_t i = 0; i < PEOPLE; i++) {
		page_link(&o->links[i], i, 120);
		baskets[i].link = buf_z(&o->links[i]);
	}
	page_answer(&o->answer, baskets, PEOPLE, 0, NULL);
	o->rule = (struct hostile_rule){ .path = "/api/checkout/", .answer = buf_str(&o->answer) };
	o->server = hostile_start(&o->rule, 1);
	buf_addf(&o->config,
	    "environment \"test\" {\n\turl = \"%s/api\"\n\tlink-base = \"https://shop.example\"\n"
	    "\tlink-hosts = {\"shop.example\"}\n\toutcomes = \"%s/outcomes\"\n%s\n}\n"
	    "ui {\n\tclipboard = \"osc52\"\n}\n",
	    hostile_url(o->server), console_folder(), settings);
	o->p = console_with(buf_z(&o->config), NULL, env, words);
	see_rows(o->p);
}

static void
close_office(struct office *o)
{
	pty_stop(o->p);
	hostile_stop(o->server);
	buf_free(&o->answer);
	buf_free(&o->config);
	for (size_t i = 0; i < PEOPLE; i++)
		buf_free(&o->links[i]);
}

static void
sees(struct pty *p, const char *keys, const char *text)
{
	pty_type(p, keys);
	if (!pty_wait_text(p, text))
		fail_msg("%s: not seen: %s", keys, text);
}

/* Of the row under the cursor, by its place in the menu, without a remark. */
static void
note(struct pty *p, int down, const char *seen)
{
	sees(p, "D", "What was done about this person?");
	for (int i = 0; i < down; i++)
		pty_type(p, "j");
	sees(p, "\r", "A remark, or Enter:");
	sees(p, "\r", seen);
}

enum { CALLED = 0, NO_CONTACT = 4, AGAIN = 5 };

/* The file names nobody, however the outcome came there. */
static void
assert_file_names_nobody(size_t lines)
{
	struct buf path = { 0 }, text = { 0 };
	size_t n = 0;
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_true(process_read_file(buf_z(&path), &text));
	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	assert_int_equal(n, lines);
	assert_int_equal(str_find(buf_str(&text), STR("example.com")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("Example")), SIZE_MAX);
	buf_free(&path);
	buf_free(&text);
}

/* A wish noted in one console is met in the other, before its list is read again. */
static void
what_one_console_notes_the_other_asks_about(void **state)
{
	struct office o;
	(void)state;
	open_office(&o, "", NULL);
	struct pty *other = start(NULL);
	see_rows(other);
	note(o.p, NO_CONTACT, "Noted for Ann Example: do not contact");
	assert_true(pty_wait_text(o.p, "no contact"));
	assert_true(pty_find(other, "no contact", NULL) < 0);
	sees(other, "y", "just now: do not contact");
	assert_true(pty_wait_text(other, "[ Cancel ]"));
	sees(other, "\r", "Nothing was sent");
	assert_true(pty_wait_text(other, "no contact")); /* and now it is known there, too */
	assert_int_equal(pty_strings(other), pty_strings(o.p));
	/* By whatever way. */
	sees(other, "v", "[ All the same ]");
	sees(other, "\r", "Nothing was sent");
	sees(other, ":write-file\r", "[ All the same ]");
	sees(other, "\r", "Nothing was sent");
	/* The same person by another basket, in capitals; and taken back. */
	sees(other, "jy", "[ All the same ]");
	sees(other, "\r", "Nothing was sent");
	note(other, AGAIN, "Noted for Ann Example: contact again");
	assert_true(pty_wait_gone(other, "no contact"));
	sees(o.p, "R", "Nothing new");
	assert_true(pty_wait_gone(o.p, "no contact"));
	assert_file_names_nobody(2);
	console_quit(other);
	pty_stop(other);
	console_quit(o.p);
	close_office(&o);
}

static void
a_call_a_while_ago_is_asked_about_once(void **state)
{
	struct office o;
	(void)state;
	open_office(&o, "", NULL);
	sees(o.p, "jj", "Bo Example");
	note(o.p, CALLED, "Noted for Bo Example: called");
	sees(o.p, "y", "you, just now: called. Send the link all the same?");
	sees(o.p, "\t\r", "Sent 120 bytes");
	assert_int_equal(pty_strings(o.p), 1);
	assert_true(pty_wait_text(o.p, "Ctrl-V"));
	pty_type(o.p, "\033");
	assert_true(pty_wait_text(o.p, "sent"));
	console_quit(o.p);
	close_office(&o);
	/* Whoever wants no pause is not asked. */
	open_office(&o, "contact-pause = 0", NULL);
	sees(o.p, "jj", "Bo Example");
	note(o.p, CALLED, "Noted for Bo Example: called");
	sees(o.p, "y", "Sent 120 bytes");
	close_office(&o);
}

static void
marked_rows_leave_out_who_is_not_to_be_contacted(void **state)
{
	struct office o;
	struct buf copied = { 0 };
	(void)state;
	open_office(&o, "", NULL);
	sees(o.p, " D", "What was done about everybody of the marked baskets?");
	sees(o.p, "jjjj\r", "Note \"do not contact\" for everybody of 1 marked basket?");
	sees(o.p, "\t\r", "Noted for Ann Example: do not contact");
	sees(o.p, "**", "all 3");
	sees(o.p, "*y", "2 left out: do not contact.");
	assert_true(pty_copied(o.p, 0, &copied));
	assert_true(str_eq(buf_str(&copied), buf_str(&o.links[2])));
	buf_free(&copied);
	console_quit(o.p);
	close_office(&o);
}

/* Beside the name and on the person's page, by any of the baskets; and VIEWs ask anew. */
static void
what_is_noted_of_a_person_is_seen_among_persons(void **state)
{
	struct office o;
	(void)state;
	open_office(&o, "", NULL);
	sees(o.p, "C", "2 persons");
	note(o.p, NO_CONTACT, "Noted for Ann Example: do not contact");
	assert_true(pty_wait_text(o.p, "no contact"));
	int row = pty_find(o.p, "no contact", NULL);
	assert_true(row >= 0 && strstr(pty_row(o.p, row), "Ann "));
	row = pty_find(o.p, "Bo Example", NULL);
	assert_true(row >= 0 && !strstr(pty_row(o.p, row), "no contact"));
	sees(o.p, "\r", "Outcome   ! do not contact");
	pty_type(o.p, "\033");
	sees(o.p, "e", "json, by columns"); /* no service sent a person */
	pty_type(o.p, "\033");
	sees(o.p, "/outcome=no-contact\r", "1 of 2 persons");
	note(o.p, AGAIN, "Noted for Ann Example: contact again");
	assert_true(pty_wait_text(o.p, "0 of 2 persons"));
	console_quit(o.p);
	close_office(&o);
}

/* An outcome is kept by who somebody is, which --mask hides; and it is a note of one's own, which
 * --read-only lets through. */
static void
a_mask_takes_none_and_read_only_does(void **state)
{
	struct office o;
	(void)state;
	open_office(&o, "", "--read-only");
	note(o.p, NO_CONTACT, "Noted for Ann Example: do not contact");
	struct pty *masked = start("--mask");
	see_rows(masked);
	sees(masked, "D", "Masked: an outcome is kept by who somebody is");
	sees(masked, "e", "for mail, a row a person");
	sees(masked, "G\r", "Masked: a list for mail needs people as they are");
	assert_true(pty_find(masked, "Ann", NULL) < 0);
	console_quit(masked);
	pty_stop(masked);
	assert_file_names_nobody(1);
	console_quit(o.p);
	close_office(&o);
}

/* Nothing is noted, and nothing else is lost. */
static void
what_cannot_be_noted_is_said(void **state)
{
	struct office o;
	struct buf path = { 0 };
	(void)state;
	open_office(&o, "", NULL);
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_int_equal(mkdir(buf_z(&path), 0700), 0);
	sees(o.p, "jjD", "What was done about this person?");
	sees(o.p, "\r", "A remark, or Enter:");
	sees(o.p, "\r", "not noted: ");
	pty_type(o.p, "\033");
	sees(o.p, "y", "Sent, but not noted: ");
	assert_int_equal(pty_strings(o.p), 1);
	rmdir(buf_z(&path));
	buf_free(&path);
	close_office(&o);
}

static void
a_list_for_mail_is_counted_and_written_and_noted(void **state)
{
	struct office o;
	struct buf path = { 0 }, text = { 0 };
	(void)state;
	open_office(&o, "", NULL);
	sees(o.p, "jj", "Bo Example");
	note(o.p, NO_CONTACT, "Noted for Bo Example: do not contact");
	sees(o.p, "e", "for mail, a row a person");
	sees(o.p, "G\r", "1 do not contact");
	assert_true(pty_wait_text(o.p, "1 person, each once"));
	sees(o.p, "\t\r", "Write to: ");
	buf_addf(&path, "%s/list.csv", console_folder());
	pty_type(o.p, buf_z(&path));
	sees(o.p, "\r", "Wrote, and noted as sent: 1 person");
	assert_true(process_read_file(buf_z(&path), &text));
	assert_int_equal(str_find(buf_str(&text), STR("Email Address,First Name,Last Name,")), 0);
	assert_int_not_equal(str_find(buf_str(&text), STR("\nann@example.com,Ann,Example,")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("bo@example.com")), SIZE_MAX);
	assert_true(pty_wait_text(o.p, "sent"));
	/* The next one has nobody. */
	sees(o.p, "e", "for mail, a row a person");
	sees(o.p, "G\r", "Nobody is left for mail.");
	assert_file_names_nobody(2);
	console_quit(o.p);
	buf_free(&path);
	buf_free(&text);
	close_office(&o);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_one_console_notes_the_other_asks_about),
		cmocka_unit_test(a_call_a_while_ago_is_asked_about_once),
		cmocka_unit_test(marked_rows_leave_out_who_is_not_to_be_contacted),
		cmocka_unit_test(what_is_noted_of_a_person_is_seen_among_persons),
		cmocka_unit_test(a_mask_takes_none_and_read_only_does),
		cmocka_unit_test(what_cannot_be_noted_is_said),
		cmocka_unit_test(a_list_for_mail_is_counted_and_written_and_noted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
