/* labels: slow */
/*
 * Pastes at `:` and into the form: announced before they are shown, split into the right fields,
 * tokens never echoed, typed text kept; and two consoles that write to one journal.
 */
#include "lib/desk.h"
#include "lib/test.h"

#include <string.h>
#include <unistd.h>

#define TEST_ROLE "role = \"test\""
#define ELLIPSIS "\xE2\x80\xA6"
#define CLAIMS "{\"iss\":\"" DESK_ISS "\",\"sub\":\"" DESK_SUB "\",\"email\":\"x@example.com\"}"

static bool
log_contains(struct desk *d, struct str text)
{
	return str_find(pty_log(d->p), text) != SIZE_MAX;
}

static void
open_form(struct desk *d)
{
	assert_true(pty_press(d->p, "7", "Journal"));
	assert_true(pty_press(d->p, "i", "Esc close"));
}

/* Any token contains an issuer and a subject; here it is the service's own. */
TEST(a_token_is_described_used_and_never_echoed)
{
	CLEANUP(desk_close) struct desk d;
	auto_buf token = { 0 }, words = { 0 };
	desk_open(&d, TEST_ROLE, NULL);
	service_token(d.service, (const char *const[]){ "--sub", "nora|77", NULL }, &token);
	buf_addf(&words, ":ID token, %zu characters", token.n);
	desk_paste(&d, buf_z(&token));
	assert_true(pty_wait_text(d.p, buf_z(&words)));
	assert_true(pty_press(d.p, "\r", "issuer and subject filled in, then discarded"));
	assert_true(pty_wait_text(d.p, "[backroom-demo "));
	assert_true(pty_wait_text(d.p, "[nora|77 "));
	/* Pasting in the form works in the same way and replaces its text. */
	assert_true(pty_press_gone(d.p, "\t\t\025me", "[nora|77 "));
	desk_paste(&d, buf_z(&token));
	assert_true(pty_wait_text(d.p, "[nora|77 "));
	struct str tail = str_sub(buf_str(&token), token.n - 20, 20);
	assert_false(log_contains(&d, str_sub(buf_str(&token), 0, 20)));
	assert_false(log_contains(&d, tail));
}

/* Some terminals do not mark pastes: the bytes then arrive as keys. */
TEST(a_token_that_arrives_as_keys_is_not_echoed)
{
	CLEANUP(desk_close) struct desk d;
	auto_buf token = { 0 };
	desk_open(&d, TEST_ROLE, NULL);
	service_token(d.service, (const char *const[]){ "--sub", "nora|77", NULL }, &token);
	assert_true(pty_press(d.p, "7", "No writes yet"));
	assert_true(pty_press(d.p, "i", "Identities > Link"));
	assert_true(pty_press(d.p, buf_z(&token), "Enter decodes it"));
	assert_true(pty_press(d.p, "\r", "issuer and subject filled in, then discarded"));
	assert_true(pty_wait_text(d.p, "[nora|77 "));
	assert_true(pty_wait_text(d.p, "Owner   [ "));
	assert_false(log_contains(&d, str_sub(buf_str(&token), 0, 20)));
	assert_false(log_contains(&d, str_sub(buf_str(&token), token.n - 20, 20)));
}

/* The prompt does not echo them; the form shows whose claims they are. */
TEST(claims_at_the_prompt_open_the_form)
{
	CLEANUP(desk_close) struct desk d;
	auto_buf words = { 0 };
	desk_open(&d, TEST_ROLE, NULL);
	buf_addf(&words, ":claims, %zu characters", sizeof(CLAIMS) - 1);
	desk_paste(&d, CLAIMS);
	assert_true(pty_wait_text(d.p, buf_z(&words)));
	assert_false(log_contains(&d, STR("x@example.com")));
	assert_true(pty_press(d.p, "\r", "Identities > Link"));
	assert_true(pty_wait_text(d.p, "[" DESK_SUB " "));
	assert_true(pty_wait_text(d.p, "[" DESK_ISS " "));
	assert_true(pty_wait_text(d.p, "x@example.com"));
}

TEST(an_owners_id_at_the_prompt_opens_the_form)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	desk_paste(&d, DESK_OWNER);
	assert_true(pty_wait_text(d.p, ":owner id, 35 characters"));
	assert_true(pty_press(d.p, "\r", "Identities > Link"));
	assert_true(pty_wait_text(d.p, "[" DESK_OWNER " "));
	/* In a filter it is an ordinary word. */
	assert_true(pty_press(d.p, "\033", ": anything"));
	assert_true(pty_press(d.p, "6/", "Enter apply"));
	desk_paste(&d, DESK_OWNER);
	assert_true(pty_wait_text(d.p, "/" DESK_OWNER));
}

/* A colleague's wrong link, written by one console and opened in another. */
TEST(a_ticket_note_opens_the_undo_form)
{
	CLEANUP(desk_close) struct desk d;
	auto_buf note = { 0 };
	desk_open(&d, TEST_ROLE, NULL);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
	size_t before = pty_log(d.p).n;
	pty_type(d.p, "T");
	assert_true(pty_wait_raw(d.p, before, STR("\033]52;")));
	assert_true(pty_wait_text(d.p, "Sent "));
	assert_true(pty_wait_clipboard(d.p, 0, &note));
	assert_true(str_starts(buf_str(&note), STR("Linked at prod, J-0001\n")));
	desk_restart(&d, SERVICE_NOW);
	desk_paste(&d, buf_z(&note));
	assert_true(pty_wait_text(d.p, ":ticket note, "));
	assert_true(pty_press(d.p, "\r", "Identities > Unlink"));
	assert_true(pty_wait_text(d.p, "[" DESK_OWNER " "));
	assert_true(pty_wait_text(d.p, "[" DESK_SUB " "));
	assert_true(pty_wait_text(d.p, "[INC-4711 "));
	assert_true(pty_press(d.p, "8841\r", "c6a3 (J-0002). n another owner"));
}

