#include "service/cmd/options.h"

#include <string.h>

static const struct option_spec *
find_option(const struct service_command *c, struct str name)
{
	for (size_t i = 0; i < c->options_n; i++)
		if (str_eqz(name, c->options[i].name))
			return &c->options[i];
	return NULL;
}

static const char *
find_nearest_option(const struct service_command *c, struct str name)
{
	const char *best = NULL;
	size_t least = 4;
	for (size_t i = 0; i < c->options_n; i++) {
		size_t d = str_distance(name, str_of(c->options[i].name));
		if (c->options[i].help && d < least) {
			least = d;
			best = c->options[i].name;
		}
	}
	return best;
}

/* True for a switch with an optional value, which is never the next argument. */
static bool
has_optional_argument(const struct option_spec *o)
{
	return o->argument && o->argument[0] == '[';
}

static bool
fail_unknown_option(const struct service_command *c, struct str name, struct err *err)
{
	const char *nearest = find_nearest_option(c, name);
	if (nearest)
		return err_set(err, ERR_USAGE, "%s has no option %.*s: did you mean %s?", c->name,
		    STR_ARG(name), nearest);
	return err_set(err, ERR_USAGE, "%s has no option %.*s: see backroom %s --help", c->name,
	    STR_ARG(name), c->name);
}

/* Counts the words, with or without those in brackets, which may be missing; [TERM…] may be
 * repeated. */
static size_t
count_words(const char *words, bool with_optional)
{
	struct str rest = str_of(words), word;
	size_t n = 0;
	while (rest.n && str_next(&rest, ' ', &word)) {
		bool is_optional = word.p[0] == '[';
		if (is_optional && !with_optional)
			continue;
		n += is_optional && str_ends(word, STR("…]")) ? OPTIONS_REPEATED_WORDS : 1;
	}
	return n;
}

bool
options_read(
    const struct service_command *c, int argc, char **argv, const char **values, struct err *err)
{
	size_t words_n = count_words(c->arguments, true), words = 0;
	memset(values, 0, (c->options_n + words_n) * sizeof(*values));
	for (int i = 2; i < argc; i++) {
		struct str word = str_of(argv[i]);
		bool is_word = !str_starts(word, STR("-")) || str_eqz(word, "-");
		if (words < words_n && is_word) {
			values[c->options_n + words++] = argv[i];
			continue;
		}
		size_t eq = str_find_char(word, '=');
		struct str name = str_sub(word, 0, eq);
		const struct option_spec *o = find_option(c, name);
		if (!o)
			return fail_unknown_option(c, name, err);
		const char *value = eq == SIZE_MAX ? NULL : argv[i] + eq + 1;
		if (!o->argument && value)
			return err_set(err, ERR_USAGE, "%s takes no value", o->name);
		bool takes_next = o->argument && !value && !has_optional_argument(o);
		if (takes_next && i + 1 >= argc)
			return err_set(err, ERR_USAGE, "%s needs a value: %s %s", o->name, o->name,
			    o->argument);
		if (takes_next)
			value = argv[++i];
		values[o - c->options] = value ? value : "";
	}
	if (words < count_words(c->arguments, false))
		return err_set(err, ERR_USAGE, "%s needs %s: see backroom %s --help", c->name,
		    c->arguments, c->name);
	return true;
}

static bool
is_among_arguments(int argc, char **argv, const char *name)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return true;
	return false;
}

bool
options_has_help(int argc, char **argv)
{
	return is_among_arguments(argc, argv, "--help") || is_among_arguments(argc, argv, "-h");
}

bool
options_has_version(int argc, char **argv)
{
	return is_among_arguments(argc, argv, "--version");
}

static void
add_option_syntax(struct buf *out, const struct option_spec *o)
{
	buf_addf(out, "%s%s%s", o->name, o->argument && !has_optional_argument(o) ? " " : "",
	    o->argument ? o->argument : "");
}

void
options_write_help(struct buf *out, const struct service_command *c)
{
	buf_addf(out, "Usage: backroom %s%s%s [OPTION]...\n%s\n\n", c->name,
	    c->arguments ? " " : "", c->arguments ? c->arguments : "", c->summary);
	for (size_t i = 0; i < c->options_n; i++) {
		const struct option_spec *o = &c->options[i];
		size_t start = out->n + 26;
		if (!o->help)
			continue;
		buf_addz(out, "  ");
		add_option_syntax(out, o);
		if (out->n < start)
			buf_pad(out, ' ', start - out->n);
		else
			buf_addz(out, "  ");
		buf_addf(out, "%s\n", o->help);
	}
	if (c->notes)
		buf_addf(out, "\n%s", c->notes);
}
