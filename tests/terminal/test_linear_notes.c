/* labels: slow */
/*
 * Ticket notes in linear mode, for odd baskets: how much of the person each kind of note contains,
 * its text for misleading names, and whether it counts as a sent link.
 */
#include "lib/awkward.h"
#include "lib/console.h"
#include "lib/talk.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

/* The choices of the menu, by line. */
enum kind { NOBODY = 1, PARTLY, FULLY, PARTLY_WITH_LINK, FULLY_WITH_LINK };

/* The note of this kind for every basket of a page; `ids` has the ids, each followed by "!" if
 * sending its link needs a confirmation. */
static void
make_notes(struct talk *t, const struct buf *page, const struct buf *ids, enum kind kind,
    const char *words)
{
	const struct hostile_rule rule = { .answer = buf_str(page) };
	auto_hostile *h = hostile_start(&rule, 1);
	struct str rest = buf_str(ids), id;
	auto_buf lines = { 0 };
	for (bool first = true; str_next(&rest, '\n', &id); first = false) {
		bool asked = str_ends(id, STR("!"));
		id.n -= asked;
		buf_addf(&lines, "/id=%.*s\nT\n", STR_ARG(id));
		if (first)
			buf_addf(&lines, "%d\n", kind);
		if (asked && kind >= PARTLY_WITH_LINK)
			buf_addz(&lines, "send\n");
		buf_addz(&lines, "<Esc>\n");
	}
	buf_addz(&lines, "quit\n");
	talk_to_server(t, h, words, buf_z(&lines));
}

static void
make_awkward_notes(struct talk *t, bool goods, enum kind kind, const char *words)
{
	auto_buf page = { 0 }, ids = { 0 };
	awkward_page(&page, goods);
	for (size_t i = 0; i < awkward_texts_n; i++)
		buf_addf(&ids, "%sbasket-%s%s", i ? "\n" : "", awkward_texts[i].id,
		    awkward_texts[i].marked ? "!" : "");
	make_notes(t, &page, &ids, kind, words);
}

/* Expects a line of a note: its label, then the texts in order. */
static void
expect_note_line(struct talk *t, const char *label, const char *a, const char *b, const char *c)
{
	auto_buf line = { 0 };
	buf_addf(&line, "\n%-9s %s%s%s\n", label, a, b, c);
	expect_spoken(t, buf_z(&line));
	t->heard--; /* keep the newline, with which the next line's match begins */
}

/* As elsewhere, but without a mark: the note says in words that a text is misleading. */
static void
expect_awkward_note(struct talk *t, const struct awkward_text *of, enum kind kind)
{
	auto_buf text = { 0 }, full = { 0 };
	awkward_plain(&text, of->shown);
	buf_addf(&full, " <person-%s@example.com>", of->id);
	if (of->marked && kind >= PARTLY_WITH_LINK)
		expect_spoken(t, "\nMisleading characters\n");
	expect_note_line(t, "Basket", "basket-", of->id, "");
	if (kind == PARTLY || kind == PARTLY_WITH_LINK)
		expect_note_line(t, "Customer", buf_z(&text), " (p...@example.com)", "");
	else if (kind != NOBODY)
		expect_note_line(t, "Customer", buf_z(&text), buf_z(&full), "");
	expect_note_line(t, "Items", buf_z(&text), "", "");
	expect_note_line(t, "Channel", "/tags/", buf_z(&text), "");
	buf_reset(&full);
	buf_addf(&full, "https://shop.example/r?basket=basket-%s&key=secret-", of->id);
	if (kind == PARTLY_WITH_LINK || kind == FULLY_WITH_LINK)
		expect_note_line(t, "Link", buf_z(&full), of->id, "");
}

TEST(WA01_to_WA18_are_escaped_in_a_note)
{
	for (enum kind kind = NOBODY; kind <= FULLY_WITH_LINK; kind++) {
		CLEANUP(talk_end) struct talk t;
		make_awkward_notes(&t, true, kind, "");
		for (size_t i = 0; i < awkward_texts_n; i++)
			expect_awkward_note(&t, &awkward_texts[i], kind);
		if (kind < PARTLY_WITH_LINK)
			expect_never_spoken(&t, "&key=");
		if (kind == NOBODY)
			expect_never_spoken(&t, "\nCustomer ");
	}
}

/* With --mask no note is made, and the message does not name the person either. */
TEST(WA01_to_WA18_make_no_note_under_mask)
{
	CLEANUP(talk_end) struct talk t;
	make_awkward_notes(&t, false, FULLY, "--mask");
	for (size_t i = 0; i < awkward_texts_n; i++) {
		expect_spoken(&t, "\nRow 1 of 1: ");
		expect_spoken(&t, "\nPeople are masked, so there is no note");
		if (awkward_texts[i].secret)
			expect_never_spoken(&t, awkward_texts[i].secret);
	}
	expect_never_spoken(&t, "@example.com");
	expect_never_spoken(&t, "secret-");
}

