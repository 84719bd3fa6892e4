/*
 * User commands on the rows of any list: their lists and keys, questions and confirmation, the
 * variables of each kind of row, marks, failures, and where they are off.
 */
#include "lib/console.h"
#include "lib/office.h"
#include "lib/process.h"
#include "lib/test.h"

#include <string.h>

static const char commands[] =
    "command \"crm\" {\n\trun = {\"sh\", \"-c\", \"env | grep ^BACKROOM_ >$0.$BACKROOM_KIND; "
    "echo \\\"noted $BACKROOM_KIND, $BACKROOM_ASK_1\\\"\", \"%s/saw\"}\n\thelp = \"a note in the CRM\"\n"
    "\tpanes = {\"all\"}\n\tkey = \"<F5>\"\n\task = {\"Ticket\", \"Comment\"}\n"
    "\tconfirm = \"Write into the CRM?\"\n}\n"
    "command \"look\" {\n\trun = {\"sh\", \"-c\", \"echo $BACKROOM_NAME >>$0; echo looked\", \"%s/looked\"}\n"
    "\tpanes = {\"offers\"}\n\tkey = \"gx\"\n\twrites = false\n}\n"
    "command \"fails\" { run = {\"sh\", \"-c\", \"echo no >&2; exit 3\"} panes = {\"offers\"} }\n"
    "command \"hangs\" { run = {\"sleep\", \"1000\"} panes = {\"offers\"} seconds = 1 }\n"
    "command \"chatty\" { run = {\"sh\", \"-c\", \"head -c 1048576 /dev/zero | tr '\\\\0' x; echo; "
    "echo the end\"} panes = {\"offers\"} }\n"
    "command \"mail\" { run = {\"true\"} }\n";

static struct pty *
start(const char *more)
{
	auto_buf config = { 0 };
	const char *const words[] = { "demo", "--now", SERVICE_NOW, more, NULL };
	const char *folder = console_folder();
	buf_addf(&config, commands, folder, folder);
	struct pty *p = console_with_config(buf_z(&config), NULL, NULL, words);
	assert_true(pty_wait_text(p, "240 baskets, all read"));
	assert_true(console_wait_catalog(p));
	return p;
}

static void
read_program_file(const char *name, struct buf *out)
{
	auto_buf path = { 0 };
	buf_addf(&path, "%s/%s", console_folder(), name);
	buf_reset(out);
	process_read_file(buf_z(&path), out);
}

/* Answers both questions and confirms. */
static void
run_crm(struct pty *p, const char *want)
{
	office_wait_text(p, "\033[15~", "Ticket:");
	office_wait_text(p, "T-1\r", "Comment");
	office_wait_text(p, "\r", "Write into the CRM?");
	office_wait_text(p, "\t\r", want);
}

static void
expect_seen(const char *kind, const char *const *lines)
{
	auto_buf name = { 0 }, seen = { 0 }, all = { 0 };
	buf_addf(&name, "saw.%s", kind);
	read_program_file(buf_z(&name), &seen);
	buf_addf(&all, "\n%s", buf_z(&seen));
	for (; *lines; lines++)
		if (str_find(buf_str(&all), str_of(*lines)) == SIZE_MAX)
			fail_msg("%s: no %s in %s", kind, *lines, buf_z(&all));
	assert_true(str_find(buf_str(&all), STR("BACKROOM_LINK=")) == SIZE_MAX);
	assert_true(str_find(buf_str(&all), STR("BACKROOM_ASK_2=")) == SIZE_MAX);
}

