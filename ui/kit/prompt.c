#include "ui/kit/prompt.h"

#include "app/identity/paste.h"
#include "base/utf8.h"
#include "ui/kit/lineedit.h"

enum prompt_kind {
	PROMPT_FILTER,
	PROMPT_SEARCH,
	PROMPT_NARROW,
	PROMPT_ANYTHING,
	PROMPT_TEXT,
	PROMPT_KINDS
};
enum { HINTS_MAX = 8, HINTED_MAX = 200 };

/* Bytes that each kind has room for. What is searched for per key is short; at `:` a token fits. */
static const size_t room_of[] = {
	[PROMPT_FILTER] = 1024,
	[PROMPT_SEARCH] = 1024,
	[PROMPT_NARROW] = 1024,
	[PROMPT_ANYTHING] = LINEEDIT_MAX,
	[PROMPT_TEXT] = 4096,
};
_Static_assert(sizeof(room_of) / sizeof(*room_of) == PROMPT_KINDS, "a row for every kind");

struct prompt {
	struct modal modal;
	enum prompt_kind kind;
	struct lineedit edit;
	struct textview *view; /* of a search */
	const char *words;     /* of a text that is asked for */
	bool (*take)(struct console *c, struct str text, struct err *err);
	void (*narrow)(struct console *c, struct str words);
	struct pane *pane;      /* of a filter */
	struct buf before;      /* the VIEW line when the filter began; the words that narrowed */
	struct buf selected;    /* and the row under the cursor */
	size_t top;             /* and the row on top */
	struct buf problem;     /* why the text cannot be used yet */
	size_t history_at;      /* from the newest; 0: what is typed */
	enum typed_kind secret; /* a pasted text that is not shown; TYPED_NOTHING: none */
	enum action hints[HINTS_MAX];
	int hints_n, hint; /* the chosen one; -1: none */
};

static struct prompt *
prompt_of_modal(const struct modal *m)
{
	return (struct prompt *)(uintptr_t)m;
}

static struct str
prompt_text(const struct prompt *p)
{
	return buf_str(&p->edit.text);
}

static bool
show_terms(struct prompt *p, struct str terms, struct err *err)
{
	const struct view *now = p->pane->ops->rows->view(p->pane);
	struct view view;
	bool ok = view_parse_terms(&view, now->resource, terms, err);
	if (ok) {
		view_keep_shape(&view, now);
		ok = p->pane->ops->rows->show(p->pane, &view, false, err);
	}
	view_free(&view);
	return ok;
}

/* Shows what the terms typed so far match. Of a word that cannot be read the beginning was shown as
 * another word: what stands before it is shown until it can. */
static void
apply_filter(struct prompt *p)
{
	struct str terms = prompt_text(p);
	struct err err, again;
	buf_reset(&p->problem);
	if (show_terms(p, terms, &err))
		return;
	buf_addz(&p->problem, err.text);
	do {
		terms = str_trim(terms);
		while (terms.n && terms.p[terms.n - 1] != ' ')
			terms.n--;
	} while (!show_terms(p, terms, &again) && terms.n);
}

/* Words are looked for in names, short words and help of all actions. */
static bool
hint_fits(enum action a, struct str typed)
{
	struct buf all = { 0 }, folded = { 0 };
	struct str word;
	bool fits = true;
	buf_addf(
	    &all, "%s %s %s", action_infos[a].name, action_infos[a].words, action_infos[a].help);
	text_fold(&folded, buf_str(&all));
	while (fits && typed.n && str_next(&typed, ' ', &word)) {
		struct buf want = { 0 };
		text_fold(&want, word);
		fits = str_find(buf_str(&folded), buf_str(&want)) != SIZE_MAX;
		buf_free(&want);
	}
	buf_free(&all);
	buf_free(&folded);
	return fits;
}

