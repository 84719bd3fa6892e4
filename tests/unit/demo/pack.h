/*
 * pack.h - the items of a demo pack, kept as texts, and the expected numbers.
 */
#ifndef TEST_DEMO_PACK_H
#define TEST_DEMO_PACK_H

#include "base/arena.h"
#include "base/vec.h"
#include "demo/demo.h"
#include "lib/test.h"
#include "wire/basket.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <stdlib.h>

#define NOW INT64_C(1795171320000) /* 2026-11-20T10:42:00Z */
#define ALL_KINDS DEMO_ALL

struct pack_item {
	enum demo_kind kind;
	int64_t created;
	bool completed, unpublished;
	struct str id, path, json;
};

struct pack {
	struct arena arena;
	VEC(struct pack_item) things;
};

/* The text of a string at a dotted path, unquoted; STR_NONE if there is none. */
static inline struct str
text_at(struct arena *a, struct str json, const char *path)
{
	auto_buf b = { 0 };
	struct str token = json_lex_find(json, str_of(path));
	if (!token.n || token.p[0] != '"')
		return STR_NONE;
	json_lex_unquote(&b, token);
	struct str text = arena_str(a, buf_str(&b));
	return text;
}

static inline bool
pack_keep(void *ctx, const struct demo_item *item, struct err *err)
{
	struct pack *p = ctx;
	struct pack_item t = { .kind = item->kind,
		.unpublished = item->unpublished,
		.json = arena_str(&p->arena, item->json) };
	struct basket basket;
	t.id = item->kind == DEMO_JOURNEYS ? STR("journeys") : text_at(&p->arena, t.json, "id");
	if (!json_scan_check(item->json, &json_scan_service_rules, NULL, err))
		fail_msg("%.*s: %s", STR_ARG(t.id), err->text);
	t.path = text_at(&p->arena, t.json, "path");
	if (item->kind == DEMO_BASKETS) {
		assert_true(basket_read(&basket, &p->arena, t.json, 0, err));
		t.created = basket.created;
		t.completed = basket.completed;
	}
	vec_push(&p->things, t);
	return true;
}

static inline struct pack
pack_make(const char *name, unsigned kinds)
{
	struct pack p = { 0 };
	struct err err;
	assert_true(demo_make(name, NOW, kinds, pack_keep, &p, &err));
	return p;
}

static inline void
pack_free(struct pack *p)
{
	vec_free(&p->things);
	arena_free(&p->arena);
}

static inline const struct pack_item *
pack_find(const struct pack *p, struct str path)
{
	for (size_t i = 0; i < p->things.n; i++)
		if (str_eq(p->things.v[i].path, path))
			return &p->things.v[i];
	return NULL;
}

/* True for a standalone offer, false for a legacy one, by the first path segment. */
static inline bool
is_standalone(struct str path)
{
	return str_starts(path, STR("/offers2/"));
}

static inline bool
is_offer(const struct pack_item *t, bool standalone)
{
	return t->kind == DEMO_OFFERS && is_standalone(t->path) == standalone;
}

/* Reads src/demo/expected/NAME into *file. */
static inline struct str
expected_file(struct buf *file, const char *name)
{
	char path[400];
	const char *source = getenv("BACKROOM_SOURCE");
	snprintf(path, sizeof(path), "%s/src/demo/expected/%s", source ? source : ".", name);
	FILE *f = fopen(path, "r");
	assert_non_null(f);
	file->n = fread(buf_reserve(file, 65536), 1, 65536, f);
	fclose(f);
	return buf_str(file);
}

static inline int64_t
expected_in(const char *name, const char *path)
{
	auto_buf file = { 0 };
	int64_t value;
	if (!str_to_int64(json_lex_find(expected_file(&file, name), str_of(path)), &value))
		fail_msg("%s has no number %s", name, path);
	return value;
}

#endif
