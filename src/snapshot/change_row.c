#include "snapshot/change_row.h"

#include "catalog/charge_words.h"
#include "list/columns.h"
#include "list/rows.h"
#include "wire/catalog.h"

#include <stddef.h>

enum { BEFORE, AFTER, SIDES };

/* The changes of an item are consecutive: it is parsed once for all of them. */
struct change_collector {
	struct changes *changes;
	bool ascii;
	const struct snapshot_item *items[SIDES];
	struct arena text_arena; /* texts of the current item */
	struct str name;
	struct str price[SIDES];
};

static const enum graph_kind link_kinds[] = {
	[SNAPSHOT_CAMPAIGN] = GRAPH_CAMPAIGN,
	[SNAPSHOT_OFFER] = GRAPH_OFFER,
	[SNAPSHOT_ASSET] = GRAPH_ASSET,
	[SNAPSHOT_PRODUCT] = GRAPH_PRODUCT,
	[SNAPSHOT_SEGMENT] = GRAPH_SEGMENT,
	[SNAPSHOT_JOURNEYS] = GRAPH_KINDS,
};
_Static_assert(sizeof(link_kinds) / sizeof(*link_kinds) == SNAPSHOT_KINDS,
    "every kind needs a row in this table");

static void
read_item_on_side(struct change_collector *c, int side)
{
	const struct snapshot_item *from = c->items[side];
	struct catalog_item item;
	struct buf words = { 0 };
	struct err err;
	c->price[side] = STR_NONE;
	if (!from || !catalog_item_read(&item, &c->text_arena, from->json, from->flags, &err))
		return;
	struct str name = item.name.n ? item.name : item.facts.display_name;
	if (name.n)
		c->name = arena_str(&c->changes->text_arena, name);
	if (from->kind == SNAPSHOT_OFFER)
		charge_words_add_sentence(&words, item.charges, item.charges_n, c->ascii);
	if (words.n)
		c->price[side] = arena_str(&c->changes->text_arena, buf_str(&words));
	buf_free(&words);
}

/* Parses the item of a change, unless it is the same as before. The name is that of the newer
 * version. */
static void
on_change(struct change_collector *c, const struct snapshot_change *change)
{
	const struct snapshot_item *item = change->new_item ? change->new_item : change->old_item;
	if (c->items[BEFORE] == change->old_item && c->items[AFTER] == change->new_item)
		return;
	c->items[BEFORE] = change->old_item;
	c->items[AFTER] = change->new_item;
	c->name = item->path;
	arena_reset(&c->text_arena);
	if (item->kind == SNAPSHOT_JOURNEYS)
		c->name = STR("journeys");
	for (int side = 0; side < SIDES && item->kind != SNAPSHOT_JOURNEYS; side++)
		read_item_on_side(c, side);
}

/* Legacy offers have their charges in the attributes. */
static struct str
strip_member_prefix(struct str member)
{
	static const char *const heads[] = { "data.attributes.", "data." };
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_starts(member, str_of(heads[i])))
			return str_sub(member, strlen(heads[i]), member.n);
	return member;
}

/* "price.0.value" is "price 1", "price.1.label" is "price 2 label"; other members are unchanged. */
static struct str
member_in_words(struct arena *a, struct str member)
{
	struct str prefix = STR("price."), number, rest;
	int64_t at;
	if (!str_starts(member, prefix))
		return member;
	rest = str_sub(member, prefix.n, member.n);
	size_t dot = str_find_char(rest, '.');
	number = str_sub(rest, 0, dot);
	rest = dot == SIZE_MAX ? STR_NONE : str_sub(rest, dot + 1, rest.n);
	if (!str_to_int64(number, &at))
		return member;
	bool is_value = str_eqz(rest, "value") || !rest.n;
	return arena_printf(a, "price %lld%s%.*s", (long long)at + 1, is_value ? "" : " ",
	    is_value ? 0 : (int)rest.n, rest.p ? rest.p : "");
}

static void
add_change_row(void *ctx, const struct snapshot_change *change)
{
	struct change_collector *c = ctx;
	struct arena *a = &c->changes->text_arena;
	const struct snapshot_item *item = change->new_item ? change->new_item : change->old_item;
	on_change(c, change);
	struct change_row row = { .change = !change->old_item ? STR("added")
		    : !change->new_item                       ? STR("removed")
							      : STR("changed"),
		.kind = str_of(snapshot_kinds[item->kind]),
		.name = arena_str(a, c->name),
		.path = arena_str(a, item->path),
		.link_kind = (int)link_kinds[item->kind] };
	if (change->member.p) {
		row.member = arena_str(a, change->member);
		row.short_member = strip_member_prefix(row.member);
	}
	if (change->old.p)
		row.old = arena_str(a, change->old);
	if (change->new.p)
		row.new = arena_str(a, change->new);
	if (!change->member.p || str_eqz(row.short_member, "price") ||
	    str_starts(row.short_member, STR("price."))) {
		row.old_price = c->price[BEFORE];
		row.new_price = c->price[AFTER];
	}
	row.short_member = member_in_words(a, row.short_member);
	row.id = arena_printf(a, "%.*s %.*s %.*s %.*s", STR_ARG(row.kind), STR_ARG(row.path),
	    STR_ARG(item->id), STR_ARG(row.member));
	vec_push(&c->changes->rows, row);
}

void
changes_collect(struct changes *to, const struct snapshot *before, const struct snapshot *after,
    enum snapshot_members which, bool ascii)
{
	struct change_collector c = { .changes = to, .ascii = ascii };
	*to = (struct changes){ 0 };
	to->changed_item_count = snapshot_diff(before, after, which, add_change_row, &c);
	arena_free(&c.text_arena);
}

void
changes_free(struct changes *c)
{
	arena_free(&c->text_arena);
	vec_free(&c->rows);
}

/* ---- list rows ---- */

static bool
change_matches(const struct row_term *t, const void *of, struct str json)
{
	const struct change_row *row = of;
	(void)json;
	if (!row_term_is_word(t))
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
	.match_term = change_matches,
	.compare = compare_changes,
	.id_offset = offsetof(struct change_row, id),
};

#define TEXT(member) .text_offset = offsetof(struct change_row, member)
#define FULL(member) .full_text_offset = offsetof(struct change_row, member)

static const struct column columns[] = {
	{ COLUMN("change", "CHANGE", 7, 7, ALWAYS), .flags = COLUMN_NEVER_CUT, TEXT(change) },
	{ COLUMN("kind", "KIND", 8, 8, ALWAYS), TEXT(kind) },
	{ COLUMN("name", "NAME", 16, 30, ALWAYS), .flags = COLUMN_SHOWN_IF_EMPTY, TEXT(name) },
	{ COLUMN("member", "MEMBER", 14, 24, ALWAYS), TEXT(short_member), FULL(member) },
	{ COLUMN("old", "OLD", 10, 20, ALWAYS), TEXT(old) },
	{ COLUMN("new", "NEW", 10, 20, ALWAYS), TEXT(new) },
	{ COLUMN("path", "PATH", 24, 44, ROOM), .flags = COLUMN_PRIVATE, TEXT(path) },
	{ .id = NULL },
};

static const char *const view_keys[] = { "change", "kind", "name", "member", "old", "new", "path",
	NULL };

const struct view_resource changes_resource = { .name = "changes",
	.singular = "change",
	.keys = view_keys,
	.columns = columns,
	.row_ops = &ops };