/* Those whose name begins like what is typed come first. */
static void
find_hints(struct prompt *p)
{
	struct console *c = p->modal.console;
	struct str typed = str_trim(prompt_text(p));
	p->hints_n = 0;
	p->hint = -1;
	if (p->secret || typed.n == 0 || typed.n > HINTED_MAX || typed.p[0] == '/')
		return;
	for (int pass = 0; pass < 2; pass++) {
		for (enum action a = ACT_NONE + 1; a < ACT_COUNT && p->hints_n < HINTS_MAX; a++) {
			bool begins = str_starts(str_of(action_infos[a].name), typed);
			if (!c->nav->has(c, a) || begins != (pass == 0) || !hint_fits(a, typed))
				continue;
			p->hints[p->hints_n++] = a;
		}
	}
}

static void
changed(struct prompt *p)
{
	switch (p->kind) {
	case PROMPT_FILTER:
		apply_filter(p);
		break;
	case PROMPT_SEARCH:
		buf_reset(&p->problem);
		if (prompt_text(p).n && !textview_search(p->view, prompt_text(p), 1))
			buf_addz(&p->problem, "nowhere in this text");
		break;
	case PROMPT_NARROW:
		p->narrow(p->modal.console, prompt_text(p));
		break;
	case PROMPT_ANYTHING:
		find_hints(p);
		break;
	case PROMPT_TEXT:
	case PROMPT_KINDS:
		buf_reset(&p->problem);
		break;
	}
}

static void
restore_filter(struct prompt *p)
{
	const struct pane_rows *rows = p->pane->ops->rows;
	const struct view_resource *resource = rows->view(p->pane)->resource;
	struct view view;
	struct err err;
	/* The line begins with the resource, which may be one that no VIEW names. */
	struct str terms = str_sub(buf_str(&p->before), strlen(resource->name), p->before.n);
	if (view_parse_terms(&view, resource, terms, &err) &&
	    rows->show(p->pane, &view, false, &err))
		rows->select(p->pane, buf_str(&p->selected));
	view_free(&view);
}

static void
leave(struct prompt *p)
{
	struct console *c = p->modal.console;
	if (p->kind == PROMPT_FILTER)
		restore_filter(p);
	if (p->kind == PROMPT_SEARCH)
		buf_reset(&p->view->searched);
	if (p->kind == PROMPT_NARROW)
		p->narrow(c, buf_str(&p->before));
	console_close_modal(c);
}

static void
keep_history(struct prompt *p)
{
	struct console *c = p->modal.console;
	bool kept = p->kind == PROMPT_FILTER || p->kind == PROMPT_ANYTHING;
	if (!kept || p->secret || prompt_text(p).n == 0)
		return;
	char *line = str_dup(prompt_text(p));
	vec_push(&c->typed_lines[p->kind == PROMPT_FILTER], line);
}

/* Pasted along with a name, as a rule; nobody would see why nothing matches. */
static bool
holds_invisible(struct str line)
{
	struct buf seen = { 0 };
	unsigned flags = text_clean(&seen, str_trim(line), false);
	buf_free(&seen);
	return text_is_flagged(flags, true);
}

static void
accept_filter(struct prompt *p)
{
	struct console *c = p->modal.console;
	struct pane *pane = p->pane;
	const struct pane_rows *rows = pane->ops->rows;
	struct buf now = { 0 };
	bool invisible = holds_invisible(prompt_text(p));
	if (p->problem.n)
		return;
	/* What was before is a place of its own: back leads there. */
	view_write(&now, rows->view(pane));
	if (!str_eq(buf_str(&now), buf_str(&p->before)))
		rows->left(pane, buf_z(&p->before), buf_z(&p->selected), p->top);
	buf_free(&now);
	console_close_modal(c);
	if (rows->decided)
		rows->decided(pane);
	if (invisible)
		console_say(c, ROLE_WARN, "The filter contains invisible characters");
}

