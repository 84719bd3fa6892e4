#include "cli/manual.h"

#include "app/actions.h"
#include "app/conf.h"
#include "app/keymap.h"
#include "app/linear_words.h"
#include "base/roff.h"
#include "basket/variables.h"
#include "cli/exits.h"
#include "cli/help.h"
#include "cli/parts.h"
#include "list/columns.h"
#include "model/check.h"

/* ---- commands and options ---- */

static void
add_name(struct buf *out)
{
	buf_addz(out,
	    ".TH BACKROOM 1 \"\" \"backroom " BACKROOM_VERSION "\" \"User Commands\"\n"
	    ".SH NAME\nbackroom \\- abandoned baskets and their recovery links, in a terminal\n");
}

static void
add_synopsis(struct buf *out)
{
	buf_addz(out, ".SH SYNOPSIS\n.nf\n");
	for (int c = 0; c < COMMAND_COUNT; c++) {
		buf_addz(out, "\\fBbackroom");
		if (*command_infos[c].name)
			buf_addf(out, " %s", command_infos[c].name);
		buf_addz(out, command_infos[c].run_by_service ? "\\fR " : "\\fR [options] ");
		roff_add_text(out, command_infos[c].arguments);
		buf_addc(out, '\n');
	}
	buf_addz(out, ".fi\n");
}

static void
add_rows(struct buf *out, const struct help_row *row)
{
	for (; row->heading; row++)
		roff_add_item(out, row->heading, row->text);
}

static void
add_section(struct buf *out, const char *title, const struct help_row *rows)
{
	buf_addf(out, ".SH %s\n", title);
	add_rows(out, rows);
}

/* Skips the VIEW language, which has a section of its own. */
static void
add_parts(struct buf *out, const struct command_info *info)
{
	for (const struct help_part *part = info->parts; part && part->title; part++) {
		if (part->rows == view_rows)
			continue;
		buf_addf(out, ".SS %s: ", info->name);
		roff_add_text(out, part->title);
		buf_addc(out, '\n');
		add_rows(out, part->rows);
	}
}

static void
add_commands(struct buf *out)
{
	buf_addz(out, ".SH COMMANDS\n");
	for (int c = 0; c < COMMAND_COUNT; c++) {
		const struct command_info *info = &command_infos[c];
		roff_add_item(out, *info->name ? info->name : "(none)", info->help);
		if (info->notes) {
			buf_addz(out, ".br\n");
			roff_add_text(out, info->notes);
			buf_addc(out, '\n');
		}
		if (info->example) {
			buf_addz(out, ".nf\n");
			roff_add_text(out, info->example);
			buf_addz(out, "\n.fi\n");
		}
	}
	for (int c = 0; c < COMMAND_COUNT; c++)
		add_parts(out, &command_infos[c]);
}

static void
add_option_commands(struct buf *out, enum option o)
{
	bool first = true;
	buf_addz(out, " (");
	for (int c = 0; c < COMMAND_COUNT; c++) {
		if (!option_is_for(o, (enum command)c))
			continue;
		buf_addf(out, "%s%s", first ? "" : ", ",
		    *command_infos[c].name ? command_infos[c].name : "console");
		first = false;
	}
	buf_addz(out, ")\n");
}

static void
add_options(struct buf *out)
{
	buf_addz(out, ".SH OPTIONS\n");
	for (int o = 0; o < OPTION_COUNT; o++) {
		struct buf head = { 0 };
		help_write_option_head(&head, (enum option)o);
		roff_add_item(out, buf_z(&head), option_infos[o].help);
		out->n--; /* drop the newline: the commands follow on the same line */
		add_option_commands(out, (enum option)o);
		buf_free(&head);
	}
}

/* ---- VIEW ---- */

static void
add_word_list_item(struct buf *out, const char *head, const char *const *words, const char *more)
{
	struct buf line = { 0 };
	for (; *words; words++)
		buf_addf(&line, "%s%s", line.n ? ", " : "", *words);
	if (more)
		buf_addf(&line, ", %s\xE2\x80\xA6", more);
	roff_add_item(out, head, buf_z(&line));
	buf_free(&line);
}

