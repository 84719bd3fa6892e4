#include "basket/sent_links.h"

#include "base/json_quote.h"
#include "model/format.h"
#include "wire/mask.h"

#include <stddef.h>
#include <string.h>

const char sent_links_limits_text[] =
    "Completed: perhaps without the link. Gone: no longer listed, so bought, expired, deleted or "
    "of another service. Only links in this contact log are counted";

bool
view_is_of_sent_links(const struct view *view)
{
	return view->term_resource && view->term_resource->row_ops == &sent_link_row_ops;
}

/* ---- the list ---- */

/* The links of one basket, while the list is made. */
struct link_of_basket {
	const struct contact_entry *last;
	uint32_t count;
	uint32_t basket; /* its row; UINT32_MAX: it was not read */
};

typedef VEC(struct link_of_basket) links_by_basket;

static void
collect_links(links_by_basket *links, struct index *by_id, const struct contact_log *log)
{
	for (size_t i = 0; i < log->entries.n; i++) {
		const struct contact_entry *e = &log->entries.v[i];
		const struct link_of_basket first = { .last = e, .basket = UINT32_MAX };
		if (e->status != CONTACT_LINK_SENT || !e->basket_id.n)
			continue;
		uint32_t at = index_add(by_id, e->basket_id, (uint32_t)links->n);
		if (at == UINT32_MAX) {
			at = (uint32_t)links->n;
			vec_push(links, first);
		}
		links->v[at].last = e;
		links->v[at].count++;
	}
}

static enum sent_link_result
result_of(const struct basket_row *basket, bool whole)
{
	if (!basket)
		return whole ? SENT_LINK_GONE : SENT_LINK_UNKNOWN;
	return basket->completed        ? SENT_LINK_COMPLETED
	    : basket->maybe_completed ? SENT_LINK_UNKNOWN
				      : SENT_LINK_OPEN;
}

/* A copy of the basket's extras with the link. */
static const struct basket_row_extras *
add_link_to_extras(
    struct arena *a, const struct basket_row_extras *extras, const struct sent_link *link)
{
	size_t n = extras ? extras->n : 0, size = sizeof(*extras) + n * sizeof(*extras->v);
	struct basket_row_extras *copy = arena_alloc(a, size);
	if (extras)
		memcpy(copy, extras, size);
	copy->sent_link = link;
	return copy;
}

static void
add_sent_link_row(struct sent_links *l, const struct link_of_basket *sent, const struct basket_row *basket,
    bool whole)
{
	const struct contact_entry *e = sent->last;
	const struct sent_link *before = l->rows.n ? basket_row_sent_link(&l->rows.v[l->rows.n - 1])
						   : NULL;
	struct sent_link *link = arena_new(&l->text_arena, struct sent_link);
	struct basket_row row = { 0 };
	struct buf folded = { 0 };
	if (basket)
		row = *basket;
	*link = (struct sent_link){ .sent_count = sent->count, .became = result_of(basket, whole) };
	link->sent_by = before && str_eq(before->sent_by, e->recorded_by)
	    ? before->sent_by
	    : arena_str(&l->text_arena, e->recorded_by);
	row.extras = add_link_to_extras(&l->text_arena, row.extras, link);
	row.created = e->recorded_at;
	if (!basket) {
		row.id = arena_str(&l->text_arena, e->basket_id);
		row_fold_line(&folded, e->basket_id);
		row.search_text = arena_move_buf(&l->text_arena, &folded);
	}
	vec_push(&l->rows, row);
	buf_free(&folded);
}

static int
by_last_link(const void *a, const void *b, void *ctx)
{
	(void)ctx;
	return sent_link_row_ops.compare(a, b);
}

static void
mask_accounts(struct sent_links *l, const struct mask *mask)
{
	struct buf name = { 0 };
	for (size_t i = 0; i < l->rows.n; i++) {
		struct sent_link *link = (struct sent_link *)(uintptr_t)basket_row_sent_link(
		    &l->rows.v[i]);
		buf_reset(&name);
		mask_text(&name, mask, MASK_PERSON, link->sent_by);
		link->sent_by = arena_str(&l->text_arena, buf_str(&name));
	}
	buf_free(&name);
}

void
sent_links_make(struct sent_links *l, const struct contact_log *log,
    const struct basket_row *baskets, size_t n, bool whole, const struct mask *mask)
{
	links_by_basket links = { 0 };
	struct index *by_id = index_new();
	arena_reset(&l->text_arena);
	l->rows.n = 0;
	collect_links(&links, by_id, log);
	for (size_t i = 0; links.n && i < n; i++) {
		uint32_t at = index_get(by_id, baskets[i].id);
		whole = whole && baskets[i].origin; /* an unreadable basket may be any of them */
		if (at != UINT32_MAX)
			links.v[at].basket = (uint32_t)i;
	}
	for (size_t i = 0; i < links.n; i++)
		add_sent_link_row(l, &links.v[i],
		    links.v[i].basket == UINT32_MAX ? NULL : &baskets[links.v[i].basket], whole);
	if (mask)
		mask_accounts(l, mask);
	vec_sort(&l->rows, by_last_link, NULL);
	vec_free(&links);
	index_free(by_id);
}

