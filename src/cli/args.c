#include "cli/args.h"

#include "list/columns.h"
#include "list/view.h"

#include <string.h>

bool
option_is_for(enum option o, enum command c)
{
	return option_infos[o].commands >> c & 1;
}

/* ---- suggestions ---- */

/* The known name with the fewest edits from a word, if it is similar enough. */
struct nearest_name {
	struct str typed_word;
	size_t min_edits; /* names need fewer edits than this */
	const char *name;
};

static void
update_nearest_name(struct nearest_name *n, const char *name)
{
	size_t d = str_distance(n->typed_word, str_of(name));
	if (d >= n->min_edits)
		return;
	n->min_edits = d;
	n->name = name;
}

/* Options of other programs that look nothing like ours. */
static const struct {
	const char *option;
	enum option needs; /* suggested only if the command accepts this option */
	const char *instead;
} foreign_options[] = {
	{ "--limit", OPTION_MAX, "use --max N" },
	{ "--page-size", OPTION_MAX, "use --max N, or --all" },
	{ "--paginate", OPTION_ALL, "use --all" },
	{ "--json", OPTION_OUTPUT, "use -o json" },
	{ "--ndjson", OPTION_OUTPUT, "use -o ndjson" },
	{ "--csv", OPTION_OUTPUT, "use -o csv" },
	{ "--tsv", OPTION_OUTPUT, "use -o tsv" },
	{ "--yaml", OPTION_OUTPUT, "use -o json" },
	{ "--format", OPTION_OUTPUT, "use -o FORMAT" },
	{ "--no-headers", OPTION_NO_HEADER, "use --no-header" },
	{ "--no-colour", OPTION_NO_COLOR, "use --no-color" },
	{ "--silent", OPTION_QUIET, "use -q" },
	{ "--since", OPTION_MAX, "write it as a term: since=7d" },
	{ "--until", OPTION_MAX, "write it as a term: until=2026-11-20" },
	{ "--sort", OPTION_MAX, "write it as a term: sort=-created" },
	{ "--sort-by", OPTION_MAX, "write it as a term: sort=-created" },
	{ "--group", OPTION_MAX, "write it as a term: group=tag" },
	{ "--group-by", OPTION_MAX, "write it as a term: group=tag" },
	{ "--columns", OPTION_MAX, "write it as a term: cols=age,person" },
	{ "--filter", OPTION_MAX, "write terms after the resource: baskets tag:reseller due>50" },
	{ "--where", OPTION_MAX, "write terms after the resource: baskets tag:reseller due>50" },
	{ "--query", OPTION_MAX, "write terms after the resource: baskets tag:reseller due>50" },
	{ "--jq", OPTION_OUTPUT, "use -o json and a pipe to jq, or --fields" },
	{ "--force", OPTION_YES, "use --yes" },
	{ "--profile", OPTION_ENVIRONMENT, "use -e ENV" },
	{ "--context", OPTION_ENVIRONMENT, "use -e ENV" },
	{ "--url", OPTION_ENVIRONMENT, "set BACKROOM_URL, or use -e ENV" },
	{ "--token", OPTION_ENVIRONMENT, "set BACKROOM_TOKEN, or run backroom login" },
	{ "--verbose", OPTION_LOG, "use --log FILE" },
	{ "--debug", OPTION_LOG, "use --log FILE" },
};

static const char *
find_foreign_option(const struct args *args, bool decided, struct str name)
{
	for (size_t i = 0; i < sizeof(foreign_options) / sizeof(*foreign_options); i++)
		if (str_eqz(name, foreign_options[i].option) &&
		    (!decided || option_is_for(foreign_options[i].needs, args->command)))
			return foreign_options[i].instead;
	return NULL;
}

/* Suggests options of the command; before the command's name, of any command. */
static bool
set_unknown_option_error(const struct args *args, bool decided, struct str name, struct err *err)
{
	const char *instead = find_foreign_option(args, decided, name);
	if (instead)
		return err_set(err, ERR_USAGE, "unknown option %.*s; %s", STR_ARG(name), instead);
	struct nearest_name n = { .typed_word = name, .min_edits = name.n < 7 ? 3 : 4 };
	enum command c = args->command;
	const char *word = decided ? command_infos[c].name : "";
	for (int o = 0; o < OPTION_COUNT; o++)
		if (!decided || option_is_for((enum option)o, c) ||
		    (args->is_demo && option_is_for((enum option)o, COMMAND_DEMO)))
			update_nearest_name(&n, option_infos[o].name);
	if (n.name)
		return err_set(err, ERR_USAGE, "unknown option %.*s; did you mean %s?",
		    STR_ARG(str_sub(name, 0, 60)), n.name);
	return err_set(err, ERR_USAGE, "unknown option %.*s; see backroom %s%s--help",
	    STR_ARG(str_sub(name, 0, 60)), word, *word ? " " : "");
}

