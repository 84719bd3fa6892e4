#include "ui/basket/hidden_marks.h"

#include "ui/rows/rows_pane.h"

bool
append_hidden_marks(struct buf *out, struct console *c)
{
	const struct rows_pane *r = rows_pane_of(console_tab_pane(c, TAB_BASKETS));
	size_t hidden = r->marked_ids.n;
	for (size_t i = 0; i < r->pos.visible_rows; i++) {
		const struct basket_row *row = baskets_shown_row(
		    c->baskets, r->pos.first_visible_row + i);
		hidden -= row && rows_pane_is_marked(r, row->id);
	}
	if (hidden)
		buf_addf(out, "%zu of %zu marked baskets %s not on the screen. ", hidden,
		    r->marked_ids.n, hidden == 1 ? "is" : "are");
	return hidden > 0;
}
