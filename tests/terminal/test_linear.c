/*
 * The console in linear mode, as a user without a screen hears it. Lines go in, text comes out; the
 * tests use nothing else.
 */
#include "lib/process.h"
#include "lib/talk.h"
#include "lib/test.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MARA_LINK                                             \
	"https://shop.northlight.example/checkout/resume?"    \
	"basket=basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8&" \
	"key=j90ck9SVMoAQBT-iJCoBTgXzJYnxR3EEHiqZAFoREZ-_x7Qa"
#define OWNER "id-01a7d3f05e9b4c62881f7be02d94c6a3"

/* ---- the agent ---- */

TEST(agent_finds_and_shows_a_link)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "list\nmore\n/ellison\n/mara elli\nin\n\nlink\n3\nT\n1\n2\ny\n2\nout\nquit\n");
	expect_spoken(&t, "DEMO. ? lists the commands\n");
	expect_spoken(&t, "Sample data from memory. Nothing leaves this machine.\n");
	expect_spoken(&t, "Baskets, newest first: 240 baskets, all read, 10:42\n");
	expect_spoken(
	    &t, "Row 1 of 240: Isabell Ashdown, 4 min ago, reach mail, items Print + Digital, ");
	expect_spoken(&t, "DEMO baskets: \n1. selected, Isabell Ashdown");
	expect_spoken(&t,
	    "\n2. Mara Ellison, 18 min ago, reach both, items Winback Digital Monthly +1, "
	    "start page Winback 2026\n");
	expect_spoken(&t, "Rows 1 to 10 of 240; more continues\n");
	expect_spoken(&t, "DEMO baskets: \n11. ");
	expect_spoken(&t, "\n20. ");
	expect_spoken(&t, "Baskets, ellison: ");
	expect_spoken(&t, "Baskets, mara elli: 3 of 240 baskets, 10:42\n");
	expect_spoken(&t, "Row 1 of 3: Mara Ellison, 18 min ago");
	expect_spoken(&t, "Baskets, mara elli, Mara Ellison, 18 min ago\nLink: ok, 4 of 4 checks");
	expect_spoken(&t, "Reach: mara.ellison@example.com\n");
	expect_spoken(&t,
	    "Items, AT START, THEN\n1 Winback Digital Monthly, NL-DIG-ALL, GBP 1.00, 9.99, every month");
	expect_spoken(&t, "Recovery link\n");
	expect_spoken(&t, "ok: names this basket\n");
	expect_spoken(&t, "Nothing has been sent. Your clipboard is unchanged.\n");
	expect_spoken(&t, "1. Close\n2. Send\n3. The link alone on a line\n");
	expect_spoken(&t,
	    "DEMO choose: \nLink for Mara Ellison\n" MARA_LINK
	    "\nThe link is alone on the line above: 151 bytes\n");
	expect_spoken(&t, "What may ticket notes contain?");
	expect_spoken(&t, "1. no personal data, last 4 of the link\n");
	expect_spoken(&t, "Basket    basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8\n");
	expect_spoken(&t, "ends ...x7Qa (151 bytes), not in this note\n");
	expect_spoken(&t, "Said the note, ");
	expect_spoken(&t, "Baskets, mara elli, Mara Ellison, 3 d ago\n");
	expect_spoken(&t, "A newer basket exists\n");
	expect_spoken(&t, "1. Cancel\n2. Send this one\n");
	expect_spoken(&t, "\nhttps://shop.northlight.example/checkout/resume?basket=");
}

/* Many text files end with this byte, and a script could not resume a suspended program. */
TEST(a_ctrl_z_byte_in_a_file_does_not_suspend)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "list\n\032\nmore\n\032");
	expect_spoken(&t, "Row 1 of 240");
	expect_spoken(&t, "Works in a terminal only\n");
	expect_spoken(&t, "\n11. ");
}

/* The hint is for lines, not for keys of a screen. */
TEST(an_unknown_command_says_how_to_search)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", ":zzzz\nquit\n");
	expect_spoken(&t, "no such command. baskets and the words search baskets");
	expect_never_spoken(&t, "Down");
}

/* Sends through tmux, which the test replaces by a script that stores its input; then pastes a
 * wrong link and the right one. */
