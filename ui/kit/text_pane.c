#include "ui/kit/text_pane.h"

#include "base/utf8.h"
#include "list/doc.h"
#include "model/format.h"
#include "ui/kit/prompt.h"
#include "ui/kit/send.h"
#include "wire/json_lex.h"

/* CURSOR_CELLS: for the mark of the cursor's line. A text of more than LONG_TEXT_SIZE bytes is cut
 * until it is asked for. */
enum { CURSOR_CELLS = 3, LONG_TEXT_SIZE = 600, CUT_TEXT_SIZE = 200 };

static bool
comma_follows(const struct json_lex *w)
{
	return str_starts(str_trim(str_sub(w->text, w->offset, 64)), STR(","));
}

static void
add_cut_text(struct doc *d, struct str text)
{
	struct buf words = { 0 };
	size_t n = CUT_TEXT_SIZE;
	while (n && ((unsigned char)text.p[n] & 0xC0) == 0x80) /* within a character */
		n--;
	format_plural(&words, text.n - n, "byte", "bytes");
	doc_add_value(d, ROLE_TEXT, str_sub(text, 0, n));
	doc_printf(d, ROLE_LABEL, " \xE2\x80\xA6 +%s, Enter shows them", buf_z(&words));
	buf_free(&words);
}

/* Appends the JSON as sent, indented; names, numbers and texts stay byte for byte. Returns true if a
 * text was cut. */
static bool
json_add_to_doc(struct doc *d, struct str json, bool is_whole)
{
	struct json_lex w;
	struct json_lex_token t;
	bool has_cut = false;
	doc_clear(d);
	json_lex_start(&w, json);
	while (json_lex_next(&w, &t)) {
		doc_begin_line(d);
		size_t first = d->lines.n - 1;
		d->lines.v[first].is_foldable = t.kind == JSON_LEX_OPEN;
		doc_printf(d, ROLE_TEXT, "%*s", CURSOR_CELLS + 2 * t.depth, "");
		if (t.name.n) {
			doc_add_text(d, ROLE_REFERENCE, t.name);
			doc_printf(d, ROLE_LABEL, ": ");
		}
		bool cuts = !is_whole && t.kind == JSON_LEX_VALUE && t.text.n > LONG_TEXT_SIZE;
		has_cut = has_cut || cuts;
		if (cuts)
			add_cut_text(d, t.text);
		else if (t.kind == JSON_LEX_VALUE)
			doc_add_value(d, ROLE_TEXT, t.text);
		else
			doc_printf(d, ROLE_LABEL, "%.*s", STR_ARG(t.text));
		if (comma_follows(&w))
			doc_printf(d, ROLE_LABEL, ",");
		for (size_t i = first; i < d->lines.n; i++) /* a long value wraps */
			d->lines.v[i].fold_level = t.depth;
	}
	return has_cut;
}

struct text_pane {
	struct pane pane;
	char *title;
	enum scope scope;
	struct textview view;
	bool shows_messages;
	const struct text_source *source; /* NULL if it does not show a row's source */
	struct pane *source_pane;         /* the pane with that row */
	bool has_cut_text;                /* a long text of the source is cut */
	text_write_fn *write_text;        /* rebuilds the text; NULL: never rebuilt */
};

static struct text_pane *
text_pane_of(const struct pane *p)
{
	return (struct text_pane *)(uintptr_t)p;
}

static enum scope
text_scope(const struct pane *p)
{
	return text_pane_of(p)->scope;
}

/* Rebuilds the text and keeps the selection. */
static void
rewrite_doc(struct text_pane *t)
{
	struct textview *v = &t->view;
	size_t link = v->selected_link, here = v->search_line;
	doc_clear(&v->doc);
	v->doc.ascii = t->pane.console->look.ascii_lines;
	v->doc.hides_private = t->pane.console->presenting;
	v->doc.frame = t->pane.console->look.frame;
	t->write_text(&v->doc, t->pane.console);
	doc_reflow(&v->doc);
	textview_on_built(v);
	if (link < v->doc.pieces.n && v->doc.pieces.v[link].target_number)
		v->selected_link = link;
	v->search_line = here;
}

static void
on_text_pane_changed(struct pane *p)
{
	struct text_pane *t = text_pane_of(p);
	if (t->write_text)
		rewrite_doc(t);
}

static void
arrange_text(struct pane *p, const struct layout *layout)
{
	struct textview *v = &text_pane_of(p)->view;
	if (text_pane_of(p)->write_text && v->doc.width != layout->body.w) {
		v->doc.width = layout->body.w;
		rewrite_doc(text_pane_of(p));
	}
	textview_arrange(v, layout->body.h);
	if (v->focused && v->selected_link == SIZE_MAX) /* the visible lines are known only now */
		textview_select_first_link(v);
}

static void
draw_text(const struct pane *p, const struct surface *screen, const struct layout *layout)
{
	const struct rect *r = &layout->body;
	struct surface body = surface_part(screen, r->y, r->x, r->h, r->w);
	textview_draw(&text_pane_of(p)->view, &body);
}

