#include "cli/completion.h"

#include "app/conf.h"
#include "app/script_file.h"
#include "cli/args.h"
#include "list/columns.h"

#include <string.h>

/* Commands followed by one of a few words. */
static const struct {
	enum command command;
	const char *candidates;
} command_candidates[] = {
	{ COMMAND_CHECK, "catalog journeys" },
	{ COMMAND_IDENTITY, "link unlink resolve" },
	{ COMMAND_JOURNAL, "list verify" },
	{ COMMAND_SNAPSHOT, "save diff" },
	{ COMMAND_EXPORT, "page charges prices users" },
	{ COMMAND_PLAN, "sheet show check approve apply resume rollback list run" },
	{ COMMAND_CONFIG, "check show edit probe" },
	{ COMMAND_CONTACT, "called written recovered lost no-contact undo" },
	{ COMMAND_API, "GET POST PUT PATCH DELETE" },
	{ COMMAND_AUDIT, "list verify" },
	{ COMMAND_TOUR, "list follow check" },
	{ COMMAND_STORE, "copy" },
	{ COMMAND_COMPLETION, "bash zsh fish" },
};

static const struct {
	enum option option;
	const char *candidates;
} option_candidates[] = {
	{ OPTION_OUTPUT, "table wide md json ndjson csv tsv raw tree dot svg github" },
	{ OPTION_THEME, "auto dark light high-contrast projector mono" },
	{ OPTION_KEYMAP, "default vim" },
	{ OPTION_FOR, "mail" },
	{ OPTION_PACK, "tour awkward big" },
};

/* Values of terms and rules with few values. */
static const struct {
	const char *key, *candidates;
} term_values[] = {
	{ "half", "up even" },
	{ "standalone", "yes no" },
	{ "published", "yes no" },
	{ "became", "open completed gone unknown" },
	{ "completed", "yes no" },
	{ "reduced", "yes no" },
	{ "source", "published catalog" },
	{ "since", "today 1h 1d 7d 30d" },
	{ "until", "today 1h 1d 7d 30d" },
	{ "modified", "today 1h 1d 7d 30d" },
	{ "status",
	    "none sent sent-other contacted called written recovered lost no-contact completed" },
	{ "contacted", "today 1h 1d 7d 30d" },
	{ "consent", "yes no unknown" },
	{ "reach", "mail sign-in both nobody" },
};

/* Commands whose last word is a file, which the shell completes. */
static const struct {
	enum command command;
	const char *words_before_file; /* the file follows one of these */
} completion_scripts[] = {
	{ COMMAND_SNAPSHOT, "save diff" },
	{ COMMAND_EXPORT, "page" },
	{ COMMAND_PLAN, "show check approve apply resume rollback list run" },
	{ COMMAND_TOUR, "check" },
};

static const char plan_rules[] =
    "set= add= percent= round= half= currency= charge= attribute. remove=";

static const char log_keys[] = "status= path= id= method= operation= user= code= ms> since=";

static void
add_words(struct buf *out, const char *before, const char *words)
{
	struct str rest = str_of(words), word;
	while (rest.n && str_next(&rest, ' ', &word))
		buf_addf(out, "%s%.*s\n", before, STR_ARG(word));
}

static void
add_word_with_help(struct buf *out, const char *name, const char *help)
{
	buf_addf(out, "%s\t", name);
	for (; *help; help++)
		buf_addc(out, *help == '\n' || *help == '\t' ? ' ' : *help);
	buf_addc(out, '\n');
}

static void
add_options(struct buf *out, enum command c)
{
	for (int o = 0; o < OPTION_COUNT; o++)
		if (option_is_for((enum option)o, c))
			add_word_with_help(out, option_infos[o].name, option_infos[o].help);
}

static void
add_environments(struct buf *out)
{
	struct config config;
	struct err ignored;
	if (config_read(&config, NULL, &ignored))
		for (size_t i = 0; i < config.environments.n; i++)
			buf_addf(out, "%s\n", config.environments.v[i].name);
	config_free(&config);
}

static void
add_resources(struct buf *out)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		buf_addf(out, "%s\n", r->name);
}

static void
add_keys(struct buf *out, const struct view_resource *r)
{
	for (const char *const *key = r->keys; *key; key++)
		buf_addf(out, "%s=\n", *key);
	buf_addf(out, "sort=\ncols=\n%s", r->group_keys ? "group=\n" : "");
}

/* Appends values of a term; in a list, the names before the last comma are kept: "cols=id,". */
static void
add_term_values(struct buf *out, const struct view_resource *r, struct str typed)
{
	size_t equals = str_find_char(typed, '=');
	struct str key = str_sub(typed, 0, equals), before = str_sub(typed, 0, equals + 1);
	bool sort = str_eqz(key, "sort"), cols = str_eqz(key, "cols"),
	     group = str_eqz(key, "group");
	for (size_t i = equals + 1; i < typed.n && (sort || cols || group); i++)
		if (typed.p[i] == ',')
			before = str_sub(typed, 0, i + 1);
	for (const struct column *c = r && (sort || cols) ? r->columns : NULL; c && c->id; c++)
		buf_addf(out, sort ? "%.*s%s\n%.*s-%s\n" : "%.*s%s\n", STR_ARG(before), c->id,
		    STR_ARG(before), c->id);
	for (const char *const *g = r && group ? r->group_keys : NULL; g && *g; g++)
		buf_addf(out, "%.*s%s\n", STR_ARG(before), *g);
	for (size_t i = 0; i < sizeof(term_values) / sizeof(*term_values); i++) {
		char *own = str_dup(before);
		if (str_eqz(key, term_values[i].key))
			add_words(out, own, term_values[i].candidates);
		x_free(own);
	}
}

