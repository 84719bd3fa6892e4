/* The text for a line that matches nothing, declared in palette.h. */
#include "ui/kit/palette.h"
#include "ui/kit/typed_text.h"

static void
update_nearest_word(struct str typed, struct str word, size_t *least, struct str *best)
{
	size_t d = str_distance(typed, word);
	if (word.n < 3 || d >= *least)
		return;
	*least = d;
	*best = word;
}

struct str
palette_suggest_action(struct str typed)
{
	struct str best = STR_NONE, rest, word;
	size_t least = typed.n < 4 ? 2 : 3;
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		update_nearest_word(typed, str_of(action_infos[a].name), &least, &best);
		for (rest = str_of(action_infos[a].aliases); rest.n && str_next(&rest, ' ', &word);)
			update_nearest_word(typed, word, &least, &best);
	}
	for (const struct view_resource *r = view_resources; r->name; r++)
		update_nearest_word(typed, str_of(r->name), &least, &best);
	return best;
}

void
palette_append_unknown(struct buf *out, const struct console *c, struct str typed)
{
	struct str best = palette_suggest_action(typed);
	struct buf terms = { 0 };
	if (typed_append_terms(&terms, c, view_find_resource("baskets"), typed))
		buf_addf(out, "no such command. As a VIEW: baskets %s", buf_z(&terms));
	else if (best.n)
		buf_addf(out, "no such command. Did you mean %.*s?", STR_ARG(best));
	else if (c->linear)
		buf_addz(out, "no such command. baskets and the words search baskets");
	else
		buf_addz(out, "no such command. Down, Enter searches baskets");
	buf_free(&terms);
}
