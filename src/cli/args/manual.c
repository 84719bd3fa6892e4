#include "cli/args/manual.h"

#include "app/basket/variables.h"
#include "app/config/actions.h"
#include "app/config/conf.h"
#include "app/config/keymap.h"
#include "app/config/linear_words.h"
#include "app/list/columns.h"
#include "base/roff.h"
#include "cli/args/exits.h"
#include "cli/args/help.h"
#include "cli/args/parts.h"
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
		buf_addz(out, command_infos[c].elsewhere ? "\\fR " : "\\fR [options] ");
		roff_text(out, command_infos[c].arguments);
		buf_addc(out, '\n');
	}
	buf_addz(out, ".fi\n");
}

static void
add_rows(struct buf *out, const struct help_row *row)
{
	for (; row->head; row++)
		roff_item(out, row->head, row->text);
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
		roff_text(out, part->title);
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
		roff_item(out, *info->name ? info->name : "(none)", info->help);
		if (info->notes) {
			buf_addz(out, ".br\n");
			roff_text(out, info->notes);
			buf_addc(out, '\n');
		}
		if (info->example) {
			buf_addz(out, ".nf\n");
			roff_text(out, info->example);
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
		help_option_head(&head, (enum option)o);
		roff_item(out, buf_z(&head), option_infos[o].help);
		out->n--; /* drop the newline: the commands follow on the same line */
		add_option_commands(out, (enum option)o);
		buf_free(&head);
	}
}

/* ---- VIEW ---- */

static void
add_words(struct buf *out, const char *head, const char *const *words, const char *more)
{
	struct buf line = { 0 };
	for (; *words; words++)
		buf_addf(&line, "%s%s", line.n ? ", " : "", *words);
	if (more)
		buf_addf(&line, ", %s\xE2\x80\xA6", more);
	roff_item(out, head, buf_z(&line));
	buf_free(&line);
}

static void
add_columns(struct buf *out, const struct view_resource *r, const char *head)
{
	const char *ids[COLUMNS_MAX + 1] = { 0 };
	for (size_t i = 0; r->columns[i].id && i < COLUMNS_MAX; i++)
		ids[i] = r->columns[i].id;
	add_words(out, head, ids, r->prefix);
}

static void
add_view(struct buf *out)
{
	buf_addz(out, ".SH VIEW\n");
	roff_paragraph(out, "One line says what is shown: a resource, then terms.");
	add_rows(out, view_rows);
	buf_addz(out,
	    ".nf\nbaskets since=7d tag=/tags/uk/reseller smith !kell sort=\\-created\n"
	    "offers standalone=yes attribute.label=winback\n"
	    "offers path=\"/offers2/Gift & Holiday\"\n.fi\n");
	for (const struct view_resource *r = view_resources; r->name; r++) {
		struct buf head = { 0 };
		buf_addf(&head, "%s: keys", r->name);
		add_words(out, buf_z(&head), r->keys, r->prefix);
		buf_reset(&head);
		buf_addf(&head, "%s: columns", r->name);
		add_columns(out, r, buf_z(&head));
		buf_reset(&head);
		buf_addf(&head, "%s with group=: columns", r->name);
		if (r->groups)
			add_columns(out, r->grouped[VIEW_GROUPS_MAX - 1], buf_z(&head));
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
	roff_text(out, scope_infos[scope].name);
	buf_addz(out, ": ");
	roff_text(out, scope_infos[scope].help);
	buf_addc(out, '\n');
	for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct buf keys = { 0 }, line = { 0 };
		if (!is_bound_in(m, scope, (enum action)a))
			continue;
		keymap_append_keys(&keys, m, scope, (enum action)a);
		buf_addf(&line, "%s: %s", action_infos[a].name, action_infos[a].help);
		roff_item(out, keys.n ? buf_z(&keys) : "(none)", buf_z(&line));
		buf_free(&keys);
		buf_free(&line);
	}
}

/* Adds the actions without a key, which are run by name. */
static void
add_plain_arguments(struct buf *out, const struct keymap *m)
{
	buf_addz(out, ".SS without a key: by name, at the prompt for anything\n");
	for (int a = ACT_NONE + 1; a < ACT_COUNT; a++) {
		struct buf name = { 0 };
		bool bound = false;
		for (int s = 0; s < SCOPE_COUNT; s++)
			bound = bound || is_bound_in(m, (enum scope)s, (enum action)a);
		buf_addf(&name, ":%s", action_infos[a].name);
		if (!bound)
			roff_item(out, buf_z(&name), action_infos[a].help);
		buf_free(&name);
	}
}

