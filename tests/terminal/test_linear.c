/*
 * The console in linear mode, as a listener without a screen gets it. Lines go in, text comes out;
 * the tests know nothing else about it.
 */
#include "lib/process.h"
#include "lib/talk.h"

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#define MARA_LINK                                             \
	"https://shop.northlight.example/checkout/resume?"    \
	"basket=basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8&" \
	"key=j90ck9SVMoAQBT-iJCoBTgXzJYnxR3EEHiqZAFoREZ-_x7Qa"
#define OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"

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

/* The byte ends many text files, and a script could not continue what it stops. */
static void
a_ctrl_z_byte_in_a_file_stops_nothing(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "list\n\032\nmore\n\032");
	hear(&t, "Row 1 of 240");
	hear(&t, "Works on a terminal only: it could not be continued here\n");
	hear(&t, "\n11. ");
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
	talk_write_file("bin/tmux", STR(program));
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
persons_and_groups(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "persons\n2\nin\nout\nout\ngroup tag\n2\nin\nquit\n");
	hear(&t, "Baskets > Persons, newest first: 94 persons, 240 baskets read\n");
	hear(&t,
	    "Row 2 of 94: Mara Ellison, 18 min ago, reach both, baskets 3, newest items "
	    "Winback Digital Monthly +1\n");
	hear(&t, "Name: Mara Ellison\nE-mail: mara.ellison@example.com\n");
	hear(&t, "Baskets > Groups, group=tag: 10 groups, 240 baskets read\n");
	/* The line of small bars is for eyes alone. */
	hear(&t, "Row 2 of 10: /tags/uk/newsletter, baskets 46, share 19.2 %, by mail 20, ");
	hear(&t, "Baskets, tag=/tags/uk/newsletter: 46 match in all 240, read 10:42\n");
	hear(&t, "Row 1 of 46: ");
	end_talk(&t);
}

/* A line is interpreted for the visible pane, not for the tab below it. */
static void
the_prompt_names_the_pane(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "persons\nout\ngroup tag\nout\nhome\nout\nmessages\nout\nkeys\nout\nsource\nout\n"
	    "catalog\nusers\nout\ncampaigns\nin\nin\nquit\n");
	hear(&t, "DEMO persons: \nBaskets, newest first: ");
	hear(&t, "DEMO groups: \nBaskets, newest first: ");
	hear(&t, "DEMO today: \n");
	hear(&t, "DEMO messages: \n");
	hear(&t, "DEMO keys: \n");
	/* "Source of basket basket-85d6d16f-9159-467d-bdb9-6e96d66eb191" is cut between words. */
	hear(&t, "DEMO source of basket: \n");
	hear(&t, "DEMO baskets: \nProducts: ");
	hear(&t, "DEMO users of Ad-free Add-on: \n");
	hear(&t, "DEMO catalog: \nCampaigns: ");
	hear(&t, "DEMO campaigns: \nCampaigns > 2019 Winter Campaign > Offers: ");
	hear(&t,
	    "DEMO offers: \nCampaigns > 2019 Winter Campaign > Offers > Digital Basic > Charges: ");
	hear(&t, "DEMO charges: \n");
	end_talk(&t);
}

static void
words_are_near_or_nothing_happens(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "x\ng\noffrs\nelephants\nuntil 2d\nsince 2h\n999\nlist 241\n\n?\nhere\noffers since=7d\n: offers label:winter\n");
	hear(&t, "x does nothing here. ");
	hear(&t, "g begins a sequence of keys: type all of it on one line\n");
	hear(&t, "Nothing is called offrs here; did you mean offers?\n");
	hear(&t, "Nothing is called elephants here. /elephants looks for it, ");
	hear(&t, "Nothing is called until 2d here. As a VIEW: baskets until=2d\n");
	hear(&t, "since takes nothing behind it. As a VIEW: /since=2h\n");
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
	talk(&t, "--mask",
	    "list\n2\nin\nmore\nout\ny\nv\nT\n1\nidentity-form\npersons\n2\nin\nM\nmore\nquit\n");
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