TEST(agent_proves_the_clipboard)
{
	static const char program[] = "#!/bin/sh\ncase $1 in load-buffer) cat >sent.txt ;; esac\n";
	CLEANUP(talk_end) struct talk t;
	auto_buf path = { 0 }, sent = { 0 };
	char here[PATH_MAX];
	mkdir("bin", 0700);
	talk_write_file("bin/tmux", STR(program));
	assert_int_equal(chmod("bin/tmux", 0700), 0);
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&path, "PATH=%s/bin:%s", here, getenv("PATH"));
	const char *const env[] = { "TMUX=/nowhere,1,2", buf_z(&path), NULL };
	talk_with_lines(&t, "", env,
	    STR("/mara elli\ny\nhttps://shop.example/other\n" MARA_LINK "\nclose\nquit\n"));
	assert_int_equal(t.status, 0);
	expect_spoken(&t, "Sent 151 bytes through tmux, ending x7Qa. Not there? v shows it\n");
	expect_spoken(&t, "Paste it here once to check:\n");
	expect_spoken(&t,
	    "DEMO choose: \n> That is another link, an older one in your clipboard. ");
	expect_spoken(&t,
	    "DEMO choose: \n> The link arrived, 151 bytes. From now on y sends at once in this "
	    "terminal.\n");
	expect_spoken(&t, "Row 1 of 3: Mara Ellison, sent, 18 min ago");
	assert_true(process_read_file("sent.txt", &sent));
	assert_string_equal(buf_z(&sent), MARA_LINK);
	expect_never_spoken(&t, "\033");
}

/* The words are looked for in the open text, not in the list, and each link names its person. */
TEST(a_search_in_a_detail_does_not_leave_the_wrong_person_unnamed)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "/mara elli\nin\n/lefevre\n\nbaskets\n/lefevre\ny\n2\nquit\n");
	assert_int_equal(t.status, 0);
	expect_spoken(
	    &t, "DEMO baskets: \nlefevre is not in this text. h, then / looks in the list\n");
	expect_spoken(&t,
	    "DEMO baskets: \nBaskets, mara elli: 3 of 240 baskets, 10:42\nRow 1 of 3: Mara Ellison");
	expect_spoken(&t, "\nLink for Beno\xC3\xAEt Lef\xC3\xA8vre\nhttps://");
	expect_spoken(&t, "Did you send Beno\xC3\xAEt Lef\xC3\xA8vre this link?");
}

/* Columns are heard in the rows; a Ctrl-L typed by habit does not change the line. */
TEST(only_what_was_meant_is_heard)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "baskets mara elli cols=age,customer\n\f\nlist\f\nquit\n");
	assert_int_equal(t.status, 0);
	expect_spoken(
	    &t, "DEMO baskets: \nBaskets, mara elli: 3 of 240 baskets, 10:42\nRow 1 of 3: ");
	expect_spoken(&t, "DEMO baskets: \n1. selected, Mara Ellison, 18 min ago\n");
}

TEST(persons_and_groups)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "persons\n2\nin\nout\nout\ngroup tag\n2\nin\nquit\n");
	expect_spoken(&t, "Baskets > Persons, newest first: 94 persons, 240 baskets read\n");
	expect_spoken(&t,
	    "Row 2 of 94: Mara Ellison, 18 min ago, reach both, baskets 3, newest items "
	    "Winback Digital Monthly +1\n");
	expect_spoken(&t, "Name: Mara Ellison\nE-mail: mara.ellison@example.com\n");
	expect_spoken(&t, "Baskets > Groups, group=tag: 10 groups, 240 baskets read\n");
	/* The row's bar chart is only for eyes. */
	expect_spoken(
	    &t, "Row 2 of 10: uk/newsletter, baskets 46, share 19.2 %, by mail 20, ");
	expect_spoken(&t, "Baskets, tag=/tags/uk/newsletter: 46 of 240 baskets, 10:42\n");
	expect_spoken(&t, "Row 1 of 46: ");
}

