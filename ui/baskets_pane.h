/*
 * baskets_pane.h - pane 1: the list of abandoned baskets and the detail of the selected one.
 */
#ifndef UI_BASKETS_PANE_H
#define UI_BASKETS_PANE_H

#include "app/basket_doc.h"
#include "app/columns.h"
#include "ui/console.h"
#include "ui/textview.h"

struct baskets_pane {
	struct pane pane;
	struct list pos;
	struct buf selected;   /* id of the row under the cursor */
	VEC(char *) marks;     /* ids */
	struct buf range_from; /* id of the last mark */
	bool in_detail, full;
	bool failed; /* the failure of a read was said */
	struct textview detail;
	struct buf detail_of; /* id the detail was built for */
	size_t detail_at;     /* and its place in the list */
	int detail_width;
	unsigned follow; /* timer: the detail waits for the cursor to rest */
	int shift;       /* columns scrolled away */
	struct placed_column columns[COLUMNS_MAX];
	size_t columns_n;
	uint32_t empty_columns; /* by bit, as of the rows and pages counted here */
	size_t empty_of_rows, empty_of_pages;
	struct history *history;
	struct layout layout; /* of the last frame */
};

struct pane *baskets_pane_new(struct console *c);
/* The rows changed: the cursor stays on its basket. */
void baskets_pane_changed(struct pane *p);
/* What the baskets come to was worked out. */
void baskets_pane_estimated(struct pane *p);
/* Times or sent marks changed: the detail is built again. */
void baskets_pane_rebuild(struct pane *p);
/* Moves to a neighbour; the row that is selected then, or NULL at the ends. By 0: the cursor was
 * moved already. */
const struct basket_row *baskets_pane_step(struct pane *p, int by);
/* The row under the cursor, or NULL. */
const struct basket_row *baskets_pane_row(const struct pane *p);
/* Another VIEW; takes it. `jump`: the place before can be gone back to. False says why in err. */
bool baskets_pane_show(struct pane *p, struct view *view, bool jump, struct err *err);
/* Selects a basket that was read; false when it was not, or is filtered away. */
bool baskets_pane_select(struct pane *p, struct str id);
/* Through the places one was at. */
void baskets_pane_back(struct pane *p);
void baskets_pane_forward(struct pane *p);
void baskets_pane_last(struct pane *p);
struct basket_story baskets_pane_story(const struct pane *p);

/* baskets_draw.c */
void baskets_pane_draw(
    const struct pane *p, const struct surface *screen, const struct layout *layout);

/* baskets_say.c: row 2, and what the message line says when nothing else does. */
void baskets_pane_title(const struct pane *p, struct buf *left, struct buf *right);
bool baskets_pane_status(const struct pane *p, struct buf *out, enum role *role);
void baskets_pane_say_failure(const struct pane *p, struct buf *out);

/* baskets_act.c */
extern const struct pane_action baskets_pane_actions[];
const char *baskets_pane_refuse(const struct pane *p, enum action a);
bool baskets_pane_is_marked(const struct baskets_pane *b, struct str id);

#endif
