/*
 * Contact statuses on a terminal: two consoles with a shared file, confirmation before a link is
 * sent in any way, statuses for marked rows, --mask and --read-only, a full disk.
 */
#include "lib/office.h"
#include "lib/process.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file has no names, however the status was recorded. */
static void
assert_file_has_no_names(size_t lines)
{
	auto_buf path = { 0 }, text = { 0 };
	size_t n = 0;
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_true(process_read_file(buf_z(&path), &text));
	for (size_t i = 0; i < text.n; i++)
		n += text.p[i] == '\n';
	assert_int_equal(n, lines);
	assert_int_equal(str_find(buf_str(&text), STR("example.com")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("Example")), SIZE_MAX);
}

/* A do-not-contact entry made in one console is respected in the other, before that one reloads
 * its list. */
TEST(a_status_recorded_in_one_console_is_used_in_another)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "", "", NULL);
	struct pty *other = office_start(NULL);
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	assert_true(pty_wait_text(o.p, "no contact"));
	assert_true(pty_find(other, "no contact", NULL) < 0);
	office_wait_text(other, "y", "just now: do not contact");
	assert_true(pty_wait_text(other, "[ Cancel ]"));
	office_wait_text(other, "\r", "Nothing was sent");
	assert_true(pty_wait_text(other, "no contact")); /* the other console shows it now */
	assert_int_equal(pty_strings(other), pty_strings(o.p));
	/* Every way of sending needs the confirmation. */
	office_wait_text(other, "v", "[ Contact anyway ]");
	office_wait_text(other, "\r", "Nothing was sent");
	office_wait_text(other, ":write-file\r", "[ Contact anyway ]");
	office_wait_text(other, "\r", "Nothing was sent");
	/* Another basket of the same person, whose e-mail is in capitals; then the status is
	 * undone. */
	office_wait_text(other, "jy", "[ Contact anyway ]");
	office_wait_text(other, "\r", "Nothing was sent");
	office_record(other, OFFICE_UNDO, "Taken back for Ann Example: do not contact");
	assert_true(pty_wait_gone(other, "no contact"));
	office_wait_text(o.p, "R", "Nothing new");
	assert_true(pty_wait_gone(o.p, "no contact"));
	assert_file_has_no_names(2);
	console_quit(other);
	pty_stop(other);
	console_quit(o.p);
}

/* The environment's notice is in the questions. */
TEST(contacting_anyway_asks_for_the_reason)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "contact-notice = \"Write only to customers who agreed\"\n", "", NULL);
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	office_wait_text(o.p, "y", "Write only to customers who agreed. ");
	assert_true(pty_wait_text(o.p, "[ Contact anyway ]"));
	office_wait_text(o.p, "\t\r", "Reason for contacting anyway:");
	office_wait_text(o.p, "asked by phone\r", "Sent 120 bytes");
	assert_true(pty_press_gone(o.p, "\033", "[ "));
	/* Without another reason to ask, the notice is the question. */
	office_wait_text(o.p, "jj", "Bo Example");
	office_wait_text(o.p, "y", "Before you contact this person");
	assert_true(pty_wait_text(o.p, "Write only to customers who agreed"));
	office_wait_text(o.p, "\t\r", "Sent 120 bytes");
}

TEST(a_recent_call_asks_once)
{
	struct office o;
	office_open(&o, "", "", NULL);
	office_wait_text(o.p, "jj", "Bo Example");
	office_record(o.p, OFFICE_CALLED, "Saved for Bo Example: called");
	office_wait_text(o.p, "y", "you, just now: called. Send the link anyway?");
	office_wait_text(o.p, "\t\r", "Sent 120 bytes");
	assert_int_equal(pty_strings(o.p), 1);
	assert_true(pty_wait_text(o.p, "Ctrl-V"));
	assert_true(pty_press(o.p, "\033", "sent"));
	console_quit(o.p);
	office_close(&o);
	/* Without a contact-pause there is no question. */
	office_open(&o, "contact-pause = 0", "", NULL);
	office_wait_text(o.p, "jj", "Bo Example");
	office_record(o.p, OFFICE_CALLED, "Saved for Bo Example: called");
	office_wait_text(o.p, "y", "Sent 120 bytes");
	office_close(&o);
}

