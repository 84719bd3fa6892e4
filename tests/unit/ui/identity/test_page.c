/* The page of a link or unlink: its effect, whether it can be undone, the request; at any width. */
#include "base/utf8.h"
#include "client/claims.h"
#include "model/when.h"
#include "ui/identity/page.h"
#include "unit/identity/identity_contexts.h"

#include <locale.h>

#define OWNER "id-4f1c09a277be4e139d0a5c6612d87c21"
#define SUB "auth|66f2c0d19b7e4a108841"
#define URL "http://127.0.0.1:8080/api/objects/externalidentity/"

static const struct identity_page mock = {
	.identity = { { OWNER, sizeof(OWNER) - 1 }, { ISS, sizeof(ISS) - 1 },
	    { SUB, sizeof(SUB) - 1 }, { NULL, 0 } },
	.url = { URL OWNER, sizeof(URL OWNER) - 1 },
};

static void
draw(struct buf *out, const struct identity_page *page, const struct known *k, int width)
{
	CLEANUP(doc_free) struct doc d = { .width = width };
	identity_page_doc(&d, page, &k->context);
	for (size_t i = 0; i < d.lines.n; i++)
		assert_in_range(d.lines.v[i].cell_count, 0, width);
	doc_text_of(out, &d);
}

TEST(the_page_has_its_three_parts)
{
	const struct claims all = { .root = STR("*") };
	CLEANUP(known_close) struct known k;
	auto_buf got = { 0 };
	known_open(&k);
	k.context.basket_count = 1850;
	k.context.token_claims = &all;
	draw(&got, &mock, &k, 80);
	assert_string_equal(buf_z(&got),
	    "── Known from your journal and 1,850 baskets (the API cannot list links) ───────\n "
	    "Owner     no known links\n Identity  in no known link or basket\n── Anyone who signs "
	    "in with this identity gets all the purchaser's rights ──────\n "
	    "Rights    see all subscriptions · modify payment methods\n           cancel or "
	    "switch offers · edit add-ons · view invoices\n Undo      you can (your token is for "
	    "every subscription). After that, the \n           identity can be linked again only "
	    "within the same subscription\n── POST …/api/objects/externalidentity/" OWNER " ─────\n"
	    " {\"id_token\":{\"iss\":\"https://login.example/\",\n"
	    "              \"sub\":\"" SUB "\"}}\n");
}

TEST(pasted_claims_are_shown_with_their_identity)
{
	const struct pasted_claims claims = { .aud = STR("web\033shop"),
		.email = STR("mara@example.com"),
		.exp = AT - 3 * WHEN_DAY };
	CLEANUP(known_close) struct known k;
	auto_buf got = { 0 }, hidden = { 0 };
	struct identity_page page = mock;
	page.claims = &claims;
	known_open(&k);
	draw(&got, &page, &k, 80);
	assert_non_null(strstr(buf_z(&got), " Pasted    ! for web\\eshop \xC2\xB7 expired "));
	assert_non_null(strstr(buf_z(&got), ", 3 d ago"));
	assert_non_null(strstr(buf_z(&got), "mara@example.com\n"));
	page.hides_email = true;
	draw(&hidden, &page, &k, 80);
	assert_null(strstr(buf_z(&hidden), "mara@"));
	assert_non_null(strstr(buf_z(&hidden), "hidden\n"));
}

TEST(an_unlink_shows_a_delete_request)
{
	CLEANUP(known_close) struct known k;
	auto_buf got = { 0 };
	struct identity_page page = mock;
	known_open(&k);
	page.unlinks = true;
	page.story = STR("A purchaser with no external identity: the first link.");
	draw(&got, &page, &k, 100);
	assert_non_null(strstr(buf_z(&got), "── Known from your journal and 0 baskets (the API"));
	assert_non_null(strstr(buf_z(&got),
	    "\n Demo      A purchaser with no external identity: the first link.\n Owner "));
	assert_non_null(strstr(buf_z(&got),
	    "\n── Anyone who signs in with this identity loses all the purchaser's rights ─"));
	assert_non_null(
	    strstr(buf_z(&got), "\n── DELETE …/api/objects/externalidentity/" OWNER " "));
}

/* To the right of the fields, the parts have titles without rules, and the request is apart. */
TEST(the_facts_have_titles_without_rules_next_to_the_fields)
{
	CLEANUP(known_close) struct known k;
	CLEANUP(doc_free) struct doc facts = { .width = 46 }, request = { .width = 100 };
	auto_buf got = { 0 };
	struct identity_page page = mock;
	known_open(&k);
	page.is_beside = true;
	identity_page_facts_doc(&facts, &page, &k.context);
	doc_text_of(&got, &facts);
	assert_null(strstr(buf_z(&got), "\xE2\x94\x80"));
	assert_null(strstr(buf_z(&got), "POST"));
	assert_non_null(strstr(buf_z(&got), "\n\n Anyone who signs in with this identity gets"));
	buf_reset(&got);
	identity_page_request_doc(&request, &page);
	doc_text_of(&got, &request);
	assert_int_equal(strncmp(buf_z(&got), " Request   POST \xE2\x80\xA6/api/objects/", 28), 0);
}

