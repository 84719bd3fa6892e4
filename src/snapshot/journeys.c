#include "snapshot/journeys.h"

#include "base/json_quote.h"
#include "wire/member.h"

struct named {
	struct str name, json;
	bool in_both;
};

struct journey_list {
	VEC(struct named) v;
};

static size_t
count_of(const struct journey_list *l, struct str id)
{
	size_t n = 0;
	for (size_t i = 0; i < l->v.n; i++) {
		struct buf own = { 0 };
		bool same = member_text(&own, l->v.v[i].json, STR("id")) &&
		    str_eq(buf_str(&own), id);
		n += same;
		buf_free(&own);
	}
	return n;
}

static void
read_list(struct journey_list *l, struct arena *a, struct str json)
{
	struct member_walk w;
	struct member m;
	struct str array = member_find(json, STR("journeys"));
	if (!json_is_array(array))
		return;
	member_start(&w, array);
	while (member_next(&w, &m)) {
		struct buf id = { 0 };
		bool named = json_is_object(m.value) && member_text(&id, m.value, STR("id")) &&
		    id.n;
		size_t before = named ? count_of(l, buf_str(&id)) : 0;
		struct named n = { .json = m.value };
		if (!named)
			n.name = arena_printf(a, "#%zu", l->v.n + 1);
		else if (before)
			n.name = arena_printf(a, "%.*s (%zu)", STR_ARG(buf_str(&id)), before + 1);
		else
			n.name = arena_str(a, buf_str(&id));
		vec_push(&l->v, n);
		buf_free(&id);
	}
}

static struct named *
find_named(struct journey_list *l, struct str name)
{
	for (size_t i = 0; i < l->v.n; i++)
		if (str_eq(l->v.v[i].name, name))
			return &l->v.v[i];
	return NULL;
}

static struct str
order_of(const struct journey_list *l, struct arena *a)
{
	struct buf out = { 0 };
	buf_addc(&out, '[');
	for (size_t i = 0; i < l->v.n; i++) {
		if (!l->v.v[i].in_both)
			continue;
		buf_addz(&out, out.n > 1 ? "," : "");
		json_quote(&out, l->v.v[i].name);
	}
	buf_addc(&out, ']');
	struct str kept = arena_str(a, buf_str(&out));
	buf_free(&out);
	return kept;
}

static bool
share_a_name(const struct journey_list *l, struct journey_list *other)
{
	for (size_t i = 0; i < l->v.n; i++)
		if (find_named(other, l->v.v[i].name))
			return true;
	return false;
}

/* Names journeys by position, since each environment has its own ids. */
static void
name_by_place(struct journey_list *l, struct arena *a)
{
	for (size_t i = 0; i < l->v.n; i++)
		l->v.v[i].name = arena_printf(a, "#%zu", i + 1);
}

void
journey_pairs_read(
    struct journey_pairs *pairs, struct arena *a, struct str old, struct str new, bool by_place)
{
	struct journey_list before = { 0 }, after = { 0 };
	*pairs = (struct journey_pairs){ 0 };
	read_list(&before, a, old);
	read_list(&after, a, new);
	if (by_place && !share_a_name(&before, &after)) {
		name_by_place(&before, a);
		name_by_place(&after, a);
	}
	for (size_t i = 0; i < after.v.n; i++) {
		struct named *n = &after.v.v[i], *o = find_named(&before, n->name);
		const struct journey_pair pair = { n->name, o ? o->json : STR_NONE, n->json };
		n->in_both = o != NULL;
		if (o)
			o->in_both = true;
		vec_push(&pairs->list, pair);
	}
	for (size_t i = 0; i < before.v.n; i++) {
		const struct journey_pair gone = { before.v.v[i].name, before.v.v[i].json,
			STR_NONE };
		if (!before.v.v[i].in_both)
			vec_push(&pairs->list, gone);
	}
	pairs->old_order = order_of(&before, a);
	pairs->new_order = order_of(&after, a);
	if (str_eq(pairs->old_order, pairs->new_order))
		pairs->old_order = pairs->new_order = STR_NONE;
	vec_free(&before.v);
	vec_free(&after.v);
}

void
journey_pairs_free(struct journey_pairs *pairs)
{
	vec_free(&pairs->list);
}
