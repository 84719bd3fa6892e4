/* Keys of user commands, declared in keymap.h. They are looked up by list, not by scope: lists of
 * one scope may have different commands on the same key. */
#include "app/conf.h"
#include "app/keymap.h"

/* True if one sequence is the beginning of the other, or both are equal. */
static bool
keys_overlap(const uint32_t *a, size_t a_n, const uint32_t *b, size_t b_n)
{
	for (size_t i = 0; i < a_n && i < b_n; i++)
		if (a[i] != b[i])
			return false;
	return true;
}

/* The action that is reached by the keys, by their beginning or by more keys; ACT_NONE: none. */
static enum action
find_action_on_keys(const struct keymap *m, enum scope scope, const struct command_key *k)
{
	for (size_t i = 0; i < m->bindings.n; i++) {
		const struct binding *b = &m->bindings.v[i];
		enum action a = ACT_NONE;
		if (b->action != ACT_NONE && scope_contains(b->scope, scope) &&
		    keys_overlap(b->keys, b->n, k->keys, k->n) &&
		    keymap_lookup(m, scope, b->keys, b->n, &a) == MATCH_ACTION && a == b->action)
			return a;
	}
	return ACT_NONE;
}

static bool
set_key_error(
    const struct config *c, const struct command_key *k, const char *other, struct err *err)
{
	struct buf place = { 0 }, key = { 0 };
	config_append_origin(&place, c, &k->command->setting_origins[COMMAND_KEY]);
	command_append_key(&key, k->command);
	err_set(err, ERR_CONFIG, "%s: command \"%s\": key %s is already assigned to %s",
	    buf_z(&place), k->command->name, buf_z(&key), other);
	buf_free(&place);
	buf_free(&key);
	return false;
}

static bool
check_other_commands(
    const struct keymap *m, const struct config *c, const struct command_key *k, struct err *err)
{
	struct buf other = { 0 };
	for (size_t i = 0; i < m->command_keys.n && !other.n; i++) {
		const struct command_key *o = &m->command_keys.v[i];
		for (const struct command_pane *p = command_panes; p->name && !other.n; p++)
			if (command_runs_in(k->command, p->name) &&
			    command_runs_in(o->command, p->name) &&
			    keys_overlap(o->keys, o->n, k->keys, k->n))
				buf_addf(&other, "command \"%s\" (%s)", o->command->name, p->name);
	}
	bool ok = !other.n || set_key_error(c, k, buf_z(&other), err);
	buf_free(&other);
	return ok;
}

static bool
check_command_key(
    const struct keymap *m, const struct config *c, const struct command_key *k, struct err *err)
{
	struct buf other = { 0 };
	for (const struct command_pane *p = command_panes; p->name && !other.n; p++) {
		const enum scope scopes[] = { p->list_scope, p->detail_scope };
		for (int i = 0; i < 2 && !other.n && command_runs_in(k->command, p->name); i++) {
			enum action a = find_action_on_keys(m, scopes[i], k);
			if (a != ACT_NONE)
				buf_addf(&other, "%s (%s)", action_infos[a].name,
				    scope_infos[scopes[i]].name);
		}
	}
	bool ok = !other.n || set_key_error(c, k, buf_z(&other), err);
	buf_free(&other);
	return ok && check_other_commands(m, c, k, err);
}

bool
keymap_add_commands(struct keymap *m, const struct config *c, struct err *err)
{
	for (size_t i = 0; i < c->commands.n; i++) {
		struct command_key k = { .command = &c->commands.v[i] };
		if (!k.command->key || !keys_parse(str_of(k.command->key), k.keys, &k.n))
			continue;
		if (!check_command_key(m, c, &k, err))
			return false;
		vec_push(&m->command_keys, k);
	}
	return true;
}

enum keymap_match
keymap_lookup_command(const struct keymap *m, const char *pane, const uint32_t *keys, size_t n,
    const struct user_command **out)
{
	for (size_t i = 0; i < m->command_keys.n; i++) {
		const struct command_key *k = &m->command_keys.v[i];
		if (n > k->n || !command_runs_in(k->command, pane) ||
		    !keys_overlap(k->keys, k->n, keys, n))
			continue;
		*out = k->command;
		return k->n == n ? MATCH_ACTION : MATCH_PREFIX;
	}
	return MATCH_NONE;
}

bool
keymap_load_all(struct keymap *m, const char *name, const struct config *c, struct err *err)
{
	char *own = NULL;
	struct buf path = { 0 };
	append_config_path(&path, "keys.conf");
	bool ok = keymap_load_builtin(m, name, err) && config_read_beside(&own, "keys.conf", err) &&
	    (!own || keymap_load(m, own, buf_z(&path), err)) && keymap_add_commands(m, c, err);
	buf_free(&path);
	x_free(own);
	return ok;
}
