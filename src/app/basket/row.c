#include "app/basket/row.h"

#include "app/list/columns.h"
#include "base/utf8.h"
#include "model/path.h"
#include "wire/basket.h"
#include "wire/token.h"

#include <stddef.h>
#include <string.h>

static struct str
full_name(struct arena *a, const struct basket *b)
{
	if (b->first.n && b->last.n)
		return arena_printf(a, "%.*s %.*s", STR_ARG(b->first), STR_ARG(b->last));
	return arena_str(a, b->first.n ? b->first : b->last);
}

/* Would any of the texts that a row or a message shows look different from what it is? */
static bool
is_dangerous(const struct basket *b)
{
	const struct str texts[] = { b->first, b->last, b->company, b->email, b->id };
	struct buf scratch = { 0 };
	bool found = false;
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts) && !found; i++) {
		buf_reset(&scratch);
		found = text_is_flagged(text_clean(&scratch, texts[i], false), i == 3);
	}
	buf_free(&scratch);
	return found;
}

static bool
has_customer(const struct basket_row *row)
{
	return row->name.n || row->company.n || row->email.n || row->sub.n;
}

static void
write_hay(struct buf *hay, const struct basket_row *row, const struct basket *b)
{
	row_fold_line(hay, has_customer(row) ? row->name : STR("no name"));
	row_fold_line(hay, b->company);
	row_fold_line(hay, b->email);
	row_fold_line(hay, b->id);
	for (size_t i = 0; i < b->items_n; i++)
		row_fold_line(hay, b->items[i].name);
	row_fold_line(hay, b->page);
}

/* A text that stands in the hay as it is need not be kept twice: ids mostly are folded already. */
static struct str
keep_beside(struct arena *a, struct str hay, struct str text)
{
	size_t at = text.n ? str_find(hay, text) : SIZE_MAX;
	return at == SIZE_MAX ? arena_str(a, text) : str_sub(hay, at, text.n);
}

static const struct basket_others *
keep_others(struct arena *a, const struct basket *b)
{
	struct basket_others *o;
	size_t n = b->identities_n ? b->identities_n - 1 : 0;
	if (n == 0)
		return NULL;
	o = arena_alloc(a, sizeof(*o) + n * sizeof(*o->v));
	o->n = n;
	for (size_t i = 0; i < n; i++) {
		o->v[i].iss = arena_str(a, b->identities[i + 1].iss);
		o->v[i].sub = arena_str(a, b->identities[i + 1].sub);
	}
	return o;
}

void
basket_row_fill(
    struct basket_row *row, struct arena *a, struct basket_common *common, const struct basket *b)
{
	struct buf hay = { 0 };
	*row = (struct basket_row){
		.created = b->created,
		.name = full_name(a, b),
		.company = arena_str(a, b->company),
		.email = b->email,
		.goods = basket_goods_of(common, a, b),
		.origin = basket_origin_of(common, a, b),
		.items_n = (uint32_t)b->items_n,
		.reach = basket_reach(b),
		.completed = b->completed,
		.odd = b->odd,
		.dangerous = is_dangerous(b),
	};
	if (b->identities_n)
		row->sub = arena_str(a, b->identities[0].sub);
	row->others = keep_others(a, b);
	write_hay(&hay, row, b);
	row->hay = arena_keep(a, &hay);
	row->id = keep_beside(a, row->hay, b->id);
	row->email = keep_beside(a, row->hay, b->email);
	buf_free(&hay);
}

const struct basket_goods *
basket_row_goods(const struct basket_row *row)
{
	static const struct basket_goods none;
	return row->goods ? row->goods : &none;
}

const struct basket_origin *
basket_row_origin(const struct basket_row *row)
{
	static const struct basket_origin none;
	return row->origin ? row->origin : &none;
}

const struct basket_due *
basket_row_due(const struct basket_row *row)
{
	static const struct basket_due none;
	return row->due ? row->due : &none;
}

