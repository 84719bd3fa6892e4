#include "ui/kit/palette.h"

#include "base/utf8.h"
#include "ui/kit/action_arguments.h"
#include "ui/kit/nav.h"
#include "ui/kit/pane.h"
#include "ui/kit/typed_text.h"

/* Limits of the work per key. */
enum {
	TYPED_BYTES_MAX = 200,
	SEARCH_LETTERS_MIN = 3, /* items and people are searched for from this length on */
	ITEMS_OF_KIND_MAX = 4,
	PERSONS_MAX = 4,
	RECENT_SHOWN_MAX = 5,  /* recent lines in the list for no text */
	RECENT_RANKED_MAX = 20 /* recent lines that rank an entry before the others */
};

/* ---- entries ---- */

static void
clear_entry(struct palette_entry *e)
{
	x_free(e->name);
	x_free(e->description);
	x_free(e->target);
	x_free(e->key);
}

void
palette_clear(struct palette *p)
{
	for (size_t i = 0; i < p->entries.n; i++)
		clear_entry(&p->entries.v[i]);
	p->entries.n = 0;
	p->chosen = -1;
	p->top = 0;
}

void
palette_free(struct palette *p)
{
	palette_clear(p);
	vec_free(&p->entries);
	buf_free(&p->typed);
}

