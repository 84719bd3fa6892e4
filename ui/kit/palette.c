#include "ui/kit/palette.h"

#include "base/utf8.h"
#include "ui/kit/action_arguments.h"
#include "ui/kit/nav.h"
#include "ui/kit/pane.h"
#include "ui/kit/typed_text.h"

/* Limits of the work per key; items and people are searched for from LETTERS letters on. */
enum {
	TYPED_BYTES_MAX = 200,
	SEARCH_LETTERS_MIN = 3,
	ITEMS_MAX = 3,
	PERSONS_MAX = 3,
	TYPED_LINES_MAX = 5
};

/* ---- entries ---- */

void
palette_clear(struct palette *p)
{
	for (int i = 0; i < p->n; i++) {
		x_free(p->entries[i].name);
		x_free(p->entries[i].description);
		x_free(p->entries[i].target);
	}
	p->n = 0;
	p->chosen = -1;
}

static struct palette_entry *
add_palette_entry(struct palette *p, enum palette_entry_kind kind, struct str name, struct str go)
{
	struct buf clean = { 0 };
	if (p->n == PALETTE_ENTRIES_MAX)
		return NULL;
	struct palette_entry *e = &p->entries[p->n++];
	text_clean(&clean, name, false);
	*e = (struct palette_entry){
		.kind = kind, .name = buf_detach(&clean), .target = str_dup(go)
	};
	return e;
}

static void
set_entry_description(struct palette_entry *e, struct str text)
{
	struct buf clean = { 0 };
	text_clean(&clean, text, false);
	e->description = buf_detach(&clean);
}

/* ---- matching ---- */

static bool
is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool
begins_a_word(struct str all, struct str typed)
{
	for (size_t i = 0; i + typed.n <= all.n; i++)
		if ((i == 0 || !is_letter(all.p[i - 1])) &&
		    str_eq_nocase(str_sub(all, i, typed.n), typed))
			return true;
	return false;
}

/* True if each typed word is the start of a word in the text: "set" does not match "reset". */
static bool
matches_word_starts(struct str all, struct str typed)
{
	struct str word;
	while (typed.n && str_next(&typed, ' ', &word))
		if (word.n && !begins_a_word(all, word))
			return false;
	return true;
}

/* How well an action matches, best first: by its name, a synonym, or its help text; -1 if it
 * does not match. */
enum { HELP_CELLS_MIN = 4 };

static int
score_action(enum action a, struct str typed)
{
	const struct action_info *info = &action_infos[a];
	struct buf all = { 0 };
	struct str rest = str_of(info->aliases), word;
	if (str_eqz(typed, info->name))
		return 0;
	if (str_starts(str_of(info->name), typed))
		return 1;
	while (rest.n && str_next(&rest, ' ', &word))
		if (str_starts(word, typed))
			return str_eq(word, typed) ? 0 : 2;
	buf_addf(&all, "%s %s %s", info->name, info->label, info->aliases);
	bool named = matches_word_starts(buf_str(&all), typed);
	buf_addf(&all, " %s", info->help);
	bool helps = named ||
	    (typed.n >= HELP_CELLS_MIN && matches_word_starts(buf_str(&all), typed));
	buf_free(&all);
	return named ? 3 : helps ? 4 : -1;
}

enum { SCORE_OF_HELP_TEXT = 2, SCORE_END = 5 };

static void
add_actions(struct palette *p, struct console *c, struct str typed, int from, int to, int most)
{
	for (int how = from; how < to; how++)
		for (enum action a = ACT_NONE + 1; a < ACT_COUNT && p->n < most; a++) {
			if (score_action(a, typed) != how || !c->nav->has_action(c, a))
				continue;
			struct palette_entry *e = add_palette_entry(
			    p, PALETTE_ACTION, str_of(action_infos[a].name), STR_NONE);
			e->action = a;
		}
}

/* Adds lists whose name starts with the text; lists without a digit of their own come first. */
static void
add_views(struct palette *p, struct str typed, int most)
{
	static const char *const names[] = { "segments", "products", "assets", "journeys",
		"identities", "campaigns", "offers", "baskets" };
	for (size_t i = 0; i < sizeof(names) / sizeof(*names) && p->n < most; i++)
		if (str_starts(str_of(names[i]), typed))
			set_entry_description(
			    add_palette_entry(p, PALETTE_VIEW, str_of(names[i]), str_of(names[i])),
			    STR("list (add words to filter)"));
}