void
sent_links_free(struct sent_links *l)
{
	vec_free(&l->rows);
	arena_free(&l->text_arena);
}

void
sent_link_append_results(struct buf *out, const uint32_t counts[SENT_LINK_RESULTS])
{
	for (int i = 0; i < SENT_LINK_RESULTS; i++) {
		if (i == SENT_LINK_UNKNOWN && !counts[i])
			continue;
		buf_addz(out, i ? ", " : "");
		format_count(out, counts[i]);
		buf_addf(out, " %s", sent_link_result_labels[i]);
	}
}

/* Never NULL. */
static const struct sent_link *
link_of(const void *row)
{
	static const struct sent_link none;
	const struct sent_link *link = basket_row_sent_link(row);
	return link ? link : &none;
}

/* ---- JSON ---- */

static void
write_text_member(struct buf *out, const char *name, struct str text)
{
	buf_addf(out, ",\"%s\":", name);
	if (text.n)
		json_quote(out, text);
	else
		buf_addz(out, "null");
}

void
sent_link_write(struct buf *out, const struct basket_row *row)
{
	const struct sent_link *link = link_of(row);
	const struct column *due = column_find(basket_columns, STR("due"));
	struct buf text = { 0 };
	buf_addz(out, "{\"id\":");
	json_quote(out, row->id);
	when_write(&text, row->created);
	write_text_member(out, "sent", buf_str(&text));
	write_text_member(out, "by", link->sent_by);
	buf_addf(out, ",\"links\":%u,\"became\":\"%s\"", link->sent_count,
	    sent_link_result_words[link->became]);
	write_text_member(out, "tag", basket_row_origin(row)->tag);
	if (row->total) {
		buf_reset(&text);
		due->write_cell_part(&text, row, COLUMN_NUMBER);
		write_text_member(out, "due", buf_str(&text));
		buf_reset(&text);
		due->write_cell_part(&text, row, COLUMN_CURRENCY);
		write_text_member(out, "dueCurrency", buf_str(&text));
	}
	buf_addc(out, '}');
	buf_free(&text);
}

/* ---- columns ---- */

/* Writes a column that baskets have, too; without the basket its value is not known. */
static void
write_of_basket(
    struct buf *out, const void *row, const struct cell_context *c, const char *column)
{
	if (basket_row_is_unread(row))
		buf_addz(out, c->as_data ? "" : "not known");
	else
		column_find(basket_columns, str_of(column))->write_cell(out, row, c);
}

static void
write_sent(struct buf *out, const void *row, const struct cell_context *c)
{
	cell_add_time(out, ((const struct basket_row *)row)->created, c);
}

static void
write_by(struct buf *out, const void *row, const struct cell_context *c)
{
	cell_add_text(out, link_of(row)->sent_by, c);
}

static void
write_became(struct buf *out, const void *row, const struct cell_context *c)
{
	enum sent_link_result became = link_of(row)->became;
	buf_addz(out, c->as_data ? sent_link_result_words[became] : sent_link_result_labels[became]);
}

static void
write_person(struct buf *out, const void *row, const struct cell_context *c)
{
	write_of_basket(out, row, c, "person");
}

static void
write_items(struct buf *out, const void *row, const struct cell_context *c)
{
	write_of_basket(out, row, c, "items");
}

static void
write_channel(struct buf *out, const void *row, const struct cell_context *c)
{
	write_of_basket(out, row, c, "channel");
}

static void
write_due(struct buf *out, const void *row, const struct cell_context *c)
{
	if (basket_row_is_unread(row))
		buf_addz(out, c->as_data ? "" : "?");
	else
		column_find(basket_columns, STR("due"))->write_cell(out, row, c);
}

static void
write_due_part(struct buf *out, const void *row, enum column_part part)
{
	column_find(basket_columns, STR("due"))->write_cell_part(out, row, part);
}

static void
write_count(struct buf *out, const void *row, const struct cell_context *c)
{
	(void)c;
	buf_addf(out, "%u", link_of(row)->sent_count);
}

static int
compare_sent(const void *a, const void *b)
{
	return row_order_reversed(compare_baskets_by_age(a, b));
}