TEST(an_offer_is_passed_with_the_answers)
{
	static const char *const lines[] = { "\nBACKROOM_KIND=offer\n", "\nBACKROOM_ASK_1=T-1\n",
		"\nBACKROOM_NAME=Digital Basic\n", "\nBACKROOM_CURRENCY=GBP\n",
		"\nBACKROOM_PATH=/offers/2019 Winter Campaign/digital-basic\n",
		"\nBACKROOM_JSON={\"id\":", "\nBACKROOM_ENVIRONMENT=demo\n", NULL };
	auto_console *p = start(NULL);
	office_wait_text(p, "3", "78 offers");
	run_crm(p, "crm: noted offer, T-1");
	expect_seen("offer", lines);
	/* The last answer is offered again; Esc runs nothing. */
	office_wait_text(p, "\033[15~", "Ticket");
	office_wait_text(p, "\r", "Comment");
	pty_type(p, "\033");
	assert_true(pty_wait_gone(p, "Comment"));
	office_wait_text(p, "\033[15~", "T-1");
	office_wait_text(p, "\r", "Comment");
	office_wait_text(p, "\r", "Write into the CRM?");
	office_wait_text(p, "\r", "Nothing was run");
}

TEST(every_kind_of_row_has_its_variables)
{
	static const char *const basket[] = { "\nBACKROOM_KIND=basket\n",
		"\nBACKROOM_EMAIL=", NULL };
	static const char *const journey[] = { "\nBACKROOM_NUMBER=1\n",
		"\nBACKROOM_ID=journey-new-visitor\n", NULL };
	static const char *const identity[] = {
		"\nBACKROOM_ISSUER=https://login.northlight.example/\n",
		"\nBACKROOM_SUBJECT=auth|9c1f40b86ad25e73f0d177e2\n",
		"\nBACKROOM_STATUS=not known\n", NULL
	};
	static const char *const finding[] = { "\nBACKROOM_RULE=ref-product\n",
		"\nBACKROOM_SEVERITY=error\n", "\nBACKROOM_PATH=/offers2/kiosk-harbour\n", NULL };
	auto_console *p = start(NULL);
	run_crm(p, "crm: noted basket, T-1");
	expect_seen("basket", basket);
	office_wait_text(p, "5", "Journeys");
	run_crm(p, "crm: noted journey, T-1");
	expect_seen("journey", journey);
	office_wait_text(p, "6", "auth|9c1f");
	run_crm(p, "crm: noted identity, T-1");
	expect_seen("identity", identity);
	office_wait_text(p, "8", "binder does not exist");
	run_crm(p, "crm: noted finding, T-1");
	expect_seen("finding", finding);
}

TEST(a_write_of_the_journal_is_passed)
{
	static const char *const lines[] = { "\nBACKROOM_KIND=write\n", "\nBACKROOM_NUMBER=1\n",
		"\nBACKROOM_ID=J-0001\n", "\nBACKROOM_ACTION=link\n", "\nBACKROOM_RESULT=done\n",
		"\nBACKROOM_OWNER=id-04d20f6c83be4a1597c0e86b3f2d71a8\n",
		"\nBACKROOM_SUBJECT=auth|9c1f40b86ad25e73f0d177e2\n", NULL };
	auto_console *p = start(NULL);
	office_wait_text(p, "/mara elli\r", "Mara Ellison");
	office_wait_text(p, "i", "Missing: the owner");
	office_wait_text(p, "id-04d20f6c83be4a1597c0e86b3f2d71a8\r\r\r", "required to unlock");
	office_wait_text(p, "INC-1\r", "the last four characters of the owner");
	office_wait_text(p, "71a8", "Enter sends");
	office_wait_text(p, "\r", "(J-0001)");
	office_wait_text(p, "7", "J-0001");
	run_crm(p, "crm: noted write, T-1");
	expect_seen("write", lines);
}

TEST(marked_offers_run_in_order)
{
	auto_buf looked = { 0 };
	auto_console *p = start(NULL);
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, "  ", "2 marked");
	office_wait_text(p, "gx", "Run look for 2 marked offers, one after the other?");
	office_wait_text(p, "\r", "Nothing was run");
	office_wait_text(p, "gx", "Run look for 2 marked offers");
	office_wait_text(p, "\t\r", "look is done for 2 marked offers");
	read_program_file("looked", &looked);
	assert_string_equal(buf_z(&looked), "Digital Basic\nWinter Weekend Print\n");
	office_wait_text(p, ":run fails\r", "Run fails for 2 marked offers");
	office_wait_text(
	    p, "\t\r", "fails: done for 0 of 2, not run for 1. Digital Basic: sh failed");
	pty_type(p, "\033");
	/* A row that the filter hides does not run. */
	office_wait_text(p, "/weekend print\r", "of 78 offers");
	office_wait_text(p, "gx", "Run look for 1 of 2 marked offers? 1 left out: not shown.");
	pty_type(p, "\033");
}

