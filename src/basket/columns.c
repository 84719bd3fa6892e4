#include "list/columns.h"
#include "base/arena.h"
#include "basket/link.h"
#include "basket/row.h"
#include "model/decimal.h"
#include "wire/basket.h"

#include <stddef.h>

/* Pads the unit to three cells, so that ages align: "18 min", "2 h  ". */
static void
write_short_age(struct buf *out, int64_t now, int64_t t)
{
	size_t from = out->n;
	when_write_age(out, now, t);
	struct str age = str_sub(buf_str(out), from, out->n);
	size_t space = str_find_char(age, ' ');
	if (space != SIZE_MAX && age.n - space - 1 < 3)
		buf_pad(out, ' ', 3 - (age.n - space - 1));
}

/* A date that cannot be read is shown as it was sent. */
static void
write_created(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	struct str unread = basket_row_unread_date(row);
	if (unread.n && !c->as_data)
		buf_addz(out, "? ");
	if (unread.n)
		cell_add_text(out, unread, c);
	else
		cell_add_time(out, row->created, c);
}

static void
write_age(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	if (!c->as_data && (row->created == WHEN_NONE || c->time_style == TIME_AGE))
		write_short_age(out, c->now, row->created);
	else
		write_created(out, of, c);
}

/* Appends words that need no legend; an unreachable customer is an empty cell. */
static void
write_reach(struct buf *out, const void *of, const struct cell_context *c)
{
	static const char *const words[] = {
		[REACH_NONE] = "",
		[REACH_EMAIL] = "mail",
		[REACH_IDENTITY] = "sign-in",
		[REACH_EMAIL_AND_IDENTITY] = "both",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == BASKET_REACHES,
	    "every value needs a row in this table");
	(void)c;
	buf_addz(out, words[((const struct basket_row *)of)->reach]);
}

static void
write_customer(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	struct cell_context unmarked = *c; /* one mark per row is enough */
	struct buf raw = { 0 };
	if (c->as_data && !basket_row_has_customer(row))
		return; /* or a mailing would begin with "Dear no name" */
	unmarked.marks_unsafe_text = false;
	basket_row_write_customer(&raw, row);
	if (row->has_unsafe_text && (!c->as_data || c->marks_unsafe_text))
		buf_addz(out, "! ");
	cell_add_text(out, buf_str(&raw), &unmarked);
	buf_free(&raw);
}

static void
write_items(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	if (c->as_data) {
		column_write_lines(out, basket_row_goods(row)->item_names, c);
		return;
	}
	if (row->items_n == 0)
		buf_addz(out, "no items");
	if (row->offer_changed)
		buf_addz(out, "! ");
	cell_add_text(out, basket_row_item(row, c->highlight_filter), c);
	if (row->items_n > 1)
		buf_addf(out, " +%u", row->items_n - 1);
}

static void
write_page(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	cell_add_text(
	    out, c->as_data ? basket_row_origin(row)->start_page : basket_row_start_page(row), c);
}

static void
write_channel(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	cell_add_text(out, c->as_data ? basket_row_origin(row)->tag : basket_row_channel(row), c);
}

static void
write_utm(struct buf *out, const void *of, const struct cell_context *c)
{
	cell_add_value(out, basket_row_origin(of)->utm_source, c);
}

static void
write_kind(struct buf *out, const void *of, const struct cell_context *c)
{
	cell_add_value(out, basket_row_origin(of)->kind, c);
}

static void
write_total(struct buf *out, const void *of, const struct cell_context *c)
{
	cell_add_text(out, basket_row_total(of)->text, c);
}

static void
write_status(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addz(out, basket_row_status_word(of));
}

/* In data the link itself, if it can be sent; on a screen, whose picture may be taken, only the
 * result of its checks. */
static void
write_link(struct buf *out, struct str json, const struct cell_context *c)
{
	struct arena texts = { 0 };
	struct basket b = { 0 };
	struct link link;
	struct err ignored;
	bool is_file = c->as_data && !c->marks_unsafe_text;
	if (!c->link_rules || !json.n || !basket_read(&b, &texts, json, 0, &ignored)) {
		arena_wipe(&texts);
		return;
	}
	link_examine(&link, c->link_rules, b.link, b.id);
	if (!link.present)
		buf_addz(out, is_file ? "" : "none");
	else if (c->link_rules->masked)
		buf_addz(out, is_file ? "! masked" : "masked");
	else if (b.completed || b.maybe_completed)
		buf_addz(out, is_file ? "! completed" : "completed");
	else if (!link_is_sendable(&link))
		buf_addf(out, "%s%s", is_file ? "! " : "", link.checks[link.worst_check].text);
	else if (is_file)
		cell_add_text(out, link_address(&link), c);
	else
		buf_addz(out, "ok");
	link_free(&link);
	arena_wipe(&texts);
}

/* The time of the last contact; without one, an empty cell. */
static int64_t
contacted_at(const struct basket_row *row)
{
	return row->contacted_at_s ? (int64_t)row->contacted_at_s * 1000 : WHEN_NONE;
}

static void
write_contacted(struct buf *out, const void *of, const struct cell_context *c)
{
	int64_t at = contacted_at(of);
	if (at != WHEN_NONE)
		cell_add_time(out, at, c);
}

static void
write_completed(struct buf *out, const void *of, const struct cell_context *c)
{
	const struct basket_row *row = of;
	(void)c;
	buf_addz(out, row->completed ? "yes" : row->maybe_completed ? "?" : "");
}

