/*
 * pane.h - a pane fills the body of the screen: its actions, and a vtable with rules for its calls.
 * Loop thread only.
 *
 * Calling order: (arrange, draw | act | on_changed)* then close, once. draw takes a const pane: it
 * starts nothing and changes nothing; anything that depends on the size is computed in arrange,
 * just before. Callers use the functions below, which have a default for each hook that a pane
 * lacks.
 */
#ifndef UI_KIT_PANE_H
#define UI_KIT_PANE_H

#include "app/keymap.h"
#include "app/theme.h"
#include "base/err.h"
#include "ui/kit/layout.h"
#include "ui/term/input.h"
#include "ui/term/surface.h"

struct console;
struct pane;
struct doc;
struct textview;

struct pane_action {
	enum action id; /* ACT_NONE ends a table */
	void (*run)(struct pane *p);
};

enum { TITLE_ACCENTS_MAX = 3 };

/* The content of row 2. The frame frees it. */
struct title {
	struct buf breadcrumb; /* path of the pane */
	struct buf terms;      /* filter terms as in a VIEW, else the sort order in words */
	struct buf counts;     /* counts and read state */
	bool terms_whole;      /* the terms are shown whole or not at all */
	bool filtered;         /* the counts are those of a filter */
	bool is_locked;        /* the counts say that writes are locked */
	/* Parts of the counts that have a colour of their own, in order. */
	struct title_accent {
		size_t start, end; /* bytes */
		enum role role;
	} accents[TITLE_ACCENTS_MAX];
	size_t accents_n;
};

void title_free(struct title *t);
/* Gives the counts a colour from a byte on. */
void title_add_accent(struct title *t, size_t start, enum role role);
/* Appends the counts of another title, with their colours. */
void title_append_counts(struct title *t, const struct title *from);
/* Hides what an audience should not see (hide_private.h): counts with their time, paths, ids. */
void title_hide_private(struct title *t, bool ascii);

/* The first five hooks are required; the others may be NULL. */
struct pane_ops {
	/* The scope in which its keys are looked up; depends on the part in focus. */
	enum scope (*get_scope)(const struct pane *p);
	void (*arrange)(struct pane *p, const struct layout *layout);
	void (*draw)(
	    const struct pane *p, const struct surface *screen, const struct layout *layout);
	void (*write_title)(const struct pane *p, struct title *out);
	void (*close)(struct pane *p);

	/* The reason why the action cannot run now, as a sentence; NULL if it can. */
	const char *(*why_unavailable)(const struct pane *p, enum action a);
	/* A text for the key bar if the action's own text is not accurate now; else NULL. */
	const char *(*label_action)(const struct pane *p, enum action a, struct buf *room);
	/* The text of the message line if there is no message. Returns false if there is none. */
	bool (*write_status)(const struct pane *p, struct buf *out, enum role *role);
	/* Esc: closes or clears the topmost thing in the pane. Returns false if there was none. */
	bool (*cancel)(struct pane *p);
	/* Handles the mouse at a position of the screen. Without this hook the wheel moves like
	 * the keys do. */
	void (*on_mouse)(struct pane *p, int y, int x, enum mouse mouse);
	/* Its data has changed elsewhere: after a read, a new time format, a new theme. */
	void (*on_changed)(struct pane *p);
	/* The user went to the pane by its digit. */
	void (*on_enter)(struct pane *p);
	/* The pane is left by the jump with that number (stack.h); back returns over it. */
	void (*on_jump)(struct pane *p, unsigned number);
	/* Appends its part of the path in row 2: "Campaigns", "Winback 2026 > Offers". A pane
	 * without this hook is not part of the path. */
	void (*write_breadcrumb)(const struct pane *p, struct buf *out);
	/* The text view, if the pane shows nothing else. NULL for other panes. */
	const struct textview *(*get_textview)(const struct pane *p);
	/* For linear mode, in a pane that is neither a list nor a text view: appends its text, and
	 * returns the line with the cursor. */
	size_t (*write_doc)(const struct pane *p, struct doc *d);
};

enum { PANE_ACTION_TABLES = 3 };

struct pane {
	const struct pane_ops *ops;
	struct console *console;
	/* Tables of actions in the key bar's order. The first table that has an action applies. */
	const struct pane_action *actions[PANE_ACTION_TABLES];
	enum action running_action; /* the action being run: one run() may serve several */
	bool closes_for_good; /* forward does not open it again after back has closed it */
};

/* The action at an index, without duplicates; NULL after the last one. */
const struct pane_action *pane_action_at(const struct pane *p, size_t at);
bool pane_has_action(const struct pane *p, enum action a);
/* The reason why the action cannot run now: the pane's own, or that writing is not possible.
 * NULL if it can run. */
const char *pane_why_not(const struct pane *p, enum action a);
/* Runs the action if the pane has it; shows the reason if it cannot run now. Returns false if
 * the pane does not have it. */
bool pane_handle_action(struct pane *p, enum action a);
/* Handles the mouse wheel, turned by one notch. */
void pane_turn_wheel(struct pane *p, enum mouse mouse);

enum scope pane_scope(const struct pane *p);
const char *pane_action_label(const struct pane *p, enum action a, struct buf *room);
bool pane_append_status(const struct pane *p, struct buf *out, enum role *role);
bool pane_cancel(struct pane *p);
void pane_notify_change(struct pane *p);
void pane_on_enter(struct pane *p);

#endif
