#include "list/search_cache.h"

#include "base/buf.h"
#include "base/index.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "list/entity.h"
#include "wire/json_lex.h"

/* Bits of `last_result` that a hash leaves free. */
enum { RESULT_MATCHED = 1, RESULT_KNOWN = 2 };

struct search_cache_value {
	struct str folded_text;
	uint64_t
	    last_result; /* 0, or the hash of the last query with ASKED, and YES if it matched */
};

struct search_cache {
	struct index *value_index; /* index of values, by their text as sent */
	VEC(struct search_cache_value *) values;
	struct arena text_arena;
};

struct search_cache *
search_cache_new(void)
{
	struct search_cache *p = x_new(struct search_cache);
	p->value_index = index_new();
	return p;
}

void
search_cache_free(struct search_cache *p)
{
	if (!p)
		return;
	index_free(p->value_index);
	vec_free(&p->values);
	arena_free(&p->text_arena);
	x_free(p);
}

static struct search_cache_value *
fold_value(struct arena *a, struct str sent)
{
	struct search_cache_value *v = arena_new(a, struct search_cache_value);
	struct buf text = { 0 }, folded = { 0 };
	if (sent.p[0] == '"')
		json_lex_unquote(&text, sent);
	else
		buf_adds(&text, sent);
	entity_fold_forms(&folded, buf_str(&text));
	v->folded_text = arena_move_buf(a, &folded);
	buf_free(&folded);
	buf_free(&text);
	return v;
}

static struct search_cache_value *
find_or_add_value(struct search_cache *p, struct arena *a, struct str sent)
{
	if (!p)
		return fold_value(a, sent);
	uint32_t at = index_get(p->value_index, sent);
	if (at != UINT32_MAX)
		return p->values.v[at];
	struct search_cache_value *v = fold_value(&p->text_arena, sent);
	index_put(p->value_index, sent, (uint32_t)p->values.n);
	vec_push(&p->values, v);
	return v;
}

struct search_values
search_values_from_json(struct search_cache *p, struct arena *a, struct str json)
{
	VEC(struct search_cache_value *) taken = { 0 };
	struct json_lex w;
	struct json_lex_token t;
	json_lex_start(&w, json);
	while (json.n && json_lex_next(&w, &t))
		if (t.kind == JSON_LEX_VALUE && !str_eqz(t.text, "\"\""))
			vec_push(&taken, find_or_add_value(p, a, t.text));
	struct search_cache_value **v = arena_array(a, struct search_cache_value *, taken.n);
	if (taken.n)
		memcpy(v, taken.v, taken.n * sizeof(*v));
	const struct search_values s = { v, taken.n };
	vec_free(&taken);
	return s;
}

struct search_values
search_values_from_lines(struct arena *a, struct str folded)
{
	struct search_cache_value **v = arena_array(a, struct search_cache_value *, 1);
	v[0] = arena_new(a, struct search_cache_value);
	v[0]->folded_text = folded;
	return (struct search_values){ v, 1 };
}

uint64_t
search_query_hash(struct str forms)
{
	return str_hash(forms, 0) & ~(uint64_t)(RESULT_MATCHED | RESULT_KNOWN);
}

bool
search_values_match(const struct search_values *s, bool (*test)(void *ctx, struct str folded),
    void *ctx, uint64_t mark)
{
	for (size_t i = 0; i < s->n; i++) {
		struct search_cache_value *v = s->v[i];
		if ((v->last_result & ~(uint64_t)RESULT_MATCHED) != (mark | RESULT_KNOWN))
			v->last_result = mark | RESULT_KNOWN |
			    (test(ctx, v->folded_text) ? RESULT_MATCHED : 0);
		if (v->last_result & RESULT_MATCHED)
			return true;
	}
	return false;
}

static bool
contains_forms(void *ctx, struct str folded)
{
	return text_contains(folded, *(const struct str *)ctx);
}

bool
search_values_contain(const struct search_values *s, struct str forms, uint64_t mark)
{
	return search_values_match(s, contains_forms, &forms, mark);
}