/* A line is interpreted for the visible pane, not for the tab below it. */
TEST(the_prompt_names_the_pane)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "",
	    "persons\nout\ngroup tag\nout\nhome\nout\nmessages\nout\nkeys\nout\nsource\nout\n"
	    "catalog\nusers\nout\ncampaigns\nin\nin\nquit\n");
	expect_spoken(&t, "DEMO persons: \nBaskets, newest first: ");
	expect_spoken(&t, "DEMO groups: \nBaskets, newest first: ");
	expect_spoken(&t, "DEMO today: \n");
	expect_spoken(&t, "DEMO messages: \n");
	expect_spoken(&t, "DEMO keys: \n");
	/* "Source of basket basket-85d6d16f-9159-467d-bdb9-6e96d66eb191" is cut between words. */
	expect_spoken(&t, "DEMO source of basket: \n");
	expect_spoken(&t, "DEMO baskets: \nProducts, 4: segments, assets: ");
	expect_spoken(&t, "DEMO uses of Ad-free Add-on: \n");
	expect_spoken(&t, "DEMO catalog: \nCampaigns: ");
	expect_spoken(&t, "DEMO campaigns: \nCampaigns > 2019 Winter Campaign > Offers: ");
	expect_spoken(&t,
	    "DEMO offers: \nCampaigns > 2019 Winter Campaign > Offers > Digital Basic > Charges: ");
	expect_spoken(&t, "DEMO charges: \n");
}

TEST(a_mistyped_command_gets_a_suggestion_and_does_nothing)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "",
	    "x\ng\noffrs\nelephants\nuntil 2d\nsince 2h\n999\nlist 241\n\n?\nhere\noffers since=7d\n: offers label:winter\n");
	expect_spoken(&t, "x does nothing here. ");
	expect_spoken(&t, "g begins a sequence of keys: type the whole sequence on one line\n");
	expect_spoken(&t, "No command offrs. Did you mean offers?\n");
	expect_spoken(&t, "No command elephants. /elephants searches for it, ");
	expect_spoken(&t, "No command until 2d. As a VIEW: baskets until=2d\n");
	expect_spoken(&t, "since takes no arguments. As a VIEW: /since=2h\n");
	expect_spoken(&t, "There are 240 rows\n");
	expect_spoken(&t, "There are 240 rows\n");
	expect_spoken(&t, "1. selected, Isabell Ashdown");
	expect_spoken(&t, "Enter alone, or more: continue");
	expect_spoken(&t,
	    "DEMO baskets: \nBaskets, newest first: 240 baskets, all read, 10:42\nRow 1 of 240: ");
	expect_spoken(&t, "since");
}

/* ---- the admin ---- */

TEST(admin_links_and_undoes)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "",
	    "/mara elli\ni\n" OWNER "\n\n\n\nc6a\n#5\nc6a3\nsend\n#4\nINC-1 his wife\nc6a3\nsend\n"
	    "U\n77e2\nsend\nquit\n");
	expect_spoken(&t, "Identities > Link: locked, agent\n");
	/* whole sentences, not the lines of a screen of some width */
	expect_spoken(&t, ", edit add-ons, view invoices\n");
	expect_spoken(
	    &t, "After that, the identity can be linked again only within the same subscription\n");
	expect_spoken(&t, "Link in DEMO? Compare it aloud with the ticket\n");
	expect_spoken(&t, "5. Last four\n6. Cancel, keep the text\n7. Send\nDEMO Owner: \n");
	expect_spoken(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	expect_spoken(&t, "Reason: empty, ! required to unlock\nDEMO Reason: ");
	expect_spoken(&t, "DEMO Last four: \nOwner's last four: c6a\n");
	expect_spoken(&t, "Missing: a reason, which unlocks writes for 10 minutes");
	expect_spoken(&t, "Reason: INC-1 his wife, ok saved in the journal\n");
	expect_spoken(&t, "DEMO Last four: \nOwner's last four: c6a3\n");
	expect_spoken(&t, "DEMO choose: \nLinked ");
	expect_spoken(&t,
	    "to owner \xE2\x80\xA6"
	    "c6a3 (J-0001). U undoes it, T note, n another\n");
	expect_spoken(&t, "unlocked until 10:52 (INC-1)\n");
	expect_spoken(&t, "Result: ok done (200)\n");
	expect_spoken(&t, "Identities > Unlink, undoing J-0001: agent\n");
	expect_spoken(&t, "DEMO Last four: \nSubject's last four: 77e2\n");
	expect_spoken(&t, "(J-0002 undoes J-0001). n another owner\n");
}

/* The input ends with unsent text in a form: a message says so, and the program ends. */
TEST(input_ends_amid_a_form)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "/mara elli\ni\n" OWNER "\n\n\nINC");
	expect_spoken(&t, "Reason: INC, ok saved in the journal\n");
	expect_spoken(&t, "The identity form has not been sent. Quitting discards it.\n");
}

