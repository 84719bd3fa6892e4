#include "ui/basket/send_menu.h"

#include "base/utf8.h"
#include "list/export.h"
#include "ui/basket/baskets_pane.h"
#include "ui/kit/ids.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"
#include "ui/rows/send_cells.h"

/* The texts of a row that can be sent. Each function appends its text unchanged and uncleaned. */
static void
write_email(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->email);
}

static void
write_name(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->name);
}

static void
write_company(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->company);
}

static void
write_subject(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->sub);
}

static void
write_id(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->id);
}

static void
write_start_page(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, basket_row_origin(row)->start_page);
}

static void
write_json(struct buf *out, struct console *c, const struct basket_row *row)
{
	buf_adds(out, baskets_json(c->baskets, row, NULL));
}

static void
write_curl(struct buf *out, struct console *c, const struct basket_row *row)
{
	const struct list_query page = { .limit = 50, .changed_after = c->baskets->created_after };
	(void)row;
	list_append_curl(out, c->client, ENDPOINT_BASKETS, &page);
}

static void
write_row(struct buf *out, struct console *c, const struct basket_row *row)
{
	const struct cell_context cells = console_cell_context(c);
	export_row(out, basket_columns, row, &cells);
}

static void
write_view(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)row;
	view_write(out, &c->baskets->view);
}

enum { SEND_MENU_VALUE_CELLS = 44, LABEL_CELLS = 16, ONE_CELL = 100 };

static const struct {
	const char *label, *noun_phrase; /* NULL: the names for JSON */
	void (*write)(struct buf *out, struct console *c, const struct basket_row *row);
	bool is_personal; /* shown in the menu; refused if it contains misleading characters */
	bool is_of_list;  /* the same for every row */
} choices[] = {
	{ "e-mail address", "the e-mail", write_email, .is_personal = true },
	{ "name", "the name", write_name, .is_personal = true },
	{ "company", "the company", write_company, .is_personal = true },
	{ "external id", "the external id", write_subject, .is_personal = true },
	{ "basket id", "the basket id", write_id, .is_personal = true },
	{ "start page", "the start page", write_start_page, .is_personal = true },
	{ NULL, NULL, write_json, .is_personal = false },
	{ "the request as curl, with $BACKROOM_TOKEN", "the request as curl", write_curl,
	    .is_of_list = true },
	{ "this row, tab-separated", "the row", write_row, .is_personal = false },
	{ "this view as a VIEW line", "the VIEW line", write_view, .is_of_list = true },
};

/* The marked rows, or in a detail and without marks the selected one. */
static void
copy_rows_to_send(struct ids *ids, const struct rows_pane *r)
{
	char *selected = str_dup(buf_str(&r->selected_id));
	const char *const one[] = { selected };
	if (r->marked_ids.n && !r->in_detail)
		ids_copy(ids, (const char *const *)r->marked_ids.v, r->marked_ids.n);
	else
		ids_copy(ids, one, 1);
	x_free(selected);
}

/* Appends the text of each row on its own line. Returns the number of rows that have it. Sets
 * *suspicious if a text has misleading characters. */
static size_t
write_chosen_texts(
    struct buf *out, struct console *c, int choice, const struct ids *ids, bool *suspicious)
{
	size_t written = 0;
	struct buf text = { 0 }, clean = { 0 };
	*suspicious = false;
	for (size_t i = 0; i < ids->n; i++) {
		const struct basket_row *row = baskets_row(c->baskets, str_of(ids->v[i]));
		buf_reset(&text);
		if (row)
			choices[choice].write(&text, c, row);
		if (!text.n)
			continue;
		buf_addz(out, written ? "\n" : "");
		buf_adds(out, buf_str(&text));
		buf_reset(&clean);
		if (text_is_suspicious(text_clean(&clean, buf_str(&text), false), true))
			*suspicious = true;
		written++;
	}
	buf_wipe(&text);
	buf_wipe(&clean);
	return written;
}

static void
on_basket_text_chosen(struct console *c, void *ctx, int value)
{
	struct buf text = { 0 }, what = { 0 };
	struct ids ids = { 0 };
	bool suspicious;
	struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_BASKETS));
	(void)ctx;
	if (value == ONE_CELL) {
		rows_open_cells_menu(r);
		return;
	}
	copy_rows_to_send(&ids, r);
	size_t written = write_chosen_texts(&text, c, value, &ids, &suspicious);
	const char *noun = choices[value].noun_phrase;
	buf_addz(&what, noun ? noun : send_json_name(c));
	if (ids.n > 1)
		buf_addf(&what, " of %zu of %zu marked", written, ids.n);
	if (choices[value].is_personal && suspicious)
		console_show(c, ROLE_WARN,
		    "Not sent: %s contains misleading characters. The JSON source shows them",
		    noun);
	else
		send_text(c, buf_str(&text), buf_z(&what));
	ids_free(&ids);
	buf_wipe(&text);
	buf_free(&what);
}

/* The choices that one of the rows has; for one row, with the text itself. */
void
send_menu_open(const struct rows_pane *r)
{
	struct console *c = r->pane.console;
	struct ids ids = { 0 };
	bool suspicious;
	struct buf text = { 0 }, clean = { 0 }, title = { 0 };
	copy_rows_to_send(&ids, r);
	buf_addz(&title, "Send to your clipboard");
	if (ids.n > 1)
		buf_addf(&title, ": %zu marked", ids.n);
	struct menu *m = menu_new(c, buf_z(&title), false, on_basket_text_chosen, NULL);
	for (int i = 0; i < (int)(sizeof(choices) / sizeof(*choices)); i++) {
		buf_reset(&text);
		buf_reset(&clean);
		if ((choices[i].is_of_list && ids.n > 1) ||
		    !write_chosen_texts(&text, c, i, &ids, &suspicious))
			continue;
		if (choices[i].is_personal && ids.n == 1 && !c->presenting) {
			text_clean(&clean, buf_str(&text), c->look.ascii_lines);
			clean.n = text_fit(buf_str(&clean), SEND_MENU_VALUE_CELLS, NULL);
		}
		if (choices[i].write == write_row && ids.n == 1)
			menu_add(m, ONE_CELL, false, "one column of this row");
		const char *label = choices[i].label ? choices[i].label : send_json_label(c);
		menu_add(m, i, false, "%-*s%.*s", clean.n ? LABEL_CELLS : 0, label,
		    STR_ARG(buf_str(&clean)));
	}
	menu_set_place(m, MENU_AT_CURSOR);
	menu_open(m);
	ids_free(&ids);
	buf_free(&title);
	buf_wipe(&text);
	buf_wipe(&clean);
}
