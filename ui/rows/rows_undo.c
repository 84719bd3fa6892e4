/* Takes back the last small change in the pane. */
#include "base/utf8.h"
#include "ui/rows/rows_view.h"
#include "ui/rows/undo.h"

#include <string.h>

static void
append_part(struct buf *said, const char *words, struct str text)
{
	buf_addf(said, "%s%s", said->n ? ", " : "", words);
	buf_adds(said, text);
}

/* Describes what differs between the VIEW shown and the earlier one. */
static void
describe_view_change(struct buf *said, const struct view *now, const struct view *before)
{
	struct buf terms_now = { 0 }, terms = { 0 }, columns_now = { 0 }, columns = { 0 };
	view_write_terms(&terms_now, now);
	view_write_terms(&terms, before);
	view_write_columns(&columns_now, now);
	view_write_columns(&columns, before);
	if (!str_eq(buf_str(&terms_now), buf_str(&terms))) {
		append_part(
		    said, terms.n ? "filter " : "filter removed", str_trim(buf_str(&terms)));
		buf_addz(said, terms.n ? " back" : "");
	}
	if (!view_has_same_sort(now, before)) {
		bool own = before->sort_count > 0;
		append_part(said, own ? "sorted by " : "usual order back", before->sorts[0].column);
		buf_addz(said, own && before->sorts[0].descending ? ", descending" : "");
		for (size_t i = 1; i < before->sort_count; i++)
			buf_addf(said, ", then %.*s%s", STR_ARG(before->sorts[i].column),
			    before->sorts[i].descending ? ", descending" : "");
	}
	if (!str_eq(buf_str(&columns_now), buf_str(&columns)))
		append_part(said, "columns back", STR_NONE);
	buf_free(&terms_now);
	buf_free(&terms);
	buf_free(&columns_now);
	buf_free(&columns);
}

/* The line starts with the name of the resource whose terms it has. */
static bool
parse_line(struct view *view, const struct rows_pane *r, struct str line)
{
	const struct view_resource *resource = rows_pane_shown_rows(r).view->term_resource;
	struct err err;
	return str_starts(line, str_of(resource->name)) &&
	    view_parse_terms(view, resource, str_sub(line, strlen(resource->name), line.n), &err);
}

static bool
take_back_view(struct rows_pane *r, const struct undo_step *step, struct buf *said)
{
	struct view view;
	if (!parse_line(&view, r, buf_str(&step->text)))
		return false;
	describe_view_change(said, rows_pane_shown_rows(r).view, &view);
	bool columns = str_find(buf_str(said), STR("columns back")) != SIZE_MAX;
	if (columns)
		view_free(&r->saved_view); /* or the columns would be applied again */
	if (!said->n) {
		view_free(&view);
		return false;
	}
	if (!rows_view_apply(r, &view))
		return false;
	if (columns)
		rows_view_save_columns(r);
	rows_pane_on_view_accepted(r);
	return true;
}

static void
append_marks(struct buf *said, size_t n, const char *what)
{
	buf_addf(said, "%zu mark%s %s", n, n == 1 ? "" : "s", what);
}

static void
take_back_marks(struct rows_pane *r, const struct undo_step *step, struct buf *said)
{
	size_t before = r->marked_ids.n;
	struct str rest = buf_str(&step->text), id;
	while (r->marked_ids.n)
		x_free(r->marked_ids.v[--r->marked_ids.n]);
	while (rest.n && str_next(&rest, '\0', &id)) {
		char *own = str_dup(id);
		vec_push(&r->marked_ids, own);
	}
	buf_reset(&r->range_start_id);
	if (r->marked_ids.n)
		append_marks(said, r->marked_ids.n, "back");
	else
		append_marks(said, before, "removed");
}

static void
take_back_mark(struct rows_pane *r, const struct undo_step *step, struct buf *said)
{
	rows_mark_toggle(r, buf_str(&step->text));
	append_marks(said, 1, rows_pane_is_marked(r, buf_str(&step->text)) ? "back" : "removed");
	rows_pane_select(r, buf_str(&step->text));
}

static bool
take_back(struct rows_pane *r, const struct undo_step *step)
{
	struct buf said = { 0 }, clean = { 0 };
	bool ok = true;
	if (step->kind == UNDO_CHANGE)
		return step->change.take_back(r, step->change.ctx);
	if (step->kind == UNDO_VIEW)
		ok = take_back_view(r, step, &said);
	else if (step->kind == UNDO_ONE_MARK)
		take_back_mark(r, step, &said);
	else
		take_back_marks(r, step, &said);
	text_clean(&clean, buf_str(&said), r->pane.console->look.ascii_lines);
	if (ok)
		console_show(r->pane.console, ROLE_TEXT, "Undone: %s", buf_z(&clean));
	buf_free(&said);
	buf_free(&clean);
	return ok;
}

void
rows_run_undo(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct undo_step step;
	bool done = false;
	while (!done && undo_pop(r, &step)) {
		done = take_back(r, &step);
		undo_step_free(&step);
	}
	if (!done)
		console_show(p->console, ROLE_TEXT, "Nothing to undo here");
}