static void
add_catalog_items(struct palette *p, struct console *c, struct str typed)
{
	static const char *const kinds[] = { [GRAPH_CAMPAIGN] = "campaign",
		[GRAPH_OFFER] = "offer",
		[GRAPH_ASSET] = "asset",
		[GRAPH_PRODUCT] = "product",
		[GRAPH_SEGMENT] = "segment" };
	const struct graph *g = catalog_graph(c->catalog);
	int most = p->n + ITEMS_MAX;
	for (size_t i = 0; g && i < g->nodes.n && p->n < most && p->n < PALETTE_ENTRIES_MAX - 1;
	     i++) {
		const struct graph_node *n = &g->nodes.v[i];
		if (!n->item || (size_t)n->kind >= sizeof(kinds) / sizeof(*kinds) ||
		    !kinds[n->kind] || !text_has_words(n->item->name, typed))
			continue;
		struct buf about = { 0 };
		struct palette_entry *e = add_palette_entry(
		    p, PALETTE_ITEM, n->item->name, n->path);
		e->link_kind = (int)n->kind;
		buf_addf(&about, "%s %.*s", kinds[n->kind], c->presenting ? 0 : (int)n->path.n,
		    n->path.n ? n->path.p : "");
		set_entry_description(e, buf_str(&about));
		buf_free(&about);
	}
}

/* The first two lines of the row's search text are the forms of the name. Most rows need no
 * other text. */
static struct str
folded_name(const struct basket_row *row)
{
	size_t one = str_find_char(row->search_text, '\n');
	if (one == SIZE_MAX)
		return row->search_text;
	size_t two = str_find_char(str_sub(row->search_text, one + 1, row->search_text.n), '\n');
	return two == SIZE_MAX ? row->search_text : str_sub(row->search_text, 0, one + 1 + two);
}

/* Adds people by name or e-mail: the newest basket of each name. */
static void
add_people(struct palette *p, struct console *c, struct str typed)
{
	int first = p->n, most = p->n + PERSONS_MAX;
	struct buf forms = { 0 };
	struct str word = str_sub(typed, 0, str_find_char(typed, ' '));
	text_fold_forms(&forms, word);
	for (size_t i = 0; i < c->baskets->rows.n && p->n < most && p->n < PALETTE_ENTRIES_MAX - 1;
	     i++) {
		const struct basket_row *row = &c->baskets->rows.v[i];
		bool known = false;
		if (!row->name.n || !text_contains(folded_name(row), buf_str(&forms)) ||
		    !text_has_words(row->name, typed))
			continue;
		for (int k = first; k < p->n; k++)
			known = known || str_eqz(row->name, p->entries[k].name);
		if (known)
			continue;
		struct buf about = { 0 };
		struct palette_entry *e = add_palette_entry(p, PALETTE_PERSON, row->name, row->id);
		buf_addz(&about, "basket, ");
		when_write_age(&about, console_now(c), row->created);
		set_entry_description(e, buf_str(&about));
		buf_free(&about);
	}
	buf_free(&forms);
}

static void
add_search_entry(struct palette *p, struct str typed)
{
	struct buf name = { 0 };
	buf_addf(&name, "search baskets for \"%.*s\"", STR_ARG(typed));
	add_palette_entry(p, PALETTE_SEARCH, buf_str(&name), typed);
	buf_free(&name);
}

/* Adds lists, then recent lines with the newest at the bottom, next to the prompt, where Up
 * selects it. */
static void
add_places(struct palette *p, const struct console *c)
{
	const char *kept[TYPED_LINES_MAX];
	char *const *lines = c->typed_lines[0].v;
	int n = 0;
	for (size_t i = c->typed_lines[0].n; i-- > 0 && n < TYPED_LINES_MAX;) {
		bool known = false;
		for (int k = 0; k < n; k++)
			known = known || strcmp(lines[i], kept[k]) == 0;
		if (!known)
			kept[n++] = lines[i];
	}
	add_views(p, STR_NONE, PALETTE_ENTRIES_MAX - n);
	while (n-- > 0)
		set_entry_description(
		    add_palette_entry(p, PALETTE_LINE, str_of(kept[n]), str_of(kept[n])),
		    STR("recent"));
}

/* Adds the candidates for the word after an action's name. None is selected until it is typed
 * completely, so that Enter runs the line as typed. Returns false if there are no candidates. */
