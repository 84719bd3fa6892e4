/*
 * modal.h - prompts, dialogs and menus over the pane, which take all keys. They form a stack of
 * states with callbacks; there is no nested event loop.
 */
#ifndef UI_KIT_MODAL_H
#define UI_KIT_MODAL_H

#include "app/keymap.h"
#include "ui/kit/layout.h"
#include "ui/term/surface.h"

struct console;
struct doc;
struct lineedit;
struct modal;

struct modal_ops {
	/* Handles a key. Returns false if the key does nothing here. */
	bool (*on_key)(struct modal *m, uint32_t key);
	void (*on_paste)(struct modal *m, struct str text);
	/* Called just before drawing, to adapt to the screen's size. May be NULL. */
	void (*arrange)(struct modal *m, int rows, int cols);
	void (*draw)(const struct modal *m, const struct surface *screen);
	/* Appends the text of the key bar, which ends in "F1 keys" on the screen. */
	void (*write_key_bar)(const struct modal *m, struct buf *out);
	void (*close)(struct modal *m); /* frees the modal */
	/* For linear mode; each may be NULL. `write_doc` appends the modal's text, in reading
	 * order and without its choices, and returns the line of the focused text field, or
	 * SIZE_MAX; the document's width is 0. `write_choice` appends the text of the choice at an
	 * index from 0, and returns false after the last. `select_choice` picks the choice at an
	 * index. `get_focused_field` returns the focused text field and its name; NULL if none has
	 * the focus. */
	size_t (*write_doc)(const struct modal *m, struct doc *d);
	bool (*write_choice)(const struct modal *m, size_t at, struct buf *out);
	void (*select_choice)(struct modal *m, size_t at);
	const struct lineedit *(*get_focused_field)(const struct modal *m, const char **name);
	/* True while a request is in progress, so that the next line of linear mode must wait.
	 * Waiting for the user does not count. May be NULL. */
	bool (*is_busy)(const struct modal *m);
	const char *tab_name; /* the tab that the modal's row 2 starts with; NULL: the pane's */
	bool is_on_message_line;  /* a prompt: drawn on the message line */
	bool covers_whole_screen; /* covers rows 1 and 2, too */
	bool draws_own_foot;      /* covers the last two rows as well */
	bool burst_is_paste;      /* has no text field: a burst of characters is a paste */
};

struct modal {
	const struct modal_ops *ops;
	struct console *console;
};

#endif