static const char *
why_not_in_text(const struct pane *p, enum action a)
{
	const struct text_pane *t = text_pane_of(p);
	if (a == ACT_IN && t->has_cut_text)
		return NULL;
	if (a == ACT_IN && !textview_selected_target(&t->view))
		return "Nothing to open on this line";
	if (a == ACT_SEND_MAIN && t->write_text)
		return "Nothing here to send";
	if ((a == ACT_NEXT_MATCH || a == ACT_PREV_MATCH) && t->view.last_search.n == 0)
		return "No search yet. / starts one";
	if (a == ACT_SEND_MAIN && textview_selected_section_target(&t->view) && !t->source)
		return NULL;
	if (a == ACT_SEND_MAIN && textview_has_links(&t->view))
		return "This message has no request id";
	if (a == ACT_SEND_MAIN && t->shows_messages)
		return "No message has a request id";
	if ((a == ACT_FOLD || a == ACT_FOLD_ALL || a == ACT_NEXT_SIBLING || a == ACT_PREV_SIBLING ||
		a == ACT_SEND_MAIN) &&
	    !t->source)
		return "Works in the source of an item";
	return NULL;
}

static const char *
text_action_words(const struct pane *p, enum action a, struct buf *room)
{
	(void)room;
	if (a == ACT_IN && text_pane_of(p)->has_cut_text)
		return "whole texts";
	if (a != ACT_SEND_MAIN)
		return NULL;
	return text_pane_of(p)->source ? "send JSON" : "send request id";
}

/* "1 error  2 warnings  of 12 messages", the errors and warnings in their colours. */
static void
append_message_counts(const struct console *c, struct title *out)
{
	static const struct {
		enum role role;
		const char *one, *many;
	} kinds[] = { { ROLE_BAD, "error", "errors" }, { ROLE_WARN, "warning", "warnings" } };
	for (size_t k = 0; k < sizeof(kinds) / sizeof(*kinds); k++) {
		size_t n = 0, start = out->counts.n;
		for (size_t i = 0; i < c->messages.n; i++)
			n += c->messages.v[i].role == kinds[k].role;
		if (!n)
			continue;
		format_plural(&out->counts, n, kinds[k].one, kinds[k].many);
		title_add_accent(out, start, kinds[k].role);
		buf_addz(&out->counts, "  ");
	}
	buf_addz(&out->counts, out->counts.n ? "of " : "");
	format_plural(&out->counts, c->messages.n, "message", "messages");
}

static void
write_title(const struct pane *p, struct title *out)
{
	const struct text_pane *t = text_pane_of(p);
	const struct list *l = &t->view.list;
	size_t last = l->first_visible_row + l->visible_rows < l->count
	    ? l->first_visible_row + l->visible_rows
	    : l->count;
	struct str title = str_of(t->title);
	size_t comma = t->shows_messages ? str_find(title, STR(", ")) : SIZE_MAX;
	buf_adds(&out->breadcrumb, str_sub(title, 0, comma));
	if (comma != SIZE_MAX)
		buf_adds(&out->terms, str_sub(title, comma + 2, title.n));
	if (t->shows_messages)
		append_message_counts(p->console, out);
	if (l->visible_rows && l->count > l->visible_rows)
		buf_addf(&out->counts, "%slines %zu to %zu of %zu", out->counts.n ? " \xC2\xB7 " : "",
		    l->first_visible_row + 1, last, l->count);
}

static bool
cancel_text(struct pane *p)
{
	struct text_pane *t = text_pane_of(p);
	if (t->view.last_search.n == 0)
		return false;
	buf_reset(&t->view.last_search);
	return true;
}

static void
close_pane(struct pane *p)
{
	struct text_pane *t = text_pane_of(p);
	textview_free(&t->view);
	x_free(t->title);
	x_free(t);
}

static void
run_out(struct pane *p)
{
	console_pop_pane(p->console);
}

static struct textview *
textview_of(struct pane *p)
{
	return (struct textview *)(uintptr_t)p->ops->get_textview(p);
}

void
text_run_search(struct pane *p)
{
	console_push_modal(p->console, prompt_search_new(p->console, textview_of(p)));
}

void
text_go_to_match(struct pane *p, struct textview *t)
{
	if (!textview_search(t, STR_NONE, p->running_action == ACT_NEXT_MATCH ? 1 : -1) &&
	    t->last_search.n)
		prompt_show_not_found(p->console, buf_str(&t->last_search));
}

void
text_run_match(struct pane *p)
{
	text_go_to_match(p, textview_of(p));
}

void
text_run_view_action(struct pane *p)
{
	textview_handle_action(textview_of(p), p->running_action);
}

