#include "ui/rows/empty.h"

#include "ui/kit/menu.h"

static void
show_suggestion(struct rows_pane *r, size_t which)
{
	struct view view;
	struct err err;
	suggestion_make_view(&view, rows_pane_shown_rows(r).view, &r->suggestions.best[which]);
	if (rows_pane_show_view(r, &view, true, &err))
		rows_pane_on_view_accepted(r);
	else
		console_show(r->pane.console, ROLE_WARN, "%s", err.text);
	view_free(&view);
}

/* The suggestions are still those of the menu: no read that ends while it is open reduces them. */
static void
on_suggestion_chosen(struct console *c, void *ctx, int value)
{
	struct rows_pane *r = rows_pane_of(console_top_pane(c));
	(void)ctx;
	if ((size_t)value < r->suggestions.n)
		show_suggestion(r, (size_t)value);
}

bool
suggestion_rows_show(struct rows_pane *r)
{
	size_t n = count_suggestions_shown(&r->suggestions);
	if (rows_pane_shown_rows(r).n || n == 0)
		return false;
	if (n == 1) {
		show_suggestion(r, 0);
		return true;
	}
	struct menu *m = menu_new(r->pane.console, "Nearest", false, on_suggestion_chosen, NULL);
	for (size_t i = 0; i < n; i++) {
		struct buf words = { 0 };
		append_suggestions(&words, &r->suggestions, i, 1);
		menu_add(m, (int)i, false, "%s", buf_z(&words));
		buf_free(&words);
	}
	menu_open(m);
	return true;
}

void
suggestion_rows_append_hint(const struct rows_pane *r, struct buf *out)
{
	struct buf key = { 0 };
	if (rows_pane_shown_rows(r).n || count_suggestions_shown(&r->suggestions) == 0)
		return;
	console_append_key_of(r->pane.console, &key, ACT_IN);
	/* The key comes first because the end may be cut. In a prompt, the first Enter closes
	 * the prompt. */
	buf_addf(out,
	    console_top_modal(r->pane.console) ? "Did you mean (%s twice): "
					       : "Did you mean (%s): ",
	    buf_z(&key));
	append_suggestions(out, &r->suggestions, 0, SUGGESTIONS_SHOWN_MAX);
	buf_free(&key);
}

void
suggestion_rows_describe_empty(const struct rows_pane *r, struct doc *d)
{
	struct buf words = { 0 };
	suggestion_rows_append_hint(r, &words);
	if (words.n)
		empty_add_reason(d, buf_str(&words));
	buf_free(&words);
}

enum { TEXT_X = 3, ACTION_X = 9 };

static void
begin_line(struct doc *d)
{
	doc_begin_line(d);
	doc_pad_to_column(d, TEXT_X);
}

void
empty_add_title(struct doc *d, const char *format, ...)
{
	struct buf words = { 0 };
	va_list args;
	va_start(args, format);
	buf_addv(&words, format, args);
	va_end(args);
	begin_line(d);
	doc_add_value(d, ROLE_LEAD, buf_str(&words));
	buf_free(&words);
}

void
empty_add_reason(struct doc *d, struct str words)
{
	begin_line(d);
	doc_add_value(d, ROLE_TEXT, words);
}

void
empty_add_why_failed(struct doc *d, const struct console *c)
{
	empty_add_reason(d,
	    c->linear ? STR("The reason is in the last message.")
		      : STR("The line below has the reason."));
}

void
empty_add_key(struct doc *d, const char *key, const char *does)
{
	begin_line(d);
	doc_printf(d, ROLE_LEAD, "%s ", key);
	doc_pad_to_column(d, ACTION_X);
	doc_add_value(d, ROLE_LABEL, str_of(does));
}

void
empty_add_action(struct doc *d, const struct console *c, enum action a, const char *does)
{
	struct buf key = { 0 };
	console_append_key_of(c, &key, a);
	if (key.n)
		empty_add_key(d, buf_z(&key), does);
	buf_free(&key);
}

bool
empty_add_no_service(struct doc *d, const struct console *c)
{
	if (client_has_address(c->client))
		return false;
	if (c->baskets->state == BASKETS_FAILED) {
		empty_add_title(d, "The demo's service did not start");
		empty_add_reason(d, str_of(c->baskets->err.text));
		empty_add_action(d, c, ACT_RETRY, "try again");
	} else {
		empty_add_title(d, "Waiting for the demo's service to start");
	}
	return true;
}
