#include "cli/args/completion.h"

#include "app/list/columns.h"
#include "cli/args/args.h"

/* What stands behind a command, where that is one of a few words. */
static const struct {
	enum command command;
	const char *words;
} behind[] = {
	{ COMMAND_CHECK, "catalog journeys" },
	{ COMMAND_IDENTITY, "link unlink resolve" },
	{ COMMAND_JOURNAL, "list verify" },
	{ COMMAND_SNAPSHOT, "save diff" },
	{ COMMAND_PLAN, "show check" },
	{ COMMAND_CONFIG, "check show edit probe" },
	{ COMMAND_AUDIT, "verify" },
	{ COMMAND_STORE, "copy" },
	{ COMMAND_COMPLETION, "bash zsh fish" },
};

static const char formats[] = "table wide md json ndjson csv tsv raw tree dot";

static void
add_commands(struct buf *out)
{
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++)
		buf_addf(out, "%s ", command_infos[c].name);
	buf_addz(out, "help version");
}

static void
add_resources(struct buf *out)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		buf_addf(out, "%s%s", r == view_resources ? "" : " ", r->name);
}

/* "since= until= … sort=age cols=" */
static void
add_keys(struct buf *out, const struct view_resource *r)
{
	for (const char *const *key = r->keys; *key; key++)
		buf_addf(out, "%s= ", *key);
	for (const struct column *c = r->columns; c->id; c++)
		buf_addf(out, "sort=%s sort=-%s ", c->id, c->id);
	buf_addz(out, "cols=");
}

static void
add_options(struct buf *out, enum command c)
{
	for (int o = 0; o < OPTION_COUNT; o++)
		if (option_is_for((enum option)o, c))
			buf_addf(out, "%s ", option_infos[o].name);
}

/* ---- bash, and zsh, which takes the same functions ---- */

static void
add_bash(struct buf *out)
{
	buf_addz(out,
	    "# Completion of backroom for bash; zsh takes it after bashcompinit.\n"
	    "_backroom() {\n"
	    "\tlocal cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}\n"
	    "\tlocal command=${COMP_WORDS[1]-} resource=${COMP_WORDS[2]-} words=\n"
	    "\tif [ \"$command\" = demo ] && [ \"${COMP_WORDS[2]-}\" = -- ]; then\n"
	    "\t\tcommand=${COMP_WORDS[3]-} resource=${COMP_WORDS[4]-}\n"
	    "\tfi\n"
	    "\tcase $prev in\n");
	buf_addf(out, "\t-o | --output) words='%s' ;;\n", formats);
	buf_addz(out,
	    "\t--theme) words='auto dark light high-contrast projector mono' ;;\n"
	    "\t--keymap) words='default vim' ;;\n"
	    "\t*)\n\t\tcase $command in\n");
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++) {
		buf_addf(out, "\t\t%s) words='", command_infos[c].name);
		add_options(out, (enum command)c);
		for (size_t i = 0; i < sizeof(behind) / sizeof(*behind); i++)
			buf_addz(out, behind[i].command == (enum command)c ? behind[i].words : "");
		if (c == COMMAND_GET || c == COMMAND_DEMO)
			add_resources(out);
		buf_addz(out, "' ;;\n");
	}
	buf_addz(out, "\t\t*) words='");
	add_commands(out);
	buf_addz(out, "' ;;\n\t\tesac\n\t\tcase $command:$resource in\n");
	for (const struct view_resource *r = view_resources; r->name; r++) {
		buf_addf(out, "\t\tget:%s) words+=' ", r->name);
		add_keys(out, r);
		buf_addz(out, "' ;;\n");
	}
	buf_addz(out,
	    "\t\tesac ;;\n"
	    "\tesac\n"
	    "\t[ \"$COMP_CWORD\" -gt 1 ] || words='");
	add_commands(out);
	buf_addz(out, " ");
	add_resources(out);
	buf_addz(out,
	    "'\n"
	    "\tmapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$cur\")\n"
	    "\t[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null\n"
	    "}\n"
	    "complete -o default -F _backroom backroom\n");
}

/* ---- zsh ---- */

/* Within single quotes; a colon ends the word that is described. */
static void
add_zsh_text(struct buf *out, const char *text)
{
	for (; *text; text++)
		if (*text == '\'')
			buf_addz(out, "'\\''");
		else if (*text == ':' || *text == '[' || *text == ']')
			buf_addf(out, "\\%c", *text);
		else
			buf_addc(out, *text);
}

