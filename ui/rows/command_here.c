#include "ui/rows/command_here.h"

#include "ui/rows/row_command.h"

static const char *
visible_pane_name(const struct console *c)
{
	const struct rows_pane *r = rows_pane_or_null(console_top_pane(c));
	return r ? row_command_pane_name(r) : NULL;
}

bool
command_is_here(const struct console *c, const struct user_command *command)
{
	const char *pane = visible_pane_name(c);
	return pane && command_runs_in(command, pane);
}

enum keymap_match
command_lookup_keys(
    const struct console *c, const uint32_t *keys, size_t n, const struct user_command **out)
{
	const char *pane = visible_pane_name(c);
	return pane ? keymap_lookup_command(&c->keys, pane, keys, n, out) : MATCH_NONE;
}