static void
add_keys(struct buf *out)
{
	struct keymap m = { 0 };
	struct err err;
	buf_addz(out, ".SH KEYS\n");
	roff_paragraph(out,
	    "Of the default keymap. Each is named by its action, as keys.conf binds "
	    "it. ? in the console shows the keys in force.");
	if (keymap_builtin(&m, "default", &err))
		for (int s = 0; s < SCOPE_COUNT; s++)
			add_scope(out, &m, (enum scope)s);
	add_plain_arguments(out, &m);
	keymap_free(&m);
}

/* ---- environment and files ---- */

static const struct help_row variables[] = {
	{ "BACKROOM_URL",
	    "a service's address with its /api prefix: an environment of its own, "
	    "which beats config.conf" },
	{ "BACKROOM_TOKEN",
	    "the token for it, or without BACKROOM_URL for the environment that is chosen first, and for no "
	    "other one; the demo does not use it" },
	{ "BACKROOM_CA_FILE, SSL_CERT_FILE",
	    "certificates that are trusted instead of the system's, where the environment has no ca-file" },
	{ "BACKROOM_ENV", "the environment, where -e does not say" },
	{ "BACKROOM_CONFIG", "another file than config.conf" },
	{ "XDG_CONFIG_HOME, XDG_CONFIG_DIRS, XDG_STATE_HOME, XDG_RUNTIME_DIR",
	    "where the files below are; a relative path does not count" },
	{ "BACKROOM_PAGER, PAGER",
	    "what shows what is longer than the terminal; less where neither is set, nothing where it is "
	    "empty or cat" },
	{ "NO_COLOR", "when set: no colours" },
	{ "ESCDELAY", "milliseconds that Esc waits for the rest of a key (25)" },
	{ "TZ", "the time zone, where config.conf names none" },
	{ NULL, NULL },
};

static const struct help_row files[] = {
	{ "/etc/backroom/config.conf",
	    "environments for everybody on this machine; used only where nobody but root can write to it" },
	{ "$XDG_CONFIG_HOME/backroom/config.conf", "environments and how the console looks" },
	{ "$XDG_CONFIG_HOME/backroom/keys.conf", "keys, laid over the keymap" },
	{ "$XDG_CONFIG_HOME/backroom/views", "VIEWs saved under names, NAME VIEW a line" },
	{ "$XDG_CONFIG_HOME/backroom/themes/NAME.conf", "a theme of your own" },
	{ "$XDG_STATE_HOME/backroom/",
	    "private: what was sent, terminals that were proven, the "
	    "local service's key" },
	{ "$XDG_STATE_HOME/backroom/journal.jsonl",
	    "every write of this account; beside it journal.head, the note of its end, and "
	    "journal.torn, half lines of runs that were killed" },
	{ "$XDG_STATE_HOME/backroom/sign-in/",
	    "a private file for each environment that somebody is signed in to, and its lock" },
	{ "$XDG_RUNTIME_DIR/backroom-link-*", "a link written to a private file on demand" },
	{ NULL, NULL },
};

/* Rows around the settings, which have their own descriptions. */
static const struct help_row before_environments[] = {
	{ "default", "the environment that is meant where none is named" },
	{ "environment \"NAME\" { … }", "a service; the name is what -e takes" },
	{ NULL, NULL },
};

static const struct help_row behind_environments[] = {
	{ "parameters { … }",
	    "what inputs are called there: limit, created-after, query-more, path, tag, reduced, "
	    "page-size, modified-after, pagination, cursor-from, cursor-alias, offers-source, "
	    "attribute" },
	{ "paths { … }",
	    "where endpoints are below url: baskets, campaigns, offers, offers-v2, assets, "
	    "products, segments, journeys, bulk-update, link, unlink" },
	{ NULL, NULL },
};

static const struct help_row behind_commands[] = {
	{ "ui { … }", "how the console looks" },
	{ NULL, NULL },
};

static const struct help_row checks[] = {
	{ "checks { … }", "what check prints" },
	{ "mute", "names of rules that are left out: {\"price-zero\", \"copy-forgotten\"}" },
	{ NULL, NULL },
};

static void
add_settings(struct buf *out, const struct setting *settings, size_t n)
{
	for (size_t i = 0; i < n; i++)
		roff_item(out, settings[i].name, settings[i].help);
}