static void
accept_anything(struct prompt *p)
{
	struct console *c = p->modal.console;
	struct buf text = { 0 };
	enum action hinted = p->hint >= 0 ? p->hints[p->hint] : ACT_NONE;
	buf_adds(&text, prompt_text(p));
	enum typed_kind kind = p->secret ? p->secret : typed_classify_known(c, buf_str(&text));
	if (!hinted && kind == TYPED_WORDS && p->hints_n == 1)
		hinted = p->hints[0];
	console_close_modal(c);
	if (hinted)
		c->nav->act(c, hinted);
	else
		c->nav->go_text(c, kind, buf_str(&text));
	buf_wipe(&text);
}

/* What takes the text may ask on: it begins where the prompt was, which comes back when the text
 * cannot be. */
static void
accept_text(struct prompt *p)
{
	struct console *c = p->modal.console;
	const struct prompt old = *p;
	struct buf text = { 0 };
	struct err err;
	buf_adds(&text, prompt_text(p));
	console_close_modal(c);
	if (!old.take(c, buf_str(&text), &err)) {
		struct modal *again = prompt_text_new(c, old.words, buf_str(&text), old.take);
		buf_addz(&prompt_of_modal(again)->problem, err.text);
		console_open(c, again);
	}
	buf_free(&text);
}

static void
accept(struct prompt *p)
{
	keep_history(p);
	if (p->kind == PROMPT_FILTER)
		accept_filter(p);
	else if (p->kind == PROMPT_TEXT)
		accept_text(p);
	else if (p->kind == PROMPT_ANYTHING)
		accept_anything(p);
	else
		console_close_modal(p->modal.console);
}

/* Up and Down: through the hints when there are some, else through what was typed before. */
static void
recall(struct prompt *p, int by)
{
	struct console *c = p->modal.console;
	size_t kind = p->kind == PROMPT_FILTER;
	size_t n = c->typed_lines[kind].n;
	if (p->secret || p->kind == PROMPT_TEXT || p->kind == PROMPT_NARROW)
		return;
	if (p->kind == PROMPT_ANYTHING && p->hints_n) {
		p->hint = (p->hint + by + p->hints_n + (p->hint < 0 && by < 0)) % p->hints_n;
		return;
	}
	if ((by < 0 && p->history_at == n) || (by > 0 && p->history_at == 0))
		return;
	p->history_at -= (size_t)by;
	lineedit_set(
	    &p->edit, p->history_at ? str_of(c->typed_lines[kind].v[n - p->history_at]) : STR_NONE);
	changed(p);
}

static void
complete(struct prompt *p)
{
	if (p->kind != PROMPT_ANYTHING || p->hints_n == 0)
		return;
	enum action a = p->hints[p->hint < 0 ? 0 : p->hint];
	lineedit_set(&p->edit, str_of(action_infos[a].name));
	find_hints(p);
}

static void
say_not_taken(struct prompt *p, enum lineedit_result why, size_t bytes)
{
	struct buf words = { 0 };
	lineedit_say_not_taken(&words, &p->edit, why, bytes);
	console_say(p->modal.console, ROLE_WARN, "%s", buf_z(&words));
	buf_free(&words);
}

static bool
prompt_key(struct modal *m, uint32_t k)
{
	struct prompt *p = prompt_of_modal(m);
	console_hush_old(m->console);
	if (k == KEY_ESCAPE || k == 3 || k == 7) {
		leave(p);
		return true;
	}
	if (k == KEY_RETURN) {
		accept(p);
		return true;
	}
	if (k == KEY_ARROW_UP || k == KEY_ARROW_DOWN) {
		recall(p, k == KEY_ARROW_UP ? -1 : 1);
		return true;
	}
	if (k == KEY_TAB) {
		complete(p);
		return true;
	}
	if (k == KEY_RUBOUT && (prompt_text(p).n == 0 || p->secret)) {
		leave(p);
		return true;
	}
	if (p->secret)
		return false;
	enum lineedit_result result = lineedit_key(&p->edit, k);
	if (result == LINEEDIT_FULL)
		say_not_taken(p, result, 1);
	if (result == LINEEDIT_TAKEN)
		changed(p);
	return result != LINEEDIT_IGNORED;
}