/* ---- masking and read-only ---- */

TEST(masked_output_names_nobody)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "--mask",
	    "list\n2\nin\nmore\nout\ny\nv\nT\n1\nidentity-form\npersons\n2\nin\nM\nmore\nquit\n");
	expect_spoken(&t, "DEMO, masked. ?");
	expect_spoken(&t, "2. ");
	expect_spoken(&t, "People are masked, so ");
	expect_never_spoken(&t, "Ellison");
	expect_never_spoken(&t, "mara.");
	expect_never_spoken(&t, "resume?basket");
}

TEST(read_only_and_present)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "--read-only", "i\npresent\nlist\nwhoami\npresent off\nquit\n");
	expect_spoken(&t, "DEMO, read-only. ?");
	expect_spoken(&t, "Read-only: nothing is written to the service");
	expect_spoken(&t, "Not while presenting. :present off ends it\n");
	expect_never_spoken(&t, "DEMO Owner:");
}

/* In an ASCII locale all output is ASCII. */
TEST(ascii_alone)
{
	static const char *const env[] = { "LC_ALL=C", NULL };
	CLEANUP(talk_end) struct talk t;
	talk_with_lines(&t, "", env, STR("list\nlink\ncancel\nquit\n"));
	assert_int_equal(t.status, 0);
	expect_spoken(&t, "7. Nils ?berg, 17 h ago");
	for (size_t i = 0; i < t.said.n; i++)
		assert_true((unsigned char)t.said.p[i] < 128);
}

TEST(switches_to_another_environment)
{
	CLEANUP(talk_end) struct talk t;
	static const char config[] = "environment \"shut\" { url = \"http://127.0.0.1:1/api\" "
				     "badge = \"SHUT\" }\n";
	mkdir("turn", 0700);
	mkdir("turn/backroom", 0700);
	talk_write_file("turn/backroom/config.conf", STR(config));
	char here[PATH_MAX];
	auto_buf folder = { 0 };
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&folder, "XDG_CONFIG_HOME=%s/turn", here);
	const char *const env[] = { buf_z(&folder), NULL };
	talk_with_lines(&t, "", env, STR("env shut\nhere\nenv demo\nhere\nquit\n"));
	expect_spoken(&t, "DEMO baskets: ");
	expect_spoken(&t, "SHUT. ? lists the commands\n");
	expect_spoken(&t, "Switched to SHUT\n");
	expect_spoken(&t, "SHUT baskets: ");
	expect_spoken(&t, "DEMO. ? lists the commands\n");
	expect_spoken(&t, "Row 1 of 240: ");
}

TEST(runs_a_user_command)
{
	CLEANUP(talk_end) struct talk t;
	char here[PATH_MAX];
	auto_buf file = { 0 };
	talk_write_file("own.conf",
	    STR("command \"crm\" { run = {\"sh\", \"-c\", \"echo noted $BACKROOM_NAME\"} "
		"help = \"a note in the CRM\" }\n"));
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addf(&file, "BACKROOM_CONFIG=%s/own.conf", here);
	const char *const env[] = { buf_z(&file), NULL };
	talk_with_lines(&t, "", env,
	    STR("run crm\nrun\n1\nmark\nmark\nrun crm\ncancel\nrun crm\nrun it\nquit\n"));
	expect_spoken(&t, "crm: noted Isabell Ashdown\n");
	expect_spoken(&t, "Run which command for this basket?");
	expect_spoken(&t, "1. crm, a note in the CRM\n");
	expect_spoken(&t, "crm: noted Isabell Ashdown\n");
	expect_spoken(&t, "Run crm for 2 marked baskets, one after the other?");
	expect_spoken(&t, "Nothing was run\n");
	expect_spoken(&t, "Run crm for 2 marked baskets, one after the other?");
	expect_spoken(&t, "crm for Isabell Ashdown: noted Isabell Ashdown\n");
	expect_spoken(&t, "crm for Mara Ellison: noted Mara Ellison\n");
	expect_spoken(&t, "crm is done for 2 marked baskets\n");
}