static void
add_config(struct buf *out)
{
	buf_addz(out, ".SH CONFIG.CONF\n");
	roff_paragraph(out,
	    "Read in layers, each over those before it: /etc/backroom/config.conf, then backroom/config.conf "
	    "below each of $XDG_CONFIG_DIRS, then the user's own. What a layer does not say stays as it was; "
	    "an environment that says locked = true stays as it is. backroom config show says where each value stands.");
	roff_paragraph(out,
	    "In \"double quotes\" ${NAME} stands for the variable NAME of the process; in 'single quotes' it stays "
	    "as it is. Your own file is refused if it names commands and anybody may write to it.");
	add_rows(out, before_environments);
	add_settings(out, environment_settings, ENVIRONMENT_SETTINGS);
	add_rows(out, behind_environments);
	roff_item(out, "command \"NAME\" { … }",
	    "a program of your own for baskets: ! and :run NAME (YOUR OWN COMMANDS)");
	add_settings(out, command_settings, COMMAND_SETTINGS);
	add_rows(out, behind_commands);
	add_settings(out, ui_settings, UI_SETTINGS);
	add_rows(out, checks);
}

static const struct help_row terminals[] = {
	{ "tmux",
	    "a link goes through tmux load-buffer; with set-clipboard external or on and a "
	    "terminal that takes OSC 52 it reaches the outer clipboard" },
	{ "GNU screen", "in pieces of at most 512 bytes" },
	{ "mosh", "takes at most 12,282 bytes; longer links are refused in words" },
	{ "xterm", "denies it by default: XTerm*disallowedWindowOps: 20,21,SetXprop" },
	{ "iTerm2", "General, Selection: applications in terminal may access clipboard" },
	{ "mintty", "AllowSetSelection=yes" },
	{ "st, rxvt-unicode", "allowwindowops; the perl extension for OSC 52" },
	{ "kitty, WezTerm, Alacritty, foot, Ghostty, Windows Terminal, VS Code",
	    "take it as they come" },
	{ "PuTTY, Apple Terminal, GNOME Terminal and others on an older VTE, the Linux console",
	    "take none: v shows the link alone to select, w writes a private file" },
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
		roff_item(out, check_rules[r].id, buf_z(&line));
		buf_free(&line);
	}
}

static void
add_linear(struct buf *out)
{
	buf_addz(out, ".SH LINE BY LINE\n");
	roff_paragraph(out,
	    "With --linear, or linear = true in config.conf, the console draws nothing: what its screen would "
	    "show is said in lines, and lines that are typed, or come from a pipe or a file, are what keys are "
	    "elsewhere. For screen readers, braille lines, slow lines and logs. No sequence goes to the terminal, "
	    "so a link stands on a line of its own where neither tmux nor a desktop takes it by a program. A terminal "
	    "hands over at most 4,095 bytes of a line, and shows all that is typed.");
	for (const struct linear_word *w = linear_words; w->typed; w++)
		roff_item(out, w->typed, w->does);
}

static void
add_user_commands(struct buf *out)
{
	buf_addz(out, ".SH YOUR OWN COMMANDS\n");
	roff_paragraph(out,
	    "A command of config.conf is a program that the console runs by ! or :run NAME, where Tab "
	    "completes the name, on the basket under the cursor, on a person's newest one, or on each of the "
	    "marked ones after a question, one after the other until one fails. The program is looked for in "
	    "PATH, or is a path, where ~/ is your home folder. No shell reads its words, and it has neither "
	    "the terminal nor a token; what it prints last is said, the ten last lines stand among the "
	    "messages. Ctrl-C ends it. Read-only, masked and before an audience none is run. What is known of "
	    "the basket are its variables, as the service sent them; what is not known is not set:");
	for (const struct basket_variable_info *v = basket_variables; v->name; v++)
		roff_item(out, v->name, v->help);
}

static void
add_exits(struct buf *out)
{
	buf_addz(out, ".SH EXIT STATUS\n");
	for (int i = 0; i < EXIT_CODES; i++) {
		struct buf head = { 0 };
		buf_addf(&head, "%d", i);
		roff_item(out, buf_z(&head), exit_meanings[i]);
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
	roff_paragraph(out,
	    "Backroom lists baskets that were left in the checkout of a subscription "
	    "shop, finds one as you type, and sends its recovery link to your own clipboard, over "
	    "SSH too. Data goes to stdout, words to stderr.");
	add_commands(out);
	add_options(out);
	add_view(out);
	add_keys(out);
	add_section(out, "ENVIRONMENT", variables);
	add_section(out, "FILES", files);
	add_config(out);
	add_user_commands(out);
	add_linear(out);
	add_rules(out);
	add_exits(out);
	buf_addz(out, ".SH CLIPBOARD\n");
	roff_paragraph(out,
	    "A link is sent by the terminal's own sequence (OSC 52), and no terminal "
	    "says whether it took it: the console says sent, never copied. v shows the link alone.");
	add_rows(out, terminals);
}
