#include "ui/rows/source_pane.h"

#include "ui/kit/text_pane.h"

static bool
move_to_row(struct pane *of, int by)
{
	return rows_pane_move_cursor(rows_pane_of(of), by);
}

static bool
read_selected_row(const struct pane *of, struct buf *name, struct str *json)
{
	return rows_pane_read_source(rows_pane_of(of), name, json);
}

static const struct text_source source_of_row = { .move_row = move_to_row,
	.read = read_selected_row };

struct pane *
rows_source_pane_new(struct rows_pane *of)
{
	return source_pane_new(&source_of_row, &of->pane);
}