/* A locale with ASCII only gets ASCII only. */
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
	talk_write_file("turn/backroom/config.conf", STR(config));
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

static void
runs_a_command_of_ones_own(void **state)
{
	struct talk t;
	char here[PATH_MAX];
	struct buf file = { 0 };
	(void)state;
	talk_write_file("own.conf",
	    STR("command \"crm\" { run = {\"sh\", \"-c\", \"echo noted $BACKROOM_NAME\"} "
		"help = \"a note in the CRM\" }\n"));
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&file, "BACKROOM_CONFIG=%s/own.conf", here);
	const char *const env[] = { buf_z(&file), NULL };
	talk_with(&t, "", env,
	    STR("run crm\nrun\n1\nmark\nmark\nrun crm\ncancel\nrun crm\nrun it\nquit\n"));
	hear(&t, "crm: noted Isabell Ashdown\n");
	hear(&t, "Run what for this basket?");
	hear(&t, "1. crm, a note in the CRM\n");
	hear(&t, "crm: noted Isabell Ashdown\n");
	hear(&t, "Run crm for 2 marked baskets, one after the other?");
	hear(&t, "Nothing was run\n");
	hear(&t, "Run crm for 2 marked baskets, one after the other?");
	hear(&t, "crm for Isabell Ashdown: noted Isabell Ashdown\n");
	hear(&t, "crm for Mara Ellison: noted Mara Ellison\n");
	hear(&t, "crm is done for 2 marked baskets\n");
	buf_free(&file);
	end_talk(&t);
}

/* Bars, branches and lines are for eyes alone; what they show is said. */
static void
drawings_are_words(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "home\nout\ngroup tag\nlist\nin\nout\njourneys\nlist\nin\nout\ntree\nfold\nhere\nquit\n");
	hear(&t, "\n12 hours: 4 hour by hour, the last one so far\n");
	hear(&t, "Yesterday: 2 at the same hours, a day before\n");
	hear(&t, "Started: /offers/Northlight+ World, 58\n");
	/* A row with a long bar, and one with a short one. */
	hear(&t, "\n2. /tags/uk/newsletter, baskets 46, share 19.2 %, by mail 20");
	hear(&t, "\n10. /tags/kw/reseller, baskets 3, share 1.3 %, by mail 2");
	hear(&t, "\n3. lapsed-365 and region-uk, # 3, goes to 70 save - 30 uk/newsletter, ");
	hear(&t, "\nsegment is /segments/new-visitor\n");
	hear(&t, "level 1, 50 %, /tags/uk/direct, 13 offers\n");
	hear(&t, "level 1, 0 % left over, /tags/uk/direct, 13 offers, the fallback\n");
	hear(&t, "Tree of campaigns: 363 lines, ");
	hear(&t, "campaign 2019 Winter Campaign, /offers/2019 Winter Campaign\n");
	hear(&t, "level 2, charge monthly: GBP 3.99 every month, from the start\n");
	hear(&t, "campaign 2019 Winter Campaign, /offers/2019 Winter Campaign, folded\n");
	end_talk(&t);
}

/* Timers never delay a response: each line is answered at once. */
static void
watch_keeps_nobody_waiting(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "watch every=1h\nlist\nwatch off\nquit\n");
	hear(&t, "Watching for every new basket, every 3600 s. :watch off ends it\n");
	hear(&t, "Baskets, newest first: watching, all 240, read 10:42\n");
	hear(&t, "Rows 1 to 10 of 240; more goes on\n");
	hear(&t, "Not watching any more\n"); /* and it ended, though the hour is not over */
	end_talk(&t);
}