static void
add_columns(struct buf *out, const struct view_resource *r, const char *head)
{
	const char *ids[COLUMNS_MAX + 1] = { 0 };
	for (size_t i = 0; r->columns[i].id && i < COLUMNS_MAX; i++)
		ids[i] = r->columns[i].id;
	add_word_list_item(out, head, ids, r->key_prefix);
}

static void
add_view_section(struct buf *out)
{
	buf_addz(out, ".SH VIEW\n");
	roff_add_paragraph(out, "A VIEW is one line: a resource, then terms.");
	add_rows(out, view_rows);
	buf_addz(out,
	    ".nf\nbaskets since=7d tag=/tags/uk/reseller smith !kell sort=\\-created\n"
	    "offers standalone=yes attribute.label=winback\n"
	    "offers path=\"/offers2/Gift & Holiday\"\n.fi\n");
	for (const struct view_resource *r = view_resources; r->name; r++) {
		struct buf head = { 0 };
		buf_addf(&head, "%s: keys", r->name);
		add_word_list_item(out, buf_z(&head), r->keys, r->key_prefix);
		buf_reset(&head);
		buf_addf(&head, "%s: columns", r->name);
		add_columns(out, r, buf_z(&head));
		buf_reset(&head);
		buf_addf(&head, "%s with group=: columns", r->name);
		if (r->group_keys)
			add_columns(out, r->grouped_resources[VIEW_GROUPS_MAX - 1], buf_z(&head));
		buf_free(&head);
	}
}

/* ---- keys ---- */

static bool
is_bound_in(const struct keymap *m, enum scope scope, enum action a)
{
	for (size_t i = 0; i < m->bindings.n; i++)
		if (m->bindings.v[i].scope == scope && m->bindings.v[i].action == a)
			return true;
	return false;
}

static void
add_scope(struct buf *out, const struct keymap *m, enum scope scope)
{
	buf_addz(out, ".SS ");
	roff_add_text(out, scope_infos[scope].name);
	buf_addz(out, ": ");
	roff_add_text(out, scope_infos[scope].help);
	buf_addc(out, '\n');
	for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct buf keys = { 0 }, line = { 0 };
		if (!is_bound_in(m, scope, (enum action)a))
			continue;
		keymap_append_keys(&keys, m, scope, (enum action)a);
		buf_addf(&line, "%s: %s", action_infos[a].name, action_infos[a].help);
		roff_add_item(out, keys.n ? buf_z(&keys) : "(none)", buf_z(&line));
		buf_free(&keys);
		buf_free(&line);
	}
}

/* Adds the actions without a key, which are run by name. */
static void
add_plain_arguments(struct buf *out, const struct keymap *m)
{
	buf_addz(out, ".SS without a key: type : and the name\n");
	for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct buf name = { 0 };
		bool bound = false;
		for (int s = 0; s < SCOPE_COUNT; s++)
			bound = bound || is_bound_in(m, (enum scope)s, (enum action)a);
		buf_addf(&name, ":%s", action_infos[a].name);
		if (!bound)
			roff_add_item(out, buf_z(&name), action_infos[a].help);
		buf_free(&name);
	}
}

static void
add_keys(struct buf *out)
{
	struct keymap m = { 0 };
	struct err err;
	buf_addz(out, ".SH KEYS\n");
	roff_add_paragraph(out,
	    "The default keymap, by action, as in keys.conf. ? in the console shows the current "
	    "keys.");
	if (keymap_load_builtin(&m, "default", &err))
		for (int s = 0; s < SCOPE_COUNT; s++)
			add_scope(out, &m, (enum scope)s);
	add_plain_arguments(out, &m);
	keymap_free(&m);
}

/* ---- environment and files ---- */

static const struct help_row environment_variables[] = {
	{ "BACKROOM_URL",
	    "a service's address with its /api prefix; overrides the environments of config.conf" },
	{ "BACKROOM_TOKEN",
	    "the token for BACKROOM_URL or, if that is not set, for the first environment chosen "
	    "and no other; not used by the demo" },
	{ "BACKROOM_CA_FILE, SSL_CERT_FILE",
	    "certificates to trust instead of the system's, if the environment has no ca-file" },
	{ "BACKROOM_ENV", "the environment to use without -e" },
	{ "BACKROOM_CONFIG", "a file to read instead of config.conf" },
	{ "XDG_CONFIG_HOME, XDG_CONFIG_DIRS, XDG_STATE_HOME, XDG_RUNTIME_DIR",
	    "base folders of the files below; relative paths are ignored" },
	{ "BACKROOM_PAGER, PAGER",
	    "the pager for long output; less if neither is set, none if empty or cat" },
	{ "NO_COLOR", "when set: no colours" },
	{ "ESCDELAY", "milliseconds to wait after Esc for the rest of a key sequence (25)" },
	{ "TZ", "the time zone, if config.conf has none" },
	{ NULL, NULL },
};