/* ---- parsing the line ---- */

/* The parse state after all words except the last one. */
struct completion_line {
	enum command command; /* COMMAND_CONSOLE: no command yet */
	bool in_demo;         /* after demo, where -- starts the command line of another command */
	struct str first_word, resource; /* first word after the command; resource of its VIEW */
	int expected_option;             /* the option whose value comes next, or -1 */
	size_t word_count; /* number of words after the command that are not options */
};

static int
find_option(struct str word)
{
	for (int o = 0; o < OPTION_COUNT; o++) {
		bool letter = word.n == 2 && word.p[0] == '-' &&
		    word.p[1] == option_infos[o].letter;
		if (str_eqz(word, option_infos[o].name) || (letter && word.p[1]))
			return o;
	}
	return -1;
}

static const struct view_resource *
find_resource(struct str name)
{
	for (const struct view_resource *r = view_resources; r->name; r++)
		if (str_eqz(name, r->name))
			return r;
	return NULL;
}

static void
read_option(struct completion_line *l, struct str word)
{
	int o = find_option(word);
	const char *argument = o >= 0 ? option_infos[o].argument : NULL;
	l->expected_option = argument && argument[0] != '[' ? o : -1;
}

static void
read_argument(struct completion_line *l, struct str word)
{
	if (l->command == COMMAND_CONSOLE && !l->word_count) {
		for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++)
			if (str_eqz(word, command_infos[c].name))
				l->command = (enum command)c;
		l->in_demo = l->in_demo || l->command == COMMAND_DEMO;
		if (l->command != COMMAND_CONSOLE)
			return;
	}
	if (find_resource(word) && !l->resource.n)
		l->resource = word;
	if (!l->word_count++)
		l->first_word = word;
}

static void
read_line_word(struct completion_line *l, struct str word)
{
	if (l->expected_option >= 0) {
		if (l->expected_option ==
		    OPTION_SELECT) /* a VIEW: in quotes, or of several words */
			l->resource = str_sub(word, 0, str_find_char(word, ' '));
		l->expected_option = -1;
	} else if (str_eqz(word, "--") && l->command == COMMAND_DEMO) {
		*l = (struct completion_line){ .expected_option = -1, .in_demo = true };
	} else if (word.n && word.p[0] == '-') {
		read_option(l, word);
	} else {
		read_argument(l, word);
	}
}

static void
add_values(struct buf *out, enum option o)
{
	if (o == OPTION_ENVIRONMENT)
		add_environments(out);
	else if (o == OPTION_SELECT)
		add_resources(out);
	else if (o == OPTION_TOUR)
		tour_append_names(out);
	for (size_t i = 0; i < sizeof(option_candidates) / sizeof(*option_candidates); i++)
		if (option_candidates[i].option == o)
			add_words(out, "", option_candidates[i].candidates);
}

static void
add_commands(struct buf *out)
{
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++)
		add_word_with_help(out, command_infos[c].name, command_infos[c].help);
	buf_addz(out, "help\nversion\n");
	add_resources(out);
}

static bool
expects_file(const struct completion_line *l, struct str typed)
{
	if (l->command == COMMAND_CHECK && !l->word_count)
		return str_find_char(typed, '/') != SIZE_MAX ||
		    str_find_char(typed, '.') != SIZE_MAX;
	for (size_t i = 0; i < sizeof(completion_scripts) / sizeof(*completion_scripts); i++) {
		struct str rest = str_of(completion_scripts[i].words_before_file), verb;
		while (l->word_count && completion_scripts[i].command == l->command &&
		    str_next(&rest, ' ', &verb))
			if (str_eq(verb, l->first_word))
				return true;
	}
	return false;
}

/* Appends candidates for a word after the command that is not an option. */
static void
add_plain_word_candidates(struct buf *out, const struct completion_line *l)
{
	const struct view_resource *r = find_resource(l->resource);
	bool views = l->command == COMMAND_GET || l->command == COMMAND_DEMO ||
	    l->command == COMMAND_CONSOLE;
	if (views && !l->word_count)
		add_resources(out);
	for (size_t i = 0;
	     i < sizeof(command_candidates) / sizeof(*command_candidates) && !l->word_count; i++)
		if (command_candidates[i].command == l->command)
			add_words(out, "", command_candidates[i].candidates);
	if (l->command == COMMAND_LOGS)
		add_words(out, "", log_keys);
	else if (r && (views || l->command == COMMAND_PLAN))
		add_keys(out, r);
	if (l->command == COMMAND_PLAN && l->word_count)
		add_words(out, "", plan_rules);
}

