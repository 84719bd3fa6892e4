#include "ui/basket/baskets_pane.h"

#include "base/utf8.h"
#include "basket/mail_list.h"
#include "catalog/user_row.h"
#include "ui/basket/basket_doc.h"
#include "ui/basket/contact.h"
#include "ui/basket/recheck.h"
#include "ui/basket/watch.h"
#include "ui/kit/dialog.h"
#include "ui/kit/masked.h"
#include "ui/rows/export_menu.h"

/*
 * Exports the visible or marked baskets as a recovery list for a mail tool
 * (basket/mail_list.h): shows the counts, writes the file, and records the people as contacted
 * if the user wants that.
 */

enum { CONTACT_PAUSE_DAYS = 7 };

/* The list in its current state, and the rows it is made from. */
struct mail_list_job {
	struct console *c;
	bool *included; /* for each row: whether it is included */
	struct mail_source source;
	struct mail_list list;
};

static bool
is_row_included(void *ctx, size_t row)
{
	return ((const struct mail_list_job *)ctx)->included[row];
}

static bool
read_basket(void *ctx, size_t row, struct basket *b, struct arena *a)
{
	const struct baskets *list = ((const struct mail_list_job *)ctx)->c->baskets;
	struct err ignored;
	return baskets_read_basket(list, &list->rows.v[row], b, a, &ignored);
}

/* Chooses the marked rows, or all visible ones if none are marked. */
static void
choose_mail_rows(struct mail_list_job *k)
{
	const struct rows_pane *r = rows_pane_of(console_tab_pane(k->c, TAB_BASKETS));
	const struct baskets *b = k->c->baskets;
	k->included = x_new_array(bool, b->rows.n + 1);
	for (size_t i = 0; i < b->shown_rows.n; i++) {
		uint32_t row = b->shown_rows.v[i];
		k->included[row] = !r->marked_ids.n || rows_pane_is_marked(r, b->rows.v[row].id);
	}
}

static void
make_mail(struct mail_list_job *k, struct console *c)
{
	const struct mail_rules rules = { .contact_log = &c->contact_log,
		.consent_field = c->baskets->consent_field,
		.link_rules = &c->app->link_rules,
		.now = console_now(c),
		.pause_ms = CONTACT_PAUSE_DAYS * WHEN_DAY };
	*k = (struct mail_list_job){ .c = c };
	choose_mail_rows(k);
	k->source = (struct mail_source){ .rows = c->baskets->rows.v,
		.n = c->baskets->rows.n,
		.is_included = is_row_included,
		.read_basket = read_basket,
		.ctx = k };
	mail_list_build(&k->list, &k->source, &rules);
}

static void
free_mail(struct mail_list_job *k)
{
	mail_list_free(&k->list);
	x_free(k->included);
}

/* ---- the file ---- */

static void
write_mail(struct console *c, enum export_format format, struct buf *text, struct buf *said)
{
	const struct view view = { .resource = &mail_resource };
	const struct row_filter filter = { .ops = mail_resource.row_ops };
	struct cell_context cells = console_cell_context(c);
	struct placed_column columns[COLUMNS_MAX];
	struct arena numbers = { 0 };
	struct mail_list_job k;
	make_mail(&k, c);
	uint32_t *all = arena_array(&numbers, uint32_t, k.list.rows.n + 1);
	for (uint32_t i = 0; i < k.list.rows.n; i++)
		all[i] = i;
	const struct shown_rows rows = { .view = &view,
		.filter = &filter,
		.rows = k.list.rows.v,
		.total_count = k.list.rows.n,
		.row_numbers = all,
		.n = k.list.rows.n };
	size_t n = columns_place(columns, &view, NULL, 1 << 20, 0, 0);
	export_rows(text, &rows, columns, n, format, &cells);
	format_plural(said, k.list.rows.n, "person", "people");
	arena_free(&numbers);
	free_mail(&k);
}

static bool
on_file_name(struct console *c, struct str typed, struct err *err)
{
	struct buf said = { 0 };
	bool ok = export_to_file(c, typed, write_mail, &said, err);
	if (ok)
		console_show(
		    c, ROLE_TEXT, "Saved the list, but not recorded as sent: %s", buf_z(&said));
	buf_free(&said);
	return ok;
}

