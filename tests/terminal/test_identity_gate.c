/* labels: slow */
/*
 * Conditions for a write in the console: a reason, production's name, a permission, not read-only;
 * and undoing, which needs less.
 */
#include "lib/desk.h"
#include "lib/test.h"

#include <string.h>

#define TEST_ROLE "role = \"test\""
#define PROD_NAME " Name ["
#define ELLIPSIS "\xE2\x80\xA6"

/* ---- confirmation ---- */

TEST(a_reason_unlocks_for_ten_minutes)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	desk_link(&d, DESK_OWNER, "");
	assert_true(pty_wait_text(
	    d.p, "Nothing has been sent. Missing: a reason, which unlocks writes for 10 minutes"));
	assert_true(pty_wait_text(d.p, "locked \xC2\xB7 "));
	assert_int_equal(proxy_writes(d.proxy), 0);
	/* The typed text was kept: only the reason is added. */
	pty_type(d.p,
	    "\033[Z"
	    "INC-4711 her husband\r\r");
	assert_true(pty_wait_text(d.p, "c6a3 (J-0001). U undoes it"));
	/* The next write reuses the reason and needs only the four characters. */
	desk_fill(&d, DESK_OWNER, DESK_ISS, "auth|second", "");
	assert_true(pty_wait_text(d.p, "unlocked until 10:52 (INC-4711)"));
	assert_true(pty_wait_text(d.p, "[INC-4711 her husband "));
	assert_true(pty_press(d.p, "c6a3\r", "c6a3 (J-0002). U undoes it"));
	/* After locking by hand, the reason is required again. */
	assert_true(pty_press(d.p, ":", "Enter run"));
	assert_true(
	    pty_press(d.p, "lock-writes\r", "Writes locked. The next write asks for a reason"));
	desk_link(&d, DESK_OWNER, "");
	assert_true(pty_wait_text(d.p, "Missing: a reason"));
	assert_int_equal(proxy_writes(d.proxy), 2);
}

TEST(production_asks_for_its_name_while_locked)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, "", NULL);
	desk_fill(&d, DESK_OWNER, DESK_ISS, DESK_SUB, "INC-4711");
	assert_true(pty_wait_text(d.p, PROD_NAME));
	assert_true(pty_press(d.p, "prd\tc6a3\r", "That is not the environment's name, prod"));
	assert_int_equal(proxy_writes(d.proxy), 0);
	assert_true(pty_press(d.p, "\033[Z\025prod\t\r", "c6a3 (J-0001). U undoes it"));
	desk_fill(&d, DESK_OWNER, DESK_ISS, "auth|second", "");
	assert_true(pty_wait_text(d.p, "unlocked until 10:52"));
	assert_int_equal(pty_find(d.p, PROD_NAME, NULL), -1);
	assert_true(pty_press(d.p, "c6a3\r", "c6a3 (J-0002). U undoes it"));
}

static bool
bar_offers(struct desk *d, const char *words)
{
	return strstr(pty_row(d->p, 23), words) != NULL;
}

/* The list of commands names the reason. */
static void
assert_help_explains(struct desk *d, const char *why)
{
	assert_true(pty_press(d->p, "?", "Enter run"));
	assert_true(pty_press(d->p, "identity", why));
	assert_true(pty_press(d->p, "\033", ": anything"));
}

/* The console does not derive permissions from a token: issuers also use other claims for them. */
TEST(the_service_decides_what_a_token_may_do)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, (const char *const[]){ "--scope", "read", NULL });
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "identity:admin"));
	assert_int_equal(proxy_writes(d.proxy), 1);
}

/* Row 1 shows read-only in the badge's own colours. */
static void
assert_badge(struct desk *d)
{
	struct pty_cell name, mark;
	assert_int_equal(strncmp(pty_row(d->p, 0), " PROD read-only ", 16), 0);
	pty_cell(d->p, 0, 1, &name);
	pty_cell(d->p, 0, 6, &mark);
	assert_int_equal(name.bg, mark.bg);
	assert_int_equal(name.reverse, mark.reverse);
}

