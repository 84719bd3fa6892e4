/* The baskets whose link was sent, and their results: open, completed, gone, not known. */
#include "basket/groups.h"
#include "basket/sent_links.h"
#include "lib/test.h"

#include <string.h>

enum { ROWS = 8 };
#define NOW INT64_C(1795521600000) /* 2026-11-24T12:00:00Z, a Tuesday */

struct set {
	struct arena texts;
	struct contact_log log;
	struct basket_row rows[ROWS];
	struct basket_total totals[ROWS];
	size_t n;
	struct sent_links links;
	struct groups groups;
};

static void
begin(struct set *s)
{
	struct err err;
	*s = (struct set){ 0 };
	assert_true(contact_log_init(&s->log, false, NULL, &err));
}

static void
end(struct set *s)
{
	groups_free(&s->groups);
	sent_links_free(&s->links);
	contact_log_free(&s->log);
	arena_free(&s->texts);
}

static void
add_basket(struct set *s, const char *id, const char *members)
{
	auto_buf json = { 0 };
	buf_addf(&json, "{\"id\":\"%s\",\"created\":\"2026-11-01T09:00:00Z\"%s%s}", id,
	    *members ? "," : "", members);
	basket_row_ops.fill_row(
	    &s->rows[s->n++], &s->texts, arena_str(&s->texts, buf_str(&json)), 0);
}

static void
set_total(struct set *s, const char *currency, int64_t amount)
{
	struct basket_total *t = &s->totals[s->n - 1];
	t->money.known = true;
	t->money.currency = str_of(currency);
	t->money.amount = amount * INT64_C(1000000000);
	t->text = arena_printf(&s->texts, "%s %d.00", currency, (int)amount);
	s->rows[s->n - 1].total = t;
}

static void
record(struct set *s, enum contact_status status, const char *account, const char *id, int64_t at)
{
	CLEANUP(contact_identifiers_free)
	struct contact_identifiers who = { .basket_id = str_of(id) };
	struct err err;
	x_free(s->log.account);
	s->log.account = x_strdup(account);
	assert_true(contact_log_add(&s->log, status, &who, at, STR_NONE, &err));
	/* The log in memory refers to the name of its own account. */
	s->log.entries.v[s->log.entries.n - 1].recorded_by =
	    arena_str(&s->texts, str_of(account));
}

static void
send(struct set *s, const char *account, const char *id, int64_t at)
{
	record(s, CONTACT_LINK_SENT, account, id, at);
}

/* "a ana open 2, b ben gone 1" for the links that a VIEW lists. */
static const char *
list(struct set *s, const char *line, bool whole)
{
	static struct buf out;
	struct view view;
	struct row_filter filter;
	struct err err;
	buf_reset(&out);
	sent_links_make(&s->links, &s->log, s->rows, s->n, whole, NULL);
	if (!view_parse(&view, str_of(line), &err) ||
	    !row_filter_init(&filter, &view, (struct age_context){ .now = NOW }, &err))
		fail_msg("%s: %s", line, err.text);
	for (size_t i = 0; i < s->links.rows.n; i++) {
		const struct basket_row *row = &s->links.rows.v[i];
		const struct sent_link *link = basket_row_sent_link(row);
		if (!row_filter_match(&filter, row, STR_NONE))
			continue;
		buf_addf(&out, "%s%.*s %.*s %s %u", out.n ? ", " : "", STR_ARG(row->id),
		    STR_ARG(link->sent_by), sent_link_result_words[link->became],
		    link->sent_count);
	}
	row_filter_free(&filter);
	view_free(&view);
	return buf_z(&out);
}

