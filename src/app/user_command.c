#include "app/user_command.h"

#include <string.h>

const struct command_pane command_panes[] = {
	{ "baskets", "basket", SCOPE_BASKETS, SCOPE_DETAIL },
	{ "persons", "basket", SCOPE_BASKETS, SCOPE_DETAIL },
	{ "campaigns", "campaign", SCOPE_CATALOG, SCOPE_ITEM },
	{ "offers", "offer", SCOPE_CATALOG, SCOPE_ITEM },
	{ "products", "product", SCOPE_CATALOG, SCOPE_ITEM },
	{ "segments", "segment", SCOPE_CATALOG, SCOPE_ITEM },
	{ "assets", "asset", SCOPE_CATALOG, SCOPE_ITEM },
	{ "journeys", "journey", SCOPE_JOURNEYS, SCOPE_FLOW },
	{ "identities", "identity", SCOPE_IDENTITIES, SCOPE_IDENTITY },
	{ "journal", "write", SCOPE_JOURNAL, SCOPE_WRITE },
	{ "checks", "finding", SCOPE_CATALOG, SCOPE_ITEM },
	{ "audit", "audit", SCOPE_LIST, SCOPE_WRITE },
	{ .name = NULL },
};

const struct command_pane *
command_pane_find(struct str name)
{
	for (const struct command_pane *p = command_panes; p->name; p++)
		if (str_eqz(name, p->name))
			return p;
	return NULL;
}

static bool
is_basket_pane(const char *pane)
{
	return strcmp(pane, "baskets") == 0 || strcmp(pane, "persons") == 0;
}

bool
command_runs_in(const struct user_command *command, const char *pane)
{
	if (!command->panes)
		return is_basket_pane(pane);
	for (char **name = command->panes; *name; name++)
		if (strcmp(*name, "all") == 0 || strcmp(*name, pane) == 0)
			return true;
	return false;
}

void
command_append_panes(struct buf *out, const struct user_command *command)
{
	size_t start = out->n;
	for (const struct command_pane *p = command_panes; p->name; p++)
		if (command_runs_in(command, p->name))
			buf_addf(out, "%s%s", out->n > start ? ", " : "", p->name);
}

void
command_append_key(struct buf *out, const struct user_command *command)
{
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n = 0;
	if (command->key && keys_parse(str_of(command->key), keys, &n))
		for (size_t i = 0; i < n; i++)
			key_write(out, keys[i]);
}

/* ---- faults ---- */

static bool
append_run_fault(const struct user_command *c, struct buf *why)
{
	if (!c->argv || !c->argv[0][0])
		buf_addz(why, "run must be a list, one word per item: {\"crm-note\", \"--new\"}");
	else if (!c->argv[1] && strchr(c->argv[0], ' '))
		buf_addz(why,
		    "run must be a list, one word per item (no shell is used): {\"crm-note\", "
		    "\"--new\"}");
	return why->n;
}

static bool
append_panes_fault(const struct user_command *c, struct buf *why)
{
	if (!c->panes && c->setting_origins[COMMAND_PANES].layer) {
		buf_addz(why, "panes must name a list: {\"baskets\", \"offers\"}");
		return true;
	}
	for (char **name = c->panes; name && *name; name++) {
		if (strcmp(*name, "all") == 0 || command_pane_find(str_of(*name)))
			continue;
		buf_addf(why, "panes: there is no list \"%s\". There are: all", *name);
		for (const struct command_pane *p = command_panes; p->name; p++)
			buf_addf(why, ", %s", p->name);
		return true;
	}
	return false;
}

static bool
append_link_fault(const struct user_command *c, struct buf *why)
{
	for (const struct command_pane *p = command_panes; c->passes_link && p->name; p++)
		if (!is_basket_pane(p->name) && command_runs_in(c, p->name)) {
			buf_addf(why, "link works in baskets and persons only, not in %s", p->name);
			return true;
		}
	return false;
}

static bool
append_key_fault(const struct user_command *c, struct buf *why)
{
	uint32_t keys[KEYS_PER_BINDING_MAX];
	size_t n;
	if (c->key && !keys_parse(str_of(c->key), keys, &n))
		buf_addf(
		    why, "key: '%s' is not a key; write keys as x, gx, <C-x>, <M-x>, <F5>", c->key);
	return why->n;
}

/* A text of one line that can be shown as it is. */
static bool
is_shown_line(const char *text)
{
	for (const char *p = text; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 127)
			return false;
	return *text && strlen(text) <= COMMAND_WORDS_MAX;
}

static bool
append_questions_fault(const struct user_command *c, struct buf *why)
{
	size_t n = 0;
	for (char **text = c->questions; text && *text; text++, n++)
		if (!is_shown_line(*text)) {
			buf_addf(why, "ask: question %zu must be a line of 1 to %d bytes", n + 1,
			    COMMAND_WORDS_MAX);
			return true;
		}
	if (n > COMMAND_QUESTIONS_MAX)
		buf_addf(why, "ask may have at most %d questions", COMMAND_QUESTIONS_MAX);
	return why->n;
}

static bool
append_confirm_fault(const struct user_command *c, struct buf *why)
{
	if (c->confirm && !is_shown_line(c->confirm))
		buf_addf(why, "confirm must be a line of 1 to %d bytes", COMMAND_WORDS_MAX);
	return why->n;
}

bool
command_find_fault(
    const struct user_command *command, enum command_setting *setting, struct buf *why)
{
	static const struct {
		enum command_setting setting;
		bool (*append_fault)(const struct user_command *c, struct buf *why);
	} checks[] = {
		{ COMMAND_RUN, append_run_fault },
		{ COMMAND_PANES, append_panes_fault },
		{ COMMAND_LINK, append_link_fault },
		{ COMMAND_KEY, append_key_fault },
		{ COMMAND_ASK, append_questions_fault },
		{ COMMAND_CONFIRM, append_confirm_fault },
	};
	for (size_t i = 0; i < sizeof(checks) / sizeof(*checks); i++)
		if (checks[i].append_fault(command, why)) {
			*setting = checks[i].setting;
			return true;
		}
	return false;
}