/* A secret is taken where it can be hidden: alone, at `:`. */
static void
refuse_secret(struct prompt *p, enum typed_kind kind, struct str text)
{
	struct console *c = p->modal.console;
	struct buf what = { 0 }, key = { 0 };
	typed_describe(&what, kind, text);
	console_key_of(c, &key, ACT_ANYTHING);
	console_say(c, ROLE_WARN, "Not taken: %s. Paste it at %s", buf_z(&what), buf_z(&key));
	buf_free(&what);
	buf_free(&key);
}

static void
paste_into_prompt(struct modal *m, struct str text)
{
	struct prompt *p = prompt_of_modal(m);
	enum typed_kind kind = typed_classify(text);
	bool alone = p->kind == PROMPT_ANYTHING && prompt_text(p).n == 0;
	if (typed_is_secret(kind) && !alone) {
		refuse_secret(p, kind, text);
		return;
	}
	enum lineedit_result result = LINEEDIT_TAKEN;
	if (alone && kind == TYPED_IDENTITY) { /* described, not shown: it may have several lines */
		p->edit.most = IDENTITY_PASTE_MAX;
		lineedit_set(&p->edit, str_trim(text));
	} else {
		result = lineedit_paste(&p->edit, text);
	}
	if (result != LINEEDIT_TAKEN)
		say_not_taken(p, result, text.n);
	else if (alone && (typed_is_secret(kind) || kind == TYPED_IDENTITY))
		p->secret = kind;
	changed(p);
}

static void
draw_hints(const struct prompt *p, const struct surface *s)
{
	struct console *c = p->modal.console;
	for (int i = 0; i < p->hints_n; i++) {
		int y = s->h - 2 - p->hints_n + i;
		struct buf keys = { 0 };
		const char *why = c->nav->refuse(c, p->hints[i]);
		enum role role = i == p->hint ? ROLE_SELECTED : why ? ROLE_DIM : ROLE_TEXT;
		keymap_key(
		    &keys, &c->keys, console_pane(c)->ops->scope(console_pane(c)), p->hints[i]);
		surface_fill(s, y, 0, s->w, role);
		surface_words(s, y, 2, role, "%s", action_infos[p->hints[i]].name);
		surface_text_in(s, y, 18, 9, role, buf_str(&keys));
		surface_words(s, y, 28, role, "%s", why ? why : action_infos[p->hints[i]].help);
		buf_free(&keys);
	}
	if (p->hints_n)
		surface_rule(s, s->h - 3 - p->hints_n, 0, s->w, ROLE_BORDER);
}

static void
draw_prompt(const struct modal *m, const struct surface *s)
{
	static const char *const marks[] = {
		[PROMPT_FILTER] = "/",
		[PROMPT_SEARCH] = "/",
		[PROMPT_NARROW] = "/",
		[PROMPT_ANYTHING] = ":",
		[PROMPT_TEXT] = "", /* its words are its mark */
	};
	_Static_assert(sizeof(marks) / sizeof(*marks) == PROMPT_KINDS, "a row for every kind");
	const struct prompt *p = prompt_of_modal(m);
	struct buf line = { 0 };
	const char *mark = p->kind == PROMPT_TEXT ? p->words : marks[p->kind];
	int at = 0, y = s->h - 2, x = 1 + text_width(str_of(mark)), room = s->w - 3 - x;
	if (p->problem.n)
		room -= text_width(buf_str(&p->problem)) + 3;
	if (room < 20)
		room = 20;
	if (p->secret)
		typed_describe(&line, p->secret, prompt_text(p));
	else
		at = lineedit_window(&line, &p->edit, room);
	surface_words(s, y, 1, ROLE_HEADER, "%s", mark);
	surface_text_in(s, y, x, room, p->secret ? ROLE_REFERENCE : ROLE_TEXT, buf_str(&line));
	if (p->problem.n)
		surface_text(s, y, x + room + 1, ROLE_WARN, buf_str(&p->problem));
	else if (m->console->said.n)
		surface_text(s, y, x + 2 + (prompt_text(p).n ? text_width(buf_str(&line)) : 0),
		    m->console->said_role, buf_str(&m->console->said));
	draw_hints(p, s);
	surface_cursor(s, y, x + (p->secret ? text_width(buf_str(&line)) : at));
	buf_free(&line);
}