/* Suggests commands and resources; people also try help and version as commands. */
static bool
set_unknown_word_error(struct str word, struct err *err)
{
	static const enum option asked_for[] = { OPTION_HELP, OPTION_VERSION };
	struct nearest_name n = { .typed_word = word, .min_edits = word.n < 4 ? 2 : 3 };
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++)
		update_nearest_name(&n, command_infos[c].name);
	for (const struct view_resource *r = view_resources; r->name; r++)
		update_nearest_name(&n, r->name);
	for (size_t i = 0; i < sizeof(asked_for) / sizeof(*asked_for); i++)
		update_nearest_name(&n, option_infos[asked_for[i]].name);
	if (n.name)
		return err_set(err, ERR_USAGE,
		    "there is no command or view \"%.*s\"; did you mean %s?",
		    STR_ARG(str_sub(word, 0, 60)), n.name);
	return err_set(err, ERR_USAGE, "there is no command or view \"%.*s\"; see backroom --help",
	    STR_ARG(str_sub(word, 0, 60)));
}

/* ---- words ---- */

struct args_reader {
	struct args *args;
	char *const *next_word; /* the next word to read */
	bool has_command;       /* the command was read */
	bool options_ended;     /* after a -- that ends the options */
};

static int
find_option(struct str name)
{
	for (int o = 0; o < OPTION_COUNT; o++)
		if (str_eqz(name, option_infos[o].name))
			return o;
	return -1;
}

static int
find_option_by_letter(char letter)
{
	for (int o = 0; o < OPTION_COUNT; o++)
		if (option_infos[o].letter && option_infos[o].letter == letter)
			return o;
	return -1;
}

/* Reads an option and its argument, if it has one: after =, after the letter, or in the next
 * word. */
static bool
read_option(struct args_reader *r, struct err *err)
{
	const char *word = *r->next_word++;
	bool is_long = word[1] == '-';
	struct str whole = str_of(word);
	size_t equals = is_long ? str_find_char(whole, '=') : SIZE_MAX;
	struct str name = str_sub(whole, 0, is_long ? equals : 2);
	int o = is_long ? find_option(name) : find_option_by_letter(word[1]);
	if (o < 0)
		return set_unknown_option_error(r->args, r->has_command, name, err);
	const char *value = NULL;
	if (equals != SIZE_MAX)
		value = word + equals + 1;
	else if (!is_long && word[2])
		value = word + 2;
	const char *argument = option_infos[o].argument;
	if (argument && argument[0] == '[') {
		r->args->option_values[o] = value ? value : "";
		return true;
	}
	if (!argument) {
		r->args->option_values[o] = "";
		return !value || err_set(err, ERR_USAGE, "%.*s takes no value", STR_ARG(name));
	}
	if (!value && *r->next_word)
		value = *r->next_word++;
	if (!value)
		return err_set(err, ERR_USAGE, "%.*s needs a value: %s", STR_ARG(name),
		    option_infos[o].argument);
	r->args->option_values[o] = value;
	const struct given_option given = { (enum option)o, value };
	vec_push(&r->args->given_options, given);
	return true;
}

static int
find_command(const char *word)
{
	for (int c = COMMAND_CONSOLE + 1; c < COMMAND_COUNT; c++)
		if (str_eqz(str_of(word), command_infos[c].name))
			return c;
	return -1;
}

/* True if the words after `audit` are a list of the environment's service: `audit list` without a
 * store. Its help is that of `audit`, which has both lists. */
static bool
is_audit_of_service(char *const *words)
{
	if (!*words || strcmp(*words, "list") != 0)
		return false;
	for (char *const *word = words + 1; *word; word++)
		if (strcmp(*word, "--store") == 0 || str_starts(str_of(*word), STR("--store=")) ||
		    strcmp(*word, "--help") == 0 || strcmp(*word, "-h") == 0)
			return false;
	return true;
}

/* Reads the first word that is not an option: a command, or a VIEW that begins with its
 * resource. `audit list` is `get audit`; the service's program has the other verbs. */
static bool
read_command(struct args_reader *r, struct args *args, struct err *err)
{
	int c = r->options_ended ? -1 : find_command(*r->next_word);
	struct str line = str_trim(str_of(*r->next_word)), resource = STR_NONE;
	r->has_command = true;
	if (c == COMMAND_AUDIT && is_audit_of_service(r->next_word + 1)) {
		args->command = COMMAND_GET;
		vec_push(&args->positional_args, "audit");
		r->next_word += 2;
		return true;
	}
	if (c >= 0) {
		args->command = (enum command)c;
		args->all_words = r->next_word++;
		return true;
	}
	if (line.n)
		str_next(&line, ' ', &resource);
	for (const struct view_resource *v = view_resources; v->name; v++) {
		if (!str_eqz(resource, v->name))
			continue;
		vec_push(&args->positional_args, *r->next_word++);
		return true;
	}
	return set_unknown_word_error(resource, err);
}