TEST(rules_have_the_colour_of_the_frames)
{
	CLEANUP(known_close) struct known k;
	CLEANUP(doc_free) struct doc d = { .width = 80, .frame = ROLE_RULE_PROD };
	known_open(&k);
	identity_page_doc(&d, &mock, &k.context);
	assert_int_equal(d.pieces.v[0].role, ROLE_RULE_PROD);
}

/* ---- undoing ---- */

#define AFTER ". After that, the identity can be linked again only within the same subscription\n"

TEST(a_link_shows_whether_it_can_be_removed)
{
	const struct claims all = { .root = STR("*") }, one = { .root = STR("sub-0142") },
			    none = { .sub = STR("ben") };
	const struct {
		const struct claims *rights;
		const char *words;
	} cases[] = {
		{ &all, "you can (your token is for every subscription)" AFTER },
		{ &one, "only if this owner is in sub-0142, the subscription of your token" AFTER },
		{ &none, "not known: your token names no subscription" AFTER },
		{ NULL, "not known: your token is opaque" AFTER },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf got = { 0 }, want = { 0 };
		known_open(&k);
		k.context.token_claims = cases[i].rights;
		draw(&got, &mock, &k, 200);
		buf_addf(&want, "\n Undo      %s", cases[i].words);
		assert_non_null(strstr(buf_z(&got), buf_z(&want)));
	}
}

TEST(an_unlink_shows_where_the_identity_can_be_linked_again)
{
	static const char own[] =
	    "\n Undo      you can link it again (to any owner within a day, on a Backroom "
	    "service)\n";
	static const char within[] =
	    "\n Undo      you can link it again, but only within the same subscription\n";
	static const struct {
		const char *owner, *who;
		int64_t after;
		const char *words;
	} cases[] = { { OWNER, NULL, WHEN_DAY - 1, own }, { OWNER, NULL, WHEN_DAY, within },
		{ OWNER, "ann", 0, within }, { "id-9", NULL, 0, within } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf got = { 0 };
		struct identity_page page = mock;
		known_open(&k);
		known_link(&k, cases[i].owner, SUB);
		if (cases[i].who)
			k.context.account = str_of(cases[i].who);
		k.context.now = AT + cases[i].after;
		page.unlinks = true;
		draw(&got, &page, &k, 200);
		if (!strstr(buf_z(&got), cases[i].words))
			fail_msg("%zu: no %s in %s", i, cases[i].words, buf_z(&got));
	}
}

TEST(an_unlink_shows_the_subscription_of_the_token)
{
	static const char bound[] =
	    "\n Allowed   only if this owner is in sub-0142, the subscription of your token\n "
	    "Undo ";
	const struct claims one = { .root = STR("sub-0142") }, all = { .root = STR("*") },
			    none = { .sub = STR("ben") };
	const struct claims *const rights[] = { &one, &all, &none, NULL };
	for (size_t i = 0; i < sizeof(rights) / sizeof(*rights); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf got = { 0 };
		struct identity_page page = mock;
		known_open(&k);
		k.context.token_claims = rights[i];
		page.unlinks = true;
		draw(&got, &page, &k, 80);
		assert_int_equal(strstr(buf_z(&got), bound) != NULL, i == 0);
	}
}

/* Everything known of an identity that was written once and is in a basket. */
TEST(a_page_has_thirteen_lines_at_most)
{
	enum { LINES = 13 };
	const struct claims one = { .root = STR("sub-0142") };
	for (int i = 0; i < 4; i++) {
		CLEANUP(known_close) struct known k;
		CLEANUP(doc_free) struct doc d = { .width = 80 };
		struct identity_page page = mock;
		known_open(&k);
		known_basket(&k, 0, ISS, SUB);
		known_basket(&k, 1, ISS, SUB);
		known_link(&k, i % 2 ? OWNER : "id-9", SUB);
		page.unlinks = i / 2;
		k.context.token_claims = &one;
		identity_page_doc(&d, &page, &k.context);
		assert_in_range(d.lines.n, 1, LINES);
	}
}

/* ---- the whole request ---- */

/* Removes spaces and newlines, so that wrapped text is in one piece. */
static void
squeeze(struct buf *text)
{
	size_t n = 0;
	for (size_t i = 0; i < text->n; i++)
		if (text->p[i] != ' ' && text->p[i] != '\n')
			text->p[n++] = text->p[i];
	text->n = n;
}