/* "ana 2026-W47 open 1 completed 1 gone 0 unknown 0 GBP 3.00; …" */
static const char *
group(struct set *s, const char *line)
{
	static struct buf out;
	struct view view;
	struct err err;
	buf_reset(&out);
	sent_links_make(&s->links, &s->log, s->rows, s->n, true, NULL);
	groups_free(&s->groups);
	if (!view_parse(&view, str_of(line), &err) ||
	    !groups_init(&s->groups, &view, (struct age_context){ .now = NOW }, &err))
		fail_msg("%s: %s", line, err.text);
	s->groups.has_amounts = true;
	groups_begin(&s->groups, NOW, WHEN_NONE, true);
	for (size_t i = 0; i < s->links.rows.n; i++)
		groups_add(&s->groups, &s->links.rows.v[i], STR_NONE);
	groups_end(&s->groups);
	for (size_t i = 0; i < s->groups.rows.n; i++) {
		const struct group_row *row = &s->groups.rows.v[i];
		buf_addz(&out, i ? "; " : "");
		for (size_t k = 0; k < s->groups.level_count; k++)
			buf_addf(&out, "%.*s ", STR_ARG(group_row_name(row, k)));
		group_row_write_results(&out, row);
	}
	return buf_z(&out);
}

/* Two accounts in one log; the second link for a basket counts as the last one, once. */
static void
fill(struct set *s)
{
	begin(s);
	add_basket(s, "open", "\"tracking\":{\"tag\":\"/tags/uk/direct\"}");
	set_total(s, "GBP", 100);
	add_basket(s, "done", "\"completed\":true,\"tracking\":{\"tag\":\"/tags/uk/direct\"}");
	set_total(s, "GBP", 3);
	add_basket(s, "paid", "\"completed\":true");
	set_total(s, "EUR", 5);
	add_basket(s, "maybe", "\"completed\":\"perhaps\"");
	add_basket(s, "not-sent", "");
	send(s, "ana", "open", NOW - 9 * WHEN_DAY);
	send(s, "ana", "done", NOW - 8 * WHEN_DAY);
	send(s, "ben", "paid", NOW - 3 * WHEN_DAY);
	send(s, "ben", "open", NOW - 2 * WHEN_DAY);
	send(s, "ana", "maybe", NOW - WHEN_DAY);
	send(s, "ana", "lost", NOW - WHEN_DAY / 2);
	record(s, CONTACT_CALLED, "ana", "not-sent", NOW);
	record(s, CONTACT_NOTE_SENT, "ana", "not-sent", NOW);
}

TEST(each_basket_with_a_link_has_one_result)
{
	CLEANUP(end) struct set s;
	fill(&s);
	assert_string_equal(list(&s, "sent-links", true),
	    "lost ana gone 1, maybe ana unknown 1, open ben open 2, paid ben completed 1, "
	    "done ana completed 1");
	/* A basket that is missing is not gone while some were not read. */
	assert_string_equal(list(&s, "sent-links id=lost", false), "lost ana unknown 1");
	/* Nor if one of them could not be read: it may be the missing one. */
	basket_row_ops.fill_row(&s.rows[s.n++], &s.texts, STR("[]"), 0);
	assert_string_equal(list(&s, "sent-links id=lost", true), "lost ana unknown 1");
}

TEST(terms_are_about_sending_and_about_the_basket)
{
	static const struct {
		const char *view, *found;
	} rows[] = {
		{ "sent-links since=7d became=open", "open ben open 2" },
		{ "sent-links until=7d", "done ana completed 1" },
		{ "sent-links by=ben", "open ben open 2, paid ben completed 1" },
		{ "sent-links !became=completed by=ana", "lost ana gone 1, maybe ana unknown 1" },
		{ "sent-links links>1", "open ben open 2" },
		{ "sent-links sent>1d", "lost ana gone 1" },
		{ "sent-links week=2026-W46", "" },
		{ "sent-links day=2026-11-16", "done ana completed 1" },
		{ "sent-links tag=/tags/uk/direct", "open ben open 2, done ana completed 1" },
		{ "sent-links channel:direct", "open ben open 2, done ana completed 1" },
		{ "sent-links tag=\"\"", "maybe ana unknown 1, paid ben completed 1" },
		{ "sent-links tag=unknown", "lost ana gone 1" },
		{ "sent-links due>50", "open ben open 2" },
		{ "sent-links lost", "lost ana gone 1" },
		{ "sent-links ben paid", "paid ben completed 1" },
	};
	CLEANUP(end) struct set s;
	fill(&s);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (strcmp(list(&s, rows[i].view, true), rows[i].found) != 0)
			fail_msg("%s: %s", rows[i].view, list(&s, rows[i].view, true));
}