void
basket_row_customer(struct buf *out, const struct basket_row *row)
{
	if (row->name.n)
		buf_adds(out, row->name);
	else if (row->company.n)
		buf_adds(out, row->company);
	else if (row->email.n)
		buf_adds(out, row->email);
	else if (row->sub.n)
		buf_addf(out, "sub \xE2\x80\xA6%.*s",
		    STR_ARG(str_sub(row->sub, row->sub.n > 4 ? row->sub.n - 4 : 0, 4)));
	else
		buf_addz(out, "no name");
}

/* Of the texts of one item, is one looked for? */
static bool
is_wanted(struct str item, const struct row_filter *wanted)
{
	for (size_t i = 0; i < wanted->terms.n; i++) {
		const struct row_term *t = &wanted->terms.v[i];
		bool of_items = t->term->op == VIEW_WORD || row_term_is(t, "product") ||
		    row_term_is(t, "items");
		if (of_items && !t->term->negated && row_term_folded(t, item))
			return true;
	}
	return false;
}

struct str
basket_row_item(const struct basket_row *row, const struct row_filter *wanted)
{
	const struct basket_goods *goods = basket_row_goods(row);
	struct str names = goods->items, rest = goods->products, name;
	for (uint32_t i = 0; wanted && i < row->items_n && str_next(&names, '\n', &name); i++) {
		size_t end = str_find(rest, STR("\n\n"));
		if (is_wanted(str_sub(rest, 0, end), wanted))
			return name;
		rest = end == SIZE_MAX ? STR_NONE : str_sub(rest, end + 2, rest.n);
	}
	names = goods->items;
	return str_next(&names, '\n', &name) ? name : STR_NONE;
}

struct str
basket_row_channel(const struct basket_row *row)
{
	return path_below_root(basket_row_origin(row)->tag);
}

struct str
basket_row_started(const struct basket_row *row)
{
	struct str campaign = STR("/offers/"), page = basket_row_origin(row)->page;
	return str_starts(page, campaign) ? str_sub(page, campaign.n, page.n) : page;
}

/* What `reach` may be asked for, and the set of reaches that each word means, by bit. */
static const struct {
	const char *word;
	unsigned is;
} reach_words[] = {
	{ "mail", 1u << REACH_EMAIL | 1u << REACH_BOTH },
	{ "sign-in", 1u << REACH_IDENTITY | 1u << REACH_BOTH },
	{ "email", 1u << REACH_EMAIL | 1u << REACH_BOTH },
	{ "e-mail", 1u << REACH_EMAIL | 1u << REACH_BOTH },
	{ "e", 1u << REACH_EMAIL },
	{ "identity", 1u << REACH_IDENTITY | 1u << REACH_BOTH },
	{ "i", 1u << REACH_IDENTITY },
	{ "both", 1u << REACH_BOTH },
	{ "e+i", 1u << REACH_BOTH },
	{ "nobody", 1u << REACH_NONE },
	{ "none", 1u << REACH_NONE },
	{ "-", 1u << REACH_NONE },
};

/* 0 for an unknown word. */
static unsigned
reaches_named(struct str folded)
{
	for (size_t i = 0; i < sizeof(reach_words) / sizeof(*reach_words); i++)
		if (str_eqz(folded, reach_words[i].word))
			return reach_words[i].is;
	return 0;
}

static bool
asks_reach(const struct row_term *t)
{
	return row_term_is(t, "reach") || row_term_is(t, "who");
}

static bool
check_term(const struct row_term *t, struct err *err)
{
	return !asks_reach(t) || reaches_named(t->folded) ||
	    err_set(
		err, ERR_USAGE, "%.*s takes mail, sign-in, both or nobody", STR_ARG(t->term->key));
}

static bool
match_term(const struct row_term *t, const void *of, struct str json)
{
	const struct basket_row *row = of;
	if (t->term->op == VIEW_WORD || row_term_is(t, "text"))
		return row_term_any(t, row->hay);
	if (row_term_is(t, "since"))
		return row->created != WHEN_NONE && row->created > t->time;
	if (row_term_is(t, "until"))
		return row->created != WHEN_NONE && row->created <= t->time;
	if (row_term_is(t, "product"))
		return row_term_folded(t, basket_row_goods(row)->products);
	if (row_term_is(t, "offer"))
		return row_term_folded(t, basket_row_goods(row)->offers);
	if (asks_reach(t))
		return reaches_named(t->folded) >> row->reach & 1;
	if (row_term_is(t, "tag"))
		return row_term_text(t, basket_row_origin(row)->tag);
	if (row_term_is(t, "page"))
		return row_term_text(t, basket_row_origin(row)->page);
	if (t->column)
		return row_term_column(t, row);
	return row_term_json(t, json.n ? token_find(json, t->term->key) : STR_NONE);
}