static const struct help_row manual_files[] = {
	{ "/etc/backroom/config.conf",
	    "environments for all users of this machine; used only if no one but root can write "
	    "to it" },
	{ "$XDG_CONFIG_HOME/backroom/config.conf", "environments and settings of the console" },
	{ "$XDG_CONFIG_HOME/backroom/keys.conf", "keys that override the keymap" },
	{ "$XDG_CONFIG_HOME/backroom/views", "saved views, one NAME VIEW per line" },
	{ "$XDG_CONFIG_HOME/backroom/themes/NAME.conf", "your own theme" },
	{ "$XDG_STATE_HOME/backroom/",
	    "private data: links sent, terminals checked, the local service's key" },
	{ "$XDG_STATE_HOME/backroom/journal.jsonl",
	    "every write of this account; journal.head records where it ends, journal.torn keeps "
	    "partial lines of killed runs" },
	{ "$XDG_STATE_HOME/backroom/sign-in/",
	    "for each environment with a sign-in: a private file and its lock" },
	{ "$XDG_RUNTIME_DIR/backroom-link-*", "a link written to a private file on demand" },
	{ NULL, NULL },
};

/* Rows around the settings, which have their own descriptions. */
static const struct help_row keys_before_environments[] = {
	{ "default", "the environment to use if none is named" },
	{ "environment \"NAME\" { … }", "a service; -e takes the name" },
	{ NULL, NULL },
};

static const struct help_row keys_after_environments[] = {
	{ "parameters { … }",
	    "the service's names for inputs: limit, created-after, query-more, path, tag, "
	    "reduced, page-size, modified-after, pagination, cursor-from, cursor-alias, "
	    "offers-source, attribute" },
	{ "paths { … }",
	    "paths of endpoints below url: baskets, campaigns, offers, offers-v2, assets, "
	    "products, segments, journeys, bulk-update, link, unlink" },
	{ NULL, NULL },
};

static const struct help_row keys_after_commands[] = {
	{ "ui { … }", "settings of the console" },
	{ NULL, NULL },
};

static const struct help_row check_setting_rows[] = {
	{ "checks { … }", "settings of the checks" },
	{ "mute", "rules to skip: {\"price-zero\", \"copy-forgotten\"}" },
	{ NULL, NULL },
};

static void
add_settings(struct buf *out, const struct setting *settings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		roff_add_item(out, settings[i].name, settings[i].help);
}

static void
add_config(struct buf *out)
{
	buf_addz(out, ".SH CONFIG.CONF\n");
	roff_add_paragraph(out,
	    "Read in layers, each overriding the ones before: /etc/backroom/config.conf, then "
	    "backroom/config.conf in each of $XDG_CONFIG_DIRS, then the user's own. A layer "
	    "overrides only what it sets; an environment with locked = true cannot be "
	    "overridden. backroom config show prints the source of each value.");
	roff_add_paragraph(out,
	    "In \"double quotes\" ${NAME} is replaced by the environment variable NAME; in "
	    "'single quotes' it is not. Your own file is refused if it defines commands and "
	    "others can write to it.");
	add_rows(out, keys_before_environments);
	add_settings(out, environment_settings, ENVIRONMENT_SETTINGS);
	add_rows(out, keys_after_environments);
	roff_add_item(out, "command \"NAME\" { … }",
	    "your own program for baskets, run with ! or :run NAME (YOUR OWN COMMANDS)");
	add_settings(out, command_settings, COMMAND_SETTINGS);
	add_rows(out, keys_after_commands);
	add_settings(out, ui_settings, UI_SETTINGS);
	add_rows(out, check_setting_rows);
}

