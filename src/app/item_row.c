#include "app/item_row.h"

#include "app/columns.h"
#include "app/words.h"
#include "model/path.h"
#include "wire/catalog.h"

/* ---- price ---- */

static const struct {
	const char *unit;
	int64_t every;
	const char *word;
} intervals[] = {
	{ "days", 1, "daily" },
	{ "weeks", 1, "weekly" },
	{ "months", 1, "monthly" },
	{ "months", 12, "yearly" },
	{ "years", 1, "yearly" },
};

static void
add_interval(struct buf *out, const struct charge *c)
{
	for (size_t i = 0; i < sizeof(intervals) / sizeof(*intervals); i++) {
		if (!str_eqz(c->unit, intervals[i].unit) || c->every != intervals[i].every)
			continue;
		buf_addf(out, " %s", intervals[i].word);
		return;
	}
	if (c->every)
		buf_addf(out, " every %lld %.*s", (long long)c->every, STR_ARG(c->unit));
	else
		buf_addz(out, " once");
}

static void
add_charge(struct buf *out, const struct charge *c)
{
	buf_adds(out, c->value.n ? c->value : STR("?"));
	buf_addf(out, " %.*s", STR_ARG(c->currency));
	add_interval(out, c);
	if (c->times)
		buf_addf(out, ", %lld times", (long long)c->times);
}

void
item_add_price(struct buf *out, const struct catalog_item *item)
{
	if (item->charges_n == 1 && !item->charges[0].delayed) {
		add_charge(out, &item->charges[0]);
	} else if (item->charges_n) {
		words_plural(out, item->charges_n, "charge", "charges");
	} else if (item->price_of.n) {
		struct str other = path_last_part(item->price_of);
		buf_addf(out, "that of %.*s", STR_ARG(other));
	}
}

/* ---- filling ---- */

static struct str
lines_of(struct arena *a, struct text_list list)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < list.n; i++)
		buf_addf(&b, "%s%.*s", i ? "\n" : "", STR_ARG(list.v[i]));
	struct str lines = row_keep(a, &b);
	buf_free(&b);
	return lines;
}

/* A standalone offer has copies of its products, a legacy one their names. */
static struct str
product_lines(struct arena *a, const struct catalog_item *item)
{
	struct buf b = { 0 };
	for (size_t i = 0; i < item->embedded_n; i++) {
		const struct embedded_product *p = &item->embedded[i];
		struct str name = p->facts.display.n ? p->facts.display : p->path;
		buf_addf(&b, "%s%.*s", i ? "\n" : "", STR_ARG(name));
	}
	struct str lines = item->embedded_n ? row_keep(a, &b) : lines_of(a, item->product_names);
	buf_free(&b);
	return lines;
}

static struct str
price_text(struct arena *a, const struct catalog_item *item)
{
	struct buf b = { 0 };
	item_add_price(&b, item);
	struct str price = row_keep(a, &b);
	buf_free(&b);
	return price;
}

static void
fill_searched(struct item_row *row, struct arena *a)
{
	const struct str texts[] = { row->name, row->display, row->path, row->id, row->code,
		row->key, row->labels, row->products };
	struct buf hay = { 0 };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		row_fold_line(&hay, texts[i]);
	row->hay = row_keep(a, &hay);
	buf_free(&hay);
}

static const char *const delivery_words[] = {
	[SAID_NOTHING] = "",
	[SAID_NO] = "no",
	[SAID_YES] = "yes",
};

static struct str
kind_of(struct str path)
{
	if (path_is_standalone(path))
		return STR("standalone");
	return path_is_legacy(path) ? STR("legacy") : STR("other");
}

void
item_row_fill(struct item_row *row, struct arena *a, const struct catalog_item *item)
{
	*row = (struct item_row){
		.id = arena_str(a, item->id),
		.name = arena_str(a, item->name),
		.path = arena_str(a, item->path),
		.display = arena_str(a, item->facts.display),
		.kind = kind_of(item->path),
		.price = price_text(a, item),
		.currency = arena_str(a, item->charges_n ? item->charges[0].currency : STR_NONE),
		.code = arena_str(a, item->facts.code),
		.delivery = str_of(delivery_words[item->facts.delivery]),
		.key = arena_str(a, item->key),
		.version = arena_str(a, item->version),
		.user = arena_str(a, item->user),
		.base = arena_str(a, item->base),
		.price_of = arena_str(a, item->price_of),
		.copy_of = arena_str(a, item->copy_of),
		.tags = lines_of(a, item->tags),
		.labels = lines_of(a, item->labels),
		.countries = lines_of(a, item->countries),
		.products = product_lines(a, item),
		.segments = lines_of(a, item->segments),
		.modified = item->modified,
		.odd = item->odd,
	};
	fill_searched(row, a);
}

