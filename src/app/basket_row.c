#include "app/basket_row.h"

#include "base/utf8.h"
#include "wire/query.h"
#include "wire/token.h"

static void
add_folded(struct buf *out, struct str text, char end)
{
	if (text.n == 0)
		return;
	text_fold(out, text);
	buf_addc(out, end);
}

static struct str
keep(struct arena *a, struct buf *b)
{
	struct str s = arena_str(a, buf_str(b));
	buf_reset(b);
	return s;
}

static struct str
full_name(struct arena *a, const struct basket *b)
{
	if (b->first.n && b->last.n)
		return arena_printf(a, "%.*s %.*s", STR_ARG(b->first), STR_ARG(b->last));
	return arena_str(a, b->first.n ? b->first : b->last);
}

static struct str
utm_source(struct arena *a, struct str entry)
{
	struct query q = { 0 };
	struct err err;
	struct str source = STR_NONE;
	size_t mark = str_find_char(entry, '?');
	if (mark != SIZE_MAX && query_parse(&q, a, str_sub(entry, mark + 1, entry.n), &err))
		source = query_get(&q, STR("utm_source"));
	query_free(&q);
	return source;
}

static struct str
checkout_kind(struct arena *a, struct str custom)
{
	struct buf b = { 0 };
	struct str raw = custom.n ? token_find(custom, STR("checkoutKind")) : STR_NONE;
	if (raw.n)
		token_unquote(&b, raw);
	struct str kind = raw.n ? keep(a, &b) : STR_NONE;
	buf_free(&b);
	return kind;
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

static void
fill_searched(struct basket_row *row, struct arena *a, const struct basket *b)
{
	struct buf hay = { 0 }, products = { 0 }, offers = { 0 };
	add_folded(&hay, row->name, '\n');
	add_folded(&hay, b->company, '\n');
	add_folded(&hay, b->email, '\n');
	add_folded(&hay, b->id, '\n');
	for (size_t i = 0; i < b->items_n; i++) {
		const struct basket_item *item = &b->items[i];
		add_folded(&hay, item->name, '\n');
		add_folded(&offers, item->path, '\n');
		for (size_t j = 0; j < item->products_n; j++) {
			add_folded(&products, item->products[j].code, '\n');
			add_folded(&products, item->products[j].path, '\n');
		}
	}
	add_folded(&hay, b->page, '\n');
	for (size_t i = 0; i < b->offers_n; i++)
		add_folded(&offers, b->offers[i], '\n');
	row->hay = keep(a, &hay);
	row->products = keep(a, &products);
	row->offers = keep(a, &offers);
	buf_free(&hay);
	buf_free(&products);
	buf_free(&offers);
}

void
basket_row_fill(struct basket_row *row, struct arena *a, const struct basket *b)
{
	*row = (struct basket_row){
		.id = arena_str(a, b->id),
		.created = b->created,
		.name = full_name(a, b),
		.company = arena_str(a, b->company),
		.email = arena_str(a, b->email),
		.page = arena_str(a, b->page),
		.tag = arena_str(a, b->tag),
		.link = arena_str(a, b->link),
		.kind = checkout_kind(a, b->custom),
		.utm = utm_source(a, b->entry),
		.items_n = (uint32_t)b->items_n,
		.reach = basket_reach(b),
		.completed = b->completed,
		.odd = b->odd,
		.dangerous = is_dangerous(b),
	};
	if (b->items_n)
		row->item = arena_str(a, b->items[0].name);
	if (b->identities_n) {
		row->sub = arena_str(a, b->identities[0].sub);
		row->iss = arena_str(a, b->identities[0].iss);
	}
	fill_searched(row, a, b);
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
		buf_addz(out, "nobody");
}

static struct str
last_part(struct str path)
{
	for (size_t i = path.n; i-- > 0;)
		if (path.p[i] == '/' && i + 1 < path.n)
			return str_sub(path, i + 1, path.n);
	return path;
}

struct str
basket_row_channel(const struct basket_row *row)
{
	return last_part(row->tag);
}

struct str
basket_row_started(const struct basket_row *row)
{
	struct str campaign = STR("/offers/");
	return str_starts(row->page, campaign) ? str_sub(row->page, campaign.n, row->page.n)
					       : row->page;
}

/* What `reach` may be asked for, and the set of reaches that each word means, by bit. */
static const struct {
	const char *word;
	unsigned is;
} reach_words[] = {
	{ "email", 1u << REACH_EMAIL | 1u << REACH_BOTH },
	{ "e-mail", 1u << REACH_EMAIL | 1u << REACH_BOTH },
	{ "e", 1u << REACH_EMAIL },
	{ "identity", 1u << REACH_IDENTITY | 1u << REACH_BOTH },
	{ "i", 1u << REACH_IDENTITY },
	{ "both", 1u << REACH_BOTH },
	{ "e+i", 1u << REACH_BOTH },
	{ "nobody", 1u << REACH_NONE },
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

bool
basket_filter_init(struct basket_filter *f, const struct view *view, int64_t now, struct err *err)
{
	struct buf b = { 0 };
	*f = (struct basket_filter){ .view = view };
	for (size_t i = 0; i < view->terms.n; i++) {
		const struct view_term *t = &view->terms.v[i];
		int64_t at = 0;
		bool timed = str_eqz(t->key, "since") || str_eqz(t->key, "until");
		if (timed && !when_parse_typed(t->value, now, &at)) {
			buf_free(&b);
			return err_set(err, ERR_USAGE,
			    "%.*s takes 30m, 1h, 7d, 2w, today, "
			    "yesterday or a date like 2026-11-20",
			    STR_ARG(t->key));
		}
		if (str_starts(t->key, STR("customFields.")))
			f->needs_json = true;
		text_fold(&b, t->value);
		struct str folded = keep(&f->texts, &b);
		if (str_eqz(t->key, "reach") && !reaches_named(folded)) {
			buf_free(&b);
			return err_set(
			    err, ERR_USAGE, "reach takes email, identity, both or nobody");
		}
		vec_push(&f->folded, folded);
		vec_push(&f->times, at);
	}
	buf_free(&b);
	return true;
}

void
basket_filter_free(struct basket_filter *f)
{
	vec_free(&f->folded);
	vec_free(&f->times);
	arena_free(&f->texts);
}

static bool
fold_matches(struct str text, struct str folded, enum view_op op)
{
	struct buf b = { 0 };
	text_fold(&b, text);
	bool hit = op == VIEW_EXACT ? str_eq(buf_str(&b), folded)
				    : str_find(buf_str(&b), folded) != SIZE_MAX;
	buf_free(&b);
	return hit;
}

/* A folded list, one a line: is one of them equal, or does one contain it? */
static bool
lines_match(struct str lines, struct str folded, enum view_op op)
{
	struct str line;
	if (op != VIEW_EXACT)
		return str_find(lines, folded) != SIZE_MAX;
	while (str_next(&lines, '\n', &line))
		if (str_eq(line, folded))
			return true;
	return false;
}

static bool
json_matches(struct str json, struct str key, struct str folded, enum view_op op)
{
	struct buf b = { 0 };
	struct str raw = json.n ? token_find(json, key) : STR_NONE;
	if (!raw.p)
		return false;
	if (raw.n && raw.p[0] == '"')
		token_unquote(&b, raw);
	else
		buf_adds(&b, raw);
	bool hit = fold_matches(buf_str(&b), folded, op);
	buf_free(&b);
	return hit;
}

static bool
term_matches(const struct basket_filter *f, size_t i, const struct basket_row *row, struct str json)
{
	const struct view_term *t = &f->view->terms.v[i];
	struct str folded = f->folded.v[i];
	if (t->op == VIEW_WORD || str_eqz(t->key, "text"))
		return str_find(row->hay, folded) != SIZE_MAX;
	if (str_eqz(t->key, "since"))
		return row->created != WHEN_NONE && row->created > f->times.v[i];
	if (str_eqz(t->key, "until"))
		return row->created != WHEN_NONE && row->created <= f->times.v[i];
	if (str_eqz(t->key, "product"))
		return lines_match(row->products, folded, t->op);
	if (str_eqz(t->key, "offer"))
		return lines_match(row->offers, folded, t->op);
	if (str_eqz(t->key, "reach"))
		return reaches_named(folded) >> row->reach & 1;
	const struct {
		const char *key;
		struct str text;
	} texts[] = { { "id", row->id }, { "tag", row->tag }, { "page", row->page },
		{ "email", row->email }, { "company", row->company }, { "kind", row->kind } };
	for (size_t k = 0; k < sizeof(texts) / sizeof(*texts); k++)
		if (str_eqz(t->key, texts[k].key))
			return fold_matches(texts[k].text, folded, t->op);
	return json_matches(json, t->key, folded, t->op);
}

bool
basket_filter_match(const struct basket_filter *f, const struct basket_row *row, struct str json)
{
	for (size_t i = 0; i < f->view->terms.n; i++)
		if (term_matches(f, i, row, json) == f->view->terms.v[i].negated)
			return false;
	return true;
}

static int
newest_first(const struct basket_row *a, const struct basket_row *b)
{
	if (a->created != b->created)
		return a->created > b->created ? -1 : 1;
	return -str_cmp(a->id, b->id);
}

/* Folded order, with empty texts behind all others. */
static int
text_order(struct str a, struct str b)
{
	struct buf x = { 0 }, y = { 0 };
	if (!a.n || !b.n)
		return (a.n == 0) - (b.n == 0);
	text_fold(&x, a);
	text_fold(&y, b);
	int order = str_cmp(buf_str(&x), buf_str(&y));
	buf_free(&x);
	buf_free(&y);
	return order;
}

int
basket_row_compare(const struct basket_row *a, const struct basket_row *b, struct str column)
{
	struct buf x = { 0 }, y = { 0 };
	int order = 0;
	if (str_eqz(column, "age"))
		order = newest_first(a, b);
	else if (str_eqz(column, "created"))
		order = -newest_first(a, b);
	else if (str_eqz(column, "who"))
		order = (int)b->reach - (int)a->reach;
	else if (str_eqz(column, "items"))
		order = text_order(a->item, b->item);
	else if (str_eqz(column, "page"))
		order = text_order(basket_row_started(a), basket_row_started(b));
	else if (str_eqz(column, "channel"))
		order = text_order(basket_row_channel(a), basket_row_channel(b));
	else if (str_eqz(column, "company"))
		order = text_order(a->company, b->company);
	else if (str_eqz(column, "email"))
		order = text_order(a->email, b->email);
	else if (str_eqz(column, "utm"))
		order = text_order(a->utm, b->utm);
	else if (str_eqz(column, "kind"))
		order = text_order(a->kind, b->kind);
	else if (str_eqz(column, "id"))
		order = str_cmp(a->id, b->id);
	if (str_eqz(column, "customer")) {
		basket_row_customer(&x, a);
		basket_row_customer(&y, b);
		order = text_order(buf_str(&x), buf_str(&y));
	}
	buf_free(&x);
	buf_free(&y);
	return order ? order : newest_first(a, b);
}
