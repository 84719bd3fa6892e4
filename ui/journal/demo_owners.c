#include "ui/journal/demo_owners.h"

#include "wire/json.h"

void
demo_owners_add(struct demo_owners *s, struct str json, unsigned flags)
{
	struct arena a = { 0 };
	struct err err;
	const struct json_value *tree = json_parse(&a, json, flags, &err);
	const struct demo_owner one = {
		.name = arena_str(&s->texts, json_get_text(tree, "name")),
		.owner = arena_str(&s->texts, json_get_text(tree, "owner")),
		.story = arena_str(&s->texts, json_get_text(tree, "story")),
		.iss = arena_str(&s->texts, json_get_text(tree, "iss")),
		.sub = arena_str(&s->texts, json_get_text(tree, "sub")),
	};
	if (one.owner.n)
		vec_push(&s->list, one);
	arena_free(&a);
}

void
demo_owners_free(struct demo_owners *s)
{
	arena_free(&s->texts);
	vec_free(&s->list);
}

const struct demo_owner *
demo_owners_find(const struct demo_owners *s, struct str owner)
{
	for (size_t i = 0; i < s->list.n; i++)
		if (str_eq(s->list.v[i].owner, owner))
			return &s->list.v[i];
	return NULL;
}
