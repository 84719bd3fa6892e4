#include "wire/json.h"

#include "base/buf.h"
#include "base/utf8.h"
#include "wire/strict.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

/* cJSON's hooks take no context: the arena of the parse under way on this thread. */
static _Thread_local struct arena *json_arena;

static void *
hook_alloc(size_t n)
{
	return json_arena ? arena_alloc(json_arena, n) : malloc(n);
}

static void
hook_free(void *p)
{
	if (!json_arena)
		free(p);
}

/* A copy of the text in which cJSON finds characters only: \u0000 and lone surrogates become
 * \ufffd, bad bytes U+FFFD. Strings are the only places where these can stand. */
static void
repair(struct buf *out, struct str s)
{
	for (size_t i = 0; i < s.n;) {
		uint32_t cp;
		size_t len = utf8_decode(str_sub(s, i, UTF8_MAX), &cp);
		if (len == 0 || (len == 1 && cp < 32)) {
			buf_addz(out, len ? " " : "\xEF\xBF\xBD");
			i++;
			continue;
		}
		if (s.p[i] != '\\' || i + 1 >= s.n) {
			buf_add(out, s.p + i, len);
			i += len;
			continue;
		}
		if (s.p[i + 1] != 'u' || i + 6 > s.n) {
			buf_add(out, s.p + i, 2);
			i += 2;
			continue;
		}
		unsigned long high = strtoul(
		    (char[]){ s.p[i + 2], s.p[i + 3], s.p[i + 4], s.p[i + 5], 0 }, NULL, 16);
		bool pair = high >= 0xD800 && high < 0xDC00 && i + 12 <= s.n &&
		    s.p[i + 6] == '\\' && s.p[i + 7] == 'u' && (s.p[i + 8] | 32) == 'd' &&
		    str_find_char(STR("cdefCDEF"), s.p[i + 9]) != SIZE_MAX;
		size_t take = pair ? 12 : 6;
		if (high == 0 || (high >= 0xD800 && high < 0xE000 && !pair))
			buf_addz(out, "\\ufffd");
		else
			buf_add(out, s.p + i, take);
		i += take;
	}
}

const struct cJSON *
json_parse(struct arena *a, struct str text, unsigned flags, struct err *err)
{
	static const cJSON_Hooks hooks = { hook_alloc, hook_free };
	struct buf sound = { 0 };
	if (flags & (unsigned)~SPAN_DUPLICATE) {
		repair(&sound, text);
		text = arena_str(a, buf_str(&sound));
		buf_free(&sound);
	}
	cJSON_InitHooks((cJSON_Hooks *)(uintptr_t)&hooks);
	json_arena = a;
	const char *end = NULL;
	cJSON *tree = cJSON_ParseWithLengthOpts(text.p, text.n, &end, false);
	json_arena = NULL;
	if (!tree)
		err_set(err, ERR_PROTOCOL, "the JSON could not be read near byte %zu",
		    end ? (size_t)(end - text.p) : (size_t)0);
	return tree;
}

enum json_kind
json_kind(const struct cJSON *value)
{
	if (!value)
		return JSON_ABSENT;
	if (cJSON_IsNull(value))
		return JSON_NULL;
	if (cJSON_IsBool(value))
		return JSON_BOOL;
	if (cJSON_IsNumber(value))
		return JSON_NUMBER;
	if (cJSON_IsString(value))
		return JSON_STRING;
	return cJSON_IsArray(value) ? JSON_ARRAY : JSON_OBJECT;
}

const struct cJSON *
json_get(const struct cJSON *object, const char *name)
{
	return cJSON_IsObject(object) ? cJSON_GetObjectItemCaseSensitive(object, name) : NULL;
}

struct str
json_text(const struct cJSON *value)
{
	return cJSON_IsString(value) ? str_of(value->valuestring) : STR_NONE;
}

struct str
json_get_text(const struct cJSON *object, const char *name)
{
	return json_text(json_get(object, name));
}

bool
json_is_true(const struct cJSON *value)
{
	return cJSON_IsTrue(value);
}

bool
json_whole_number(const struct cJSON *value, int64_t *out)
{
	static const double limit = 9007199254740992.0; /* 2^53 */
	if (!cJSON_IsNumber(value) || value->valuedouble < -limit || value->valuedouble > limit ||
	    value->valuedouble != (double)(int64_t)value->valuedouble)
		return false;
	*out = (int64_t)value->valuedouble;
	return true;
}

size_t
json_count(const struct cJSON *array)
{
	size_t n = 0;
	for (const struct cJSON *v = json_first(array); v; v = json_next(v))
		n++;
	return n;
}

const struct cJSON *
json_first(const struct cJSON *container)
{
	return cJSON_IsArray(container) || cJSON_IsObject(container) ? container->child : NULL;
}

const struct cJSON *
json_next(const struct cJSON *value)
{
	return value->next;
}

struct str
json_name(const struct cJSON *member)
{
	return str_of(member->string);
}
