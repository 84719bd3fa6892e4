/*
 * send_page_state.h - the page's private state and its conditions for sending, shared by send_page.c
 * and send_page_draw.c.
 */
#ifndef UI_PLAN_SEND_PAGE_STATE_H
#define UI_PLAN_SEND_PAGE_STATE_H

#include "ui/kit/lineedit.h"
#include "ui/plan/send_page.h"

/* In Tab order; the last two are buttons. SEND_NAME exists only while production is locked. */
enum send_part {
	SEND_ROWS,
	SEND_REASON,
	SEND_NAME,
	SEND_COUNT,
	SEND_CANCEL,
	SEND_BUTTON,
	SEND_PARTS
};

struct send_page {
	struct modal modal;
	struct pane *plan;
	struct draft *draft;
	void (*drop)(struct pane *plan, struct str key);
	struct lineedit fields[SEND_PARTS]; /* only those of text fields are used */
	enum send_part focus;
	VEC(size_t) listed; /* indexes of the plan's rows to review; of all if there are none */
	bool lists_reviews;
	int cursor, top; /* in `listed` */
	int visible_rows;
};

/* The trimmed text of a field. */
struct str send_page_text(const struct send_page *p, enum send_part part);
/* True if a reason is required, and if the environment's name is. */
bool send_page_is_locked(const struct send_page *p);
bool send_page_needs_name(const struct send_page *p);
/* Appends the first missing condition. Returns false if nothing is missing. */
bool send_page_append_missing(const struct send_page *p, struct buf *out);
const struct plan_row *send_page_row(const struct send_page *p, int at);

/* send_page_draw.c */
void send_page_draw(const struct modal *m, const struct surface *screen);
/* For linear mode: the same text. Returns the line of the focused field. */
size_t send_page_write_doc(const struct modal *m, struct doc *d);
/* The number of changes that are visible at once on a screen of this size. */
int send_page_visible_rows(const struct send_page *p, int rows, int cols);

#endif