/* The pointer is valid until the next entry is added. */
static struct palette_entry *
add_palette_entry(struct palette *p, enum palette_entry_kind kind, enum palette_group group,
    struct str name, struct str go)
{
	struct buf clean = { 0 };
	text_clean(&clean, name, false);
	struct palette_entry e = {
		.kind = kind, .group = group, .name = buf_detach(&clean), .target = str_dup(go)
	};
	vec_push(&p->entries, e);
	return &p->entries.v[p->entries.n - 1];
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

enum { SCORE_EXACT = 0, SCORE_OF_HELP_TEXT = 2, SCORE_END = 5 };

/* The group of an action that can run. */
static enum palette_group
task_group(enum action a)
{
	return (enum palette_group)(GROUP_SEND + (int)action_infos[a].task);
}

/* The action's help; in a text, `/` finds words instead of filtering. */
static const char *
help_of(const struct pane *pane, enum action a)
{
	return a == ACT_FILTER && !scope_contains(SCOPE_LIST, pane_scope(pane))
	    ? "words in this text; n and N go to the next and previous"
	    : action_infos[a].help;
}

/* Adds the action by the words of its key, or by its name if it has no key here. An action of
 * other panes only is added with the panes that have it, if it was searched for. */
static bool
add_action(struct palette *p, struct console *c, enum action a, bool wanted)
{
	struct buf key = { 0 }, room = { 0 };
	bool has = c->nav->has_action(c, a);
	const char *why = c->nav->why_unavailable(c, a);
	struct pane *pane = console_top_pane(c);
	if (!has && (!why || !wanted))
		return false;
	bool has_key = keymap_append_key(&key, &c->keys, pane_scope(pane), a);
	const char *label = has ? pane_action_label(pane, a, &room) : NULL;
	label = !has_key && has ? action_infos[a].name : label ? label : action_infos[a].label;
	struct palette_entry *e = add_palette_entry(
	    p, PALETTE_ACTION, why ? GROUP_NOT_HERE : task_group(a), str_of(label), STR_NONE);
	e->action = a;
	e->unavailable = why;
	set_entry_description(e, str_of(why ? why : help_of(pane, a)));
	buf_free(&key);
	buf_free(&room);
	return true;
}

/* The lists that `:` opens by their own names. */
static const char *const list_names[] = { "segments", "products", "assets", "journeys",
	"identities", "campaigns", "offers", "baskets" };

static bool
is_list_name(const char *name)
{
	for (size_t i = 0; i < sizeof(list_names) / sizeof(*list_names); i++)
		if (strcmp(list_names[i], name) == 0)
			return true;
	return false;
}

static void
add_actions(struct palette *p, struct console *c, struct str typed, int from, int to)
{
	for (int score = from; score < to; score++)
		for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
			if (score_action(a, typed) == score &&
			    !(action_infos[a].task == TASK_GO &&
				is_list_name(action_infos[a].label) &&
				str_starts(str_of(action_infos[a].label), typed)))
				add_action(p, c, a, true);
}

/* Adds lists whose name starts with the text; lists without a digit of their own come first. */
static void
add_views(struct palette *p, struct str typed)
{
	for (size_t i = 0; i < sizeof(list_names) / sizeof(*list_names); i++) {
		if (!str_starts(str_of(list_names[i]), typed))
			continue;
		struct palette_entry *e = add_palette_entry(
		    p, PALETTE_VIEW, GROUP_FOUND, str_of(list_names[i]), str_of(list_names[i]));
		e->label = "list";
		set_entry_description(e, STR("add words to filter it"));
	}
}

static void
add_catalog_item(struct palette *p, const struct console *c, const struct graph_node *n)
{
	struct palette_entry *e = add_palette_entry(
	    p, PALETTE_ITEM, GROUP_FOUND, n->item->name, n->path);
	e->link_kind = (int)n->kind;
	e->label = graph_kinds[n->kind].singular;
	set_entry_description(e, c->presenting ? STR_NONE : n->path);
}

static bool
begins_with(struct str name, struct str typed)
{
	return str_eq_nocase(str_sub(name, 0, typed.n), typed);
}

/* Adds the items of each kind whose names have the words; names that begin with them first. */
static void
add_catalog_items(struct palette *p, struct console *c, struct str typed)
{
	static const enum graph_kind kinds[] = { GRAPH_CAMPAIGN, GRAPH_OFFER, GRAPH_PRODUCT,
		GRAPH_SEGMENT, GRAPH_ASSET };
	const struct graph *g = catalog_graph(c->catalog);
	for (size_t k = 0; g && k < sizeof(kinds) / sizeof(*kinds); k++) {
		size_t most = p->entries.n + ITEMS_OF_KIND_MAX;
		for (int begins = 1; begins >= 0; begins--)
			for (size_t i = 0; i < g->nodes.n && p->entries.n < most; i++) {
				const struct graph_node *n = &g->nodes.v[i];
				if (n->kind == kinds[k] && n->item &&
				    text_has_words(n->item->name, typed) &&
				    begins_with(n->item->name, typed) == begins)
					add_catalog_item(p, c, n);
			}
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

/* True if the text is the basket's external id, or its end. */
static bool
has_subject(const struct basket_row *row, struct str typed)
{
	enum { END_MIN = 8 };
	return typed.n >= END_MIN && str_ends(row->sub, typed);
}

static bool
has_entry_since(const struct palette *p, size_t first, const char *name)
{
	for (size_t i = first; i < p->entries.n; i++)
		if (str_eqz(str_of(name), p->entries.v[i].name))
			return true;
	return false;
}

static void
add_person(struct palette *p, const struct console *c, const struct basket_row *row, size_t first)
{
	struct buf name = { 0 }, about = { 0 };
	basket_row_write_customer(&name, row);
	if (!has_entry_since(p, first, buf_z(&name))) {
		struct palette_entry *e = add_palette_entry(
		    p, PALETTE_PERSON, GROUP_FOUND, buf_str(&name), row->id);
		e->label = "person";
		buf_addz(&about, "newest basket, ");
		when_write_age(&about, console_now(c), row->created);
		set_entry_description(e, buf_str(&about));
	}
	buf_free(&name);
	buf_free(&about);
}

/* Adds people by name, e-mail or external id: the newest basket of each name. */
static void
add_people(struct palette *p, struct console *c, struct str typed)
{
	size_t first = p->entries.n, most = p->entries.n + PERSONS_MAX;
	struct buf forms = { 0 };
	struct str word = str_sub(typed, 0, str_find_char(typed, ' '));
	text_fold_forms(&forms, word);
	for (size_t i = 0; i < c->baskets->rows.n && p->entries.n < most; i++) {
		const struct basket_row *row = &c->baskets->rows.v[i];
		bool by_name = row->name.n && text_contains(folded_name(row), buf_str(&forms)) &&
		    text_has_words(row->name, typed);
		if (by_name || has_subject(row, typed))
			add_person(p, c, row, first);
	}
	buf_free(&forms);
}

static void
add_search_entry(struct palette *p, struct str typed)
{
	struct buf name = { 0 };
	buf_addf(&name, "search baskets for \"%.*s\"", STR_ARG(typed));
	add_palette_entry(p, PALETTE_SEARCH, GROUP_FOUND, buf_str(&name), typed)->label = "search";
	buf_free(&name);
}

/* Adds a recent line. A path is shown by its item's name. */
static void
add_recent_line(struct palette *p, const struct console *c, struct str line)
{
	const struct graph *g = catalog_graph(c->catalog);
	uint32_t at = g && line.n && line.p[0] == '/' ? graph_find_any_kind(g, line) : GRAPH_NONE;
	const struct graph_node *n = at == GRAPH_NONE ? NULL : &g->nodes.v[at];
	bool named = n && n->item && n->item->name.n;
	struct palette_entry *e = add_palette_entry(
	    p, PALETTE_LINE, GROUP_RECENT, named ? n->item->name : line, line);
	if (named)
		set_entry_description(e, str_of(graph_kinds[n->kind].singular));
}

/* Adds the recent lines, the newest last, next to the first action. */
static void
add_recent_lines(struct palette *p, const struct console *c)
{
	const char *kept[RECENT_SHOWN_MAX];
	char *const *lines = c->typed_lines[0].v;
	int n = 0;
	for (size_t i = c->typed_lines[0].n; i-- > 0 && n < RECENT_SHOWN_MAX;) {
		bool known = false;
		for (int k = 0; k < n; k++)
			known = known || strcmp(lines[i], kept[k]) == 0;
		if (!known)
			kept[n++] = lines[i];
	}
	while (n-- > 0)
		add_recent_line(p, c, str_of(kept[n]));
}

static void
add_saved_views(struct palette *p, struct console *c)
{
	struct buf names = { 0 }, line = { 0 };
	struct str rest, name;
	append_action_arguments(&names, c, ACT_GO_VIEW);
	for (rest = buf_str(&names); rest.n && str_next(&rest, '\n', &name);) {
		struct str about = name;
		str_next(&about, '\t', &name);
		buf_reset(&line);
		buf_addf(&line, "%s %.*s", action_infos[ACT_GO_VIEW].name, STR_ARG(name));
		set_entry_description(
		    add_palette_entry(p, PALETTE_LINE, GROUP_GO, buf_str(&line), buf_str(&line)),
		    about);
	}
	buf_free(&names);
	buf_free(&line);
}

/* Adds the user commands of the visible list: all of a group, or those that match the text. */
static void
add_user_commands(struct palette *p, struct console *c, enum palette_group group, struct str typed)
{
	const struct config *config = &c->app->config;
	struct buf line = { 0 }, about = { 0 };
	for (size_t i = 0; i < config->commands.n; i++) {
		const struct user_command *command = &config->commands.v[i];
		const char *why = c->nav->why_command_unavailable(c, command);
		enum palette_group own = why ? GROUP_NOT_HERE : GROUP_DO;
		buf_reset(&line);
		buf_reset(&about);
		buf_addf(&line, "%s %s", action_infos[ACT_RUN].name, command->name);
		append_command_help(&about, c, command);
		if (!c->nav->has_command(c, command) || (group != GROUP_FOUND && group != own) ||
		    !(matches_word_starts(buf_str(&line), typed) ||
			matches_word_starts(buf_str(&about), typed)))
			continue;
		struct palette_entry *e = add_palette_entry(
		    p, PALETTE_LINE, own, buf_str(&line), buf_str(&line));
		e->unavailable = why;
		set_entry_description(e, why ? str_of(why) : buf_str(&about));
		buf_reset(&line);
		command_append_key(&line, command);
		e->key = buf_detach(&line);
	}
	buf_free(&line);
	buf_free(&about);
}

/* The groups of all actions; GROUP_FOUND for those of other panes. */
static void
group_actions(enum palette_group groups[ACT_COUNT], struct console *c)
{
	for (enum action a = ACT_NONE; a < ACT_COUNT; a++)
		groups[a] = a == ACT_NONE || !c->nav->has_action(c, a) ? GROUP_FOUND
		    : c->nav->why_unavailable(c, a)                    ? GROUP_NOT_HERE
								       : task_group(a);
}

/* Adds every action: by group, and in each those of the pane in its order, then the others. */
static void
add_everything(struct palette *p, struct console *c)
{
	enum palette_group groups[ACT_COUNT];
	const struct pane *pane = console_top_pane(c);
	const struct pane_action *own;
	add_recent_lines(p, c);
	size_t first = p->entries.n;
	group_actions(groups, c);
	for (int g = GROUP_SEND; g <= GROUP_NOT_HERE; g++) {
		for (size_t i = 0; (own = pane_action_at(pane, i)); i++)
			if ((int)groups[own->id] == g)
				add_action(p, c, own->id, false);
		for (enum action a = ACT_NONE; a < ACT_COUNT; a++)
			if ((int)groups[a] == g && !pane_has_action(pane, a))
				add_action(p, c, a, false);
		add_user_commands(p, c, (enum palette_group)g, STR_NONE);
		if (g == GROUP_GO)
			add_saved_views(p, c);
	}
	p->chosen = first < p->entries.n ? (int)first : -1;
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
	for (rest = buf_str(&names); rest.n && str_next(&rest, '\n', &name);) {
		struct str about = name;
		str_next(&about, '\t', &name);
		if (!str_starts(name, begun))
			continue;
		buf_reset(&go);
		buf_addf(&go, "%.*s %.*s", STR_ARG(word), STR_ARG(name));
		struct palette_entry *e = add_palette_entry(
		    p, PALETTE_LINE, GROUP_FOUND, buf_str(&go), buf_str(&go));
		e->label = action_infos[a].label;
		set_entry_description(e, why ? str_of(why) : about);
		e->unavailable = why;
		if (str_eq(name, begun))
			p->chosen = (int)p->entries.n - 1;
	}
	buf_free(&names);
	buf_free(&go);
	return p->entries.n;
}

void
palette_append_line(struct buf *out, const struct palette_entry *e)
{
	if (e->kind == PALETTE_ACTION)
		buf_addz(out, action_infos[e->action].name);
	else if (e->kind != PALETTE_PERSON && e->kind != PALETTE_SEARCH)
		buf_addz(out, e->target);
}

static bool
is_recent(const struct console *c, const struct palette_entry *e)
{
	struct buf line = { 0 };
	size_t n = c->typed_lines[0].n;
	bool found = false;
	palette_append_line(&line, e);
	for (size_t i = n; line.n && i-- > 0 && n - i <= RECENT_RANKED_MAX && !found;)
		found = str_eqz(buf_str(&line), c->typed_lines[0].v[i]);
	buf_free(&line);
	return found;
}

/* Moves recent entries to the front, after the first `exact` ones. */
static void
rank_recent_first(struct palette *p, const struct console *c, size_t exact)
{
	for (size_t i = exact, to = exact; i < p->entries.n; i++) {
		struct palette_entry e = p->entries.v[i];
		if (e.unavailable || !is_recent(c, &e))
			continue;
		memmove(&p->entries.v[to + 1], &p->entries.v[to], (i - to) * sizeof(e));
		p->entries.v[to++] = e;
	}
}

void
palette_find(struct palette *p, struct console *c, struct str typed)
{
	enum typed_kind kind = typed_classify_known(c, typed);
	struct str line = typed; /* keeps a final space, which ends the action's name */
	typed = str_trim(typed);
	palette_clear(p);
	p->is_narrowed = typed.n;
	buf_reset(&p->typed);
	buf_adds(&p->typed, str_sub(typed, 0, TYPED_BYTES_MAX));
	if (typed.n == 0) {
		add_everything(p, c);
		return;
	}
	if (typed.n > TYPED_BYTES_MAX || (kind != TYPED_WORDS && kind != TYPED_ACTION))
		return;
	if (kind == TYPED_ACTION && add_arguments(p, c, line))
		return;
	add_actions(p, c, typed, SCORE_EXACT, SCORE_EXACT + 1);
	size_t exact = p->entries.n;
	add_actions(p, c, typed, SCORE_EXACT + 1, SCORE_OF_HELP_TEXT);
	add_user_commands(p, c, GROUP_FOUND, typed);
	add_views(p, typed);
	add_actions(p, c, typed, SCORE_OF_HELP_TEXT, SCORE_END);
	if (kind == TYPED_WORDS && typed.n >= SEARCH_LETTERS_MIN) {
		add_catalog_items(p, c, typed);
		add_people(p, c, typed);
	}
	rank_recent_first(p, c, exact);
	if (p->entries.n)
		p->chosen = 0;
	if (kind == TYPED_WORDS)
		add_search_entry(p, typed);
}

void
palette_move(struct palette *p, int by)
{
	int n = (int)p->entries.n;
	if (n)
		p->chosen = p->chosen < 0 ? (by > 0 ? 0 : n - 1) : (p->chosen + by + n) % n;
}

void
palette_move_page(struct palette *p, int by)
{
	int n = (int)p->entries.n, to = p->chosen + by * p->page_rows;
	if (n)
		p->chosen = to < 0 ? 0 : to >= n ? n - 1 : to;
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
