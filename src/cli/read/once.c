#include "cli/read/once.h"

#include "wire/member.h"

void
once_free(struct once *o)
{
	index_free(o->ids);
}

bool
once_came_before(struct once *o, struct str json)
{
	struct buf id = { 0 };
	bool before = false;
	if (!o->ids)
		o->ids = index_new();
	if (member_text(&id, json, STR("id")) && id.n) {
		before = index_get(o->ids, buf_str(&id)) != UINT32_MAX;
		index_put(o->ids, buf_str(&id), 1);
	}
	buf_free(&id);
	o->again += before;
	return before;
}
