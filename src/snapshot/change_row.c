#include "snapshot/change_row.h"

#include "catalog/charge_words.h"
#include "list/columns.h"
#include "list/rows.h"
#include "wire/catalog.h"

#include <stddef.h>

enum { BEFORE, AFTER, SIDES };

/* The changes of an item are consecutive: it is parsed once for all of them. */
struct change_collector {
	struct changes *to;
	bool ascii;
	const struct snapshot_item *seen[SIDES];
	struct arena texts; /* texts of the current item */
	struct str name;
	struct str price[SIDES];
};

static const enum graph_kind links[] = {
	[SNAPSHOT_CAMPAIGN] = GRAPH_CAMPAIGN,
	[SNAPSHOT_OFFER] = GRAPH_OFFER,
	[SNAPSHOT_ASSET] = GRAPH_ASSET,
	[SNAPSHOT_PRODUCT] = GRAPH_PRODUCT,
	[SNAPSHOT_SEGMENT] = GRAPH_SEGMENT,
	[SNAPSHOT_JOURNEYS] = GRAPH_KINDS,
};
_Static_assert(
    sizeof(links) / sizeof(*links) == SNAPSHOT_KINDS, "every kind needs a row in this table");

static void
read_side(struct change_collector *c, int side)
{
	const struct snapshot_item *from = c->seen[side];
	struct catalog_item item;
	struct buf words = { 0 };
	struct err err;
	c->price[side] = STR_NONE;
	if (!from || !catalog_item_read(&item, &c->texts, from->json, from->flags, &err))
		return;
	struct str name = item.name.n ? item.name : item.facts.display;
	if (name.n)
		c->name = arena_str(&c->to->texts, name);
	if (from->kind == SNAPSHOT_OFFER)
		charge_words_sentence(&words, item.charges, item.charges_n, c->ascii);
	if (words.n)
		c->price[side] = arena_str(&c->to->texts, buf_str(&words));
	buf_free(&words);
}

/* Parses the item of a change, unless it is the same as before. The name is that of the newer
 * version. */
static void
on_change(struct change_collector *c, const struct snapshot_change *change)
{
	const struct snapshot_item *item = change->after ? change->after : change->before;
	if (c->seen[BEFORE] == change->before && c->seen[AFTER] == change->after)
		return;
	c->seen[BEFORE] = change->before;
	c->seen[AFTER] = change->after;
	c->name = item->path;
	arena_reset(&c->texts);
	if (item->kind == SNAPSHOT_JOURNEYS)
		c->name = STR("journeys");
	for (int side = 0; side < SIDES && item->kind != SNAPSHOT_JOURNEYS; side++)
		read_side(c, side);
}

/* Legacy offers have their charges in the attributes. */
static struct str
without_prefix(struct str member)
{
	static const char *const heads[] = { "data.attributes.", "data." };
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_starts(member, str_of(heads[i])))
			return str_sub(member, strlen(heads[i]), member.n);
	return member;
}

static void
note_change(void *ctx, const struct snapshot_change *change)
{
	struct change_collector *c = ctx;
	struct arena *a = &c->to->texts;
	const struct snapshot_item *item = change->after ? change->after : change->before;
	on_change(c, change);
	struct change_row row = { .change = !change->before ? STR("added")
		    : !change->after                        ? STR("removed")
							    : STR("changed"),
		.kind = str_of(snapshot_kinds[item->kind]),
		.name = arena_str(a, c->name),
		.path = arena_str(a, item->path),
		.link = (int)links[item->kind] };
	if (change->member.p) {
		row.member = arena_str(a, change->member);
		row.brief = without_prefix(row.member);
	}
	if (change->old.p)
		row.old = arena_str(a, change->old);
	if (change->new.p)
		row.new = arena_str(a, change->new);
	if (!change->member.p || str_eqz(row.brief, "price") ||
	    str_starts(row.brief, STR("price."))) {
		row.price_then = c->price[BEFORE];
		row.price_now = c->price[AFTER];
	}
	row.id = arena_printf(a, "%.*s %.*s %.*s %.*s", STR_ARG(row.kind), STR_ARG(row.path),
	    STR_ARG(item->id), STR_ARG(row.member));
	vec_push(&c->to->rows, row);
}

void
changes_collect(struct changes *to, const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, bool ascii)
{
	struct change_collector c = { .to = to, .ascii = ascii };
	*to = (struct changes){ 0 };
	to->items = snapshot_diff(before, after, which, note_change, &c);
	arena_free(&c.texts);
}

void
changes_free(struct changes *c)
{
	arena_free(&c->texts);
	vec_free(&c->rows);
}

/* ---- list rows ---- */

static struct str
id_of_change(const void *of)
{
	return ((const struct change_row *)of)->id;
}

static bool
match_change(const struct row_term *t, const void *of, struct str json)
{
	const struct change_row *row = of;
	(void)json;
	if (t->term->op != VIEW_WORD)
		return row_term_matches_column(t, row);
	return row_term_matches_text(t, row->change) || row_term_matches_text(t, row->kind) ||
	    row_term_matches_text(t, row->name) || row_term_matches_text(t, row->path) ||
	    row_term_matches_text(t, row->member) || row_term_matches_text(t, row->old) ||
	    row_term_matches_text(t, row->new);
}

/* Changes stay in the order in which they were found. */
static int
compare_changes(const void *x, const void *y)
{
	(void)x;
	(void)y;
	return 0;
}

static const struct row_ops ops = {
	.size = sizeof(struct change_row),
	.match = match_change,
	.compare = compare_changes,
	.id = id_of_change,
};

#define TEXT(member) .text = offsetof(struct change_row, member)
#define FULL(member) .full = offsetof(struct change_row, member)

static const struct column columns[] = {
	{ COLUMN("change", "CHANGE", 7, 7, ALWAYS), .shape = COLUMN_WHOLE, TEXT(change) },
	{ COLUMN("kind", "KIND", 8, 8, ALWAYS), TEXT(kind) },
	{ COLUMN("name", "NAME", 16, 30, ALWAYS), .shape = COLUMN_FLEXIBLE, TEXT(name) },
	{ COLUMN("member", "MEMBER", 14, 24, ALWAYS), TEXT(brief), FULL(member) },
	{ COLUMN("old", "OLD", 10, 20, ALWAYS), TEXT(old) },
	{ COLUMN("new", "NEW", 10, 20, ALWAYS), TEXT(new) },
	{ COLUMN("path", "PATH", 24, 44, ROOM), TEXT(path) },
	{ .id = NULL },
};

static const char *const keys[] = { "change", "kind", "name", "member", "old", "new", "path",
	NULL };

const struct view_resource changes_resource = {
	.name = "changes", .one = "change", .keys = keys, .columns = columns, .rows = &ops
};
