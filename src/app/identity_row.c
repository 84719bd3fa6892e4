#include "app/identity_row.h"

#include "app/columns.h"
#include "base/index.h"
#include "base/log.h"
#include "base/mem.h"
#include "wire/basket.h"
#include "wire/json.h"

#include <stddef.h>

/* ---- gathering ---- */

struct known {
	struct basket_identity id;
	uint32_t baskets;
	size_t last; /* the basket that was counted last */
};

struct identities {
	struct arena texts, basket;
	struct index *places;
	VEC(struct known) known;
	size_t baskets;
};

struct identities *
identities_new(void)
{
	struct identities *ids = x_new(struct identities);
	ids->places = index_new();
	return ids;
}

void
identities_free(struct identities *ids)
{
	if (!ids)
		return;
	index_free(ids->places);
	vec_free(&ids->known);
	arena_free(&ids->texts);
	arena_free(&ids->basket);
	x_free(ids);
}

static struct known *
known_of(struct identities *ids, const struct basket_identity *id)
{
	struct buf name = { 0 };
	buf_addf(&name, "%zu:", id->iss.n);
	buf_adds(&name, id->iss);
	buf_adds(&name, id->sub);
	uint32_t at = index_get(ids->places, buf_str(&name));
	if (at == UINT32_MAX) {
		struct known k = {
			.id = { arena_str(&ids->texts, id->sub), arena_str(&ids->texts, id->iss),
			    arena_str(&ids->texts, id->service), arena_str(&ids->texts, id->type) }
		};
		at = (uint32_t)ids->known.n;
		index_put(ids->places, buf_str(&name), at);
		vec_push(&ids->known, k);
	}
	buf_free(&name);
	return &ids->known.v[at];
}

void
identities_add(struct identities *ids, struct str json, unsigned flags)
{
	struct basket b;
	struct err err;
	ids->baskets++;
	if (basket_read(&b, &ids->basket, json, flags, &err)) {
		for (size_t i = 0; i < b.identities_n; i++) {
			struct known *k = known_of(ids, &b.identities[i]);
			k->baskets += k->last != ids->baskets;
			k->last = ids->baskets;
		}
	}
	arena_reset(&ids->basket);
}

size_t
identities_count(const struct identities *ids)
{
	return ids->known.n;
}

static void
add_member(struct buf *out, const char *name, struct str text)
{
	json_quote(out, str_of(name));
	buf_addc(out, ':');
	json_quote(out, text);
	buf_addc(out, ',');
}

void
identities_write(struct buf *out, const struct identities *ids, size_t i)
{
	const struct known *k = &ids->known.v[i];
	buf_addc(out, '{');
	add_member(out, "iss", k->id.iss);
	add_member(out, "sub", k->id.sub);
	add_member(out, "type", k->id.type);
	add_member(out, "service", k->id.service);
	buf_addf(out, "\"baskets\":%u}", k->baskets);
}

/* ---- rows ---- */

static void
write_baskets(struct buf *out, const void *of, const struct cell_context *c)
{
	(void)c;
	buf_addf(out, "%lld", (long long)((const struct identity_row *)of)->count);
}

#define WRITTEN(fn) false, fn, 0
#define TEXT(member) false, NULL, offsetof(struct identity_row, member)

const struct column identity_columns[] = {
	{ "sub", "SUBJECT", 20, 36, 1, true, TEXT(sub) },
	{ "iss", "ISSUER", 24, 38, 1, false, TEXT(iss) },
	{ "type", "TYPE", 8, 12, 80, false, TEXT(type) },
	{ "service", "SERVICE", 7, 10, 80, false, TEXT(service) },
	{ "baskets", "BASKETS", 7, 7, 60, false, WRITTEN(write_baskets) },
	{ NULL, NULL, 0, 0, 0, false, false, NULL, 0 },
};

static void
fill(void *of, struct arena *a, struct str json, unsigned flags)
{
	struct identity_row *row = of;
	struct err err;
	struct buf hay = { 0 };
	const struct cJSON *tree = json_parse(a, json, flags, &err);
	*row = (struct identity_row){
		.iss = json_get_text(tree, "iss"),
		.sub = json_get_text(tree, "sub"),
		.type = json_get_text(tree, "type"),
		.service = json_get_text(tree, "service"),
	};
	json_whole_number(json_get(tree, "baskets"), &row->count);
	row_fold_line(&hay, row->iss);
	row_fold_line(&hay, row->sub);
	row->hay = row_keep(a, &hay);
	buf_free(&hay);
}

static bool
match(const struct row_term *t, const void *row, struct str json)
{
	(void)json;
	if (t->term->op == VIEW_WORD || row_term_is(t, "text"))
		return row_term_any(t, ((const struct identity_row *)row)->hay);
	return row_term_column(t, row);
}

static int
compare(const void *x, const void *y, const struct column *column)
{
	const struct identity_row *a = x, *b = y;
	int order = 0;
	if (column && column->write)
		order = (a->count > b->count) - (a->count < b->count);
	else if (column)
		order = row_text_order(column_text(column, a), column_text(column, b));
	order = order ? order : str_cmp(a->iss, b->iss);
	return order ? order : str_cmp(a->sub, b->sub);
}

const struct row_ops identity_row_ops = {
	.size = sizeof(struct identity_row),
	.fill = fill,
	.match = match,
	.compare = compare,
};
