/*
 * modal.h - prompts, dialogs and menus in front of the pane, which take the keys. They are a stack
 * of states with callbacks; no loop is nested.
 */
#ifndef UI_KIT_MODAL_H
#define UI_KIT_MODAL_H

#include "app/config/keymap.h"
#include "ui/kit/layout.h"
#include "ui/term/surface.h"

struct console;
struct lineedit;
struct modal;

struct modal_ops {
	/* Takes a key; false: the key does nothing here. */
	bool (*key)(struct modal *m, uint32_t key);
	void (*paste)(struct modal *m, struct str text);
	/* Just before drawing: what depends on the size. May be NULL. */
	void (*arrange)(struct modal *m, int rows, int cols);
	void (*draw)(const struct modal *m, const struct surface *screen);
	/* Words of the key bar. */
	void (*bar)(const struct modal *m, struct buf *out);
	void (*close)(struct modal *m); /* frees it */
	/* For linear mode; each may be NULL. `choice` appends the text of a choice, from 0;
	 * false after the last one. `choose` takes one of these. The next gives the text field
	 * with the focus and its name; NULL if none has it. */
	bool (*choice)(const struct modal *m, size_t at, struct buf *out);
	void (*choose)(struct modal *m, size_t at);
	const struct lineedit *(*field)(const struct modal *m, const char **name);
	/* Is a request of its own under way, so that the next line of linear mode waits? Waiting for
	 * the user does not count. May be NULL. */
	bool (*is_busy)(const struct modal *m);
	bool on_message_line;           /* a prompt: it is the message line */
	bool whole_screen;              /* it covers everything, and draws its own key bar */
	bool burst_is_paste; /* nothing is typed into it: many characters at once were pasted */
};

struct modal {
	const struct modal_ops *ops;
	struct console *console;
};

#endif