static void
assert_nothing_can_be_written(struct desk *d)
{
	static const char why[] = "Read-only: nothing is written to the service";
	static const char *const refused[] = { "identity form", "undo", "another", "again" };
	static const char *const keys[] = { "i", "U", "n" };
	assert_badge(d);
	assert_true(pty_press(d->p, "7", "J-0001"));
	assert_true(pty_wait_quiet(d->p, 50));
	for (size_t i = 0; i < sizeof(refused) / sizeof(*refused); i++)
		assert_false(bar_offers(d, refused[i]));
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		assert_true(pty_press(d->p, keys[i], why));
		assert_true(pty_press_gone(d->p, "j", why));
	}
	assert_help_explains(d, why);
	assert_true(pty_press(d->p, "6", "Identities"));
	assert_true(pty_press(d->p, "x", why));
	assert_true(pty_press_gone(d->p, "1", why));
	assert_true(pty_press(d->p, "i", why));
}

TEST(read_only_is_in_the_badge_and_hides_write_actions)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, "", NULL);
	assert_int_equal(strncmp(pty_row(d.p, 0), " PROD  0 Today", 14), 0);
	desk_fill(&d, DESK_OWNER, DESK_ISS, DESK_SUB, "INC-4711");
	assert_true(pty_press(d.p, "prod\tc6a3\r", "c6a3 (J-0001). U undoes it"));
	assert_true(pty_wait_text(d.p, "U undo  "));
	d.read_only = true;
	desk_restart(&d, SERVICE_NOW);
	assert_nothing_can_be_written(&d);
	assert_int_equal(proxy_writes(d.proxy), 1);
}

TEST(the_configuration_can_set_read_only)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, "read-only = true", NULL);
	assert_badge(&d);
	assert_true(pty_press(d.p, "i", "Read-only: nothing is written to the service"));
}

/* The write stays unconfirmed, since a retry would be a write. */
TEST(read_only_does_not_retry_a_write)
{
	CLEANUP(desk_close) struct desk d;
	desk_open(&d, TEST_ROLE, NULL);
	proxy_set_mood(d.proxy, PROXY_CLOSES);
	desk_link(&d, DESK_OWNER, "INC-4711");
	assert_true(pty_wait_text(d.p, "may or may not be linked (J-0001)"));
	d.read_only = true;
	desk_restart(&d, SERVICE_NOW);
	assert_true(pty_press(d.p, "7", "1 write not confirmed"));
	assert_false(bar_offers(&d, "check again"));
	assert_true(pty_press(d.p, "r", "Read-only: nothing is written to the service"));
	assert_int_equal(proxy_writes(d.proxy), 1);
}

/* ---- undoing ---- */

static void
link_in_production(struct desk *d)
{
	desk_open(d, "", NULL);
	desk_fill(d, DESK_OWNER, DESK_ISS, DESK_SUB, "INC-4711");
	assert_true(pty_press(d->p, "prod\tc6a3\r", "c6a3 (J-0001). U undoes it"));
}

static void
assert_undo_page(struct desk *d)
{
	assert_true(pty_press(d->p, "U", "Identities > Unlink, undoing J-0001"));
	assert_true(pty_wait_text(d->p, "Subject's last four ["));
	assert_true(pty_wait_text(d->p, "[" DESK_OWNER " "));
	assert_true(pty_wait_text(d->p, "[" DESK_SUB " "));
	assert_true(pty_wait_text(d->p, "[undo of J-0001, INC-4711 "));
}

static void
assert_undone(struct desk *d)
{
	assert_true(pty_wait_text(d->p,
	    "Unlinked " ELLIPSIS "8841 from owner " ELLIPSIS
	    "c6a3 (J-0002 undoes J-0001). n another owner"));
}

TEST(a_wrong_link_is_undone_and_corrected)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	assert_undo_page(&d);
	pty_type(d.p, "8841\r");
	assert_undone(&d);
	assert_true(pty_press(d.p, "n", "Identities > Link"));
	assert_true(pty_wait_text(d.p, "[" DESK_SUB " "));
	assert_true(pty_wait_text(d.p, "[" DESK_ISS " "));
	assert_true(pty_wait_gone(d.p, DESK_OWNER)); /* shown below the form until then */
	assert_true(pty_press(d.p, DESK_OWNER, "not " ELLIPSIS "c6a3 again?"));
	assert_true(pty_press_gone(d.p, "\025" DESK_OTHER, "again?"));
	pty_type(d.p, "\t\t\t\t6f54\r");
	assert_true(pty_wait_text(
	    d.p, "Linked " ELLIPSIS "8841 to owner " ELLIPSIS "6f54 (J-0003). U undoes it"));
	assert_int_equal(desk_ask(&d, DESK_OTHER, DESK_SUB, NULL), 200);
	assert_int_equal(desk_ask(&d, DESK_OWNER, DESK_SUB, NULL), 409);
}

