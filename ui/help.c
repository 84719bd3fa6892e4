#include "ui/help.h"

#include "base/utf8.h"
#include "ui/text_pane.h"

enum { KEY_COLUMN = 1, WORDS_COLUMN = 22 };

static void
add_action(struct doc *d, struct console *c, enum scope scope, enum action a)
{
	struct buf keys = { 0 };
	const char *why = console_refuse(c, a);
	keymap_keys(&keys, &c->keys, scope, a);
	doc_line(d);
	doc_tab(d, KEY_COLUMN);
	doc_words(d, why ? ROLE_DIM : ROLE_BAR_KEY, "%s", keys.n ? buf_z(&keys) : "-");
	doc_tab(d, WORDS_COLUMN);
	if (why)
		doc_words(d, ROLE_DIM, "%s. Not now: %s", action_infos[a].help, why);
	else
		doc_words(d, ROLE_TEXT, "%s", action_infos[a].help);
	buf_free(&keys);
}

static void
add_heading(struct doc *d, const char *words)
{
	doc_line(d);
	doc_line(d);
	doc_words(d, ROLE_HEADER, " %s", words);
}

static bool
is_of_pane(const struct pane *p, enum action a)
{
	for (const struct pane_action *x = p->ops->actions; x->id; x++)
		if (x->id == a)
			return true;
	return false;
}

struct pane *
help_pane_new(struct console *c)
{
	struct pane *seen = console_pane(c);
	enum scope scope = seen->ops->scope(seen);
	struct pane *p = text_pane_new(c, "Keys", SCOPE_TEXT);
	struct doc *d = &text_pane_view(p)->doc;
	doc_line(d);
	doc_words(d, ROLE_HEADER, " What works %s", scope_infos[scope].help);
	for (const struct pane_action *x = seen->ops->actions; x->id; x++)
		add_action(d, c, scope, x->id);
	add_heading(d, "What works everywhere");
	for (enum action a = ACT_NONE + 1; a < ACT_COUNT; a++)
		if (console_has(c, a) && !is_of_pane(seen, a))
			add_action(d, c, scope, a);
	add_heading(d, "The filter and the VIEW line");
	static const char *const lines[] = {
		"mara elli          rows that have both words: name, company, e-mail, id, items, page",
		"!kell              rows without it",
		"tag=/tags/uk/direct  exact;  tag:reseller  contains",
		"since=7d until=1d  30m 1h 7d 2w, today, yesterday, or 2026-11-20; since asks the service",
		"keys               id since until tag page product offer email company reach kind text",
		"customFields.x=1   any custom field; sort=-created and cols=age,customer shape the list",
		NULL,
	};
	for (const char *const *line = lines; *line; line++) {
		doc_line(d);
		doc_words(d, ROLE_TEXT, " %s", *line);
	}
	text_pane_ready(p);
	return p;
}
