/*
 * pane.h - what fills the body of the screen: a vtable and its calling rules. Loop thread only.
 *
 * (arrange, draw | act | changed)* then close, once. draw takes a const pane: it starts nothing
 * and moves nothing; what depends on the size is settled in arrange, just before.
 */
#ifndef UI_PANE_H
#define UI_PANE_H

#include "app/keymap.h"
#include "app/theme.h"
#include "ui/layout.h"
#include "ui/surface.h"

struct console;
struct pane;

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
	void (*close)(struct pane *p);
};

struct pane {
	const struct pane_ops *ops;
	struct console *console;
	enum action running; /* the action whose run() is called: one run() may serve several */
};

/* Runs the action when the pane has it; a refused one says why. False when it has it not. */
bool pane_act(struct pane *p, enum action a);

#endif