TEST(the_console_uses_the_age_groups_of_the_configuration)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "", "ui {\n\tage-groups = {\"1m\", \"90d\"}\n}\n", NULL);
	office_wait_text(o.p, ":baskets group=age\r", "1 min to 90 days");
	office_wait_text(o.p, "\r", "bucket=\"1 min to 90 days\"");
	office_wait_text(o.p, "0", "1 min to 90 days");
}

TEST(a_link_without_a_known_consent_is_sent_with_a_message)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "consent-field = \"marketing.optIn\"\n", "", NULL);
	office_wait_text(o.p, "jj", "Bo Example");
	office_wait_text(o.p, "y", ", consent not known"); /* in the box */
	assert_true(pty_press_gone(o.p, "\033", "Ctrl-V"));
	office_wait_text(o.p, "y", "Send it again?");
	office_wait_text(o.p, "\t\r", ", consent not known");
	assert_true(pty_press_gone(o.p, "\033", "Ctrl-V"));
	office_wait_text(o.p, "*y", "Send them anyway?");
	office_wait_text(o.p, "\t\r", "3 without a known consent.");
}

TEST(marked_rows_leave_out_persons_not_to_be_contacted)
{
	CLEANUP(office_close) struct office o;
	struct buf copied = { 0 };
	office_open(&o, "", "", NULL);
	office_wait_text(o.p, " D", "What happened with the people of the marked baskets?");
	office_wait_text(
	    o.p, "jjjj\r", "Save \"do not contact\" for the people of 1 marked basket?");
	office_wait_text(o.p, "\t\r", "Saved for Ann Example: do not contact");
	pty_resize(o.p, 15, 60);
	office_wait_text(o.p, "y", "Nothing sent of 1 marked: 1 not to be contacted");
	pty_resize(o.p, 24, 80);
	office_wait_text(o.p, "**", "3 baskets, all read");
	office_wait_text(o.p, "*y", "2 left out: do not contact.");
	assert_true(pty_wait_clipboard(o.p, 0, &copied));
	assert_true(str_eq(buf_str(&copied), buf_str(&o.links[2])));
	buf_free(&copied);
	/* On this terminal it is not known whether the link arrived. */
	assert_true(pty_wait_text(o.p, "did it arrive?"));
	assert_true(pty_press(o.p, "\r", "Not saved as sent"));
	assert_true(pty_find(o.p, "sent  mail", NULL) < 0);
	office_wait_text(o.p, "y", "did it arrive?");
	office_wait_text(o.p, "\t\r", "sent  mail");
	console_quit(o.p);
}

/* The status is shown next to the name and on the person's page, whichever basket it was
 * recorded for; and VIEWs are applied again. */
TEST(a_status_of_a_person_is_shown_among_persons)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "", "", NULL);
	office_wait_text(o.p, "C", "2 persons");
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	assert_true(pty_wait_text(o.p, "no contact"));
	int row = pty_find(o.p, "no contact", NULL);
	assert_true(row >= 0 && strstr(pty_row(o.p, row), "Ann "));
	row = pty_find(o.p, "Bo Example", NULL);
	assert_true(row >= 0 && !strstr(pty_row(o.p, row), "no contact"));
	office_wait_text(o.p, "\r", "Outcome   ! do not contact");
	pty_type(o.p, "\033");
	office_wait_text(o.p, "e", "JSON with the columns"); /* persons do not have JSON as sent */
	pty_type(o.p, "\033");
	office_wait_text(o.p, "/status=no-contact\r", "1 of 2 persons");
	office_record(o.p, OFFICE_UNDO, "Taken back for Ann Example: do not contact");
	assert_true(pty_wait_text(o.p, "0 of 2 persons"));
	console_quit(o.p);
}