/* Records the contacts only after the file was written, since nothing was sent if that failed. */
static bool
on_file_name_and_record(struct console *c, struct str typed, struct err *err)
{
	struct buf said = { 0 };
	struct mail_list_job k;
	struct err noting;
	size_t noted;
	if (!export_to_file(c, typed, write_mail, &said, err)) {
		buf_free(&said);
		return false;
	}
	make_mail(&k, c);
	if (mail_list_record_sent(
		&k.list, &k.source, &c->contact_log, console_now(c), &noted, &noting))
		console_show(
		    c, ROLE_TEXT, "Saved the list and recorded it as sent: %s", buf_z(&said));
	else
		console_show(c, ROLE_BAD,
		    "Saved the list, but of %zu people only %zu were recorded as sent: %s",
		    k.list.rows.n, noted, noting.text);
	free_mail(&k);
	baskets_update_contacts(c->baskets);
	rows_pane_rebuild(rows_pane_of(console_tab_pane(c, TAB_BASKETS)));
	buf_free(&said);
	return true;
}

static void
on_mail_answered(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button >= 0)
		export_ask_file(c, "mail", export_names[EXPORT_CSV],
		    button == 1 ? on_file_name_and_record : on_file_name);
}

static void
ask_mail_export(struct console *c)
{
	const struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_BASKETS));
	struct mail_list_job k;
	struct buf words = { 0 }, out = { 0 };
	make_mail(&k, c);
	format_plural(&words, k.list.rows.n, "person", "people");
	buf_addz(&words, ", one row each, with the link of the newest open basket");
	rows_pane_append_unread(&words, r, ACT_EXPORT);
	buf_addz(&words, ". ");
	mail_list_append_exclusions(&out, &k.list);
	if (k.list.none_completed)
		buf_addz(&out, out.n ? ". " : "");
	mail_list_append_unknown_purchases(&out, &k.list);
	text_clean(&words, buf_str(&out), c->look.ascii_lines);
	if (k.list.rows.n)
		dialog_choose(c, "Mailing list", buf_z(&words), "Write", "Save and record as sent",
		    on_mail_answered, NULL);
	else
		console_show(c, ROLE_WARN, "No one is left to mail. %s", buf_z(&out));
	free_mail(&k);
	buf_free(&words);
	buf_free(&out);
}

static void
on_mail_reread(struct console *c, const char *const *ids, size_t n)
{
	(void)ids;
	(void)n;
	ask_mail_export(c);
}

/* Reloads the baskets in the list if they were read too long ago. Returns false if that is not
 * needed. */
static bool
reread_mail_baskets(struct console *c)
{
	struct mail_list_job k;
	VEC(char *) ids = { 0 };
	make_mail(&k, c);
	for (size_t i = 0; i < k.list.rows.n; i++)
		vec_push(&ids, str_dup(k.list.rows.v[i].basket_id));
	bool waits = recheck_baskets(c, (const char *const *)ids.v, ids.n, on_mail_reread);
	for (size_t i = 0; i < ids.n; i++)
		x_free(ids.v[i]);
	vec_free(&ids);
	free_mail(&k);
	return waits;
}

/* Shows how many baskets are included and excluded, and asks whether to write the list. */
static void
run_mail_list(struct pane *p)
{
	struct console *c = p->console;
	if (c->app->masked)
		console_show(c, ROLE_WARN, "%s", masked_why_not(c->app, MASKED_MAILING_LIST));
	else if (contact_log_reload(c) && !reread_mail_baskets(c))
		ask_mail_export(c);
}

/* The list's state when it was last checked for news. */
struct last_counts {
	bool failure_shown; /* the failure was already shown */
	bool loop_shown;    /* the cursor loop was already shown */
	size_t rows, pages;
	unsigned contact_version;
};

static struct baskets *
baskets_of_rows(const struct rows_pane *r)
{
	return r->pane.console->baskets;
}

