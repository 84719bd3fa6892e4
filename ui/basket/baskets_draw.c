#include "base/utf8.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/watch.h"
#include "ui/rows/empty.h"

/* "Mara Ellison · left 18 min ago": the title of the detail, for the row that the detail shows. */
void
baskets_pane_append_headline(const struct rows_pane *r, size_t at, struct buf *out)
{
	const struct console *c = r->pane.console;
	const struct basket_row *row = baskets_shown_row(c->baskets, at);
	struct buf who = { 0 }, age = { 0 };
	if (!row)
		return;
	struct buf clean = { 0 };
	basket_row_write_customer(&who, row);
	if (text_is_suspicious(text_clean(&clean, buf_str(&who), c->look.ascii_lines), false))
		buf_addz(out, "! ");
	buf_adds(out, buf_str(&clean));
	buf_free(&clean);
	if (row->created != WHEN_NONE) {
		when_write_age(&age, console_now(c), row->created);
		buf_addz(out, c->look.ascii_lines ? "  " : " \xC2\xB7 ");
		buf_addz(out, str_eqz(buf_str(&age), "now") ? "just now" : buf_z(&age));
		buf_addz(out,
		    str_eqz(buf_str(&age), "now") || row->created > console_now(c) ? "" : " ago");
	}
	buf_free(&who);
	buf_free(&age);
}

/* True if another visible row has the same name but a different e-mail. */
static bool
is_namesake(const struct rows_pane *r, const struct basket_row *row)
{
	const struct baskets *list = r->pane.console->baskets;
	for (size_t i = 0; i < r->pos.visible_rows; i++) {
		const struct basket_row *other = baskets_shown_row(
		    list, r->pos.first_visible_row + i);
		if (other && other != row && row->name.n && str_eq(other->name, row->name) &&
		    !str_eq_nocase(other->email, row->email))
			return true;
	}
	return false;
}

/* True if the whole row is dim, or a cell of it. */
static bool
is_dim(const struct rows_pane *r, const struct basket_row *row, struct str column)
{
	bool anonymous = !row->name.n && !row->company.n && !row->email.n && !row->sub.n;
	bool old = row->created <= console_now(r->pane.console) - WHEN_DAY;
	return row->completed || row->later_purchase == PURCHASE_CERTAIN ||
	    row->contact_status == CONTACT_UNWANTED || (anonymous && str_eqz(column, "person")) ||
	    (old && str_eqz(column, "age"));
}

/* "sent", "new", "completed?" or "bought", at the right end of the customer. */
static const char *
find_note(const struct console *c, const struct basket_row *row)
{
	const char *word = basket_row_status_word(row);
	return *word ? word : watch_is_marked(c, row->id) ? "new" : NULL;
}

/* People with the same name are distinguished by their e-mail. */
void
baskets_pane_style_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style)
{
	const struct console *c = r->pane.console;
	const struct basket_row *row = of;
	struct str id = str_of(column ? column->id : NULL);
	if (is_dim(r, row, id))
		style->role = ROLE_LABEL;
	if (!str_eqz(id, "person"))
		return;
	if (is_namesake(r, row)) {
		buf_addz(text, "  ");
		text_clean(text, row->email, console_cell_context(c).ascii);
	}
	style->right_text = find_note(c, row);
}

static void
describe_no_match_in_baskets(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct baskets *list = c->baskets;
	bool whole = baskets_at_end(list);
	struct buf terms = { 0 }, count = { 0 };
	view_write_terms(&terms, &list->view);
	text_clean(&count, buf_str(&terms), d->ascii);
	buf_addz(&count, "\" in ");
	format_plural(&count, list->rows.n, "basket", "baskets");
	if (!list->searching)
		empty_add_title(d, "No match for \"%s%s", buf_z(&count),
		    baskets_has_all_requested(list) ? ""
			: whole                     ? " read; the service sent the same page twice"
						    : " read so far");
	buf_free(&terms);
	buf_free(&count);
	suggestion_rows_describe_empty(r, d);
	if (c->baskets->searching)
		return;
	if (!whole)
		empty_add_action(d, c, ACT_OLDER, "read older baskets");
	if (!console_top_modal(c))
		empty_add_action(d, c, ACT_FILTER, "edit the filter");
	empty_add_key(d, "Esc", "clear the filter; / then Up brings it back");
}

static void
describe_no_baskets(const struct console *c, struct doc *d)
{
	const struct baskets *list = c->baskets;
	struct buf since = { 0 }, when = { 0 };
	if (list->created_after != WHEN_NONE) {
		buf_addz(&since, " since ");
		format_day(&since, list->created_after, c->time_style == TIME_UTC);
	}
	buf_addz(&when, "The service responded at ");
	format_time_of_day(&when, list->read_at, c->time_style == TIME_UTC);
	buf_addc(&when, '.');
	empty_add_title(d, "No abandoned baskets%s", buf_z(&since));
	empty_add_reason(d, buf_str(&when));
	if (list->created_after != WHEN_NONE)
		empty_add_key(d, ": since=30d", "show older baskets");
	buf_free(&since);
	buf_free(&when);
}

/* Explains why there are no rows and what to do; appends nothing while the first page is being
 * read. */
void
baskets_pane_describe_empty(const struct rows_pane *r, struct doc *d)
{
	const struct console *c = r->pane.console;
	const struct baskets *list = c->baskets;
	if (list->rows.n)
		describe_no_match_in_baskets(r, d);
	else if (list->state == BASKETS_FAILED)
		empty_add_failure(
		    d, c, "Could not read the baskets", &list->err, list->attempt_count);
	else if (list->state == BASKETS_IDLE && list->read_at != WHEN_NONE)
		describe_no_baskets(c, d);
	else if (empty_add_no_service(d, c))
		return;
	else if (list->state == BASKETS_READING)
		empty_add_reading(d, c, "baskets", list->requested_at);
	else {
		empty_add_title(d, "Not read yet");
		empty_add_action(d, c, ACT_REFRESH, "read the baskets");
	}
}

/* The problem is shown only if reading failed; otherwise more rows are read when they are needed.
 */
bool
baskets_pane_has_unread(const struct rows_pane *r, struct buf *problem)
{
	const struct console *c = r->pane.console;
	struct buf key = { 0 };
	if (c->baskets->state == BASKETS_FAILED && c->baskets->rows.n) {
		console_append_key_of(c, &key, ACT_RETRY);
		buf_addf(problem, "could not read %s baskets",
		    c->baskets->refreshing ? "newer" : "older");
		if (c->baskets->err.http_status)
			buf_addf(problem, " (%d)", c->baskets->err.http_status);
		buf_addf(problem, ". %s tries again", buf_z(&key));
	}
	buf_free(&key);
	return !baskets_at_end(c->baskets);
}