/* Only completed baskets were worth anything, and no two currencies are added. */
TEST(groups_count_results_and_what_completed_baskets_were_worth)
{
	CLEANUP(end) struct set s;
	fill(&s);
	assert_string_equal(group(&s, "sent-links group=by"),
	    "ana 0 open, 1 completed, 1 gone, 1 not known; completed est. due GBP 3.00; "
	    "ben 1 open, 1 completed, 0 gone; completed est. due EUR 5.00");
	assert_string_equal(group(&s, "sent-links group=week,by"),
	    "2026-W48 ana 0 open, 0 completed, 1 gone, 1 not known; "
	    "2026-W47 ben 1 open, 1 completed, 0 gone; completed est. due EUR 5.00; "
	    "2026-W47 ana 0 open, 1 completed, 0 gone; completed est. due GBP 3.00");
	assert_string_equal(group(&s, "sent-links group=tag"),
	    "/tags/uk/direct 1 open, 1 completed, 0 gone; completed est. due GBP 3.00; "
	    "none 0 open, 1 completed, 0 gone, 1 not known; completed est. due EUR 5.00; "
	    "unknown 0 open, 0 completed, 1 gone");
	/* The total of all groups; and the VIEW of one of them lists its links. */
	auto_buf all = { 0 }, view = { 0 };
	group_row_write_results(&all, &s.groups.total);
	assert_string_equal(buf_z(&all),
	    "1 open, 2 completed, 1 gone, 1 not known; completed est. due EUR 5.00 + GBP 3.00");
	group_row_write_view(&view, &s.groups.rows.v[2]);
	assert_string_equal(buf_z(&view), "sent-links tag=unknown");
	assert_string_equal(list(&s, buf_z(&view), true), "lost ana gone 1");
}

TEST(a_link_as_json_says_null_for_what_is_not_known)
{
	CLEANUP(end) struct set s;
	auto_buf json = { 0 };
	fill(&s);
	sent_links_make(&s.links, &s.log, s.rows, s.n, true, NULL);
	sent_link_write(&json, &s.links.rows.v[0]);
	assert_string_equal(buf_z(&json),
	    "{\"id\":\"lost\",\"sent\":\"2026-11-24T00:00:00.000Z\",\"by\":\"ana\",\"links\":1,"
	    "\"became\":\"gone\",\"tag\":null}");
	buf_reset(&json);
	sent_link_write(&json, &s.links.rows.v[3]);
	assert_string_equal(buf_z(&json),
	    "{\"id\":\"paid\",\"sent\":\"2026-11-21T12:00:00.000Z\",\"by\":\"ben\",\"links\":1,"
	    "\"became\":\"completed\",\"tag\":null,\"due\":\"5.00\",\"dueCurrency\":\"EUR\"}");
}

TEST(a_word_that_is_no_result_is_refused)
{
	struct view view;
	struct row_filter filter;
	struct err err;
	assert_true(view_parse(&view, STR("sent-links became=sold"), &err));
	assert_false(row_filter_init(&filter, &view, (struct age_context){ .now = NOW }, &err));
	assert_string_equal(err.text, "became must be open, completed, gone or unknown");
	row_filter_free(&filter);
	view_free(&view);
	assert_false(view_parse(&view, STR("baskets group=became"), &err));
	view_free(&view);
}
