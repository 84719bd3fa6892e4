#include "ui/rows/send_cells.h"

#include "ui/kit/send_fields.h"

/* "START PAGE" as "start page". */
static struct str
append_label(struct buf *out, const struct column *column)
{
	const char *title = column->header;
	buf_reset(out);
	for (; *title; title++)
		buf_addc(out, *title >= 'A' && *title <= 'Z' ? (char)(*title - 'A' + 'a') : *title);
	return buf_str(out);
}

void
rows_open_cells_menu(struct rows_pane *r)
{
	struct shown_rows rows = rows_pane_shown_rows(r);
	struct cell_context context = console_cell_context(r->pane.console);
	struct send_fields fields = { 0 };
	struct buf label = { 0 }, text = { 0 };
	const void *row = rows_pane_selected_row(r);
	const struct column *c = rows.view->resource->columns;
	for (; row && c->id; c++) {
		const struct placed_column placed = { .column = c };
		if (c->flags & (COLUMN_IF_NAMED | COLUMN_CHART))
			continue;
		buf_reset(&text);
		column_write(&text, &placed, row,
		    column_reads_json(c) ? shown_rows_json(&rows, r->pos.cursor) : STR_NONE,
		    &context);
		send_fields_add(&fields, append_label(&label, c), buf_str(&text));
	}
	buf_free(&label);
	buf_wipe(&text);
	send_fields_open(r->pane.console, &fields);
}

void
rows_run_send_cells(struct pane *p)
{
	rows_open_cells_menu(rows_pane_of(p));
}
