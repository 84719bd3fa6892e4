/*
 * keymap.h - key bindings, by scope.
 *
 * A key is a number: a Unicode code point, or one of enum key. A binding is a sequence of up to
 * KEYS_PER_BINDING_MAX keys. Lookup goes from the pane's own scope through its parent scopes to
 * "global"; a user's file overrides the compiled-in keymap, keymaps/default.conf. Owns its
 * bindings; no globals.
 */
#ifndef APP_KEYMAP_H
#define APP_KEYMAP_H

#include "app/actions.h"
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"

#include <stdint.h>

enum key {
	KEY_NOTHING = 0,
	KEY_TAB = 9,
	KEY_RETURN = 13,
	KEY_ESCAPE = 27,
	KEY_SPACE = 32,
	KEY_RUBOUT = 127,
	/* above Unicode */
	KEY_ARROW_UP = 0x110000,
	KEY_ARROW_DOWN,
	KEY_ARROW_LEFT,
	KEY_ARROW_RIGHT,
	KEY_HOME_,
	KEY_END_,
	KEY_PAGE_UP,
	KEY_PAGE_DOWN,
	KEY_INSERT,
	KEY_DELETE,
	KEY_BACKTAB,
	KEY_F1,
	KEY_F12 = KEY_F1 + 11,
	KEY_UNKNOWN, /* an unknown escape sequence of the terminal: one key, never bound */
	/* added to a key typed with Alt: one key, not Esc and the key */
	KEY_ALT_FLAG = 0x200000
};

enum { KEYS_PER_BINDING_MAX = 3 };

enum scope {
	SCOPE_GLOBAL,
	SCOPE_LIST,       /* any list of rows */
	SCOPE_TEXT,       /* any scrolling text: detail, source, help, messages */
	SCOPE_BASKETS,    /* the baskets list; parent LIST */
	SCOPE_DETAIL,     /* a basket's detail; parent TEXT */
	SCOPE_CATALOG,    /* lists of the catalog; parent LIST */
	SCOPE_ITEM,       /* detail of a catalog item; parent TEXT */
	SCOPE_TREE,       /* the tree; parent TEXT */
	SCOPE_JOURNEYS,   /* the list of journeys; parent CATALOG */
	SCOPE_FLOW,       /* a journey's drawing; parent ITEM */
	SCOPE_WHATIF,     /* the segments of a visitor; parent LIST */
	SCOPE_IDENTITIES, /* identities; parent LIST */
	SCOPE_IDENTITY,   /* an identity's detail; parent ITEM */
	SCOPE_PLAN,       /* the rows of a plan; parent LIST */
	SCOPE_PLAN_ROW,   /* a row's detail; parent TEXT */
	SCOPE_JOURNAL,    /* the list of writes; parent LIST */
	SCOPE_WRITE,      /* a write's detail; parent TEXT */
	SCOPE_SOURCE,     /* JSON as sent; parent TEXT */
	SCOPE_LINK,       /* the link dialog */
	SCOPE_TOUR,       /* a running tour: its keys come before those of the pane */
	SCOPE_COUNT
};

struct scope_info {
	const char *name;
	enum scope parent; /* itself for SCOPE_GLOBAL */
	const char *help;
};
extern const struct scope_info scope_infos[SCOPE_COUNT];
/* True if the inner scope is the outer one, or one of its descendants. */
bool scope_contains(enum scope outer, enum scope inner);

struct binding {
	enum scope scope;
	enum action action; /* ACT_NONE: unbound on purpose */
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
	unsigned layer; /* number of the file that set it, from 1 */
};

struct config;
struct user_command;

/* The key of a user command, in its lists and their details. */
struct command_key {
	const struct user_command *command; /* borrowed from the configuration */
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
};

struct keymap {
	VEC(struct binding) bindings;
	VEC(struct command_key) command_keys;
	unsigned layer_count;
};

enum keymap_match { MATCH_NONE, MATCH_PREFIX, MATCH_ACTION };

/* Looks up the keys typed so far in a scope. */
enum keymap_match keymap_lookup(
    const struct keymap *m, enum scope scope, const uint32_t *keys, size_t n, enum action *out);
/* Appends the first key sequence of an action in a scope ("gg", "Ctrl-D"); returns false if
 * there is none. */
bool keymap_append_key(struct buf *out, const struct keymap *m, enum scope scope, enum action a);
/* Appends all key sequences of an action in a scope, separated by spaces. */
void keymap_append_keys(struct buf *out, const struct keymap *m, enum scope scope, enum action a);

/* Adds the bindings of a .conf file, given as text with its name for errors. Binding a key to an
 * action while another action has it in the same scope, or in an enclosing or inner one, is an
 * error that names both: the key that sends a link must not also quit. */
bool keymap_load(struct keymap *m, const char *text, const char *name, struct err *err);
/* Loads the compiled-in keymap of that name. */
bool keymap_load_builtin(struct keymap *m, const char *name, struct err *err);
/* Replaces the bindings of an action in a scope by sequences like "gg", "<C-d>", "<Enter>". Does
 * not detect conflicts with other actions: keymap_check() does. */
bool keymap_bind(struct keymap *m, enum scope scope, enum action a, const char *const *sequences,
    size_t n, struct err *err);
/* True if no key of the topmost layer is bound to two actions; otherwise sets err. */
bool keymap_check(const struct keymap *m, struct err *err);
/* Adds the keys of the commands in config.conf, as the last ones. A key that an action or another
 * command has in one of the command's lists is an error with file and line. */
bool keymap_add_commands(struct keymap *m, const struct config *c, struct err *err);
/* Loads the compiled-in keymap, the user's keys.conf and the keys of commands. */
bool keymap_load_all(struct keymap *m, const char *name, const struct config *c, struct err *err);
/* Looks up the keys typed so far among the commands of a list (user_command.h). */
enum keymap_match keymap_lookup_command(const struct keymap *m, const char *pane,
    const uint32_t *keys, size_t n, const struct user_command **out);
void keymap_free(struct keymap *m);

/* Converts "<C-d>gg", "<M-b>" or "<F1>" to keys; returns false for an unknown name. */
bool keys_parse(struct str text, uint32_t keys[KEYS_PER_BINDING_MAX], size_t *n);
/* Finds a named key by the name that key_write() writes, ignoring case. */
bool find_key_by_label(struct str words, uint32_t *key);
/* Appends the name of a key: "Ctrl-D", "Alt-B", "F1", "Enter", "g". */
void key_write(struct buf *out, uint32_t key);
/* Appends a key as in keymaps, for keys_parse(): "<C-d>", "<M-b>", "<Enter>", "g". */
void key_write_name(struct buf *out, uint32_t key);

#endif
