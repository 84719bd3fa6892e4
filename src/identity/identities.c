#include "identity/identities.h"

#include "model/identity_check.h"

#include "base/index.h"
#include "base/mem.h"
#include "base/vec.h"
#include "basket/baskets.h"
#include "basket/row.h"
#include "wire/basket.h"

struct identities {
	struct arena text_arena, basket_arena;
	struct index *identity_index;
	struct index *counted_baskets; /* by id */
	VEC(struct known_identity) entries;
	VEC(size_t) last_basket; /* per identity: the basket counted last */
	size_t basket_count;
	unsigned baskets_version; /* the baskets' `rows_version` when they were counted */
};

struct identities *
identities_new(void)
{
	struct identities *ids = x_new(struct identities);
	ids->identity_index = index_new();
	ids->counted_baskets = index_new();
	return ids;
}

void
identities_free(struct identities *ids)
{
	if (!ids)
		return;
	index_free(ids->identity_index);
	index_free(ids->counted_baskets);
	vec_free(&ids->entries);
	vec_free(&ids->last_basket);
	arena_free(&ids->text_arena);
	arena_free(&ids->basket_arena);
	x_free(ids);
}

static uint32_t
find_identity(const struct identities *ids, struct str iss, struct str sub)
{
	struct buf name = { 0 };
	identity_name_write(&name, iss, sub);
	uint32_t at = index_get(ids->identity_index, buf_str(&name));
	buf_free(&name);
	return at;
}

static uint32_t
find_or_add_identity(struct identities *ids, const struct basket_identity *id)
{
	struct buf name = { 0 };
	struct arena *a = &ids->text_arena;
	uint32_t at = find_identity(ids, id->iss, id->sub);
	if (at != UINT32_MAX)
		return at;
	const struct known_identity k = {
		.id = { .sub = arena_str(a, id->sub),
		    .iss = arena_str(a, id->iss),
		    .service = arena_str(a, id->service),
		    .type = arena_str(a, id->type) },
		.newest_basket_at = WHEN_NONE,
	};
	at = (uint32_t)ids->entries.n;
	identity_name_write(&name, id->iss, id->sub);
	index_put(ids->identity_index, buf_str(&name), at);
	buf_free(&name);
	vec_push(&ids->entries, k);
	vec_push(&ids->last_basket, (size_t)0);
	return at;
}

static struct str
customer_of(struct arena *a, const struct basket *b)
{
	if (b->first_name.n && b->last_name.n)
		return arena_printf(a, "%.*s %.*s", STR_ARG(b->first_name), STR_ARG(b->last_name));
	const struct str said[] = { b->first_name, b->last_name, b->company, b->email };
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (said[i].n)
			return arena_str(a, said[i]);
	return STR_NONE;
}

static void
count_basket_identities(struct identities *ids, const struct basket *b)
{
	ids->basket_count++;
	for (size_t i = 0; i < b->identities_n; i++) {
		uint32_t at = find_or_add_identity(ids, &b->identities[i]);
		struct known_identity *k = &ids->entries.v[at];
		if (ids->last_basket.v[at] == ids->basket_count)
			continue;
		ids->last_basket.v[at] = ids->basket_count;
		k->basket_count++;
		if (k->newest_basket_id.n && b->created <= k->newest_basket_at)
			continue;
		k->newest_basket_at = b->created;
		k->newest_basket_id = arena_str(&ids->text_arena, b->id);
		k->customer_name = customer_of(&ids->text_arena, b);
		k->customer_email = arena_str(&ids->text_arena, b->email);
	}
}

void
identities_add(struct identities *ids, struct str json, unsigned flags)
{
	struct basket b;
	struct err err;
	if (basket_read(&b, &ids->basket_arena, json, flags, &err))
		count_basket_identities(ids, &b);
	arena_reset(&ids->basket_arena);
}

void
identities_add_baskets(struct identities *ids, const struct baskets *baskets)
{
	if (ids->basket_count && ids->baskets_version == baskets->rows_version)
		return;
	ids->baskets_version = baskets->rows_version;
	for (size_t i = 0; i < baskets->rows.n; i++) {
		const struct basket_row *row = &baskets->rows.v[i];
		unsigned flags;
		if (!(row->reach & REACH_IDENTITY) ||
		    index_get(ids->counted_baskets, row->id) != UINT32_MAX)
			continue;
		index_put(ids->counted_baskets, row->id, 0);
		struct str json = baskets_json(baskets, row, &flags);
		identities_add(ids, json, flags);
	}
}

size_t
identities_count(const struct identities *ids)
{
	return ids->entries.n;
}

const struct known_identity *
identities_at(const struct identities *ids, size_t i)
{
	return &ids->entries.v[i];
}

const struct known_identity *
identities_find(const struct identities *ids, struct str iss, struct str sub)
{
	uint32_t at = find_identity(ids, iss, sub);
	return at == UINT32_MAX ? NULL : &ids->entries.v[at];
}
