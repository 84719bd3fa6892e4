/*
 * keymap.h - which keys do what, in which scope.
 *
 * A key is a number: a Unicode code point, or one of enum key. A binding is a sequence of up to
 * KEYS_MAX keys. Lookup goes from the pane's own scope through its widget's to "global"; a
 * user's file is laid over the compiled-in keymap. Owns its bindings; no globals.
 */
#ifndef APP_CONFIG_KEYMAP_H
#define APP_CONFIG_KEYMAP_H

#include "app/config/actions.h"
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
	KEY_UNKNOWN, /* an unknown sequence of the terminal: one key, never bound */
	/* added to a key that came with Alt: one key, never an Esc and the key */
	KEY_ALT = 0x200000
};

enum { KEYS_MAX = 3 };

enum scope {
	SCOPE_GLOBAL,
	SCOPE_LIST,       /* any list of rows */
	SCOPE_TEXT,       /* any text one scrolls: detail, source, help, messages */
	SCOPE_BASKETS,    /* the baskets list; above it LIST */
	SCOPE_DETAIL,     /* a basket's detail; above it TEXT */
	SCOPE_CATALOG,    /* lists of the catalog; above it LIST */
	SCOPE_ITEM,       /* the detail of what they list; above it TEXT */
	SCOPE_TREE,       /* what hangs together; above it TEXT */
	SCOPE_JOURNEYS,   /* the list of journeys; above it CATALOG */
	SCOPE_FLOW,       /* one of them drawn; above it ITEM */
	SCOPE_WHATIF,     /* the segments of a visitor; above it LIST */
	SCOPE_IDENTITIES, /* identities; above it LIST */
	SCOPE_IDENTITY,   /* one of them; above it ITEM */
	SCOPE_PLAN,       /* the rows of a plan; above it LIST */
	SCOPE_PLAN_ROW,   /* one of them; above it TEXT */
	SCOPE_JOURNAL,    /* the list of writes; above it LIST */
	SCOPE_WRITE,      /* one of them; above it TEXT */
	SCOPE_SOURCE,     /* JSON as sent; above it TEXT */
	SCOPE_LINK,       /* the link dialog */
	SCOPE_COUNT
};

struct scope_info {
	const char *name;
	enum scope parent; /* SCOPE_GLOBAL's is itself */
	const char *help;
};
extern const struct scope_info scope_infos[SCOPE_COUNT];

struct binding {
	enum scope scope;
	enum action action; /* ACT_NONE: unbound on purpose */
	uint32_t keys[KEYS_MAX];
	size_t n;
	unsigned layer; /* which of the files laid over one another says so, from 1 */
};

struct keymap {
	VEC(struct binding) bindings;
	unsigned layers;
};

enum keymap_match { MATCH_NONE, MATCH_PREFIX, MATCH_ACTION };

/* The meaning of the keys typed so far in a scope. */
enum keymap_match keymap_lookup(
    const struct keymap *m, enum scope scope, const uint32_t *keys, size_t n, enum action *out);
/* The first key sequence that runs the action there ("gg", "Ctrl-D"); false when none does. */
bool keymap_append_key(struct buf *out, const struct keymap *m, enum scope scope, enum action a);
/* All of them, separated by spaces. */
void keymap_append_keys(struct buf *out, const struct keymap *m, enum scope scope, enum action a);

/* Applies a file over the map: text of a .conf file, with its name for errors. Binding a key to
 * an action while another action has it in the same scope, or in an enclosing or inner one, is
 * an error that names both: the key that sends a link must not also quit. */
bool keymap_load(struct keymap *m, const char *text, const char *name, struct err *err);
/* The compiled-in keymap of that name. */
bool keymap_builtin(struct keymap *m, const char *name, struct err *err);
/* Replaces the bindings of an action in a scope by sequences like "gg", "<C-d>", "<Enter>". Does
 * not look at other actions: keymap_check() does. */
bool keymap_bind(struct keymap *m, enum scope scope, enum action a, const char *const *sequences,
    size_t n, struct err *err);
/* Does the topmost layer give no key to two actions? */
bool keymap_check(const struct keymap *m, struct err *err);
void keymap_free(struct keymap *m);

/* "<C-d>gg", "<M-b>", "<F1>" to keys; false for an unknown name. */
bool keys_parse(struct str text, uint32_t keys[KEYS_MAX], size_t *n);
/* The key that key_write() calls so, in any case of letters; those that have names alone. */
bool key_by_words(struct str words, uint32_t *key);
/* A key as people call it: "Ctrl-D", "Alt-B", "F1", "Enter", "g". */
void key_write(struct buf *out, uint32_t key);

#endif