/* Shows the JSON of the row; with `by`, of the next or previous row. */
static void
show_source(struct text_pane *t, int by, bool is_whole)
{
	struct buf title = { 0 }, name = { 0 };
	struct str json;
	if ((!by || t->source->move_row(t->source_pane, by)) &&
	    t->source->read(t->source_pane, &name, &json)) {
		x_free(t->title);
		buf_addz(&title, t->pane.console->app->masked ? "Masked source of " : "Source of ");
		text_clean(&title, buf_str(&name), false);
		t->title = buf_detach(&title);
		t->has_cut_text = json_add_to_doc(&t->view.doc, json, is_whole);
		t->view.list.cursor = t->view.list.first_visible_row = 0;
		textview_on_built(&t->view);
	}
	buf_free(&name);
}

static void
run_sibling(struct pane *p)
{
	show_source(text_pane_of(p), p->running_action == ACT_NEXT_SIBLING ? 1 : -1, false);
}

static void
show_whole_texts(struct pane *p)
{
	struct text_pane *t = text_pane_of(p);
	size_t cursor = t->view.list.cursor, first = t->view.list.first_visible_row;
	show_source(t, 0, true);
	t->view.list.cursor = cursor;
	t->view.list.first_visible_row = first;
}

/* A search is in the whole texts. */
static void
run_search_text(struct pane *p)
{
	if (text_pane_of(p)->has_cut_text)
		show_whole_texts(p);
	text_run_search(p);
}

static void
run_send_text(struct pane *p)
{
	const struct text_pane *t = text_pane_of(p);
	struct buf name = { 0 };
	struct str json;
	if (!t->source)
		send_text(
		    p->console, textview_selected_section_target(&t->view)->path, "the request id");
	else if (t->source->read(t->source_pane, &name, &json))
		send_text(p->console, json, send_json_name(p->console));
	buf_free(&name);
}

static const struct pane_action actions[] = {
	{ ACT_FOLD, text_run_view_action },
	{ ACT_FOLD_ALL, text_run_view_action },
	{ ACT_IN, show_whole_texts },
	{ ACT_FILTER, run_search_text },
	{ ACT_NEXT_MATCH, text_run_match },
	{ ACT_PREV_MATCH, text_run_match },
	{ ACT_NEXT_SIBLING, run_sibling },
	{ ACT_PREV_SIBLING, run_sibling },
	{ ACT_OUT, run_out },
	{ ACT_SEND_MAIN, run_send_text },
	{ ACT_NONE, NULL },
};

const struct pane_action text_move_actions[] = {
	{ ACT_DOWN, text_run_view_action },
	{ ACT_UP, text_run_view_action },
	{ ACT_PAGE_DOWN, text_run_view_action },
	{ ACT_PAGE_UP, text_run_view_action },
	{ ACT_HALF_DOWN, text_run_view_action },
	{ ACT_HALF_UP, text_run_view_action },
	{ ACT_TOP, text_run_view_action },
	{ ACT_BOTTOM, text_run_view_action },
	{ ACT_NONE, NULL },
};

static const struct textview *
text_shown(const struct pane *p)
{
	return &((const struct text_pane *)p)->view;
}

static const struct pane_ops ops = {
	.get_scope = text_scope,
	.arrange = arrange_text,
	.draw = draw_text,
	.why_unavailable = why_not_in_text,
	.label_action = text_action_words,
	.write_title = write_title,
	.cancel = cancel_text,
	.on_changed = on_text_pane_changed,
	.get_textview = text_shown,
	.close = close_pane,
};

bool
is_text_pane(const struct pane *p)
{
	return p->ops == &ops;
}

struct pane *
text_pane_new(struct console *c, const char *name, enum scope in)
{
	struct text_pane *t = x_new(struct text_pane);
	int width = c->layout.body.w;
	*t = (struct text_pane){
		.pane = { .ops = &ops, .console = c, .actions = { actions, text_move_actions } },
		.title = x_strdup(name),
		.scope = in,
	};
	t->view.doc.ascii = c->look.ascii_lines;
	t->view.doc.hides_private = c->presenting;
	t->view.doc.width = width ? width : 80;
	return &t->pane;
}

void
text_pane_mark_as_messages(struct pane *p)
{
	struct text_pane *t = text_pane_of(p);
	t->shows_messages = t->view.has_cursor = t->view.marks_cursor = true;
}

void
text_pane_rebuild_on_change(struct pane *p, text_write_fn *write)
{
	text_pane_of(p)->write_text = write;
	rewrite_doc(text_pane_of(p));
}

struct textview *
text_pane_view(struct pane *p)
{
	return &text_pane_of(p)->view;
}

void
text_pane_on_filled(struct pane *p)
{
	textview_on_built(&text_pane_of(p)->view);
}

struct pane *
source_pane_new(const struct text_source *source, struct pane *of)
{
	struct pane *p = text_pane_new(of->console, "", SCOPE_SOURCE);
	struct text_pane *t = text_pane_of(p);
	t->view.has_cursor = t->view.marks_cursor = true;
	t->source = source;
	t->source_pane = of;
	show_source(t, 0, false);
	return p;
}
