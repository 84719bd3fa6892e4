#include "app/keymap.h"

#include "base/utf8.h"

const struct scope_info scope_infos[] = {
	[SCOPE_GLOBAL] = { "global", SCOPE_GLOBAL, "everywhere" },
	[SCOPE_LIST] = { "list", SCOPE_GLOBAL, "in every list" },
	[SCOPE_TEXT] = { "text", SCOPE_GLOBAL, "in every text" },
	[SCOPE_BASKETS] = { "baskets", SCOPE_LIST, "in the list of baskets" },
	[SCOPE_DETAIL] = { "detail", SCOPE_TEXT, "in a basket's detail" },
	[SCOPE_CATALOG] = { "catalog", SCOPE_LIST, "in the catalog lists" },
	[SCOPE_ITEM] = { "item", SCOPE_TEXT, "in a catalog item's detail" },
	[SCOPE_TREE] = { "tree", SCOPE_TEXT, "in a tree" },
	[SCOPE_JOURNEYS] = { "journeys", SCOPE_CATALOG, "in the list of journeys" },
	[SCOPE_FLOW] = { "flow", SCOPE_ITEM, "in a journey's flow" },
	[SCOPE_WHATIF] = { "what-if", SCOPE_LIST, "in the what-if's segments" },
	[SCOPE_IDENTITIES] = { "identities", SCOPE_LIST, "in the list of identities" },
	[SCOPE_IDENTITY] = { "identity", SCOPE_ITEM, "in an identity" },
	[SCOPE_PLAN] = { "plan", SCOPE_LIST, "in a plan" },
	[SCOPE_PLAN_ROW] = { "plan-row", SCOPE_TEXT, "in a change of a plan" },
	[SCOPE_JOURNAL] = { "journal", SCOPE_LIST, "in the journal" },
	[SCOPE_WRITE] = { "write", SCOPE_TEXT, "in a journal entry" },
	[SCOPE_SOURCE] = { "source", SCOPE_TEXT, "in the source" },
	[SCOPE_LINK] = { "link", SCOPE_GLOBAL, "in the recovery link's dialog" },
	[SCOPE_TOUR] = { "tour", SCOPE_GLOBAL, "while a tour is running" },
};
_Static_assert(sizeof(scope_infos) / sizeof(*scope_infos) == SCOPE_COUNT,
    "every scope needs a row in this table");

struct key_name {
	const char *name;  /* in files: <name> */
	const char *label; /* on the screen */
	uint32_t key;
};

static const struct key_name key_names[] = {
	{ "Enter", "Enter", KEY_RETURN },
	{ "Esc", "Esc", KEY_ESCAPE },
	{ "Space", "Space", KEY_SPACE },
	{ "Tab", "Tab", KEY_TAB },
	{ "S-Tab", "Shift-Tab", KEY_BACKTAB },
	{ "Backspace", "Backspace", KEY_RUBOUT },
	{ "Up", "Up", KEY_ARROW_UP },
	{ "Down", "Down", KEY_ARROW_DOWN },
	{ "Left", "Left", KEY_ARROW_LEFT },
	{ "Right", "Right", KEY_ARROW_RIGHT },
	{ "Home", "Home", KEY_HOME_ },
	{ "End", "End", KEY_END_ },
	{ "PageUp", "PgUp", KEY_PAGE_UP },
	{ "PageDown", "PgDn", KEY_PAGE_DOWN },
	{ "Insert", "Insert", KEY_INSERT },
	{ "Delete", "Delete", KEY_DELETE },
	{ "lt", "<", '<' },
};

enum { KEY_NAME_COUNT = sizeof(key_names) / sizeof(*key_names) };

/* Parses "F1" to "F12". */
static bool
parse_function_key(struct str name, uint32_t *key)
{
	int64_t number;
	if (name.n < 2 || name.n > 3 || name.p[0] != 'F' || name.p[1] == '0' ||
	    !str_to_int64(str_sub(name, 1, name.n), &number) || number < 1 ||
	    number > KEY_F12 - KEY_F1 + 1)
		return false;
	*key = KEY_F1 + (uint32_t)number - 1;
	return true;
}