/* Only the ends of an address are shown, and nothing of a text that is not an address. */
TEST(WB09_only_the_ends_of_an_odd_address_are_shown)
{
	static const struct {
		const char *email, *partly, *fully;
	} rows[] = {
		{ "WB09.MAIL@EXAMPLE.COM", "Ann (W...@EXAMPLE.COM)",
		    "Ann <WB09.MAIL@EXAMPLE.COM>" },
		{ "wb09+news@example.com", "Ann (w...@example.com)",
		    "Ann <wb09+news@example.com>" },
		{ "wb09@b\303\274cher.example", "Ann (w...@b\303\274cher.example)",
		    "Ann <wb09@b\303\274cher.example>" },
		{ "\303\274.wb09@example.com", "Ann (\303\274...@example.com)",
		    "Ann <\303\274.wb09@example.com>" },
		{ "\\\"wb@09\\\"@example.com", "Ann (\"...@example.com)",
		    "Ann <\"wb@09\"@example.com>" },
		{ "wb09.dot@example.com.", "Ann (w...@example.com.)",
		    "Ann <wb09.dot@example.com.>" },
		{ "wb09 at example.com", "Ann", "Ann <wb09 at example.com>" },
		{ "", "Ann", "Ann" },
	};
	enum { ROWS = sizeof(rows) / sizeof(*rows) };
	struct page_basket baskets[ROWS];
	auto_buf page = { 0 }, ids = { 0 };
	for (size_t i = 0; i < ROWS; i++) {
		baskets[i] = (struct page_basket){ "Ann", NULL, rows[i].email, NULL };
		buf_addz(&ids, i ? "\n" : "");
		page_id(&ids, i);
	}
	page_answer(&page, baskets, ROWS, 0, NULL);
	for (enum kind kind = PARTLY; kind <= FULLY; kind++) {
		CLEANUP(talk_end) struct talk t;
		make_notes(&t, &page, &ids, kind, "");
		for (size_t i = 0; i < ROWS; i++)
			expect_note_line(&t, "Customer",
			    kind == PARTLY ? rows[i].partly : rows[i].fully, "", "");
	}
}

/* The note leaves out what the basket does not have. */
TEST(WA19_a_note_has_no_empty_line)
{
	static const char *const items[] = { "",
		",\"customerDetails\":null,\"orderItems\":null,\"tracking\":null",
		(",\"customerDetails\":{\"email\":\"\",\"firstName\":\"\"},\"orderItems\":[],"
		 "\"tracking\":{\"tag\":\"\"},\"recoveryLink\":\"\"") };
	for (size_t i = 0; i < sizeof(items) / sizeof(*items); i++) {
		auto_buf page = { 0 }, body = { 0 }, id = { 0 };
		CLEANUP(talk_end) struct talk t;
		buf_addz(&id, "basket-wa19");
		buf_addf(&body, "{\"items\":[{\"id\":\"basket-wa19\"%s}]}", items[i]);
		hostile_json(&page, buf_z(&body));
		make_notes(&t, &page, &id, FULLY, "");
		expect_spoken(&t, "\nRow 1 of 1: no name, ?, no items");
		expect_spoken(&t, "\nBasket    basket-wa19\nLink      none\nNoted     ");
		/* An absent text is not reported as empty. */
		if (i < 2)
			expect_never_spoken(&t, "\"\"");
	}
}

TEST(only_a_note_with_a_link_counts_as_sent)
{
	static const struct {
		const char *id, *link;
	} rows[] = {
		{ "wb01-2100", "ends ..." },
		{ "wb02-host", "ends ..." },
		{ "wb02-javascript", "ends ..." },
		{ "wb02-newline", "ends ..." },
		{ "wb02-null", "none\n" },
		{ "wb02-empty", "none\n" },
		{ "wb03-other", "ends ..." },
		{ "wb05-future", "https://shop.northlight.example/checkout/resume?basket=" },
	};
	enum { ROWS = sizeof(rows) / sizeof(*rows) };
	auto_buf lines = { 0 }, line = { 0 };
	CLEANUP(talk_end) struct talk t;
	for (size_t i = 0; i < ROWS; i++)
		buf_addf(&lines, "/id=basket-%s\nT\n%slist\n<Esc>\n", rows[i].id, i ? "" : "5\n");
	talk(&t, "--pack awkward", buf_z(&lines));
	for (size_t i = 0; i < ROWS; i++) {
		bool sent = i + 1 == ROWS;
		buf_reset(&line);
		buf_addf(&line, "\nLink      %s", rows[i].link);
		expect_spoken(&t, buf_z(&line));
		expect_spoken(&t, "\nSaid the note, ");
		buf_reset(&line);
		buf_addf(&line, "%s@example.com, %s", rows[i].id, sent ? "sent, " : "");
		expect_spoken(&t, buf_z(&line));
		if (!sent)
			assert_false(str_starts(
			    str_sub(buf_str(&t.said), t.heard, t.said.n), STR("sent, ")));
	}
}