static void
fill(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct item_row *row = of;
	struct catalog_item item;
	struct err err;
	*row = (struct item_row){ .modified = WHEN_NONE };
	if (catalog_item_read(&item, a, json, flags, &err))
		item_row_fill(row, a, &item);
}

/* ---- terms ---- */

static bool
is_yes(struct str folded)
{
	return str_eqz(folded, "yes") || str_eqz(folded, "true");
}

/* The label of a standalone offer may stand for a tag: equal to the tag's last part. */
static bool
tag_matches(const struct row_term *t, const struct item_row *row)
{
	if (row_term_lines(t, row->tags))
		return true;
	struct row_term label = *t;
	label.folded = path_last_part(t->folded);
	return t->term->op == VIEW_EXACT && str_eqz(row->kind, "standalone") &&
	    row_term_lines(&label, row->labels);
}

static bool
match(const struct row_term *t, const void *of, struct str json)
{
	const struct item_row *row = of;
	struct str key = t->term->key, attribute = STR("attribute.");
	if (t->term->op == VIEW_WORD || row_term_is(t, "text"))
		return row_term_any(t, row->hay);
	if (row_term_is(t, "modified"))
		return row->modified != WHEN_NONE && row->modified > t->time;
	if (row_term_is(t, "standalone"))
		return str_eqz(row->kind, "standalone") == is_yes(t->folded);
	if (row_term_is(t, "tag"))
		return tag_matches(t, row);
	if (str_starts(key, attribute))
		return row_term_json(t,
		    json.n ? catalog_attribute(json, str_sub(key, attribute.n, key.n)) : STR_NONE);
	if (t->column)
		return row_term_column(t, row);
	return true; /* source, reduced: how to read, not which */
}

static bool
check(const struct row_term *t, struct err *err)
{
	static const struct {
		const char *key, *words;
		bool negatable;
	} closed[] = { { "standalone", "yes no", true }, { "reduced", "yes no", false },
		{ "source", "catalog published", false } };
	for (size_t i = 0; i < sizeof(closed) / sizeof(*closed); i++) {
		struct str rest = str_of(closed[i].words), word;
		if (!row_term_is(t, closed[i].key))
			continue;
		while (str_next(&rest, ' ', &word))
			if (str_eq(word, t->folded) && (closed[i].negatable || !t->term->negated))
				return true;
		return err_set(
		    err, ERR_USAGE, "%s takes one of: %s", closed[i].key, closed[i].words);
	}
	return true;
}

/* ---- order ---- */

static int
by_path(const struct item_row *a, const struct item_row *b)
{
	int order = str_cmp(a->path, b->path);
	return order ? order : str_cmp(a->id, b->id);
}

/* Oldest first, those without a time behind all others. */
static int
by_time(int64_t a, int64_t b)
{
	if (a == b)
		return 0;
	if (a == WHEN_NONE || b == WHEN_NONE)
		return a == WHEN_NONE ? 1 : -1;
	return a < b ? -1 : 1;
}

static int
compare(const void *x, const void *y, const struct column *column)
{
	const struct item_row *a = x, *b = y;
	int order = 0;
	if (column && str_eqz(str_of(column->id), "modified"))
		order = by_time(a->modified, b->modified);
	else if (column)
		order = row_text_order(column_text(column, a), column_text(column, b));
	return order ? order : by_path(a, b);
}

static struct str
id_of(const void *of)
{
	const struct item_row *row = of;
	return row->id.n ? row->id : row->path;
}

const struct row_ops item_row_ops = {
	.size = sizeof(struct item_row),
	.fill = fill,
	.id = id_of,
	.match = match,
	.compare = compare,
	.check = check,
};