static bool
parse_key_name(struct str name, uint32_t *key)
{
	struct str alt = STR("M-");
	if (str_starts(name, alt)) {
		struct str rest = str_sub(name, alt.n, name.n);
		size_t len = utf8_decode(str_sub(rest, 0, UTF8_BYTES_MAX), key);
		if (!(len && len == rest.n) && !parse_key_name(rest, key))
			return false;
		*key |= KEY_ALT_FLAG;
		return true;
	}
	for (size_t i = 0; i < KEY_NAME_COUNT; i++) {
		if (!str_eqz(name, key_names[i].name))
			continue;
		*key = key_names[i].key;
		return true;
	}
	if (name.n == 3 && str_starts(name, STR("C-"))) {
		*key = (unsigned char)name.p[2] & 31;
		return true;
	}
	return parse_function_key(name, key);
}

bool
keys_parse(struct str text, uint32_t keys[KEYS_PER_BINDING_MAX], size_t *n)
{
	*n = 0;
	while (text.n) {
		size_t len, close = text.p[0] == '<' ? str_find_char(text, '>') : SIZE_MAX;
		uint32_t key;
		if (close != SIZE_MAX) {
			if (!parse_key_name(str_sub(text, 1, close - 1), &key))
				return false;
			len = close + 1;
		} else {
			len = utf8_decode(str_sub(text, 0, UTF8_BYTES_MAX), &key);
		}
		if (len == 0 || *n == KEYS_PER_BINDING_MAX)
			return false;
		keys[(*n)++] = key;
		text = str_sub(text, len, text.n);
	}
	return *n > 0;
}

bool
find_key_by_label(struct str words, uint32_t *key)
{
	for (size_t i = 0; i < KEY_NAME_COUNT; i++)
		if (str_eq_nocase(words, str_of(key_names[i].label))) {
			*key = key_names[i].key;
			return true;
		}
	return false;
}

void
key_write(struct buf *out, uint32_t key)
{
	if (key & KEY_ALT_FLAG) {
		buf_addz(out, "Alt-");
		key &= ~(uint32_t)KEY_ALT_FLAG;
	}
	for (size_t i = 0; i < KEY_NAME_COUNT; i++) {
		if (key_names[i].key == key) {
			buf_addz(out, key_names[i].label);
			return;
		}
	}
	if (key < 32)
		buf_addf(out, "Ctrl-%c", (char)(key + 64));
	else if (key >= KEY_F1 && key <= KEY_F12)
		buf_addf(out, "F%u", (unsigned)(key - KEY_F1 + 1));
	else if (key > 0x10FFFF)
		buf_addz(out, "this key");
	else
		utf8_encode(out, key);
}

void
key_write_name(struct buf *out, uint32_t key)
{
	uint32_t plain = key & ~(uint32_t)KEY_ALT_FLAG;
	const char *alt = plain != key ? "M-" : "";
	for (size_t i = 0; i < KEY_NAME_COUNT; i++) {
		if (key_names[i].key == plain) {
			buf_addf(out, "<%s%s>", alt, key_names[i].name);
			return;
		}
	}
	if (plain < 32)
		buf_addf(out, "<%sC-%c>", alt, (char)(plain + 96));
	else if (plain >= KEY_F1 && plain <= KEY_F12)
		buf_addf(out, "<%sF%u>", alt, (unsigned)(plain - KEY_F1 + 1));
	else if (plain <= 0x10FFFF) {
		buf_addz(out, *alt ? "<M-" : "");
		utf8_encode(out, plain);
		buf_addz(out, *alt ? ">" : "");
	}
}

static bool
has_same_keys(const struct binding *b, const uint32_t *keys, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (b->keys[i] != keys[i])
			return false;
	return true;
}

static enum keymap_match
match_in_scope(
    const struct keymap *m, enum scope scope, const uint32_t *keys, size_t n, enum action *out)
{
	enum keymap_match best = MATCH_NONE;
	for (size_t i = 0; i < m->bindings.n; i++) {
		const struct binding *b = &m->bindings.v[i];
		if (b->scope != scope || b->n < n || !has_same_keys(b, keys, n))
			continue;
		if (b->n > n) {
			best = MATCH_PREFIX;
			continue;
		}
		*out = b->action;
		return MATCH_ACTION;
	}
	return best;
}

enum keymap_match
keymap_lookup(
    const struct keymap *m, enum scope scope, const uint32_t *keys, size_t n, enum action *out)
{
	enum keymap_match found = MATCH_NONE;
	for (;;) {
		enum keymap_match here = match_in_scope(m, scope, keys, n, out);
		if (here == MATCH_ACTION)
			return *out == ACT_NONE ? found : MATCH_ACTION;
		if (here == MATCH_PREFIX)
			found = MATCH_PREFIX;
		if (scope == SCOPE_GLOBAL)
			return found;
		scope = scope_infos[scope].parent;
	}
}