/* An unknown consent is an empty cell. */
static void
write_consent(struct buf *out, const void *of, const struct cell_context *c)
{
	enum consent consent = ((const struct basket_row *)of)->consent;
	(void)c;
	buf_addz(out, consent ? consent_words[consent] : "");
}

/* Appends the numbers or the currencies of the total: "2.49 + 4.48" and "EUR + GBP" for several
 * amounts. An unknown total is an empty cell. */
static void
write_total_part(struct buf *out, const void *of, enum column_part part)
{
	struct str rest = basket_row_total(of)->text;
	if (str_eqz(rest, "?"))
		return;
	for (bool first = true; rest.n; first = false) {
		size_t n = str_find(rest, STR(" + "));
		struct str currency = str_sub(rest, 0, n), number = currency;
		rest = n == SIZE_MAX ? STR_NONE : str_sub(rest, n + 3, rest.n);
		bool amount = str_next(&number, ' ', &currency) && number.n;
		buf_addz(out, first ? "" : " + ");
		buf_adds(out, part == COLUMN_NUMBER && amount ? number : currency);
	}
}

/* ---- order ---- */

int
compare_baskets_by_age(const void *x, const void *y)
{
	const struct basket_row *a = x, *b = y;
	int order = row_compare_times(a->created, b->created);
	return order ? order : str_cmp(a->id, b->id);
}

static int
by_age(const void *a, const void *b)
{
	return row_order_reversed(compare_baskets_by_age(a, b));
}

/* 0 means not known. */
static int
larger_first(unsigned a, unsigned b)
{
	if (!a || !b)
		return row_compare_known(a, b);
	return (a < b) - (a > b);
}

static int
by_reach(const void *x, const void *y)
{
	const struct basket_row *a = x, *b = y;
	return larger_first(a->reach, b->reach);
}

static int
by_status(const void *x, const void *y)
{
	return larger_first((int)basket_row_statuses(x), (int)basket_row_statuses(y));
}

static int
by_contacted(const void *a, const void *b)
{
	return row_compare_times(contacted_at(a), contacted_at(b));
}

static int
by_consent(const void *x, const void *y)
{
	const struct basket_row *a = x, *b = y;
	return larger_first(a->consent, b->consent);
}

static int
by_total(const void *a, const void *b)
{
	return row_compare_money(&basket_row_total(a)->money, &basket_row_total(b)->money);
}

#define TEXT(member) .text_offset = offsetof(struct basket_row, member)

const struct column basket_columns[] = {
	{ COLUMN("age", "AGE", 6, 6, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_IS_TIME,
	    .write_cell = write_age, .compare = by_age },
	{ COLUMN("person", "PERSON", 16, 24, ALWAYS), .alias = "customer",
	    .flags = COLUMN_SHOWN_IF_EMPTY, .write_cell = write_customer },
	{ COLUMN("reach", "REACH", 7, 7, ALWAYS), .alias = "who", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_reach, .compare = by_reach },
	{ COLUMN("items", "ITEMS", 18, 30, ALWAYS), .write_cell = write_items },
	{ COLUMN("start-page", "START PAGE", 12, 20, ROOM), .alias = "started page",
	    .write_cell = write_page },
	{ COLUMN("channel", "CHANNEL", 8, 13, ROOM), .write_cell = write_channel },
	{ COLUMN("due", "EST. DUE", 11, 16, ROOM),
	    .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEEDS_CATALOG | COLUMN_NEVER_CUT |
		COLUMN_ALIGN_POINTS | COLUMN_SHOWN_IF_FILTERED,
	    .write_cell = write_total, .compare = by_total, .write_cell_part = write_total_part,
	    .part_count = COLUMN_TIME },
	{ COLUMN("company", "COMPANY", 12, 22, ROOM), TEXT(company) },
	{ COLUMN("created", "CREATED", 12, 17, ROOM), .flags = COLUMN_NEVER_CUT | COLUMN_IS_TIME,
	    .write_cell = write_created, .compare = compare_baskets_by_age },
	{ COLUMN("contacted", "CONTACTED", 12, 17, ROOM),
	    .flags = COLUMN_NEVER_CUT | COLUMN_SHOWN_IF_FILTERED | COLUMN_IS_TIME,
	    .write_cell = write_contacted, .compare = by_contacted },
	{ COLUMN("email", "E-MAIL", 20, 32, ROOM), TEXT(email) },
	{ COLUMN("utm", "UTM SOURCE", 10, 12, ROOM), .write_cell = write_utm },
	{ COLUMN("kind", "KIND", 7, 8, ASKED), .write_cell = write_kind },
	{ COLUMN("status", "STATUS", 10, 10, ASKED), .alias = "outcome", .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_status, .compare = by_status },
	{ COLUMN("consent", "CONSENT", 7, 7, ASKED), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_consent, .compare = by_consent },
	{ COLUMN("completed", "COMPLETED", 9, 9, ASKED), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_completed },
	{ COLUMN("id", "ID", 15, 43, ASKED), .flags = COLUMN_PRIVATE, TEXT(id) },
	{ COLUMN("link", "LINK", 10, 24, ASKED), .flags = COLUMN_PRIVATE | COLUMN_IF_NAMED,
	    .write_json_cell = write_link },
	{ .id = NULL },
};
