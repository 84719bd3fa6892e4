#include "list/seen_ids.h"

#include "wire/member.h"

void
seen_ids_free(struct seen_ids *o)
{
	index_free(o->ids);
	index_free(o->older);
}

static bool
is_in_index(const struct seen_ids *o, const struct index *ids, struct str id)
{
	uint32_t page = ids ? index_get(ids, id) : UINT32_MAX;
	return page != UINT32_MAX && (!o->paged || page < o->page);
}

static void
add_seen_id(struct seen_ids *o, struct str id)
{
	if (!o->ids)
		o->ids = index_new();
	index_put(o->ids, id, o->page);
	if (++o->n < SEEN_IDS_MAX)
		return;
	index_free(o->older);
	o->older = o->ids;
	o->ids = NULL;
	o->n = 0;
}

/* The id if it is a number: some services have these instead of texts. */
static struct str
numeric_id(struct str json)
{
	struct str id = member_find(json, STR("id"));
	return id.n && id.p[0] >= '0' && id.p[0] <= '9' ? id : STR_NONE;
}

/* Writes path and id separated by a newline, which neither of them contains. */
static void
write_item_name(struct buf *out, struct str json)
{
	member_text(out, json, STR("path"));
	size_t path = out->n;
	buf_addc(out, '\n');
	if (!member_text(out, json, STR("id")))
		buf_adds(out, numeric_id(json));
	if (!path && out->n == 1)
		buf_reset(out);
}

bool
seen_ids_check(struct seen_ids *o, struct str json)
{
	struct buf name = { 0 };
	bool before = false;
	write_item_name(&name, json);
	if (name.n) {
		before = is_in_index(o, o->ids, buf_str(&name)) ||
		    is_in_index(o, o->older, buf_str(&name));
		if (!before)
			add_seen_id(o, buf_str(&name));
	}
	buf_free(&name);
	o->repeats += before;
	return before;
}