static void
add_zsh(struct buf *out)
{
	buf_addz(out,
	    "#compdef backroom\n# Completion of backroom for zsh.\n_backroom() {\n"
	    "\tlocal -a commands words\n\tcommands=(\n");
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++) {
		buf_addf(out, "\t\t'%s:", command_infos[c].name);
		add_zsh_text(out, command_infos[c].help);
		buf_addz(out, "'\n");
	}
	buf_addz(out,
	    "\t)\n\tif (( CURRENT == 2 )); then\n\t\t_describe command commands\n"
	    "\t\treturn\n\tfi\n\tcase $words[CURRENT-1] in\n");
	buf_addf(out, "\t-o|--output) compadd -- %s; return ;;\n\tesac\n", formats);
	buf_addz(out, "\tcase $words[2] in\n");
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++) {
		buf_addf(out, "\t%s) compadd -- ", command_infos[c].name);
		add_options(out, (enum command)c);
		for (size_t i = 0; i < sizeof(behind) / sizeof(*behind); i++)
			buf_addz(out, behind[i].command == (enum command)c ? behind[i].words : "");
		if (c == COMMAND_GET || c == COMMAND_DEMO)
			add_resources(out);
		buf_addz(out, " ;;\n");
	}
	buf_addz(out, "\tesac\n\tcase $words[2]:$words[3] in\n");
	for (const struct view_resource *r = view_resources; r->name; r++) {
		buf_addf(out, "\tget:%s) compadd -S '' -- ", r->name);
		add_keys(out, r);
		buf_addz(out, " ;;\n");
	}
	buf_addz(out, "\tesac\n\t_files\n}\n_backroom \"$@\"\n");
}

/* ---- fish ---- */

static void
add_fish_text(struct buf *out, const char *text)
{
	buf_addc(out, '\'');
	for (; *text; text++)
		buf_addf(out, *text == '\'' || *text == '\\' ? "\\%c" : "%c", *text);
	buf_addc(out, '\'');
}

static void
add_fish_options(struct buf *out, enum command c)
{
	for (int o = 0; o < OPTION_COUNT; o++) {
		const struct option_info *info = &option_infos[o];
		if (!option_is_for((enum option)o, c))
			continue;
		buf_addf(out, "complete -c backroom -n '__fish_seen_subcommand_from %s' -l %s",
		    command_infos[c].name, info->name + 2);
		if (info->letter)
			buf_addf(out, " -s %c", info->letter);
		if (o == OPTION_OUTPUT)
			buf_addf(out, " -xa '%s'", formats);
		else if (info->argument && info->argument[0] != '[')
			buf_addz(out, " -r");
		buf_addz(out, " -d ");
		add_fish_text(out, info->help);
		buf_addc(out, '\n');
	}
}

static void
add_fish(struct buf *out)
{
	buf_addz(out, "# Completion of backroom for fish.\n");
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++) {
		buf_addf(out, "complete -c backroom -n __fish_use_subcommand -a %s -d ",
		    command_infos[c].name);
		add_fish_text(out, command_infos[c].help);
		buf_addc(out, '\n');
		add_fish_options(out, (enum command)c);
	}
	for (size_t i = 0; i < sizeof(behind) / sizeof(*behind); i++)
		buf_addf(out, "complete -c backroom -n '__fish_seen_subcommand_from %s' -a '%s'\n",
		    command_infos[behind[i].command].name, behind[i].words);
	buf_addz(out, "complete -c backroom -n '__fish_seen_subcommand_from get demo' -a '");
	add_resources(out);
	buf_addz(out, "'\n");
	for (const struct view_resource *r = view_resources; r->name; r++) {
		buf_addf(
		    out, "complete -c backroom -n '__fish_seen_subcommand_from %s' -a '", r->name);
		add_keys(out, r);
		buf_addz(out, "'\n");
	}
}

bool
completion_write(struct buf *out, struct str shell, struct err *err)
{
	static const struct {
		const char *name;
		void (*add)(struct buf *out);
	} shells[] = { { "bash", add_bash }, { "zsh", add_zsh }, { "fish", add_fish } };
	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (!str_eqz(shell, shells[i].name))
			continue;
		shells[i].add(out);
		return true;
	}
	return err_set(err, ERR_USAGE, "completion takes bash, zsh or fish");
}