/* Bars, branches and rules are only for eyes; their meaning is in words. */
TEST(drawings_are_read_as_words)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "",
	    "home\nmore\nout\ngroup tag\nlist\nin\nout\njourneys\nlist\nin\nout\ntree\nfold\nhere\n"
	    "campaigns\n8\n:currencies\nquit\n");
	expect_spoken(&t, "\nWhen\nlast hour, 2\n1 to 24 h, 6\n");
	expect_spoken(&t, "\n4 in the last 12 hours\n");
	expect_spoken(&t, "2 in the same hours yesterday\nStart pages\nNorthlight+ World, 58\n");
	/* A row with a long bar, and one with a short one. */
	expect_spoken(&t, "\n2. uk/newsletter, baskets 46, share 19.2 %, by mail 20");
	expect_spoken(&t, "\n10. kw/reseller, baskets 3, share 1.3 %, by mail 2");
	expect_spoken(
	    &t, "\n3. lapsed-365 and region-uk, # 3, goes to 70 save, 30 uk/newsletter, ");
	expect_spoken(&t, "\nsegment is /segments/new-visitor\n");
	expect_spoken(&t, "level 1, 50 %, /tags/uk/direct, 13 offers\n");
	expect_spoken(&t, "level 1, 0 % remainder, /tags/uk/direct, 13 offers, the fallback\n");
	expect_spoken(&t, "Tree of campaigns: 363 lines, ");
	expect_spoken(&t, "campaign, 2019 Winter Campaign, /offers/2019 Winter Campaign\n");
	expect_spoken(&t, "level 2, charge, monthly: GBP 3.99 every month, from the start\n");
	expect_spoken(&t, "campaign, 2019 Winter Campaign, /offers/2019 Winter Campaign, folded\n");
	expect_spoken(&t, "Prices of Winback 2026: 6 offers in 2 currencies, ");
	expect_spoken(&t, "Row 1 of 6: Winback Digital Basic, GBP 2.99 monthly x12\n");
}

/* Timers never delay a response: each line is answered at once. */
TEST(watching_delays_no_answer)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "watch every=1h\nlist\nwatch off\nquit\n");
	expect_spoken(&t, "Watching for every new basket, every 3600 s. :watch off ends it\n");
	expect_spoken(&t, "Baskets, newest first: watching, 240 baskets, all read, 10:42\n");
	expect_spoken(&t, "Rows 1 to 10 of 240; more continues\n");
	expect_spoken(&t, "Stopped watching\n"); /* watching stopped before its hour was over */
}

/* Key names such as "Esc" and "enter" can be typed as words. */
TEST(keys_are_typed_by_name)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "/mara elli\nesc\nenter\nEsc\nlink\nESC\nhome\nquit\n");
	expect_spoken(&t, "Baskets, mara elli: 3 of 240 baskets, 10:42\n");
	expect_spoken(&t,
	    "DEMO baskets: \nBaskets, newest first: 240 baskets, all read, 10:42\nRow 2 of 240: Mara ");
	expect_spoken(&t, "DEMO baskets: \nBaskets, newest first, Mara Ellison, 18 min ago\n");
	expect_spoken(&t, "DEMO baskets: \nBaskets, newest first: 240 baskets, all read, 10:42\n");
	expect_spoken(&t, "1. Close\n");
	expect_spoken(&t, "DEMO choose: \nRow 2 of 240: ");
	expect_spoken(&t,
	    "DEMO baskets: \nToday, Fri 20 Nov 10:42: 240 baskets, all read, 10:42\nNeeds you\n"); /* an action of that name takes precedence */
}

/* Dialogs, forms and panels are spoken from their text, without the line breaks of a screen. */
TEST(texts_of_boxes_are_whole_sentences)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "", "2\ny\n#\n1\nconnect\n2\n<Esc>\njourneys\nwhatif\n<Esc>\nquit\n");
	expect_spoken(&t,
	    "Link shown\nDid you send Mara Ellison this link? The person counts as contacted only if you did.\n"
	    "1. Cancel\n");
	expect_spoken(&t,
	    "Connect to a service\nAddress: empty, such as https://api.example.com/api\n"
	    "Short name: empty, such as prod\nShop: empty, such as https://shop.example.com\n"
	    "Kind: production\nSign in with: a code on another device\n");
	expect_spoken(&t, "The visitor is in: 0 of 14 ticked\n[ ] new-visitor\n[ ] lapsed-30\n");
	expect_spoken(&t,
	    "[ ] returning-visitor\nAssumes: the first match wins, every condition must hold; only "
	    "the first action counts; any remainder goes to the fallback\n");
}

/* A menu choice can be typed by its first words; `in` on a number of the home page opens the
 * list it counts. */
