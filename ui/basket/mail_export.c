#include "ui/basket/mail_export.h"

#include "base/utf8.h"
#include "basket/mail_list.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/contact.h"
#include "ui/basket/recheck.h"
#include "ui/kit/dialog.h"
#include "ui/rows/export_menu.h"

enum { CONTACT_PAUSE_DAYS = 7 };

/* The list in its current state, and the rows it is made from. */
struct mail_making {
	struct console *c;
	bool *wanted; /* for each row: whether it is included */
	struct mail_source from;
	struct mail_list list;
};

static bool
is_wanted(void *ctx, size_t row)
{
	return ((const struct mail_making *)ctx)->wanted[row];
}

static bool
read_basket(void *ctx, size_t row, struct basket *b, struct arena *a)
{
	const struct baskets *list = ((const struct mail_making *)ctx)->c->baskets;
	struct err ignored;
	return baskets_read(list, &list->rows.v[row], b, a, &ignored);
}

/* Chooses the marked rows, or all visible ones if none are marked. */
static void
choose_rows(struct mail_making *k)
{
	const struct rows_pane *r = rows_pane_of(console_tab(k->c, TAB_BASKETS));
	const struct baskets *b = k->c->baskets;
	k->wanted = x_new_array(bool, b->rows.n + 1);
	for (size_t i = 0; i < b->shown.n; i++) {
		uint32_t row = b->shown.v[i];
		k->wanted[row] = !r->marks.n || rows_pane_is_marked(r, b->rows.v[row].id);
	}
}

static void
make_mail(struct mail_making *k, struct console *c)
{
	const struct mail_rules rules = { .contact_log = &c->contact_log,
		.consent_field = c->baskets->consent_field,
		.links = &c->app->links,
		.now = console_now(c),
		.pause = CONTACT_PAUSE_DAYS * WHEN_DAY };
	*k = (struct mail_making){ .c = c };
	choose_rows(k);
	k->from = (struct mail_source){ .rows = c->baskets->rows.v,
		.n = c->baskets->rows.n,
		.wanted = is_wanted,
		.read = read_basket,
		.ctx = k };
	mail_list_build(&k->list, &k->from, &rules);
}

static void
free_mail(struct mail_making *k)
{
	mail_list_free(&k->list);
	x_free(k->wanted);
}

/* ---- the file ---- */

static void
write_mail(struct console *c, enum export_format format, struct buf *text, struct buf *said)
{
	const struct view view = { .resource = &mail_resource };
	const struct row_filter filter = { .ops = mail_resource.rows };
	struct cell_context cells = console_cells(c);
	struct placed_column columns[COLUMNS_MAX];
	struct arena numbers = { 0 };
	struct mail_making k;
	make_mail(&k, c);
	uint32_t *all = arena_array(&numbers, uint32_t, k.list.rows.n + 1);
	for (uint32_t i = 0; i < k.list.rows.n; i++)
		all[i] = i;
	const struct shown_rows rows = { .view = &view,
		.filter = &filter,
		.rows = k.list.rows.v,
		.total = k.list.rows.n,
		.numbers = all,
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
	struct mail_making k;
	struct err noting;
	size_t noted;
	if (!export_to_file(c, typed, write_mail, &said, err)) {
		buf_free(&said);
		return false;
	}
	make_mail(&k, c);
	if (mail_list_record_sent(
		&k.list, &k.from, &c->contact_log, console_now(c), &noted, &noting))
		console_show(
		    c, ROLE_TEXT, "Saved the list and recorded it as sent: %s", buf_z(&said));
	else
		console_show(c, ROLE_BAD,
		    "Saved the list, but only some were recorded as sent (of %zu people, %zu): %s",
		    k.list.rows.n, noted, noting.text);
	free_mail(&k);
	baskets_update_contacts(c->baskets);
	rows_pane_rebuild(rows_pane_of(console_tab(c, TAB_BASKETS)));
	buf_free(&said);
	return true;
}

static void
answer_mail(struct console *c, void *ctx, int button)
{
	(void)ctx;
	if (button >= 0)
		export_ask_file(
		    c, "mail", EXPORT_CSV, button == 1 ? on_file_name_and_record : on_file_name);
}

static void
ask_mail(struct console *c)
{
	const struct rows_pane *r = rows_pane_of(console_tab(c, TAB_BASKETS));
	struct mail_making k;
	struct buf words = { 0 }, out = { 0 };
	make_mail(&k, c);
	format_plural(&words, k.list.rows.n, "person", "people");
	buf_addz(&words, ", each once, with the link of the newest open basket");
	const char *unread = baskets_pane_unread(r, ACT_EXPORT);
	buf_addf(&words, "%s. ", unread ? unread : "");
	mail_list_append_left_out(&out, &k.list);
	if (k.list.none_completed)
		buf_addz(&out, out.n ? ". " : "");
	mail_list_append_unknown_purchases(&out, &k.list);
	text_clean(&words, buf_str(&out), c->look.ascii_lines);
	if (k.list.rows.n)
		dialog_choose(c, "Mailing list", buf_z(&words), "Write", "Save and record as sent",
		    answer_mail, NULL);
	else
		console_show(c, ROLE_WARN, "No one is left to mail. %s", buf_z(&out));
	free_mail(&k);
	buf_free(&words);
	buf_free(&out);
}

static void
ask_mail_reread(struct console *c, const char *const *ids, size_t n)
{
	(void)ids;
	(void)n;
	ask_mail(c);
}

/* Reloads the baskets in the list if they were read too long ago. Returns false if that is not
 * needed. */
static bool
reread_mail(struct console *c)
{
	struct mail_making k;
	VEC(char *) ids = { 0 };
	make_mail(&k, c);
	for (size_t i = 0; i < k.list.rows.n; i++)
		vec_push(&ids, str_dup(k.list.rows.v[i].basket));
	bool waits = recheck_many(c, (const char *const *)ids.v, ids.n, ask_mail_reread);
	for (size_t i = 0; i < ids.n; i++)
		x_free(ids.v[i]);
	vec_free(&ids);
	free_mail(&k);
	return waits;
}

void
mail_export_open(struct rows_pane *r)
{
	struct console *c = r->pane.console;
	if (c->app->masked)
		console_show(c, ROLE_WARN,
		    "People are masked, so there is no mailing list. :mask off shows them");
	else if (contact_log_reload(c) && !reread_mail(c))
		ask_mail(c);
}