static void
prompt_bar(const struct modal *m, struct buf *out)
{
	static const char *const words[] = {
		[PROMPT_FILTER] = "Enter keep   Esc as it was   Up earlier   !word ",
		[PROMPT_SEARCH] = "Enter keep it, n N next and previous   Esc forget it",
		[PROMPT_NARROW] = "Enter keep   Esc as it was",
		[PROMPT_ANYTHING] =
		    ("Enter go   Tab complete   Up Down choose   VIEW, e-mail, link, id, "
		     "path, action"),
		[PROMPT_TEXT] = "Enter take it   Esc as it was",
	};
	_Static_assert(sizeof(words) / sizeof(*words) == PROMPT_KINDS, "a row for every kind");
	const struct prompt *p = prompt_of_modal(m);
	buf_addz(out, words[p->kind]);
	if (p->kind != PROMPT_FILTER)
		return;
	for (const char *const *key = p->pane->ops->rows->view(p->pane)->resource->keys; *key;
	     key++)
		buf_addf(out, " %s:", *key);
}

static void
close_prompt(struct modal *m)
{
	struct prompt *p = prompt_of_modal(m);
	lineedit_free(&p->edit);
	buf_free(&p->before);
	buf_free(&p->selected);
	buf_free(&p->problem);
	x_free(p);
}

static const struct modal_ops ops = {
	.key = prompt_key,
	.paste = paste_into_prompt,
	.draw = draw_prompt,
	.bar = prompt_bar,
	.close = close_prompt,
	.on_message_line = true,
};

static struct prompt *
prompt_new(struct console *c, enum prompt_kind kind)
{
	struct prompt *p = x_new(struct prompt);
	*p = (struct prompt){
		.modal = { &ops, c }, .kind = kind, .edit.most = room_of[kind], .hint = -1
	};
	return p;
}

struct modal *
prompt_filter_new(struct console *c, struct pane *pane)
{
	struct prompt *p = prompt_new(c, PROMPT_FILTER);
	struct buf terms = { 0 };
	p->pane = pane;
	view_write(&p->before, pane->ops->rows->view(pane));
	buf_adds(&p->selected, pane->ops->rows->selected(pane, &p->top));
	view_write_terms(&terms, pane->ops->rows->view(pane));
	lineedit_set(&p->edit, buf_str(&terms));
	buf_free(&terms);
	return &p->modal;
}

struct modal *
prompt_search_new(struct console *c, struct textview *view)
{
	struct prompt *p = prompt_new(c, PROMPT_SEARCH);
	p->view = view;
	return &p->modal;
}

struct modal *
prompt_narrow_new(
    struct console *c, struct str words, void (*narrow)(struct console *c, struct str words))
{
	struct prompt *p = prompt_new(c, PROMPT_NARROW);
	p->narrow = narrow;
	buf_adds(&p->before, words);
	lineedit_set(&p->edit, words);
	return &p->modal;
}

struct modal *
prompt_text_new(struct console *c, const char *words, struct str text,
    bool (*take)(struct console *c, struct str text, struct err *err))
{
	struct prompt *p = prompt_new(c, PROMPT_TEXT);
	p->words = words;
	p->take = take;
	lineedit_set(&p->edit, text);
	return &p->modal;
}

void
prompt_set_text(struct modal *prompt, struct str text)
{
	lineedit_set(&prompt_of_modal(prompt)->edit, text);
	changed(prompt_of_modal(prompt));
}

struct modal *
prompt_anything_new(struct console *c, struct str pasted)
{
	struct prompt *p = prompt_new(c, PROMPT_ANYTHING);
	if (pasted.n)
		paste_into_prompt(&p->modal, pasted);
	return &p->modal;
}
