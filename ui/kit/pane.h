/*
 * pane.h - what fills the body of the screen: a vtable and its calling rules. Loop thread only.
 *
 * (arrange, draw | act | changed)* then close, once. draw takes a const pane: it starts nothing
 * and moves nothing; what depends on the size is settled in arrange, just before.
 */
#ifndef UI_KIT_PANE_H
#define UI_KIT_PANE_H

#include "app/config/keymap.h"
#include "app/config/theme.h"
#include "base/err.h"
#include "ui/kit/layout.h"
#include "ui/term/surface.h"

struct console;
struct pane;
struct view;

struct pane_action {
	enum action id;
	void (*run)(struct pane *p);
};

struct pane_ops {
	const char *name;
	const struct pane_action *actions; /* by use; ends with ACT_NONE. The key bar's order */
	/* The scope its keys are looked up in; depends on the part in focus. */
	enum scope (*scope)(const struct pane *p);
	void (*arrange)(struct pane *p, const struct layout *layout);
	void (*draw)(
	    const struct pane *p, const struct surface *screen, const struct layout *layout);
	/* Why the action cannot run now, as a sentence; NULL when it can. */
	const char *(*refuse)(const struct pane *p, enum action a);
	/* Other words for the key bar than the action's own, where they would not be true now; NULL
	 * when they are. May be NULL itself. */
	const char *(*words)(const struct pane *p, enum action a, struct buf *room);
	/* Row 2: where this is, and what is known of it. */
	void (*title)(const struct pane *p, struct buf *left, struct buf *right);
	/* The message line when nothing else is said there; false when there is nothing to say. */
	bool (*status)(const struct pane *p, struct buf *out, enum role *role);
	/* Esc: takes away its topmost thing; false when there was none. */
	bool (*cancel)(struct pane *p);
	/* What it shows was changed elsewhere: read, times, themes. May be NULL. */
	void (*changed)(struct pane *p);
	/* It is gone to by its digit. May be NULL. */
	void (*entered)(struct pane *p);
	/* Appends its part of row 2's path: "Campaigns", "Winback 2026 > Offers". NULL: it writes
	 * the whole of row 2 in `title`. */
	void (*crumb)(const struct pane *p, struct buf *out);
	/* Of a pane whose rows a VIEW narrows; NULL for others. */
	const struct pane_rows *rows;
	void (*close)(struct pane *p);
};

/* What prompts do with a pane of rows. */
struct pane_rows {
	const struct view *(*view)(const struct pane *p);
	/* Another VIEW; takes it. `jump`: the place before can be gone back to. False says why. */
	bool (*show)(struct pane *p, struct view *view, bool jump, struct err *err);
	/* The row under the cursor, and the number of the one on top. */
	struct str (*selected)(const struct pane *p, size_t *top);
	bool (*select)(struct pane *p, struct str id);
	/* A place that was left without a jump: a filter was typed there. */
	void (*left)(struct pane *p, const char *view, const char *selected, size_t top);
	/* The pane is left by a jump of that number (jump.h): back leads over it. */
	void (*jumped)(struct pane *p, unsigned number);
	/* The VIEW was decided on, not only typed at. May be NULL. */
	void (*decided)(struct pane *p);
	/* To the neighbour of the selected row; false at the ends. */
	bool (*step)(struct pane *p, int by);
	/* JSON of the selected row as sent, and what it is called; false when there is none. */
	bool (*source)(const struct pane *p, struct buf *name, struct str *json);
};

struct pane {
	const struct pane_ops *ops;
	struct console *console;
	enum action running; /* the action whose run() is called: one run() may serve several */
};

/* Why the action cannot run now, by the pane or because nothing can be written; NULL when it can.
 */
const char *pane_refuse(const struct pane *p, enum action a);
/* Runs the action when the pane has it; a refused one says why. False when it has it not. */
bool pane_act(struct pane *p, enum action a);

#endif
