/*
 * nav.h - what only the shell can do for a pane: go where a link leads, whatever subject it is of,
 * and run what is not the pane's own. The shell fills it in; a subject knows no other one.
 */
#ifndef UI_KIT_NAV_H
#define UI_KIT_NAV_H

#include "app/config/actions.h"
#include "model/graph.h"
#include "model/identity_check.h"
#include "ui/kit/typed_text.h"

struct console;
struct write_result;

/* Offers that a plan is to be about, by their paths, and how they are said: "offers Winback". */
struct plan_ask {
	const struct str *paths;
	size_t n;
	struct str select;
};

/* A link or unlink to be filled in on the form. */
struct identity_ask {
	struct identity_fields identity; /* what is known of it; STR_NONE is not touched */
	bool unlink;
	unsigned undoes;  /* a write of the journal, or 0 */
	struct str avoid; /* the owner that was wrong before; STR_NONE */
};

struct nav {
	/* To what a link leads: an enum graph_kind, or one of app/catalog/graph_names.h. The path
	 * may belong to what is closed on the way. */
	void (*go)(struct console *c, int link, struct str path);
	/* The users of a catalog item; its tree. */
	void (*users)(struct console *c, enum graph_kind kind, struct str path);
	void (*tree)(struct console *c, enum graph_kind kind, struct str path);
	/* As if the text had been typed at `:`. */
	void (*go_text)(struct console *c, enum typed_kind kind, struct str text);
	/* The form with what is asked; NULL: as it was left, or empty. */
	void (*link_identity)(struct console *c, const struct identity_ask *ask);

	/* New prices for offers: rules are asked for. */
	void (*plan)(struct console *c, const struct plan_ask *ask);
	/* The way back of a plan that was sent, by its seal; false: it is not known here. */
	bool (*open_rollback)(struct console *c, struct str seal);

	/* Any action, wherever it belongs. */
	void (*act)(struct console *c, enum action a);
	bool (*has)(const struct console *c, enum action a);
	/* Why it cannot run now, or NULL; and only why nothing can be written now. */
	const char *(*why_not)(struct console *c, enum action a);
	const char *(*why_not_write)(struct console *c, enum action a);

	/* To another environment, by its name, at once; NULL: the demo. This console ends. */
	void (*switch_environment)(struct console *c, const char *name);

	/* A write was answered: the form that waits for it is told. And one write is shown. */
	void (*on_write_result)(struct console *c, const struct write_result *result);
	void (*show_write)(struct console *c, unsigned number);

	/* A key, or a pasted text, as if it came from the terminal. */
	void (*key)(struct console *c, uint32_t key);
	void (*paste)(struct console *c, struct str text);

	/* Lines for who hears the screen, at once: a text that is to be selected there. */
	void (*speak)(struct console *c, struct str text);

	/* Draws now what is drawn at the end of a turn. */
	void (*draw)(struct console *c);
};

#endif
