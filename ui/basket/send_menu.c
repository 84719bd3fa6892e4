#include "ui/basket/send_menu.h"

#include "base/utf8.h"
#include "list/columns.h"
#include "ui/basket/baskets_pane.h"
#include "ui/basket/send_link.h"
#include "ui/kit/menu.h"
#include "ui/kit/send.h"

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
write_id(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, row->id);
}

static void
write_page(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)c;
	buf_adds(out, basket_row_origin(row)->page);
}

static void
write_json(struct buf *out, struct console *c, const struct basket_row *row)
{
	buf_adds(out, baskets_json(c->baskets, row, NULL));
}

static void
write_curl(struct buf *out, struct console *c, const struct basket_row *row)
{
	const struct list_query page = { .limit = 50, .after = c->baskets->since };
	const struct list_cursor front = { 0 };
	struct buf query = { 0 };
	(void)row;
	list_query_write(&query, client_names(c->client), ENDPOINT_BASKETS, &page, &front);
	client_curl(out, c->client, ENDPOINT_BASKETS, buf_str(&query));
	buf_free(&query);
}

static void
write_row(struct buf *out, struct console *c, const struct basket_row *row)
{
	struct cell_context cells = console_cells(c);
	cells.whole = true;
	for (int i = 0; basket_columns[i].id; i++) {
		struct placed_column column = { .column = &basket_columns[i] };
		buf_addz(out, i ? "\t" : "");
		column_write(out, &column, row, STR_NONE, &cells);
	}
}

static void
write_view(struct buf *out, struct console *c, const struct basket_row *row)
{
	(void)row;
	view_write(out, &c->baskets->view);
}

static const struct {
	const char *words, *what; /* NULL: the names for JSON */
	void (*write)(struct buf *out, struct console *c, const struct basket_row *row);
	bool checked; /* personal text: refused if it contains misleading characters */
} choices[] = {
	{ .words = "e-mail address", .what = "the e-mail", .write = write_email, .checked = true },
	{ .words = "name", .what = "the name", .write = write_name, .checked = true },
	{ .words = "basket id", .what = "the basket id", .write = write_id, .checked = true },
	{ .words = "path where the checkout began",
	    .what = "the path",
	    .write = write_page,
	    .checked = true },
	{ .write = write_json },
	{ .words = "the request as curl, with $BACKROOM_TOKEN",
	    .what = "the request as curl",
	    .write = write_curl },
	{ .words = "this row, tab-separated", .what = "the row", .write = write_row },
	{ .words = "this view as a VIEW line", .what = "the VIEW line", .write = write_view },
};

static void
basket_text_chosen(struct console *c, void *ctx, int value)
{
	const struct basket_row *row = baskets_row(c->baskets, str_of(ctx));
	struct buf text = { 0 }, clean = { 0 };
	if (!row)
		return;
	choices[value].write(&text, c, row);
	unsigned flags = text_clean(&clean, buf_str(&text), false);
	if (choices[value].checked && text_is_suspicious(flags, true))
		console_show(c, ROLE_WARN,
		    "Not sent: %s holds characters that are not what they "
		    "look like. The source shows them",
		    choices[value].what);
	else
		send_text(c, buf_str(&text),
		    choices[value].what ? choices[value].what : send_json_name(c));
	buf_free(&text);
	buf_free(&clean);
}

void
send_menu_open(struct console *c, struct str basket_id)
{
	struct menu *m = menu_new(
	    c, "Send to your clipboard", false, basket_text_chosen, str_dup(basket_id));
	for (int i = 0; i < (int)(sizeof(choices) / sizeof(*choices)); i++)
		menu_add(
		    m, i, false, "%s", choices[i].words ? choices[i].words : send_json_words(c));
	menu_open(m);
}