TEST(choices_and_links_are_selected_by_their_words)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "",
	    "/mara elli\noutcome\nwr\nwrote\nasked for a week\noutcome\nLOST\n\n"
	    "group\nutm\nUTM s\nhome\n<Tab>\n<Tab>\ndown\nin\nquit\n");
	/* Two letters might be keys. */
	expect_spoken(&t,
	    "6. take back the last outcome\nDEMO choose: \nThat is not a possible answer. ");
	expect_spoken(&t,
	    "DEMO Wrote to them. Remark (optional): \nSaved for Mara Ellison: wrote to them. U undoes\n");
	expect_spoken(
	    &t, "DEMO Lost. Remark (optional): \nSaved for Mara Ellison: lost. U undoes\n");
	/* An ambiguous prefix selects nothing. */
	expect_spoken(&t,
	    "17. utm campaign\nDEMO choose: \nThat is not a possible answer. ? lists the "
	    "answers\n");
	expect_spoken(
	    &t, "DEMO choose: \nBaskets > Groups, mara elli group=utm: 2 groups of 3 matches, ");
	expect_spoken(&t, "DEMO groups: \nToday, Fri 20 Nov 10:42: 240 baskets, all read, 10:42\n");
	expect_spoken(&t, "DEMO today: \nOpens: Isabell Ashdown\n");
	expect_spoken(&t, "DEMO today: \nOpens: last hour\n");
	expect_spoken(&t, "DEMO today: \nOpens: 1 to 24 h\n");
	expect_spoken(&t, "Baskets, bucket=\"1 to 24 h\": 6 of 240 baskets, 10:42\n");
}

TEST(a_demo_that_does_not_start_is_reported)
{
	CLEANUP(talk_end) struct talk t;
	talk(&t, "--pack nowhere", "r\nlist\nquit\n");
	expect_spoken(&t, "The demo's service did not start: ");
	/* The retry fails too, and that is reported. */
	expect_spoken(&t, "DEMO baskets: \nThe demo's service did not start: ");
	expect_spoken(&t,
	    "DEMO baskets: \nCould not read the baskets\nthere is no demo pack nowhere: use tour, "
	    "awkward, big or ./FILE\nr: try again\n");
}

/* ---- all actions ---- */

static const char *const actions[] = {
#define A(id, name, words, also, help, task) name,
#include "app/actions.def"
#undef A
};

/* True for actions that end the session, or stop it until the shell resumes it. */
static bool
ends_the_session(const char *action)
{
	return strcmp(action, "quit") == 0 || strcmp(action, "suspend") == 0;
}

TEST(every_action_is_available_by_name)
{
	CLEANUP(talk_end) struct talk t;
	auto_buf lines = { 0 };
	size_t n = 0;
	for (size_t i = 0; i < sizeof(actions) / sizeof(*actions); i++) {
		if (ends_the_session(actions[i]))
			continue;
		/* Leave whatever the previous action has opened. */
		buf_addf(&lines, "%s\n<Esc>\n<Esc>\n<Esc>\nbaskets\n", actions[i]);
		n++;
	}
	talk_with_lines(&t, "", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	expect_never_spoken(&t, "No command ");
	expect_never_spoken(&t, "That is not a possible answer");
	size_t answers = 0;
	for (struct str rest = buf_str(&t.said), line; rest.n && str_next(&rest, '\n', &line);)
		answers += str_starts(line, STR("DEMO "));
	assert_true(answers > n * 4);
}

/* ---- long input ---- */

TEST(a_megabyte_is_refused_with_a_reason)
{
	enum { MUCH = 1 << 20 };
	CLEANUP(talk_end) struct talk t;
	auto_buf lines = { 0 };
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
	talk_with_lines(&t, "", NULL, buf_str(&lines));
	assert_int_equal(t.status, 0);
	expect_spoken(&t, "No command xxxxxxxxxx");
	expect_spoken(&t, "Paste refused: 1,048,576 bytes; the line has room for 1,024\n");
	expect_spoken(&t, "Paste refused: 1,048,576 bytes; the line has room for 8,192\n");
	expect_spoken(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	expect_spoken(&t, "Paste refused: 1,048,576 bytes; the line has room for 8,192\n");
	expect_spoken(&t, "Owner: " OWNER ", ok owner id, 35 characters\n");
	expect_spoken(&t, "Refused: the line is longer than 4 MiB\n");
}
