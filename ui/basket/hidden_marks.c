#include "ui/basket/hidden_marks.h"

#include "ui/rows/rows_pane.h"

bool
append_hidden_marks(struct buf *out, struct console *c)
{
	const struct rows_pane *r = rows_pane_of(console_tab(c, TAB_BASKETS));
	size_t hidden = r->marks.n;
	for (size_t i = 0; i < r->pos.height; i++) {
		const struct basket_row *row = baskets_shown(c->baskets, r->pos.top + i);
		hidden -= row && rows_pane_is_marked(r, row->id);
	}
	if (hidden)
		buf_addf(out, "%zu of %zu marked baskets %s not on the screen. ", hidden, r->marks.n,
		    hidden == 1 ? "is" : "are");
	return hidden > 0;
}