/* True if typing the keys in `scope` runs this binding; false if an inner scope overrides it. */
static bool
is_binding_reachable(const struct keymap *m, enum scope scope, const struct binding *b)
{
	enum action a = ACT_NONE;
	return keymap_lookup(m, scope, b->keys, b->n, &a) == MATCH_ACTION && a == b->action;
}

static size_t
write_keys(struct buf *out, const struct keymap *m, enum scope scope, enum action a, size_t most)
{
	size_t found = 0;
	for (enum scope s = scope;; s = scope_infos[s].parent) {
		for (size_t i = 0; i < m->bindings.n && found < most; i++) {
			const struct binding *b = &m->bindings.v[i];
			if (b->scope != s || b->action != a || !is_binding_reachable(m, scope, b))
				continue;
			if (found++)
				buf_addc(out, ' ');
			for (size_t k = 0; k < b->n; k++)
				key_write(out, b->keys[k]);
		}
		if (s == SCOPE_GLOBAL)
			return found;
	}
}

bool
keymap_append_key(struct buf *out, const struct keymap *m, enum scope scope, enum action a)
{
	return write_keys(out, m, scope, a, 1) > 0;
}

void
keymap_append_keys(struct buf *out, const struct keymap *m, enum scope scope, enum action a)
{
	write_keys(out, m, scope, a, SIZE_MAX);
}

bool
keymap_bind(struct keymap *m, enum scope scope, enum action a, const char *const *sequences,
    size_t n, struct err *err)
{
	for (size_t i = m->bindings.n; i-- > 0;)
		if (m->bindings.v[i].scope == scope && m->bindings.v[i].action == a)
			vec_remove(&m->bindings, i);
	for (size_t i = 0; i < n; i++) {
		struct binding b = { .scope = scope, .action = a, .layer = m->layer_count };
		if (!keys_parse(str_of(sequences[i]), b.keys, &b.n))
			return err_set(err, ERR_CONFIG,
			    "'%s' is not a key; write keys as g, gg, <C-d>, <M-x>, <F5>, "
			    "<Enter>, <PageDown>",
			    sequences[i]);
		vec_push(&m->bindings, b);
	}
	return true;
}

bool
scope_contains(enum scope outer, enum scope inner)
{
	while (inner != outer && inner != SCOPE_GLOBAL)
		inner = scope_infos[inner].parent;
	return inner == outer;
}

/* True if two bindings can conflict. Compiled-in keys differ between scopes on purpose, and a
 * tour's keys replace others while it runs, so these conflict only within their scope. */
static bool
scopes_overlap(const struct binding *a, const struct binding *b)
{
	if ((a->layer == 1 && b->layer == 1) || a->scope == SCOPE_TOUR || b->scope == SCOPE_TOUR)
		return a->scope == b->scope;
	return scope_contains(a->scope, b->scope) || scope_contains(b->scope, a->scope);
}

/* True if the key sequences are equal, or one is the beginning of the other, which is then
 * unreachable. */
static bool
bindings_collide(const struct binding *a, const struct binding *b)
{
	size_t n = a->n < b->n ? a->n : b->n;
	return a->action != b->action && scopes_overlap(a, b) && has_same_keys(a, b->keys, n);
}

static bool
set_collision_error(const struct binding *a, const struct binding *b, struct err *err)
{
	struct buf keys = { 0 };
	for (size_t i = 0; i < a->n; i++)
		key_write(&keys, a->keys[i]);
	err_set(err, ERR_CONFIG,
	    "%s is assigned to both %s (%s) and %s (%s): give one of them another key, or {} for "
	    "none",
	    buf_z(&keys), action_infos[a->action].name, scope_infos[a->scope].name,
	    action_infos[b->action].name, scope_infos[b->scope].name);
	buf_free(&keys);
	return false;
}

bool
keymap_check(const struct keymap *m, struct err *err)
{
	for (size_t i = 0; i < m->bindings.n; i++) {
		const struct binding *top = &m->bindings.v[i];
		for (size_t k = 0; k < m->bindings.n && top->layer == m->layer_count; k++)
			if (bindings_collide(top, &m->bindings.v[k]))
				return set_collision_error(top, &m->bindings.v[k], err);
	}
	return true;
}

void
keymap_free(struct keymap *m)
{
	vec_free(&m->bindings);
	vec_free(&m->command_keys);
}