/* A shared address does not join baskets into one person, but "do not contact" applies to the
 * address. */
TEST(a_shared_address_joins_no_persons)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "\tshared-emails = {\"ann@*\"}\n", "", NULL);
	assert_true(pty_wait_text(o.p, "shared by several people"));
	assert_true(pty_find(o.p, "1 more:", NULL) < 0);
	office_wait_text(o.p, "C", "3 persons");
	pty_type(o.p, "q");
	office_wait_text(o.p, "j", "2 min ago");
	office_wait_text(o.p, "y", "Sent 120 bytes"); /* there is no newer basket */
	assert_true(pty_press_gone(o.p, "\033", "[ "));
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	office_wait_text(o.p, "k", "1 min ago");
	office_wait_text(o.p, "y", "[ Contact anyway ]");
	office_wait_text(o.p, "\r", "Nothing was sent");
	console_quit(o.p);
}

/* Statuses are stored by identity, which --mask hides; they are the user's own notes, so
 * --read-only allows them. */
TEST(statuses_can_be_recorded_read_only_but_not_masked)
{
	CLEANUP(office_close) struct office o;
	office_open(&o, "", "", "--read-only");
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Ann Example: do not contact");
	struct pty *masked = office_start("--mask");
	office_wait_text(masked, "D",
	    "People are masked, so nothing is recorded about them. :mask off shows them");
	office_wait_text(masked, "e", "mailing list, one row per person");
	office_wait_text(masked, "G\r", "People are masked, so there is no mailing list");
	assert_true(pty_find(masked, "Ann", NULL) < 0);
	console_quit(masked);
	pty_stop(masked);
	assert_file_has_no_names(1);
	console_quit(o.p);
}

/* Nothing is recorded, and nothing else is lost. */
TEST(a_status_that_cannot_be_recorded_is_reported)
{
	CLEANUP(office_close) struct office o;
	auto_buf path = { 0 };
	office_open(&o, "", "", NULL);
	buf_addf(&path, "%s/outcomes", console_folder());
	assert_int_equal(mkdir(buf_z(&path), 0700), 0);
	office_wait_text(o.p, "jjD", "What happened with this person?");
	office_wait_text(o.p, "\r", "not saved in the contact log: ");
	pty_type(o.p, "\033");
	office_wait_text(o.p, "y", "Paste it here once");
	office_wait_text(o.p, "\033", "Sent, but not saved in the contact log: ");
	assert_int_equal(pty_strings(o.p), 1);
	rmdir(buf_z(&path));
}

TEST(a_mail_list_is_counted_written_and_recorded)
{
	CLEANUP(office_close) struct office o;
	auto_buf path = { 0 }, text = { 0 };
	office_open(&o, "", "", NULL);
	office_wait_text(o.p, "jj", "Bo Example");
	office_record(o.p, OFFICE_NO_CONTACT, "Saved for Bo Example: do not contact");
	office_wait_text(o.p, "e", "mailing list, one row per person");
	office_wait_text(o.p, "G\r", "1 do not contact");
	assert_true(pty_wait_text(o.p, "1 person, one row each"));
	office_wait_text(o.p, "\t\r", "Save as: ");
	buf_addf(&path, "%s/list.csv", console_folder());
	pty_type(o.p, buf_z(&path));
	office_wait_text(o.p, "\r", "Saved the list and recorded it as sent: 1 person");
	assert_true(process_read_file(buf_z(&path), &text));
	assert_int_equal(str_find(buf_str(&text), STR("Email Address,First Name,Last Name,")), 0);
	assert_int_not_equal(
	    str_find(buf_str(&text), STR("\nann@example.com,Ann,Example,")), SIZE_MAX);
	assert_int_equal(str_find(buf_str(&text), STR("bo@example.com")), SIZE_MAX);
	assert_true(pty_wait_text(o.p, "sent"));
	/* The next list is empty. */
	office_wait_text(o.p, ":mail-list\r", "No one is left to mail.");
	assert_file_has_no_names(2);
	console_quit(o.p);
}
