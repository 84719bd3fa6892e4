#include "wire/rights.h"

#include "base/mem.h"

#include <string.h>

const char *const rights_usual_claims[] = { "scope", "scp", "roles", "permissions",
	"realm_access.roles", NULL };

static bool
is_one_of(struct str word, const char *const *names)
{
	for (; *names; names++)
		if (str_eqz(word, *names))
			return true;
	return false;
}

static bool
contains_one(const cJSON *claim, const char *const *names)
{
	struct str rest = json_text(claim), word;
	while (rest.n && str_next(&rest, ' ', &word))
		if (is_one_of(word, names))
			return true;
	if (!cJSON_IsArray(claim))
		return false;
	const cJSON *v;
	cJSON_ArrayForEach (v, claim)
		if (is_one_of(json_text(v), names))
			return true;
	return false;
}

/* Member names may contain dots, as addresses do, so each dot may end a name. */
static bool
contains_one_at(const cJSON *object, const char *path, const char *const *names)
{
	if (contains_one(json_get(object, path), names))
		return true;
	for (const char *dot = strchr(path, '.'); dot; dot = strchr(dot + 1, '.')) {
		char *head = str_dup(str_from(path, (size_t)(dot - path)));
		const cJSON *inner = json_get(object, head);
		x_free(head);
		if (inner && contains_one_at(inner, dot + 1, names))
			return true;
	}
	return false;
}

bool
rights_has_one(const cJSON *claims, const char *const *paths, const char *const *names)
{
	for (; *paths; paths++)
		if (contains_one_at(claims, *paths, names))
			return true;
	return false;
}