static bool
add_arguments(struct palette *p, struct console *c, struct str line)
{
	struct buf names = { 0 }, go = { 0 };
	struct str rest, name, word = str_sub(line, 0, str_find_char(line, ' '));
	struct str begun = str_trim(str_sub(line, word.n, line.n));
	enum action a = word.n && word.n < line.n ? action_by_name(word) : ACT_NONE;
	const char *why = NULL;
	if (a != ACT_NONE && c->nav->has_action(c, a)) {
		why = c->nav->why_unavailable(c, a);
		append_action_arguments(&names, c, a);
	}
	for (rest = buf_str(&names);
	     rest.n && p->n < PALETTE_ENTRIES_MAX && str_next(&rest, '\n', &name);) {
		struct str about = name;
		str_next(&about, '\t', &name);
		if (!str_starts(name, begun))
			continue;
		buf_reset(&go);
		buf_addf(&go, "%.*s %.*s", STR_ARG(word), STR_ARG(name));
		set_entry_description(
		    add_palette_entry(p, PALETTE_LINE, buf_str(&go), buf_str(&go)),
		    why ? str_of(why) : about);
		if (str_eq(name, begun))
			p->chosen = p->n - 1;
	}
	buf_free(&names);
	buf_free(&go);
	return p->n;
}

void
palette_find(struct palette *p, struct console *c, struct str typed)
{
	enum typed_kind kind = typed_classify_known(c, typed);
	struct str line = typed; /* keeps a final space, which ends the action's name */
	typed = str_trim(typed);
	palette_clear(p);
	if (typed.n == 0) {
		add_places(p, c);
		return;
	}
	if (typed.n > TYPED_BYTES_MAX || (kind != TYPED_WORDS && kind != TYPED_ACTION))
		return;
	if (kind == TYPED_ACTION && add_arguments(p, c, line))
		return;
	bool deep = kind == TYPED_WORDS && typed.n >= SEARCH_LETTERS_MIN;
	int most = deep ? PALETTE_ENTRIES_MAX - 3 : PALETTE_ENTRIES_MAX - 1;
	add_actions(p, c, typed, 0, SCORE_OF_HELP_TEXT, most);
	add_views(p, typed, most);
	add_actions(p, c, typed, SCORE_OF_HELP_TEXT, SCORE_END, most);
	if (deep) {
		add_catalog_items(p, c, typed);
		add_people(p, c, typed);
	}
	if (p->n)
		p->chosen = 0;
	if (kind == TYPED_WORDS)
		add_search_entry(p, typed);
}

void
palette_move(struct palette *p, int by)
{
	if (p->n)
		p->chosen = p->chosen < 0 ? (by > 0 ? 0 : p->n - 1)
					  : (p->chosen + by + p->n) % p->n;
}

/* ---- running an entry ---- */

void
palette_run(struct console *c, const struct palette_entry *e)
{
	struct str go = str_of(e->target);
	switch (e->kind) {
	case PALETTE_ACTION:
		c->nav->run_action(c, e->action);
		break;
	case PALETTE_LINE:
	case PALETTE_VIEW:
		c->nav->run_typed_text(c, typed_classify_known(c, go), go);
		break;
	case PALETTE_ITEM:
		c->nav->open_item(c, e->link_kind, go);
		break;
	case PALETTE_PERSON:
		c->nav->run_typed_text(c, TYPED_BASKET, go);
		break;
	case PALETTE_SEARCH:
		c->nav->run_typed_text(c, TYPED_WORDS, go);
		break;
	}
}

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
	else
		buf_addz(out, "no such command. Down, Enter searches baskets");
	buf_free(&terms);
}

/* ---- drawing ---- */

static void
draw_action(const struct console *c, const struct surface *s, int y, enum action a, enum role role)
{
	struct buf keys = { 0 };
	keymap_append_key(&keys, &c->keys, pane_scope(console_top_pane(c)), a);
	surface_draw_text_in(s, y, 21, 10, role, buf_str(&keys));
	buf_free(&keys);
}

void
palette_draw(const struct palette *p, const struct console *c, const struct surface *s)
{
	for (int i = 0; i < p->n; i++) {
		const struct palette_entry *e = &p->entries[i];
		int y = s->h - 2 - p->n + i;
		bool here = i == p->chosen;
		const char *why = NULL, *about = e->description;
		if (e->kind == PALETTE_ACTION) {
			why = c->nav->why_unavailable((struct console *)(uintptr_t)c, e->action);
			about = why ? why : action_infos[e->action].help;
		}
		enum role role = here ? ROLE_SELECTED : why ? ROLE_LABEL : ROLE_TEXT;
		surface_fill(s, y, 0, s->w, here ? ROLE_SELECTED : ROLE_TEXT);
		int used = surface_print(s, y, 2, role, "%s", e->name);
		if (e->kind == PALETTE_ACTION)
			draw_action(c, s, y, e->action, role);
		int x = e->kind == PALETTE_ACTION ? 32 : used + 4 < 32 ? 32 : used + 4;
		if (about)
			surface_print(s, y, x, here ? role : ROLE_LABEL, "%s", about);
	}
	if (p->n)
		surface_draw_rule(s, s->h - 3 - p->n, 0, s->w, s->look->frame);
}
