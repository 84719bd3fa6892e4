#include "basket/common.h"

#include "base/index.h"
#include "base/utf8.h"
#include "wire/query.h"
#include "wire/value.h"

/* Initial size of a key's buffer; most keys are shorter. */
enum { KEY_BUFFER_SIZE = 500 };

/* The values of one kind; `index` maps a key to an index in `values`. */
struct text_pool {
	struct index *index;
	VEC(const void *) values;
};

struct basket_common {
	struct arena text_arena;
	struct text_pool goods, origins, totals;
};

static void
text_pool_init(struct text_pool *k)
{
	*k = (struct text_pool){ .index = index_new() };
}

static void
text_pool_free(struct text_pool *k)
{
	index_free(k->index);
	vec_free(&k->values);
}

struct basket_common *
basket_common_new(void)
{
	struct basket_common *c = x_new(struct basket_common);
	text_pool_init(&c->goods);
	text_pool_init(&c->origins);
	text_pool_init(&c->totals);
	return c;
}

static void
free_common_texts(struct basket_common *c)
{
	text_pool_free(&c->goods);
	text_pool_free(&c->origins);
	text_pool_free(&c->totals);
	arena_free(&c->text_arena);
}

void
basket_common_free(struct basket_common *c)
{
	if (c)
		free_common_texts(c);
	x_free(c);
}

void
basket_common_clear(struct basket_common *c)
{
	free_common_texts(c);
	text_pool_init(&c->goods);
	text_pool_init(&c->origins);
	text_pool_init(&c->totals);
}

bool
basket_common_trim(struct basket_common *c)
{
	enum { VALUES_MAX = 1000 };
	if (c->goods.values.n <= VALUES_MAX && c->origins.values.n <= VALUES_MAX)
		return false;
	basket_common_clear(c);
	return true;
}

/* The value with that key, or NULL. */
static const void *
text_pool_find(const struct text_pool *k, struct str key)
{
	uint32_t at = index_get(k->index, key);
	return at == UINT32_MAX ? NULL : k->values.v[at];
}

static const void *
text_pool_add(struct text_pool *k, struct str key, const void *what)
{
	index_put(k->index, key, (uint32_t)k->values.n);
	vec_push(&k->values, what);
	return what;
}

/* Appends a text with its length, so that different lists of texts never have the same key; an
 * absent text differs from an empty one. */
static void
add_to_key(struct buf *key, struct str text)
{
	const size_t length = text.p ? text.n : SIZE_MAX;
	buf_add(key, &length, sizeof(length));
	buf_adds(key, text);
}

/* ---- items ---- */

/* Appends a name as one line: newlines in it become spaces. */
static void
add_item_name(struct buf *out, struct str name, bool further)
{
	if (further)
		buf_addc(out, '\n');
	for (size_t i = 0; i < name.n; i++)
		buf_addc(out, name.p[i] == '\n' ? ' ' : name.p[i]);
}

static void
add_goods_item(struct buf *items, struct buf *products, struct buf *codes,
    const struct basket_item *item, bool further)
{
	add_item_name(items, item->name, further);
	row_fold_line(products, item->name);
	for (size_t i = 0; i < item->products_n; i++) {
		row_fold_line(products, item->products[i].code);
		row_fold_line(products, item->products[i].path);
		add_item_name(codes,
		    item->products[i].code.n ? item->products[i].code : item->products[i].path,
		    codes->n > 0);
	}
	buf_addc(products, '\n');
}

static bool
is_item_offer(const struct basket *b, struct str path)
{
	for (size_t i = 0; i < b->items_n; i++)
		if (str_eq(b->items[i].path, path))
			return true;
	return false;
}

static struct str
add_tracked_offers(struct arena *a, const struct basket *b)
{
	struct buf lines = { 0 };
	for (size_t i = 0; i < b->offers_n; i++)
		if (!is_item_offer(b, b->offers[i]))
			add_item_name(&lines, b->offers[i], lines.n > 0);
	struct str kept = arena_move_buf(a, &lines);
	buf_free(&lines);
	return kept;
}