TEST(a_field_accepts_one_line_and_the_four_characters_no_paste)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	open_form(&d);
	pty_type(d.p, DESK_OWNER "\t" DESK_ISS "\t" DESK_SUB "\t");
	desk_paste(&d, "first line\nsecond line");
	assert_true(
	    pty_wait_text(d.p, "Paste refused: it has several lines or control characters"));
	assert_int_equal(pty_find(d.p, "first line", NULL), -1);
	/* A sentence that begins like a line of a note is ordinary text. */
	desk_paste(&d, "Subject of the complaint: INC-4711\n");
	assert_true(pty_wait_text(d.p, "[Subject of the complaint: INC-4711 "));
	assert_true(pty_wait_text(d.p, "[" DESK_SUB " "));
	pty_type(d.p, "\t");
	desk_paste(&d, "c6a3");
	assert_true(pty_wait_text(
	    d.p, "Type these four characters from the ticket; pasting them would prove nothing"));
	assert_true(pty_wait_text(d.p, "'s last four [     ]"));
}

TEST(typed_text_is_kept_and_quitting_asks_first)
{
	static const char lost[] = "The identity form has not been sent";
	CLEANUP(desk_close) struct desk d;
	int status = -1;
	desk_open(&d, TEST_ROLE, NULL);
	open_form(&d);
	assert_true(pty_press(d.p, DESK_OWNER "\t" DESK_ISS, "[" DESK_ISS " "));
	assert_true(pty_press(d.p, "\033", "No writes yet"));
	assert_true(pty_press(d.p, "1", "240 baskets, all read"));
	assert_true(pty_press(d.p, "7", "No writes yet"));
	assert_true(pty_press(d.p, "i", "Not sent yet"));
	assert_true(pty_press(d.p, "\r", "[" DESK_OWNER " "));
	assert_true(pty_wait_text(d.p, "[" DESK_ISS " "));
	assert_true(pty_press(d.p, "\033", "No writes yet"));
	assert_true(pty_press(d.p, "Q", lost));
	assert_true(pty_press_gone(d.p, "\033", lost));
	assert_true(pty_press(d.p, "Q", lost));
	pty_type(d.p, "\t\r");
	assert_true(pty_wait_exit(d.p, &status));
	assert_int_equal(status, 0);
}

/* ---- two consoles, one account ---- */

/* Each console sees the other's writes when its journal pane is opened again. */
TEST(two_consoles_share_one_journal)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
	struct pty *first = desk_start(&d, SERVICE_NOW), *second = d.p;
	desk_fill(&d, DESK_OWNER, DESK_ISS, "auth|second", "INC-4712");
	assert_true(pty_press(d.p, "c6a3\r", "c6a3 (J-0002). U undoes it"));
	d.p = first;
	desk_fill(&d, DESK_OWNER, DESK_ISS, "auth|third", "");
	assert_true(pty_press(d.p, "c6a3\r", "c6a3 (J-0003). U undoes it"));
	assert_true(pty_press(d.p, "7", "3 writes \xC2\xB7 chain intact"));
	assert_true(pty_wait_text(d.p, "INC-4712"));
	/* Both show an unconfirmed write. */
	proxy_set_mood(d.proxy, PROXY_CLOSES);
	desk_fill(&d, DESK_OWNER, DESK_ISS, "auth|fourth", "");
	assert_true(pty_press(d.p, "c6a3\r", "may or may not be linked (J-0004)"));
	d.p = second;
	assert_true(pty_press(d.p, "7", "4 writes \xC2\xB7 chain intact"));
	assert_true(pty_wait_text(d.p, "1 write not confirmed"));
	/* The other console retries it. */
	proxy_set_mood(d.proxy, PROXY_HONEST);
	assert_true(pty_press(d.p, "ggr", "c6a3 (J-0004). U undoes it"));
	d.p = first;
	assert_true(pty_press_gone(d.p, "7", "1 write not confirmed"));
	pty_stop(second);
}

/* Pane 6 and the form show the other console's writes as soon as they are opened. */
TEST(writes_of_another_console_are_shown_in_pane_and_form)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	struct pty *first = desk_start(&d, SERVICE_NOW), *second = d.p;
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
	d.p = first;
	assert_true(pty_press(d.p, "6", ELLIPSIS "c6a3"));
	/* The whole subject fits: its end is what people compare. */
	assert_true(pty_wait_text(d.p, "auth|66f2"));
	assert_true(pty_wait_text(d.p, "8841  "));
	pty_stop(second);
}

TEST(a_journal_truncated_meanwhile_empties_its_pane)
{
	CLEANUP(desk_close) struct desk d;
	auto_buf path = { 0 };
	desk_open(&d, TEST_ROLE, NULL);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
	assert_true(pty_press(d.p, "7", "1 write"));
	buf_addf(&path, "%s/state/backroom/journal.jsonl", console_folder());
	assert_int_equal(truncate(buf_z(&path), 0), 0);
	assert_true(pty_press(d.p, "6", "35 identities"));
	assert_true(pty_press(d.p, "7", "No writes yet"));
	assert_true(pty_wait_text(d.p, "0 writes \xC2\xB7 chain broken"));
}