/* Call after times or sent marks changed: rebuilds the detail. */
static void
baskets_pane_rebuild(struct pane *p)
{
	rows_pane_rebuild(rows_pane_of(p));
}

void
baskets_pane_on_estimated(struct pane *p)
{
	rows_pane_of(p)->empty_columns_known = false; /* a column may no longer be empty */
	baskets_pane_rebuild(p);
}

/* ---- rows ---- */

static struct shown_rows
baskets_source_rows(const struct rows_pane *r)
{
	return baskets_shown_rows(baskets_of_rows(r));
}

static bool
set_baskets_view(struct rows_pane *r, struct view *view, struct err *err)
{
	if (!view) {
		if (view_is_filtered(&baskets_of_rows(r)->view))
			baskets_search(baskets_of_rows(r));
		return true;
	}
	if (view->group_keys.n)
		return err_set(err, ERR_USAGE,
		    "Groups have their own pane: type :baskets ... group=%.*s",
		    STR_ARG(view->group_keys.v[0]));
	return baskets_set_view(baskets_of_rows(r), view, err);
}

static void
request_rows_of_pane(struct rows_pane *r, size_t rows)
{
	baskets_request_rows(baskets_of_rows(r), rows);
}

static void
describe_basket(const struct rows_pane *r, size_t at, struct doc *d)
{
	struct basket_doc_context context = basket_doc_context_now(r->pane.console);
	basket_doc(d, baskets_shown_row(baskets_of_rows(r), at), &context);
}

static bool
find_basket_target(const struct rows_pane *r, size_t at, struct row_target *out)
{
	const struct basket_row *row = baskets_shown_row(baskets_of_rows(r), at);
	*out = (struct row_target){ .link_kind = LINK_BASKET,
		.id = row->id,
		.name = row->id,
		.json = baskets_json(baskets_of_rows(r), row, NULL) };
	return true;
}

/* ---- news ---- */

/* Shows a read failure once. It goes into the list of messages, and must not be overwritten by
 * information. */
static void
show_failure_once(struct rows_pane *r)
{
	struct last_counts *last = r->kind_data;
	bool failed = baskets_of_rows(r)->state == BASKETS_FAILED;
	if (failed && !last->failure_shown) {
		struct buf words = { 0 };
		baskets_pane_append_failure(&r->pane, &words);
		console_log_message(
		    r->pane.console, ROLE_BAD, buf_str(&words), &baskets_of_rows(r)->err);
		console_clear_message(r->pane.console);
		buf_free(&words);
	}
	last->failure_shown = failed;
}

/* Adds a cursor loop to the list of messages, once; the status line shows it permanently. */
static void
show_cursor_loop(struct rows_pane *r)
{
	struct last_counts *last = r->kind_data;
	struct buf words = { 0 };
	bool loop_shown = baskets_append_cursor_loop(&words, baskets_of_rows(r));
	if (loop_shown && !last->loop_shown)
		console_show(r->pane.console, ROLE_WARN, "%s", buf_z(&words));
	last->loop_shown = loop_shown;
	buf_free(&words);
}

/* Appends "3 new baskets on top, 1 changed, 2 no longer listed". */
static void
append_refresh_result(struct buf *out, const struct baskets *list)
{
	if (list->new_row_count) {
		format_plural(out, list->new_row_count, "new basket", "new baskets");
		buf_addz(out, " on top");
	}
	if (list->changed_row_count)
		buf_addf(out, "%s%u changed", out->n ? ", " : "", list->changed_row_count);
	if (list->removed_row_count)
		buf_addf(out, "%s%u no longer listed", out->n ? ", " : "", list->removed_row_count);
	if (!out->n)
		buf_addz(out, "Nothing new");
}

static void
show_refresh_result(struct rows_pane *r)
{
	struct baskets *list = baskets_of_rows(r);
	struct buf words = { 0 };
	struct console *c = r->pane.console;
	if (!list->refreshed || list->state == BASKETS_READING)
		return;
	list->refreshed = false;
	if (watch_on_refresh(c)) {
		list->new_row_count = 0;
		return;
	}
	if (!list->new_row_count && !str_eqz(buf_str(&c->message_line), baskets_rereading_text))
		return; /* the refresh was not requested by the user, or another message is shown */
	append_refresh_result(&words, list);
	console_show(c, ROLE_TEXT, "%s", buf_z(&words));
	list->new_row_count = 0;
	buf_free(&words);
}

