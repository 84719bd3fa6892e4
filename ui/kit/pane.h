/*
 * pane.h - what fills the body of the screen: its actions, and a vtable with calling rules. Loop
 * thread only.
 *
 * (arrange, draw | act | changed)* then close, once. draw takes a const pane: it starts nothing
 * and moves nothing; what depends on the size is settled in arrange, just before. Callers use the
 * functions below, which know what is so where a pane has no hook.
 */
#ifndef UI_KIT_PANE_H
#define UI_KIT_PANE_H

#include "app/config/keymap.h"
#include "app/config/theme.h"
#include "base/err.h"
#include "ui/kit/layout.h"
#include "ui/term/input.h"
#include "ui/term/surface.h"

struct console;
struct pane;
struct textview;

struct pane_action {
	enum action id; /* ACT_NONE ends a table */
	void (*run)(struct pane *p);
};

/* Row 2. The frame frees it. */
struct title {
	struct buf breadcrumb; /* where this is */
	struct buf terms;  /* what is shown of it, as a VIEW has it; else its order in words */
	struct buf counts; /* what is known of it */
	bool narrowed;     /* these are the counts of a filter */
};

/* The first five are always there; the others may be NULL. */
struct pane_ops {
	/* The scope its keys are looked up in; depends on the part in focus. */
	enum scope (*scope)(const struct pane *p);
	void (*arrange)(struct pane *p, const struct layout *layout);
	void (*draw)(
	    const struct pane *p, const struct surface *screen, const struct layout *layout);
	void (*title)(const struct pane *p, struct title *out);
	void (*close)(struct pane *p);

	/* Why the action cannot run now, as a sentence; NULL when it can. */
	const char *(*why_not)(const struct pane *p, enum action a);
	/* Other words for the key bar than the action's own, where they would not be true now; NULL
	 * when they are. */
	const char *(*words)(const struct pane *p, enum action a, struct buf *room);
	/* The message line when nothing else is said there; false when there is nothing to say. */
	bool (*status)(const struct pane *p, struct buf *out, enum role *role);
	/* Esc: takes away its topmost thing; false when there was none. */
	bool (*cancel)(struct pane *p);
	/* The mouse was used at a place of the screen. Without it the wheel moves as keys do. */
	void (*mouse)(struct pane *p, int y, int x, enum mouse mouse);
	/* Its data changed elsewhere: after a read, for times, for themes. */
	void (*changed)(struct pane *p);
	/* It is gone to by its digit. */
	void (*on_enter)(struct pane *p);
	/* It is left by a jump of that number (jump.h): back leads over it. */
	void (*on_jump)(struct pane *p, unsigned number);
	/* Appends its part of row 2's path: "Campaigns", "Winback 2026 > Offers". Without it the
	 * pane is not part of the path. */
	void (*crumb)(const struct pane *p, struct buf *out);
	/* The text that is all it shows. Without it, it shows something else. */
	const struct textview *(*text)(const struct pane *p);
};

enum { PANE_TABLES = 3 };

struct pane {
	const struct pane_ops *ops;
	struct console *console;
	/* Tables of actions by use, one after the other: the key bar's order. The first that has
	 * an action counts. */
	const struct pane_action *actions[PANE_TABLES];
	enum action running; /* the action whose run() is called: one run() may serve several */
};

/* The nth of its actions, each once; NULL after the last one. */
const struct pane_action *pane_action(const struct pane *p, size_t at);
bool pane_has(const struct pane *p, enum action a);
/* Why the action cannot run now, by the pane or because nothing can be written; NULL when it can.
 */
const char *pane_why_not(const struct pane *p, enum action a);
/* Runs the action when the pane has it; a refused one says why. False when it has it not. */
bool pane_act(struct pane *p, enum action a);
/* The wheel, turned by one notch. */
void pane_wheel(struct pane *p, enum mouse mouse);

enum scope pane_scope(const struct pane *p);
const char *pane_words(const struct pane *p, enum action a, struct buf *room);
bool pane_status(const struct pane *p, struct buf *out, enum role *role);
bool pane_cancel(struct pane *p);
void pane_changed(struct pane *p);
void pane_entered(struct pane *p);

#endif