static struct basket_goods *
new_goods(struct arena *a, const struct basket *b)
{
	struct basket_goods *g = arena_new(a, struct basket_goods);
	struct buf items = { 0 }, products = { 0 }, codes = { 0 }, offers = { 0 }, paths = { 0 };
	for (size_t i = 0; i < b->items_n; i++) {
		add_goods_item(&items, &products, &codes, &b->items[i], i > 0);
		row_fold_line(&offers, b->items[i].path);
		buf_addf(&paths, "%.*s\n", STR_ARG(b->items[i].path));
	}
	for (size_t i = 0; i < b->offers_n; i++)
		row_fold_line(&offers, b->offers[i]);
	g->item_names = arena_move_buf(a, &items);
	g->folded_product_texts = arena_move_buf(a, &products);
	g->folded_offer_paths = arena_move_buf(a, &offers);
	g->offer_paths = arena_move_buf(a, &paths);
	g->unmatched_offers = add_tracked_offers(a, b);
	g->product_codes = arena_move_buf(a, &codes);
	buf_addf(&products, "%.*s%.*s", STR_ARG(g->folded_product_texts),
	    STR_ARG(g->folded_offer_paths));
	g->search_values = search_values_from_lines(a, arena_move_buf(a, &products));
	buf_free(&items);
	buf_free(&products);
	buf_free(&offers);
	buf_free(&paths);
	buf_free(&codes);
	return g;
}

static void
write_goods_key(struct buf *key, const struct basket *b)
{
	buf_reserve(key, KEY_BUFFER_SIZE);
	buf_add(key, &b->items_n, sizeof(b->items_n));
	for (size_t i = 0; i < b->items_n; i++) {
		const struct basket_item *item = &b->items[i];
		buf_add(key, &item->products_n, sizeof(item->products_n));
		add_to_key(key, item->name);
		add_to_key(key, item->path);
		for (size_t k = 0; k < item->products_n; k++) {
			add_to_key(key, item->products[k].code);
			add_to_key(key, item->products[k].path);
		}
	}
	for (size_t i = 0; i < b->offers_n; i++)
		add_to_key(key, b->offers[i]);
}

const struct basket_goods *
basket_goods_of(struct basket_common *c, struct arena *a, const struct basket *b)
{
	struct buf key = { 0 };
	if (!c)
		return new_goods(a, b);
	write_goods_key(&key, b);
	const struct basket_goods *g = text_pool_find(&c->goods, buf_str(&key));
	if (!g)
		g = text_pool_add(&c->goods, buf_str(&key), new_goods(&c->text_arena, b));
	buf_free(&key);
	return g;
}

/* ---- origin ---- */

/* Decodes a query text; returns it unchanged if the result is not valid text. */
static struct str
decode_query_text(struct arena *a, struct str raw)
{
	struct buf text = { 0 };
	bool plain = str_find_char(raw, '%') == SIZE_MAX && str_find_char(raw, '+') == SIZE_MAX;
	bool ok = !plain && query_unescape(&text, raw, true) && utf8_valid(buf_str(&text));
	struct str found = ok ? arena_str(a, buf_str(&text)) : raw;
	buf_free(&text);
	return found;
}

/* Reads the parameters one by one: a broken one does not affect others. If a name occurs twice,
 * the first counts. */
static void
read_parameters(struct basket_origin *o, struct arena *a, struct str text)
{
	const struct {
		struct str name;
		struct str *value;
	} wanted[] = { { STR("utm_source"), &o->utm_source }, { STR("utm_medium"), &o->medium },
		{ STR("utm_campaign"), &o->mailing } };
	struct str escaped = STR("amp;"), piece;
	while (text.n && str_next(&text, '&', &piece)) {
		if (str_starts(piece, escaped)) /* the address was escaped for HTML */
			piece = str_sub(piece, escaped.n, piece.n);
		size_t eq = str_find_char(piece, '=');
		struct str name = decode_query_text(a, str_sub(piece, 0, eq));
		for (size_t i = 0; eq != SIZE_MAX && i < sizeof(wanted) / sizeof(*wanted); i++)
			if (str_eq(name, wanted[i].name) && !wanted[i].value->p)
				*wanted[i].value = decode_query_text(
				    a, str_sub(piece, eq + 1, piece.n));
	}
}