static const struct help_row terminal_rows[] = {
	{ "tmux",
	    "a link is sent with tmux load-buffer; if set-clipboard is external or on and the "
	    "outer terminal supports OSC 52, it reaches that terminal's clipboard" },
	{ "GNU screen", "in pieces of at most 512 bytes" },
	{ "mosh", "accepts at most 12,282 bytes; longer links are refused with a message" },
	{ "xterm", "blocks it by default: XTerm*disallowedWindowOps: 20,21,SetXprop" },
	{ "iTerm2", "General, Selection: applications in terminal may access clipboard" },
	{ "mintty", "AllowSetSelection=yes" },
	{ "st, rxvt-unicode", "allowwindowops; the perl extension for OSC 52" },
	{ "kitty, WezTerm, Alacritty, foot, Ghostty, Windows Terminal, VS Code",
	    "work without settings" },
	{ "PuTTY, Apple Terminal, GNOME Terminal and others on an older VTE, the Linux console",
	    "do not support it: v shows only the link, to select; w writes a private file" },
	{ NULL, NULL },
};

static void
add_rules(struct buf *out)
{
	buf_addz(out, ".SH RULES\n");
	for (int r = 0; r < CHECK_RULES; r++) {
		struct buf line = { 0 };
		buf_addf(&line, "%s (%s)", check_rules[r].meaning,
		    check_severities[check_rules[r].severity]);
		roff_add_item(out, check_rules[r].id, buf_z(&line));
		buf_free(&line);
	}
}

static void
add_linear_mode_section(struct buf *out)
{
	buf_addz(out, ".SH LINE BY LINE\n");
	roff_add_paragraph(out,
	    "With --linear, or linear = true in config.conf, the console prints lines instead of "
	    "drawing a screen, and reads commands as lines from the terminal, a pipe or a file. "
	    "It is for screen readers, braille displays, slow connections and logs. It sends no "
	    "escape sequences, so a link is printed on a line of its own unless a program of tmux "
	    "or the desktop can put it on the clipboard. A terminal passes on at most 4,095 bytes "
	    "per line and shows what you type.");
	for (const struct linear_word *w = linear_words; w->word; w++)
		roff_add_item(out, w->word, w->description);
}

static void
add_user_commands(struct buf *out)
{
	buf_addz(out, ".SH YOUR OWN COMMANDS\n");
	roff_add_paragraph(out,
	    "A command in config.conf is a program that ! or :run NAME runs (Tab completes the "
	    "name) on the basket under the cursor, on a person's newest basket, or, after a "
	    "question, on each marked basket, one after the other until one fails. The program is "
	    "a path (~/ is your home folder) or is searched for in PATH. No shell is involved, "
	    "and the program has no access to the terminal or a token. Its last line of output is "
	    "shown as a message, and :messages has the last ten. Ctrl-C stops it. Commands do not "
	    "run in read-only or masked mode or while presenting. The basket's data is passed in "
	    "environment variables, as the service sent it; a value that is not known is not set:");
	for (const struct basket_variable_info *v = basket_variables; v->name; v++)
		roff_add_item(out, v->name, v->help);
}

static void
add_exit_codes(struct buf *out)
{
	buf_addz(out, ".SH EXIT STATUS\n");
	for (int i = 0; i < EXIT_CODES; i++) {
		struct buf head = { 0 };
		buf_addf(&head, "%d", i);
		roff_add_item(out, buf_z(&head), exit_meanings[i]);
		buf_free(&head);
	}
}

void
manual_write(struct buf *out, const struct args *args)
{
	(void)args;
	add_name(out);
	add_synopsis(out);
	buf_addz(out, ".SH DESCRIPTION\n");
	roff_add_paragraph(out,
	    "Backroom lists the abandoned baskets of a subscription shop, finds one as you type, "
	    "and sends its recovery link to your own clipboard, over SSH too. Data goes to "
	    "stdout, messages to stderr.");
	add_commands(out);
	add_options(out);
	add_view_section(out);
	add_keys(out);
	add_section(out, "ENVIRONMENT", environment_variables);
	add_section(out, "FILES", manual_files);
	add_config(out);
	add_user_commands(out);
	add_linear_mode_section(out);
	add_rules(out);
	add_exit_codes(out);
	buf_addz(out, ".SH CLIPBOARD\n");
	roff_add_paragraph(out,
	    "A link is sent with the terminal's clipboard sequence (OSC 52). Terminals do not "
	    "confirm it, so the console says sent, never copied. v shows only the link.");
	add_rows(out, terminal_rows);
}