TEST(lists_offer_only_their_own_commands)
{
	auto_console *p = start(NULL);
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, "!", "Run which command for this offer?");
	assert_true(pty_wait_text(p, "chatty"));
	assert_true(pty_find(p, "mail", NULL) < 0);
	assert_true(pty_press_gone(p, "\033", "Run which command"));
	office_wait_text(p, ":run ", "run look");
	assert_true(pty_find(p, "run mail", NULL) < 0);
	assert_true(pty_press_gone(p, "\033", "run look"));
	office_wait_text(p, ":note in the", "a note in the CRM");
	assert_true(pty_find(p, "F5", NULL) >= 0);
	assert_true(pty_press_gone(p, "\033", "a note in the CRM"));
	office_wait_text(p, "1", "240 baskets");
	office_wait_text(p, "gx", "does nothing here");
	office_wait_text(p, ":run look\r", "look does not run in this list but in offers");
}

TEST(failing_hanging_and_chatty_programs_are_reported)
{
	auto_console *p = start(NULL);
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, ":run fails\r", "fails: sh failed (exit 3): no");
	pty_type(p, "\033");
	office_wait_text(p, ":run hangs\r", "hangs: sleep took longer than 1 s and was stopped");
	pty_type(p, "\033");
	office_wait_text(p, ":run chatty\r", "chatty: the end");
}

TEST(read_only_runs_only_commands_that_write_nothing)
{
	auto_console *p = start("--read-only");
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, "\033[15~", "Read-only: your own commands may write");
	office_wait_text(p, "gx", "look: looked");
	office_wait_text(p, "1", "240 baskets");
	office_wait_text(p, "!", "Read-only: your own commands may write");
}

TEST(masked_and_presenting_run_none)
{
	auto_buf looked = { 0 };
	auto_console *p = start(NULL);
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, ":mask on\r", "People are masked");
	office_wait_text(p, "gx", "People are masked, so your own commands do not run");
	read_program_file("looked", &looked);
	assert_int_equal(looked.n, 0);
	auto_console *shown = start(NULL);
	office_wait_text(shown, "3", "78 offers");
	office_wait_text(shown, ":present clear\r", ":present off ends presenting");
	office_wait_text(shown, "gx", "Not while presenting");
	read_program_file("looked", &looked);
	assert_int_equal(looked.n, 0);
}

TEST(a_pasted_answer_has_no_control_characters)
{
	static char large[1 << 20];
	auto_buf saw = { 0 };
	auto_console *p = start(NULL);
	memset(large, 'x', sizeof(large) - 1);
	office_wait_text(p, "3", "78 offers");
	office_wait_text(p, "\033[15~", "Ticket");
	pty_type(p, "\033[200~");
	pty_type(p, large);
	pty_type(p, "\033[201~");
	assert_true(pty_wait_text(p, "Paste refused"));
	office_wait_text(p, "\033[200~T-1\a\n2\033[201~",
	    "Paste refused: it has several lines or control characters");
	office_wait_text(p, "\033[200~T-1\033[201~", "T-1");
	office_wait_text(p, "\r", "Comment");
	office_wait_text(p, "\r", "Write into the CRM?");
	office_wait_text(p, "\t\r", "crm: noted");
	read_program_file("saw.offer", &saw);
	assert_true(str_find(buf_str(&saw), STR("BACKROOM_ASK_1=T-1")) != SIZE_MAX);
	assert_true(str_find_char(buf_str(&saw), '\a') == SIZE_MAX);
}