static void
show_changes(struct rows_pane *r)
{
	struct last_counts *last = r->kind_data;
	const struct baskets *list = baskets_of_rows(r);
	bool gone = r->selected_id.n && list->rows.n &&
	    !baskets_row(list, buf_str(&r->selected_id));
	if (last->rows != list->rows.n || last->pages != list->pages.n ||
	    last->contact_version != list->contact_version)
		r->empty_columns_known = false;
	last->contact_version = list->contact_version;
	last->rows = list->rows.n;
	last->pages = list->pages.n;
	show_refresh_result(r);
	if (gone) { /* otherwise the next key would act on a different basket */
		r->in_detail = false;
		console_show(r->pane.console, ROLE_WARN,
		    "That basket is no longer listed. The cursor is on the next one");
	}
	show_cursor_loop(r);
	show_failure_once(r);
}

void
baskets_pane_on_changed(struct pane *p)
{
	show_changes(rows_pane_of(p));
	rows_pane_restore_cursor(rows_pane_of(p));
	export_continue(rows_pane_of(p));
}

/* ---- the pane ---- */

static const char *
baskets_action_words(const struct pane *p, enum action a, struct buf *room)
{
	const struct rows_pane *r = rows_pane_of(p);
	if (a != ACT_SEND_MAIN || !r->marked_ids.n || r->in_detail)
		return NULL;
	buf_addz(room, "send ");
	format_plural(room, r->marked_ids.n, "marked link", "marked links");
	return buf_z(room);
}

static bool
cancel_baskets(struct pane *p)
{
	struct rows_pane *r = rows_pane_of(p);
	struct baskets *list = baskets_of_rows(r);
	if (baskets_stop(list)) {
		struct buf read = { 0 };
		format_count(&read, list->rows.n);
		console_show(p->console, ROLE_TEXT, "Stopped. %s read%s", buf_z(&read),
		    export_cancel(r) ? ", nothing exported" : "");
		buf_free(&read);
		baskets_pane_on_changed(p);
		return true;
	}
	if (!r->in_detail && list->state == BASKETS_FAILED) {
		list->state = BASKETS_IDLE; /* Esc dismisses the failure; the rows stay */
		return true;
	}
	return false;
}

static void
free_basket_counts(struct rows_pane *r)
{
	export_cancel(r);
	x_free(r->kind_data);
}

static const struct pane_action mail_list_action[] = { { ACT_MAIL_LIST, run_mail_list },
	{ ACT_NONE, NULL } };

static const struct rows_kind kind = {
	.command_pane = "baskets",
	.actions = { baskets_pane_actions, mail_list_action },
	.list_scope = SCOPE_BASKETS,
	.detail_scope = SCOPE_DETAIL,
	.write_title = baskets_pane_title,
	.why_unavailable = baskets_pane_why_not,
	.label_action = baskets_action_words,
	.write_status = baskets_pane_append_status,
	.cancel = cancel_baskets,
	.load_rows = show_changes,
	.describe_row = describe_basket,
	.write_headline = baskets_pane_append_headline,
	.describe_empty = baskets_pane_describe_empty,
	.get_target = find_basket_target,
	.close = free_basket_counts,
	.style_cell = baskets_pane_style_cell,
	.export_label = "mailing list, one row per person",
	.export_action = ACT_MAIL_LIST,
	.get_shown_rows = baskets_source_rows,
	.set_view = set_baskets_view,
	.request_rows = request_rows_of_pane,
	.has_unread = baskets_pane_has_unread,
	.default_order_text = "newest first",
	.noun = "basket",
	.newest_first_column = "created",
	.time_column = "age",
	.checks_drawn_text = true,
};

struct pane *
baskets_pane_new(struct console *c)
{
	return &rows_pane_new(c, &kind, view_find_resource("baskets"), x_new(struct last_counts))
		    ->pane;
}
