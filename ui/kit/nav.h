/*
 * nav.h - functions that only the shell can provide to a pane: opening links to any subject, and
 * running actions that are not the pane's own. The shell fills in the table, so that subjects do
 * not depend on each other.
 */
#ifndef UI_KIT_NAV_H
#define UI_KIT_NAV_H

#include "app/actions.h"
#include "model/graph.h"
#include "model/identity_check.h"
#include "ui/kit/typed_text.h"

struct doc;
struct console;
struct user_command;
struct write_result;

/* The offers for a new plan, by path, and the text that describes them: "offers Winback". */
struct new_plan_request {
	const struct str *paths;
	size_t n;
	struct str selection;
};

/* Values to fill into the identity form. */
struct identity_form_values {
	struct identity_fields identity; /* known parts; STR_NONE leaves a field unchanged */
	bool unlinks;
	unsigned undone_write_number; /* number of the journal's write to undo, or 0 */
	struct str wrong_owner;       /* the owner that was wrong before, or STR_NONE */
};

struct nav {
	/* Opens the target of a link: `link` is an enum graph_kind, or one of
	 * catalog/graph_names.h. The path may belong to a pane that is closed on the way. */
	void (*open_item)(struct console *c, int link, struct str path);
	/* Open the list of a catalog item's users, and its tree. */
	void (*open_used_by)(struct console *c, enum graph_kind kind, struct str path);
	void (*open_tree)(struct console *c, enum graph_kind kind, struct str path);
	/* Runs the text as if it had been typed at `:`. */
	void (*run_typed_text)(struct console *c, enum typed_kind kind, struct str text);
	/* Opens the identity form with these values; with NULL empty. */
	void (*open_identity_form)(struct console *c, const struct identity_form_values *ask);

	/* Opens a plan for new prices of offers, and asks for its rules. */
	void (*open_plan)(struct console *c, const struct new_plan_request *ask);
	/* Opens the rollback of a sent plan by the plan's seal. Returns false if the plan is not
	 * known here. */
	bool (*open_rollback)(struct console *c, struct str seal);
	/* Appends the changes that a sent plan made; nothing if the plan is not known here. */
	void (*add_plan_changes)(struct console *c, struct str seal, struct doc *d);

	/* Runs any action, of the pane or of the shell. */
	void (*run_action)(struct console *c, enum action a);
	bool (*has_action)(const struct console *c, enum action a);
	/* The reason why the action cannot run now, or NULL. The second function returns
	 * the reason why nothing can be written now. */
	const char *(*why_unavailable)(struct console *c, enum action a);
	const char *(*why_write_unavailable)(struct console *c);

	/* True if the user command runs on the rows of the visible pane; and the reason why it
	 * cannot run now, or NULL. */
	bool (*has_command)(const struct console *c, const struct user_command *command);
	const char *(*why_command_unavailable)(
	    const struct console *c, const struct user_command *command);

	/* Switches to the named environment at once, or to the demo if NULL. This console ends. */
	void (*switch_environment)(struct console *c, const char *name);

	/* Passes the result of a write to the form that waits for it. The next function shows
	 * one write. */
	void (*on_write_result)(struct console *c, const struct write_result *result);
	void (*show_write)(struct console *c, unsigned number);

	/* Handles a key or a pasted text as if it came from the terminal. */
	void (*press_key)(struct console *c, uint32_t key);
	void (*paste_text)(struct console *c, struct str text);

	/* Prints lines at once in linear mode, for a text that the user selects there. */
	void (*speak)(struct console *c, struct str text);

	/* Draws at once instead of at the end of the turn. */
	void (*draw)(struct console *c);
	/* True if nothing is being read, waited for or about to be drawn. */
	bool (*is_idle)(const struct console *c);
};

#endif