/* The query takes precedence over the fragment. */
static void
read_entry(struct basket_origin *o, struct arena *a, struct str entry)
{
	size_t hash = str_find_char(entry, '#');
	struct str before = str_sub(entry, 0, hash);
	struct str fragment = hash == SIZE_MAX ? STR_NONE : str_sub(entry, hash + 1, entry.n);
	size_t mark = str_find_char(before, '?');
	if (mark != SIZE_MAX)
		read_parameters(o, a, str_sub(before, mark + 1, before.n));
	mark = str_find_char(fragment, '?');
	read_parameters(
	    o, a, mark == SIZE_MAX ? fragment : str_sub(fragment, mark + 1, fragment.n));
}

/* The text of a custom field; a value that is not a text is shown as JSON. */
static struct str
custom_field_text(struct arena *a, const struct member_index *custom, const char *name)
{
	struct str value = member_get(custom, name);
	enum json_kind kind = value_kind(value);
	return kind == JSON_STRING ? value_text(a, value) : kind == JSON_NULL ? STR_NONE : value;
}

/* The contract has no field for the customer's country; shops that know it use custom fields. */
static void
read_custom(struct basket_origin *o, struct arena *a, struct str custom)
{
	struct member_reader r = { .a = a, .scratch = a };
	struct member_index fields = read_members(&r, custom);
	struct str billing = custom_field_text(a, &fields, "billingCountry");
	o->kind = custom_field_text(a, &fields, "checkoutKind");
	o->country = billing.n ? billing : custom_field_text(a, &fields, "country");
	o->device = custom_field_text(a, &fields, "device");
}

/* The result borrows from the basket; texts that must be built are in the arena. */
static struct basket_origin
read_origin(struct arena *a, const struct basket *b)
{
	struct basket_origin o = {
		.start_page = b->start_page,
		.tag = b->tag,
		.iss = b->identities_n ? b->identities[0].iss : STR_NONE,
	};
	read_custom(&o, a, b->custom_fields);
	read_entry(&o, a, b->entry_url);
	return o;
}

static const struct basket_origin *
new_origin(struct arena *a, const struct basket_origin *from)
{
	struct basket_origin *o = arena_new(a, struct basket_origin);
	*o = (struct basket_origin){
		.start_page = arena_str(a, from->start_page),
		.tag = arena_str(a, from->tag),
		.kind = arena_str(a, from->kind),
		.utm_source = arena_str(a, from->utm_source),
		.medium = arena_str(a, from->medium),
		.mailing = arena_str(a, from->mailing),
		.iss = arena_str(a, from->iss),
		.country = arena_str(a, from->country),
		.device = arena_str(a, from->device),
	};
	const struct str words[] = { o->start_page, o->tag, o->kind, o->utm_source };
	struct buf folded = { 0 };
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		row_fold_line(&folded, words[i]);
	o->search_values = search_values_from_lines(a, arena_move_buf(a, &folded));
	buf_free(&folded);
	return o;
}

const struct basket_origin *
basket_origin_of(struct basket_common *c, struct arena *a, const struct basket *b)
{
	struct arena scratch = { 0 };
	struct buf key = { 0 };
	struct basket_origin origin = read_origin(&scratch, b);
	const struct str texts[] = { origin.start_page, origin.tag, origin.kind, origin.utm_source,
		origin.medium, origin.mailing, origin.iss, origin.country, origin.device };
	buf_reserve(&key, KEY_BUFFER_SIZE);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		add_to_key(&key, texts[i]);
	const struct basket_origin *o = c ? text_pool_find(&c->origins, buf_str(&key)) : NULL;
	if (!o && c)
		o = text_pool_add(&c->origins, buf_str(&key), new_origin(&c->text_arena, &origin));
	else if (!o)
		o = new_origin(a, &origin);
	buf_free(&key);
	arena_free(&scratch);
	return o;
}

/* ---- totals ---- */

const struct basket_total *
basket_total_of(struct basket_common *c, const struct basket_total *due)
{
	struct buf key = { 0 };
	add_to_key(&key, due->text);
	add_to_key(&key, due->money.currency);
	buf_addf(&key, "%lld %d", (long long)due->money.amount, due->money.known);
	const struct basket_total *d = text_pool_find(&c->totals, buf_str(&key));
	if (!d) {
		struct basket_total *fresh = arena_new(&c->text_arena, struct basket_total);
		*fresh = *due;
		fresh->text = arena_str(&c->text_arena, due->text);
		fresh->money.currency = arena_str(&c->text_arena, due->money.currency);
		d = text_pool_add(&c->totals, buf_str(&key), fresh);
	}
	buf_free(&key);
	return d;
}
