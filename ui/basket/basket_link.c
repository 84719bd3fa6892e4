#include "ui/basket/basket_link.h"

#include <ctype.h>

void
basket_link_examine(struct link *l, const struct link_rules *rules, const struct baskets *b,
    const struct basket_row *row)
{
	struct arena texts = { 0 };
	struct basket basket = { 0 };
	struct err ignored;
	baskets_read(b, row, &basket, &texts, &ignored);
	link_examine(l, rules, basket.link, row->id);
	arena_wipe(&texts);
}

void
basket_link_add(struct buf *out, const struct baskets *b, const struct basket_row *row)
{
	struct arena texts = { 0 };
	struct basket basket;
	struct err ignored;
	if (baskets_read(b, row, &basket, &texts, &ignored))
		buf_adds(out, basket.link);
	arena_wipe(&texts);
}

static bool
is_of_a_word(char c)
{
	return isalnum((unsigned char)c) || c == '-' || c == '_';
}

/* The last word of a link, usually its key. Text before it may be escaped in the service's JSON. */
static struct str
last_word(struct str address)
{
	size_t at = address.n;
	while (at > 0 && is_of_a_word(address.p[at - 1]))
		at--;
	return str_sub(address, at, address.n);
}

size_t
basket_link_find(const struct baskets *b, size_t from, struct str address)
{
	struct str word = last_word(address);
	size_t i = from;
	while (i < b->rows.n && str_find(baskets_json(b, &b->rows.v[i], NULL), word) == SIZE_MAX)
		i++;
	return i < b->rows.n ? i : SIZE_MAX;
}