static int
compare_results(const void *a, const void *b)
{
	enum sent_link_result x = link_of(a)->became, y = link_of(b)->became;
	return (x > y) - (x < y);
}

static int
compare_due(const void *a, const void *b)
{
	return column_find(basket_columns, STR("due"))->compare(a, b);
}

static int
compare_counts(const void *a, const void *b)
{
	uint32_t x = link_of(a)->sent_count, y = link_of(b)->sent_count;
	return (x > y) - (x < y);
}

const struct column sent_link_columns[] = {
	{ COLUMN("sent", "SENT", 6, 12, ALWAYS),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_IS_TIME,
	    .write_cell = write_sent, .compare = compare_sent,
	    .time_offset = offsetof(struct basket_row, created) },
	{ COLUMN("by", "BY", 6, 12, ALWAYS), .alias = "sent-by", .flags = COLUMN_PRIVATE,
	    .write_cell = write_by },
	{ COLUMN("became", "BECAME", 9, 9, ALWAYS), .flags = COLUMN_NEVER_CUT,
	    .write_cell = write_became, .compare = compare_results },
	{ COLUMN("person", "PERSON", 16, 24, ALWAYS), .alias = "customer",
	    .flags = COLUMN_SHOWN_IF_EMPTY, .write_cell = write_person },
	{ COLUMN("due", "EST. DUE", 11, 16, ROOM),
	    .flags = COLUMN_ALIGN_RIGHT | COLUMN_NEEDS_CATALOG | COLUMN_NEVER_CUT |
		COLUMN_ALIGN_POINTS | COLUMN_SHOWN_IF_FILTERED,
	    .write_cell = write_due, .compare = compare_due, .write_cell_part = write_due_part,
	    .part_count = COLUMN_TIME },
	{ COLUMN("items", "ITEMS", 18, 30, ROOM), .write_cell = write_items },
	{ COLUMN("channel", "CHANNEL", 8, 13, ROOM), .write_cell = write_channel },
	{ COLUMN("links", "LINKS", 5, 5, ASKED),
	    .flags = COLUMN_NEVER_CUT | COLUMN_ALIGN_RIGHT | COLUMN_NUMERIC,
	    .write_cell = write_count, .compare = compare_counts },
	{ COLUMN("id", "ID", 15, 43, ASKED), .flags = COLUMN_PRIVATE,
	    .text_offset = offsetof(struct basket_row, id) },
	{ .id = NULL },
};

/* ---- filter and order ---- */

/* True for keys whose values are in the contact log; all others are about the basket. */
static bool
is_log_term(const struct row_term *t)
{
	static const char *const keys[] = { "sent", "by", "became", "links", "id" };
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (row_term_has_key(t, keys[i]))
			return true;
	return false;
}

static bool
match_sent_link(const struct row_term *t, const void *row, struct str json)
{
	static const char *const timed[] = { "since", "until", "day", "week", "hour" };
	struct row_term asked = *t;
	bool from_log = row_term_is_word(t) || row_term_has_key(t, "text");
	if (is_log_term(t))
		return row_term_matches_column(t, row);
	if (from_log && row_term_matches_text(t, link_of(row)->sent_by))
		return true;
	for (size_t i = 0; i < sizeof(timed) / sizeof(*timed); i++)
		from_log = from_log || row_term_has_key(t, timed[i]);
	if (!from_log && basket_row_is_unread(row))
		return row_term_matches_text(t, STR("unknown"));
	asked.column = column_find(basket_columns, t->term->key);
	return row_term_match(&asked, &basket_row_ops, row, json);
}

static bool
check_sent_link_term(const struct row_term *t, struct err *err)
{
	struct str forms = t->folded_value, word = STR_NONE;
	if (!row_term_has_key(t, "became") || t->term->op != VIEW_EXACT)
		return basket_row_ops.check_term(t, err);
	str_next(&forms, '\n', &word);
	for (int i = 0; i < SENT_LINK_RESULTS; i++)
		if (str_eqz(word, sent_link_result_words[i]))
			return true;
	return err_set(err, ERR_USAGE, "became must be open, completed, gone or unknown");
}

static bool
sort_text_of_link(
    const void *row, const struct column *by, struct buf *scratch, struct row_text *text)
{
	const struct column *own = by ? column_find(basket_columns, str_of(by->id)) : NULL;
	return own && basket_row_ops.get_text(row, own, scratch, text);
}

const struct row_ops sent_link_row_ops = {
	.size = sizeof(struct basket_row),
	.id_offset = offsetof(struct basket_row, id),
	.match_term = match_sent_link,
	.compare = compare_sent,
	.get_text = sort_text_of_link,
	.check_term = check_sent_link_term,
	.search_text_offset = offsetof(struct basket_row, search_text),
};
