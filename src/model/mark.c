#include "model/mark.h"

static bool
parse_count(struct str text, int64_t *count)
{
	return str_to_int64(text, count) && *count >= 0 && text.p[0] != '+';
}

bool
mark_parse(struct mark *m, struct str text)
{
	struct mark read;
	size_t dash = str_find_char(text, '-');
	if (dash == SIZE_MAX || !parse_count(str_sub(text, 0, dash), &read.catalog) ||
	    !parse_count(str_sub(text, dash + 1, text.n), &read.baskets))
		return false;
	*m = read;
	return true;
}

void
mark_write(struct buf *out, const struct mark *m)
{
	buf_addf(out, "%lld-%lld", (long long)m->catalog, (long long)m->baskets);
}

bool
mark_reaches(const struct mark *m, const struct mark *other)
{
	return m->catalog >= other->catalog && m->baskets >= other->baskets;
}

struct mark
mark_join(const struct mark *a, const struct mark *b)
{
	return (struct mark){ a->catalog > b->catalog ? a->catalog : b->catalog,
		a->baskets > b->baskets ? a->baskets : b->baskets };
}
