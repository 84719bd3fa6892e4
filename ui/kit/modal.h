/*
 * modal.h - what stands in front of the pane and takes the keys: prompts, dialogs, menus. They
 * are a stack of states with callbacks; nothing nests a loop.
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
	/* For who hears it instead of seeing it; each may be NULL. Appends the words of what can be
	 * chosen, from 0; false behind the last one. Takes one of these. And the line that what is
	 * typed goes into, and what it is called; NULL when none has the focus. */
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
