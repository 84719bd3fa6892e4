#include "wire/names.h"

#include "wire/query.h"

#include <string.h>

const struct param_info param_infos[PARAM_COUNT] = {
#define P(id, config, name, alias) [PARAM_##id] = { config, name, alias },
#include "wire/params.def"
#undef P
};

const struct endpoint_info endpoint_infos[ENDPOINT_COUNT] = {
#define E(id, config, method, path, right, operation) \
	[ENDPOINT_##id] = { config, method, path, right, operation },
#include "wire/paths.def"
#undef E
};

struct wire_names
wire_names_default(void)
{
	struct wire_names names = { .space = "svc", .catalog = "1" };
	for (size_t i = 0; i < PARAM_COUNT; i++)
		names.params[i] = param_infos[i].name;
	for (size_t i = 0; i < ENDPOINT_COUNT; i++)
		names.paths[i] = endpoint_infos[i].path;
	return names;
}

static bool
is_plain(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	    c == '-' || c == '_';
}

static bool
is_word(const char *text)
{
	for (const char *p = text; *p; p++)
		if (!is_plain(*p))
			return false;
	return *text != '\0';
}

/* A path of its own: absolute, nothing that would begin a query, known words in braces. */
static bool
is_template(const char *path)
{
	static const char *const words[] = { "{namespace}", "{catalog}", "{owner}" };
	struct str rest = str_of(path);
	if (*path != '/')
		return false;
	while (rest.n) {
		size_t known = 0;
		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			known = str_starts(rest, str_of(words[i])) ? strlen(words[i]) : known;
		if (!known && (rest.p[0] <= ' ' || strchr("{}?#\\\"", rest.p[0])))
			return false;
		rest = str_sub(rest, known ? known : 1, rest.n);
	}
	return true;
}

bool
wire_names_check(const struct wire_names *names, struct err *err)
{
	if (!is_word(names->space))
		return err_set(err, ERR_CONFIG, "namespace is a word of letters and digits");
	for (size_t i = 0; i < PARAM_COUNT; i++)
		if (*names->params[i] <= ' ')
			return err_set(err, ERR_CONFIG, "parameters, %s: an input has a name",
			    param_infos[i].config);
	for (size_t i = 0; i < ENDPOINT_COUNT; i++)
		if (!is_template(names->paths[i]))
			return err_set(err, ERR_CONFIG,
			    "paths, %s: a path begins with / and knows {namespace}, "
			    "{catalog} and {owner}",
			    endpoint_infos[i].config);
	return true;
}

void
wire_path(struct buf *out, const struct wire_names *names, enum endpoint e, struct str owner)
{
	struct str rest = str_of(names->paths[e]);
	while (rest.n) {
		size_t open = str_find_char(rest, '{');
		size_t close = str_find_char(rest, '}');
		if (open == SIZE_MAX || close == SIZE_MAX || close < open) {
			buf_adds(out, rest);
			return;
		}
		struct str word = str_sub(rest, open + 1, close - open - 1);
		buf_adds(out, str_sub(rest, 0, open));
		if (str_eqz(word, "namespace"))
			buf_addz(out, names->space);
		else if (str_eqz(word, "catalog"))
			buf_addz(out, names->catalog);
		else if (str_eqz(word, "owner"))
			query_escape(out, owner);
		rest = str_sub(rest, close + 1, rest.n);
	}
}
