#include "wire/names.h"

#include "wire/query.h"

#include <string.h>

const struct param_info param_infos[PARAM_COUNT] = {
#define P(id, config, name, alias) [PARAM_##id] = { config, name, alias },
#include "wire/params.def"
#undef P
};

const struct endpoint_info endpoint_infos[ENDPOINT_COUNT] = {
#define E(id, word, verb, below, need, called)    \
	[ENDPOINT_##id] = { .setting_name = word, \
		.method = verb,                   \
		.path = below,                    \
		.required_right = need,           \
		.operation = called },
#include "wire/paths.def"
#undef E
};

struct wire_names
wire_names_default(void)
{
	struct wire_names names = { .namespace = "svc", .catalog = "1" };
	for (size_t i = 0; i < PARAM_COUNT; i++)
		names.params[i] = param_infos[i].name;
	for (size_t i = 0; i < ENDPOINT_COUNT; i++)
		names.paths[i] = endpoint_infos[i].path;
	return names;
}

static bool
is_word_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	    c == '-' || c == '_';
}

static bool
is_word(const char *text)
{
	for (const char *p = text; *p; p++)
		if (!is_word_char(*p))
			return false;
	return *text != '\0';
}

/* True if the path is absolute, contains no query, and has only known words in braces. */
static bool
is_path_template(const char *path)
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

static bool
has_owner_placeholder(const char *path)
{
	return strstr(path, "{owner}") != NULL;
}

/* A path whose default contains {owner} must contain it exactly once; other paths must not. */
static bool
check_path(const struct wire_names *names, size_t e, struct err *err)
{
	const struct endpoint_info *info = &endpoint_infos[e];
	const char *path = names->paths[e], *owner = strstr(path, "{owner}");
	if (!is_path_template(path))
		return err_set(err, ERR_CONFIG,
		    "paths, %s: a path must begin with / and may contain {namespace}, {catalog} "
		    "and {owner}",
		    info->setting_name);
	if (has_owner_placeholder(path) != has_owner_placeholder(info->path))
		return err_set(err, ERR_CONFIG, "paths, %s: {owner} %s", info->setting_name,
		    owner ? "is for link and unlink only" : "is missing");
	return !owner || !has_owner_placeholder(owner + 1) ||
	    err_set(err, ERR_CONFIG, "paths, %s: {owner} may appear only once", info->setting_name);
}

/* Endpoints with the same method must differ in their paths. */
static bool
check_path_is_unique(const struct wire_names *names, size_t e, struct err *err)
{
	struct buf path = { 0 }, other = { 0 };
	bool ok = true;
	wire_append_path(&path, names, (enum endpoint)e, STR("o"));
	for (size_t i = 0; i < e && ok; i++) {
		buf_reset(&other);
		wire_append_path(&other, names, (enum endpoint)i, STR("o"));
		if (str_eqz(str_of(endpoint_infos[i].method), endpoint_infos[e].method) &&
		    str_eq(buf_str(&path), buf_str(&other)))
			ok = err_set(err, ERR_CONFIG, "paths, %s: %s already has this path",
			    endpoint_infos[e].setting_name, endpoint_infos[i].setting_name);
	}
	buf_free(&path);
	buf_free(&other);
	return ok;
}

/* True if the name can be used in a query without escaping. */
static bool
is_param_name(const char *name)
{
	for (const char *p = name; *p; p++)
		if ((unsigned char)*p <= ' ' || *p == 0x7F || strchr("&=#?+%", *p))
			return false;
	return *name != '\0';
}

static bool
check_param(const struct wire_names *names, size_t p, struct err *err)
{
	const char *config = param_infos[p].setting_name;
	if (!is_param_name(names->params[p]))
		return err_set(err, ERR_CONFIG,
		    "parameters, %s: a name must not contain spaces or & = # ? + %%", config);
	for (size_t i = 0; i < p; i++)
		if (str_eqz(str_of(names->params[p]), names->params[i]))
			return err_set(err, ERR_CONFIG, "parameters, %s: %s already has this name",
			    config, param_infos[i].setting_name);
	return true;
}

bool
wire_names_check(const struct wire_names *names, struct err *err)
{
	if (!is_word(names->namespace))
		return err_set(err, ERR_CONFIG, "namespace must be a word of letters and digits");
	if (!is_word(names->catalog))
		return err_set(err, ERR_CONFIG, "catalog must be a word of letters and digits");
	for (size_t p = 0; p < PARAM_COUNT; p++)
		if (!check_param(names, p, err))
			return false;
	for (size_t e = 0; e < ENDPOINT_COUNT; e++)
		if (!check_path(names, e, err) || !check_path_is_unique(names, e, err))
			return false;
	return true;
}

void
wire_append_path(struct buf *out, const struct wire_names *names, enum endpoint e, struct str owner)
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
			buf_addz(out, names->namespace);
		else if (str_eqz(word, "catalog"))
			buf_addz(out, names->catalog);
		else if (str_eqz(word, "owner"))
			query_escape(out, owner);
		rest = str_sub(rest, close + 1, rest.n);
	}
}
