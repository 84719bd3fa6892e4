#include "model/watermark.h"

static bool
parse_count(struct str text, int64_t *count)
{
	return str_to_int64(text, count) && *count >= 0 && text.p[0] != '+';
}

bool
watermark_parse(struct watermark *m, struct str text)
{
	struct watermark read;
	size_t dash = str_find_char(text, '-');
	if (dash == SIZE_MAX || !parse_count(str_sub(text, 0, dash), &read.catalog_changes) ||
	    !parse_count(str_sub(text, dash + 1, text.n), &read.basket_changes))
		return false;
	*m = read;
	return true;
}

void
watermark_write(struct buf *out, const struct watermark *m)
{
	buf_addf(out, "%lld-%lld", (long long)m->catalog_changes, (long long)m->basket_changes);
}

bool
watermark_covers(const struct watermark *m, const struct watermark *other)
{
	return m->catalog_changes >= other->catalog_changes &&
	    m->basket_changes >= other->basket_changes;
}

struct watermark
watermark_max(const struct watermark *a, const struct watermark *b)
{
	return (struct watermark){ a->catalog_changes > b->catalog_changes ? a->catalog_changes
									   : b->catalog_changes,
		a->basket_changes > b->basket_changes ? a->basket_changes : b->basket_changes };
}