/* `demo --` is followed by another command line. */
static bool
read_dashes(struct args_reader *r, struct args *args, struct err *err)
{
	r->next_word++;
	if (args->command != COMMAND_DEMO || args->is_demo) {
		r->options_ended = true;
		return true;
	}
	args->is_demo = true;
	args->command = COMMAND_CONSOLE;
	r->has_command = false;
	if (*r->next_word && **r->next_word != '-' && !read_command(r, args, err))
		return false;
	return !command_infos[args->command].run_by_service ||
	    err_set(err, ERR_USAGE, "the demo runs only commands that use a service, not %s",
		command_infos[args->command].name);
}

/* Reads one word of any kind. */
static bool
read_word(struct args_reader *r, struct args *args, struct err *err)
{
	const char *word = *r->next_word;
	bool is_option = !r->options_ended && word[0] == '-' && word[1];
	if (is_option && str_eqz(str_of(word), "--"))
		return read_dashes(r, args, err);
	if (is_option)
		return read_option(r, err);
	if (!r->has_command)
		return read_command(r, args, err);
	if (args->command == COMMAND_DEMO && !args->is_demo && !args->positional_args.n &&
	    !r->options_ended && find_command(word) >= 0 && !view_find_resource(word))
		return err_set(err, ERR_USAGE,
		    "demo opens the console; a command comes after --: backroom demo -- %s", word);
	vec_push(&args->positional_args, word);
	r->next_word++;
	return true;
}

static bool
read_words(struct args_reader *r, struct args *args, struct err *err)
{
	while (*r->next_word && !command_infos[args->command].run_by_service)
		if (!read_word(r, args, err))
			return false;
	return true;
}

/* ---- building results ---- */

static bool
is_view_key(const struct view_resource *r, struct str key)
{
	static const char *const shape_keys[] = { "sort", "cols", "group", NULL };
	for (size_t i = 0; shape_keys[i]; i++)
		if (str_eqz(key, shape_keys[i]))
			return true;
	for (const char *const *k = r->keys; *k; k++)
		if (str_eqz(key, *k))
			return true;
	return column_find(r->columns, key) ||
	    (r->key_prefix && str_starts(key, str_of(r->key_prefix)));
}

/* True if each part is a term with a known key: a VIEW in quotes, and not one value with spaces. */
static bool
is_quoted_view(const struct view_resource *r, struct str word)
{
	struct str part;
	bool all = r && str_find_char(word, ' ') != SIZE_MAX;
	while (all && word.n && str_next(&word, ' ', &part)) {
		size_t start = part.n && part.p[0] == '!', n = start;
		while (n < part.n && !strchr("=:~<>", part.p[n]))
			n++;
		all = !part.n || (n < part.n && is_view_key(r, str_sub(part, start, n - start)));
	}
	return all;
}

/* A shell removes quotes: they are added again to a word with spaces. */
static void
add_view_word(struct buf *out, const struct view_resource *r, struct str word, bool alone)
{
	size_t op = SIZE_MAX;
	if (alone || is_quoted_view(r, word) || str_find_char(word, ' ') == SIZE_MAX ||
	    str_find_char(word, '"') != SIZE_MAX) {
		buf_adds(out, word);
		return;
	}
	for (size_t i = 0; i < word.n && op == SIZE_MAX && word.p[i] != ' '; i++)
		if (strchr("=:~<>", word.p[i]))
			op = i + (word.p[i] != '=' && i + 1 < word.n && word.p[i + 1] == '=');
	size_t head = op != SIZE_MAX ? op + 1 : word.p[0] == '!' ? 1 : 0;
	buf_adds(out, str_sub(word, 0, head));
	buf_addc(out, '"');
	for (size_t i = head; i < word.n; i++)
		buf_addf(out, word.p[i] == '\\' ? "\\\\" : "%c", word.p[i]);
	buf_addc(out, '"');
}

/* The resource at the start of a word, which may be a whole VIEW: "baskets tag:reseller". */
static const struct view_resource *
resource_of_word(const char *word)
{
	char *name = str_dup(str_sub(str_of(word), 0, str_find_char(str_of(word), ' ')));
	const struct view_resource *r = view_find_resource(name);
	x_free(name);
	return r;
}

static void
make_view(struct args *args)
{
	/* `export charges PATH TERM…`: the VIEW is the rest. */
	size_t first = args->command == COMMAND_EXPORT ? 2 : 0;
	const struct view_resource *r = args->positional_args.n
	    ? resource_of_word(args->positional_args.v[0])
	    : NULL;
	for (size_t i = first; i < args->positional_args.n; i++) {
		bool whole = args->positional_args.n == first + 1 || (i == 0 && r);
		if (i > first)
			buf_addc(&args->view_line, ' ');
		add_view_word(&args->view_line, r, str_of(args->positional_args.v[i]), whole);
	}
}