/* In production and locked: a wrong link gives a stranger full access, so undoing it needs no
 * further confirmation. */
TEST(undoing_ones_own_recent_write_asks_for_four_characters)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	desk_restart(&d, "2026-11-20T11:41:59Z");
	assert_true(pty_press(d.p, "7", "J-0001"));
	assert_undo_page(&d);
	assert_int_equal(pty_find(d.p, PROD_NAME, NULL), -1);
	pty_type(d.p, "8841\r");
	assert_undone(&d);
	/* The undo did not unlock other writes. */
	desk_fill(&d, DESK_OTHER, DESK_ISS, DESK_SUB, "");
	assert_true(pty_wait_text(d.p, PROD_NAME));
}

TEST(undoing_an_older_write_asks_for_everything)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	desk_restart(&d, "2026-11-20T11:42:00Z");
	assert_true(pty_press(d.p, "7", "J-0001"));
	assert_undo_page(&d);
	assert_true(pty_wait_text(d.p, PROD_NAME));
	assert_true(pty_wait_text(d.p, "Missing: the environment's name, prod"));
	assert_true(pty_press(d.p, "8841\t8841\r", "Missing: the environment's name, prod"));
	assert_int_equal(proxy_writes(d.proxy), 1);
	pty_type(d.p, "\033[Z\025prod\t\r");
	assert_undone(&d);
}

/* If the form is changed to another identity it undoes nothing, and the journal records no undo. */
TEST(a_changed_undo_form_is_not_an_undo)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	assert_int_equal(desk_ask(&d, DESK_OWNER, "auth|second", NULL), 200);
	desk_restart(&d, SERVICE_NOW);
	assert_true(pty_press(d.p, "7", "J-0001"));
	assert_undo_page(&d);
	assert_true(pty_press_gone(d.p, "\033[Z\033[Z\025auth|second", "undoing J-0001"));
	assert_true(pty_wait_text(d.p, PROD_NAME));
	pty_type(d.p, "\t\tprod\tcond\r");
	assert_true(pty_wait_text(d.p,
	    "Unlinked " ELLIPSIS "cond from owner " ELLIPSIS
	    "c6a3 (J-0002). n another owner"));
	/* The first link still exists and can still be undone. */
	assert_true(pty_press(d.p, "7G", "2 writes"));
	assert_undo_page(&d);
}

TEST(undoing_a_colleagues_write_asks_for_everything)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	desk_restart(&d, SERVICE_NOW);
	desk_paste(&d,
	    "> Linked at prod, J-0412\n> Owner    " DESK_OWNER "\n> Issuer   " DESK_ISS
	    "\n> Subject  " DESK_SUB "\n");
	assert_true(pty_press(d.p, "\r", "Identities > Unlink"));
	assert_true(pty_wait_text(d.p, PROD_NAME));
	assert_true(pty_wait_text(d.p, "required to unlock"));
	assert_true(pty_press(d.p, "INC-5000\r", "Missing: the environment's name, prod"));
	assert_true(pty_press(d.p, "prod\t8841\r", "c6a3 (J-0002). n another owner"));
}

TEST(an_undone_write_names_its_undo)
{
	CLEANUP(desk_close) struct desk d;
	link_in_production(&d);
	assert_undo_page(&d);
	pty_type(d.p, "8841\r");
	assert_undone(&d);
	assert_true(pty_press(d.p, "7", "2 writes"));
	assert_true(pty_press(
	    d.p, "G\r", "J-0001 \xC2\xB7 link " ELLIPSIS "8841 \xC2\xB7 undone by J-0002"));
	assert_true(pty_press(d.p, "U", "Already undone"));
	assert_int_equal(proxy_writes(d.proxy), 2);
}