TEST(the_request_is_shown_in_full_at_any_width)
{
	static const int widths[] = { 60, 80, 100, 200 };
	static const char *const heads[] = { "\xE2\x94\x80Knownfrom",
		"\xE2\x94\x80"
		"Anyone",
		"Undonotknown", "\xE2\x94\x80POST" };
	auto_buf owner = { 0 }, sub = { 0 }, url = { 0 }, address = { 0 }, body = { 0 };
	/* No four characters occur twice, so that a missing piece would be noticed. */
	for (int i = 0; i < 50; i++)
		buf_addf(&sub, "%03d-", i);
	for (int i = 0; i < 85; i++)
		buf_addf(&owner, "%02d_", i);
	assert_int_equal(sub.n, 200);
	assert_int_equal(owner.n, 255);
	buf_addf(&url, URL "%s", buf_z(&owner));
	buf_addf(&address, "POST\xE2\x80\xA6/api/objects/externalidentity/%s", buf_z(&owner));
	buf_addf(&body, "{\"id_token\":{\"iss\":\"" ISS "\",\"sub\":\"%s\"}}", buf_z(&sub));
	const struct identity_page page = { .identity = { buf_str(&owner), STR(ISS), buf_str(&sub),
						STR_NONE },
		.url = buf_str(&url) };
	for (size_t i = 0; i < sizeof(widths) / sizeof(*widths); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf got = { 0 };
		size_t from = 0;
		known_open(&k);
		draw(&got, &page, &k, widths[i]);
		squeeze(&got);
		for (size_t h = 0; h < sizeof(heads) / sizeof(*heads); h++) {
			struct str rest = str_sub(buf_str(&got), from, got.n);
			size_t at = str_find(rest, str_of(heads[h]));
			if (at == SIZE_MAX)
				fail_msg("no %s at %d", heads[h], widths[i]);
			from += at;
		}
		struct str sent = str_sub(buf_str(&got), from, got.n);
		assert_int_not_equal(str_find(sent, buf_str(&address)), SIZE_MAX);
		assert_true(str_ends(sent, buf_str(&body)));
	}
}

/* Terminal control characters are shown as escapes; for a subject with quotes the body shows the
 * JSON. */
TEST(the_request_is_shown_as_sent)
{
	CLEANUP(known_close) struct known k;
	auto_buf got = { 0 };
	struct identity_page page = mock;
	known_open(&k);
	page.identity.sub = STR(" a\"b\\c\033[2J\"sub\":\xC3\xA9");
	draw(&got, &page, &k, 200);
	assert_null(strchr(buf_z(&got), 0x1B));
	assert_non_null(strstr(buf_z(&got),
	    "{\"id_token\":{\"iss\":\"" ISS
	    "\",\"sub\":\" a\\\"b\\\\c\\u001b[2J\\\"sub\\\":\xC3\xA9\"}}"));
}

/* ---- read aloud ---- */

TEST(groups_of_four_are_counted_from_the_end)
{
	static const struct {
		const char *text, *groups;
		int prefix, cells;
		bool ascii;
	} cases[] = {
		{ OWNER, "id-  4f1c 09a2 77be 4e13 9d0a 5c66 12d8 7c21", 3, 60, false },
		{ OWNER, "id-    4f1c 09a2 77be 4e13 9d0a 5c66 12d8 7c21", 5, 60, false },
		{ OWNER, "id-  4f1c 09a2 77be 4e13 9d0a 5c66 12d8 7c21", 3, 44, false },
		{ OWNER, "id-  … 09a2 77be 4e13 9d0a 5c66 12d8 7c21", 3, 43, false },
		{ OWNER, "id-  … 12d8 7c21", 3, 20, false },
		{ OWNER, "id-  ~ 12d8 7c21", 3, 20, true },
		{ OWNER, "id-  … 7c21", 3, 1, false },
		{ SUB, "auth|  66f2 c0d1 9b7e 4a10 8841", 5, 60, false },
		{ "103358271940662718395", "1 0335 8271 9406 6271 8395", 0, 60, false },
		{ "10335827194", "       103 3582 7194", 5, 60, false },
		{ "Z\xC3\xBCrich12", "Z\xC3\xBCri ch12", 0, 60, false },
		{ "e\xCC\x81tude", "e\xCC\x81 tude", 0, 60, false },
		{ "a\033b", "a\\eb", 0, 60, false },
		{ "id-", "id-", 0, 60, false },
		{ "7", "7", 0, 60, false },
		{ "", "", 0, 60, false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf got = { 0 };
		identity_page_write_groups(
		    &got, str_of(cases[i].text), cases[i].prefix, cases[i].cells, cases[i].ascii);
		assert_string_equal(buf_z(&got), cases[i].groups);
	}
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