static bool
check_options(const struct args *args, struct err *err)
{
	enum command c = args->command;
	for (int o = 0; o < OPTION_COUNT; o++) {
		if (!args->option_values[o] || option_is_for((enum option)o, c) ||
		    (args->is_demo && option_is_for((enum option)o, COMMAND_DEMO)))
			continue;
		return err_set(err, ERR_USAGE, "%s does not work with %s", option_infos[o].name,
		    c == COMMAND_CONSOLE ? "the console" : command_infos[c].name);
	}
	if (args->is_demo && args->option_values[OPTION_ENVIRONMENT])
		return err_set(err, ERR_USAGE, "--environment does not work with demo");
	if (args->option_values[OPTION_THEME] && args->option_values[OPTION_NO_COLOR])
		return err_set(err, ERR_USAGE, "use --theme or --no-color, not both");
	return c != COMMAND_GET || !args->option_values[OPTION_CURL] ||
	    !args->option_values[OPTION_OUTPUT] ||
	    err_set(err, ERR_USAGE, "--curl prints a command: omit -o");
}

/* Passes an option to the demo's service unchanged; a value for --living must follow =. */
static void
pass_options_to_service(struct args *args, enum option o)
{
	const char *value = args->option_values[o];
	if (!value)
		return;
	if (*value && o == OPTION_LIVING) {
		buf_addf(&args->living_option, "--living=%s", value);
		vec_push(&args->service_args, buf_z(&args->living_option));
		return;
	}
	vec_push(&args->service_args, option_infos[o].name);
	if (*value)
		vec_push(&args->service_args, value);
}

/* Builds the arguments of the demo's service. */
static void
make_service_words(struct args *args)
{
	static const enum option passed[] = { OPTION_FAULT, OPTION_DELAY, OPTION_LIVING };
	for (size_t i = 0; i < sizeof(passed) / sizeof(*passed); i++)
		pass_options_to_service(args, passed[i]);
	vec_push(&args->service_args, NULL);
}

static void
make_app_options(struct args *args)
{
	const char *const *v = args->option_values;
	bool demo = args->is_demo || args->command == COMMAND_DEMO;
	args->app_options = (struct app_options){
		.environment = v[OPTION_ENVIRONMENT],
		.now = v[OPTION_NOW],
		.keymap = v[OPTION_KEYMAP],
		.theme = v[OPTION_NO_COLOR] ? "mono" : v[OPTION_THEME],
		.script = v[OPTION_SCRIPT],
		.tour = v[OPTION_TOUR],
		.log = v[OPTION_LOG],
		.save_session = v[OPTION_SAVE_SESSION],
		.replay = v[OPTION_REPLAY],
		.view_line = args->view_line.n ? buf_z(&args->view_line) : NULL,
		.ascii = v[OPTION_ASCII] != NULL,
		.linear = v[OPTION_LINEAR] != NULL,
		.mask = v[OPTION_MASK] != NULL,
		.read_only = v[OPTION_READ_ONLY] != NULL,
		.short_tokens = v[OPTION_SHORT_TOKENS] != NULL,
		.service_options = args->service_args.v,
	};
	if (demo)
		args->app_options.demo_pack = v[OPTION_PACK] ? v[OPTION_PACK] : "tour";
	args->is_demo = demo;
}

/* Accepts what other programs use: help, help COMMAND, version, -V. */
static void
rewrite_alias_options(int argc, char **argv)
{
	char *help = (char *)(uintptr_t) "--help", *version = (char *)(uintptr_t) "--version";
	if (argc < 2)
		return;
	if (strcmp(argv[1], "version") == 0 || strcmp(argv[1], "-V") == 0)
		argv[1] = version;
	if (strcmp(argv[1], "help") != 0)
		return;
	argv[1] = argc > 2 ? argv[2] : help;
	if (argc > 2)
		argv[2] = help;
}

bool
args_read(struct args *args, int argc, char **argv, struct err *err)
{
	*args = (struct args){ .command = COMMAND_CONSOLE };
	struct args_reader r = { .args = args, .next_word = argv + (argc > 0) };
	rewrite_alias_options(argc, argv);
	if (!read_words(&r, args, err))
		return false;
	if (command_infos[args->command].run_by_service)
		return check_options(args, err);
	make_view(args);
	make_service_words(args);
	make_app_options(args);
	return check_options(args, err);
}

void
args_free(struct args *args)
{
	vec_free(&args->positional_args);
	vec_free(&args->given_options);
	vec_free(&args->service_args);
	buf_free(&args->living_option);
	buf_free(&args->view_line);
}
