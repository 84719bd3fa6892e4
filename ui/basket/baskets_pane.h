/*
 * baskets_pane.h - pane 1: the list of abandoned baskets, and the detail of the selected basket.
 */
#ifndef UI_BASKET_BASKETS_PANE_H
#define UI_BASKET_BASKETS_PANE_H

#include "ui/basket/basket_doc.h"
#include "ui/rows/rows_pane.h"

struct pane *baskets_pane_new(struct console *c);
/* Call after the rows changed: the cursor stays on its basket. */
void baskets_pane_on_changed(struct pane *p);
/* Call after the baskets' estimates were computed. */
void baskets_pane_on_estimated(struct pane *p);

/* baskets_status.c: the title in row 2, and the default text of the message line. */
void baskets_pane_title(const struct rows_pane *r, struct title *out);
bool baskets_pane_append_status(const struct pane *p, struct buf *out, enum role *role);
void baskets_pane_append_failure(const struct pane *p, struct buf *out);

/* baskets_draw.c: what pane 1 adds when rows are drawn. */
void baskets_pane_append_headline(const struct rows_pane *r, size_t at, struct buf *out);
void baskets_pane_describe_empty(const struct rows_pane *r, struct doc *d);
bool baskets_pane_has_unread(const struct rows_pane *r, struct buf *problem);
void baskets_pane_style_cell(const struct rows_pane *r, const struct column *column, const void *of,
    struct buf *text, struct cell_style *style);

/* The message shown after R until the reload is done. */
extern const struct pane_action baskets_pane_actions[];
const char *baskets_pane_why_not(const struct pane *p, enum action a);

/* The message from R until the result is known. */
extern const char baskets_rereading_text[];

#endif