/* "Esc", "enter": what a key is called is typed as it is said. */
static void
keys_are_typed_by_their_names(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "", "/mara elli\nesc\nenter\nEsc\nlink\nESC\nhome\nquit\n");
	hear(&t, "Baskets, mara elli: 3 match in all 240, read 10:42\n");
	hear(&t, "DEMO baskets: \nBaskets, newest first: all 240, read 10:42\nRow 2 of 240: Mara ");
	hear(&t, "DEMO baskets: \nBaskets, newest first, Mara Ellison - left 18 min ago\n");
	hear(&t, "DEMO baskets: \nBaskets, newest first: all 240, read 10:42\n");
	hear(&t, "1. Close, nothing more\n");
	hear(&t, "DEMO choose: \nRow 2 of 240: ");
	hear(&t, "DEMO baskets: \nToday\n"); /* an action of that name comes first */
	end_talk(&t);
}

/* A tired agent: what was done, by the first of its words; where a number on today's page leads. */
static void
choices_and_links_are_known_by_their_words(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "",
	    "/mara elli\noutcome\nwr\nwritten\nasked for a week\noutcome\nLOST\n\n"
	    "group\nutm\nUTM s\nhome\ndown\ndown\ndown\nin\nquit\n");
	/* Two letters might be keys. */
	hear(&t, "6. contact again: takes the last one back\nDEMO choose: \nThat is no answer here. ");
	hear(&t, "DEMO Written to. A remark, or Enter: \nNoted for Mara Ellison: written to\n");
	hear(&t, "DEMO Lost. A remark, or Enter: \nNoted for Mara Ellison: lost\n");
	/* An ambiguous beginning chooses none. */
	hear(&t, "17. utm campaign\nDEMO choose: \nThat is no answer here. ? says what is\n");
	hear(&t, "DEMO choose: \nBaskets > Groups, mara elli group=utm: 2 groups of 3 matches, ");
	hear(&t, "DEMO groups: \nToday\n");
	hear(&t, "DEMO today: \nLeads on: 2, in the line Baskets: under 1 h, 2, 2 by mail\n");
	hear(&t, "DEMO today: \nLeads on: under 1 d\n");
	hear(&t, "DEMO today: \nLeads on: 1, in the line under 1 d, 6, 1 by mail\n");
	hear(&t, "Baskets, bucket=\"under 1 d\" reach:mail: 1 match in all 240, read 10:42\n");
	end_talk(&t);
}

/* A demo that does not start is reported at once. */
static void
demo_that_does_not_start_is_said(void **state)
{
	struct talk t;
	(void)state;
	talk(&t, "--pack nowhere", "r\nlist\nquit\n");
	hear(&t, "The demo's service did not start: ");
	/* Tried again, it does not start again; that is said, too. */
	hear(&t, "DEMO baskets: \nThe demo's service did not start: ");
	hear(&t, "DEMO baskets: \nNothing could be read yet\nThe reason was said just before.\n");
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

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agent_finds_and_shows_a_link),
		cmocka_unit_test(a_ctrl_z_byte_in_a_file_stops_nothing),
		cmocka_unit_test(agent_proves_the_clipboard),
		cmocka_unit_test(persons_and_groups),
		cmocka_unit_test(the_prompt_names_the_pane),
		cmocka_unit_test(words_are_near_or_nothing_happens),
		cmocka_unit_test(admin_links_and_undoes),
		cmocka_unit_test(input_ends_amid_a_form),
		cmocka_unit_test(masked_names_nobody),
		cmocka_unit_test(read_only_and_present),
		cmocka_unit_test(ascii_alone),
		cmocka_unit_test(turns_to_another_environment),
		cmocka_unit_test(runs_a_command_of_ones_own),
		cmocka_unit_test(drawings_are_words),
		cmocka_unit_test(watch_keeps_nobody_waiting),
		cmocka_unit_test(keys_are_typed_by_their_names),
		cmocka_unit_test(choices_and_links_are_known_by_their_words),
		cmocka_unit_test(demo_that_does_not_start_is_said),
		cmocka_unit_test(every_action_is_reached_by_its_name),
		cmocka_unit_test(megabyte_is_refused_in_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
