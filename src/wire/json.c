#include "wire/json.h"

#include "base/mem.h"
#include "wire/value.h"

#include <stdlib.h>
#include <threads.h>

#define WHOLE_END 9007199254740992.0 /* 2^53 */

/* cJSON has one allocator for the whole process, without a context. While json_parse() runs, the
 * current thread allocates in this arena; any other use of cJSON gets malloc(). */
static _Thread_local struct arena *tree_arena;
static once_flag hooks_are_set = ONCE_FLAG_INIT;

static void *
allocate(size_t n)
{
	return tree_arena ? arena_alloc(tree_arena, n) : malloc(n);
}

static void
release(void *p)
{
	if (!tree_arena)
		free(p);
}

static void
set_hooks(void)
{
	cJSON_InitHooks(&(cJSON_Hooks){ .malloc_fn = allocate, .free_fn = release });
}

const cJSON *
json_parse(struct arena *a, struct str text, const struct json_scan_rules *rules, struct err *err)
{
	unsigned flags = 0;
	const char *end = NULL;
	if (!json_scan_check(text, rules, &flags, err))
		return NULL;
	text = str_trim(value_of_text(a, text, flags));
	call_once(&hooks_are_set, set_hooks);
	tree_arena = a;
	const cJSON *tree = cJSON_ParseWithLengthOpts(text.p, text.n, &end, false);
	tree_arena = NULL;
	if (tree && end == text.p + text.n)
		return tree;
	err_set(err, ERR_PROTOCOL, "the JSON could not be read near byte %zu",
	    end ? (size_t)(end - text.p) : (size_t)0);
	return NULL;
}

const cJSON *
json_get(const cJSON *object, const char *name)
{
	return cJSON_GetObjectItemCaseSensitive(object, name);
}

struct str
json_text(const cJSON *value)
{
	return str_of(cJSON_GetStringValue(value));
}

struct str
json_get_text(const cJSON *object, const char *name)
{
	return json_text(json_get(object, name));
}

bool
json_whole_number(const cJSON *value, int64_t *out)
{
	double n = cJSON_IsNumber(value) ? value->valuedouble : WHOLE_END;
	if (!(n > -WHOLE_END && n < WHOLE_END) || n != (double)(int64_t)n)
		return false;
	*out = (int64_t)n;
	return true;
}

const char *
json_library_version(void)
{
	return cJSON_Version();
}