const char *
completion_add_candidates(struct buf *out, struct str text)
{
	struct completion_line l = { .expected_option = -1 };
	struct str word = STR_NONE, typed = STR_NONE;
	bool any = false;
	while (text.n && str_next(&text, '\n', &word)) {
		if (any)
			read_line_word(&l, typed);
		typed = word;
		any = true;
	}
	bool elsewhere = command_infos[l.command].run_by_service;
	if (l.expected_option >= 0) {
		add_values(out, (enum option)l.expected_option);
	} else if (typed.n && typed.p[0] == '-') {
		add_options(out, l.command);
	} else if (str_find_char(typed, '=') != SIZE_MAX) {
		add_term_values(out, find_resource(l.resource), typed);
	} else if (l.command == COMMAND_CONSOLE && !l.word_count) {
		add_commands(out);
	} else if (!expects_file(&l, typed)) {
		add_plain_word_candidates(out, &l);
		add_options(out, l.command);
	}
	return elsewhere && str_find_char(typed, '=') == SIZE_MAX ? command_infos[l.command].name
								  : NULL;
}

/* ---- scripts ---- */

/* Bash also splits a line at = and :, so the script splits it again itself, and removes the part
 * up to the last of these from each candidate. */
static const char bash_script[] =
    "# Completion of backroom for bash.\n"
    "_backroom() {\n"
    "\tlocal line=${COMP_LINE:0:COMP_POINT} word rest before\n"
    "\tlocal -a words=()\n"
    "\tread -ra words <<<\"$line\"\n"
    "\t[[ $line != *[[:space:]] ]] || words+=('')\n"
    "\tlocal cur=${words[${#words[@]}-1]}\n"
    "\t[[ $COMP_WORDBREAKS == *=* ]] && before=${cur%\"${cur##*[=:]}\"}\n"
    "\tCOMPREPLY=()\n"
    "\twhile IFS=$'\\t' read -r word rest; do\n"
    "\t\t[[ $word != \"$cur\"* ]] || COMPREPLY+=(\"${word#\"$before\"}\")\n"
    "\tdone < <(printf '%s\\n' \"${words[@]:1}\" | \"${words[0]}\" completion candidates 2>/dev/null)\n"
    "\t[[ ${COMPREPLY[0]-} != *[=.,] ]] || compopt -o nospace 2>/dev/null\n"
    "\t[[ ${#COMPREPLY[@]} -gt 0 || $cur != *=* ]] || compopt +o default 2>/dev/null\n"
    "}\n"
    "complete -o default -F _backroom backroom\n";

static const char zsh_script[] =
    "#compdef backroom\n"
    "# Completion of backroom for zsh: in a folder of $fpath, or by source.\n"
    "_backroom() {\n"
    "\tlocal line word rest\n"
    "\tlocal -a plain open\n"
    "\tlocal -a typed=(\"${(@Q)words[2,CURRENT]}\")\n"
    "\twhile IFS= read -r line; do\n"
    "\t\tword=${line%%$'\\t'*}\n"
    "\t\trest=${line#*$'\\t'}\n"
    "\t\tif [[ $word == *[=.] ]]; then\n"
    "\t\t\topen+=(\"$word\")\n"
    "\t\telse\n"
    "\t\t\t[[ $rest == $line ]] && rest= || rest=\":$rest\"\n"
    "\t\t\tplain+=(\"${word//:/\\\\:}$rest\")\n"
    "\t\tfi\n"
    "\tdone < <(printf '%s\\n' \"${typed[@]}\" | \"${(Q)words[1]}\" completion candidates 2>/dev/null)\n"
    "\t(( $#plain + $#open )) || { [[ ${typed[-1]-} == *=* ]] || _files; return }\n"
    "\t(( $#open )) && compadd -S '' -- \"${open[@]}\"\n"
    "\t(( $#plain )) && _describe -t words backroom plain\n"
    "}\n"
    "if [[ ${funcstack[1]-} == _backroom ]]; then\n"
    "\t_backroom \"$@\"\n"
    "else\n"
    "\tcompdef _backroom backroom\n"
    "fi\n";

static const char fish_script[] =
    "# Completion of backroom for fish.\n"
    "function __backroom_candidates\n"
    "\tset -l words (commandline -opc)\n"
    "\tset -l cur (commandline -ct)\n"
    "\tset -q cur[1]; or set cur ''\n"
    "\tprintf '%s\\n' $words[2..-1] $cur | $words[1] completion candidates 2>/dev/null\n"
    "end\n"
    "complete -c backroom -a '(__backroom_candidates)'\n";

bool
completion_write(struct buf *out, struct str shell, struct err *err)
{
	static const struct {
		const char *name, *script;
	} shells[] = { { "bash", bash_script }, { "zsh", zsh_script }, { "fish", fish_script } };
	for (size_t i = 0; i < sizeof(shells) / sizeof(*shells); i++) {
		if (!str_eqz(shell, shells[i].name))
			continue;
		buf_addz(out, shells[i].script);
		return true;
	}
	return err_set(err, ERR_USAGE, "completion takes bash, zsh or fish");
}
