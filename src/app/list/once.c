#include "cli/read/once.h"

#include "wire/member.h"

void
once_free(struct once *o)
{
	index_free(o->ids);
	index_free(o->older);
}

static bool
is_in(const struct index *ids, struct str id)
{
	return ids && index_get(ids, id) != UINT32_MAX;
}

static void
keep(struct once *o, struct str id)
{
	if (!o->ids)
		o->ids = index_new();
	index_put(o->ids, id, 1);
	if (++o->n < ONCE_IDS)
		return;
	index_free(o->older);
	o->older = o->ids;
	o->ids = NULL;
	o->n = 0;
}

bool
once_came_before(struct once *o, struct str json)
{
	struct buf id = { 0 };
	bool before = false;
	if (member_text(&id, json, STR("id")) && id.n) {
		before = is_in(o->ids, buf_str(&id)) || is_in(o->older, buf_str(&id));
		if (!before)
			keep(o, buf_str(&id));
	}
	buf_free(&id);
	o->again += before;
	return before;
}