static int
oldest_first(const struct basket_row *a, const struct basket_row *b)
{
	int order = row_time_order(a->created, b->created);
	return order ? order : str_cmp(a->id, b->id);
}

static int
newest_first(const struct basket_row *a, const struct basket_row *b)
{
	return row_turned(oldest_first(a, b));
}

static struct str
customer_text(const struct basket_row *row, struct buf *scratch)
{
	if (row->name.n)
		return row->name;
	if (has_customer(row))
		basket_row_customer(scratch, row);
	return buf_str(scratch);
}

static struct str
first_item(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_item(row, NULL);
}

static struct str
started_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_started(row);
}

static struct str
channel_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_channel(row);
}

static struct str
utm_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_origin(row)->utm;
}

static struct str
kind_text(const struct basket_row *row, struct buf *scratch)
{
	(void)scratch;
	return basket_row_origin(row)->kind;
}

/* What is written otherwise than it is put in order. */
static const struct {
	const char *column;
	struct str (*of)(const struct basket_row *row, struct buf *scratch);
} texts[] = {
	{ "customer", customer_text },
	{ "items", first_item },
	{ "page", started_text },
	{ "channel", channel_text },
	{ "utm", utm_text },
	{ "kind", kind_text },
};

static bool
text_of_basket(const void *of, const struct column *by, struct buf *scratch, struct row_text *text)
{
	const struct basket_row *row = of;
	text->then = row->created;
	for (size_t i = 0; by && i < sizeof(texts) / sizeof(*texts); i++)
		if (strcmp(by->id, texts[i].column) == 0) {
			text->text = texts[i].of(row, scratch);
			return true;
		}
	if (!by || by->write)
		return false;
	text->text = column_text(by, row);
	return true;
}

static int
by_text(const void *a, const void *b, const struct column *by)
{
	struct buf x = { 0 }, y = { 0 };
	struct row_text x_text, y_text;
	int order = 0;
	if (text_of_basket(a, by, &x, &x_text) && text_of_basket(b, by, &y, &y_text))
		order = row_text_order(x_text.text, y_text.text);
	buf_free(&x);
	buf_free(&y);
	return order;
}

/* Ties by created, then id, newest first. */
static int
compare_baskets(const void *x_row, const void *y_row, const struct column *by)
{
	const struct basket_row *a = x_row, *b = y_row;
	struct str column = str_of(by ? by->id : NULL);
	int order;
	if (str_eqz(column, "age"))
		order = newest_first(a, b);
	else if (str_eqz(column, "created"))
		order = oldest_first(a, b);
	else if (str_eqz(column, "who"))
		order = (int)b->reach - (int)a->reach;
	else if (str_eqz(column, "due"))
		order = row_money_order(&basket_row_due(a)->money, &basket_row_due(b)->money);
	else
		order = by_text(a, b, by);
	return order ? order : newest_first(a, b);
}

static struct str
id_of_basket(const void *of)
{
	return ((const struct basket_row *)of)->id;
}

static void
fill_basket(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct basket basket;
	struct err err;
	struct basket_row *row = of;
	*row = (struct basket_row){ .created = WHEN_NONE };
	if (basket_read(&basket, a, json, flags, &err))
		basket_row_fill(row, a, NULL, &basket);
}

const struct row_ops basket_row_ops = {
	.size = sizeof(struct basket_row),
	.fill = fill_basket,
	.id = id_of_basket,
	.match = match_term,
	.compare = compare_baskets,
	.text = text_of_basket,
	.check = check_term,
	.hay = offsetof(struct basket_row, hay),
};

bool
basket_row_is_own_order(const struct view *v)
{
	return v->sort.n == 0 || (str_eqz(v->sort, "created") && v->descending) ||
	    (str_eqz(v->sort, "age") && !v->descending);
}
