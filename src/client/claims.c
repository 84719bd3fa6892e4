#include "client/claims.h"

#include "base/digest.h"
#include "base/mem.h"
#include "model/when.h"
#include "wire/json.h"
#include "wire/rights.h"
#include "wire/value.h"

#include <string.h>

enum { CLAIMS_SIZE_MAX = 65536 };

/* The object that contains iss and sub: a token may also have a `data` object of its own. */
static const cJSON *
find_claims_object(const cJSON *tree)
{
	static const char *const names[] = { "id_token", "data" };
	if (json_get(tree, "iss") || json_get(tree, "sub"))
		return tree;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (cJSON_IsObject(json_get(tree, names[i])))
			return json_get(tree, names[i]);
	return tree;
}

/* An audience is a text or a list of texts. */
static struct str
read_audience(struct arena *a, const cJSON *who)
{
	const cJSON *aud = json_get(who, "aud"), *one;
	struct buf text = { 0 };
	if (!cJSON_IsArray(aud))
		return json_get_text(who, "aud");
	cJSON_ArrayForEach (one, aud) {
		if (cJSON_IsString(one))
			buf_addf(&text, "%s%s", text.n ? ", " : "", one->valuestring);
	}
	struct str kept = text.n ? arena_str(a, buf_str(&text)) : STR_NONE;
	buf_wipe(&text);
	return kept;
}

static void
read_expiry(struct claims *c, const cJSON *who)
{
	const double seconds_max = 253402300799.0; /* the last second of 9999 */
	const cJSON *exp = json_get(who, "exp");
	int64_t seconds;
	if (value_whole_part(member_find(str_trim(buf_str(&c->json)), STR("exp")), &seconds))
		c->exp = seconds * 1000;
	else if (cJSON_IsNumber(exp) && exp->valuedouble >= 0 && exp->valuedouble <= seconds_max)
		c->exp = (int64_t)exp->valuedouble * 1000;
}

static bool
read_json(struct claims *c)
{
	/* Malformed JSON is not repaired: the result could name another identity. */
	struct json_scan_rules rules = json_scan_service_rules;
	struct err err;
	rules.max_bytes = CLAIMS_SIZE_MAX;
	const cJSON *tree = json_parse(&c->text_arena, buf_str(&c->json), &rules, &err);
	if (!cJSON_IsObject(tree))
		return false;
	c->root_value = tree;
	const cJSON *who = find_claims_object(tree);
	c->iss = json_get_text(who, "iss");
	c->sub = json_get_text(who, "sub");
	c->owner = json_get_text(tree, "owner");
	c->scope = json_get_text(tree, "scope");
	c->root = json_get_text(tree, "root");
	c->aud = read_audience(&c->text_arena, who);
	c->email = json_get_text(who, "email");
	read_expiry(c, who);
	return true;
}

bool
claims_read_json(struct claims *c, struct str json)
{
	*c = (struct claims){ .exp = WHEN_NONE };
	buf_adds(&c->json, json);
	return read_json(c);
}

bool
claims_read(struct claims *c, struct str token)
{
	struct str rest = str_trim(token), head, body;
	*c = (struct claims){ .exp = WHEN_NONE };
	buf_reserve(&c->json, token.n); /* at once: growing would leave a copy in freed memory */
	return str_next(&rest, '.', &head) && str_find_char(rest, '.') != SIZE_MAX &&
	    str_next(&rest, '.', &body) && head.n && base64url_decode(&c->json, body) &&
	    read_json(c);
}

void
claims_free(struct claims *c)
{
	buf_wipe(&c->json);
	arena_wipe(&c->text_arena);
}

bool
claims_has_right(const struct claims *c, const char *const *claims, const char *const *names)
{
	return rights_has_one(c->root_value, claims, names);
}
