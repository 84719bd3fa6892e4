/* labels: slow */
/*
 * The JSON check: in pieces or whole the verdict is the same, spans are within the body, and for
 * accepted text the program's trees, cJSON's and the token walk have the same values.
 */
#include "fuzz/fuzz.h"
#include "wire/basket.h"
#include "wire/json.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

#include <cjson/cJSON.h>

const char *const fuzz_seeds[] = {
	"{\"items\":[{\"id\":\"a\",\"n\":-1.5e+3},{\"id\":\"b\",\"x\":[1,2,{}]}],\"queryMore\":\"c\"}",
	"{\"items\":[1,\"two\",null,[true]],\"a\":{\"b\":\"\\ud83d\\ude00\\u0000\\ud800\"}}",
	"[{\"id\":\"\xC3\xA9\",\"id\":\"\\u0069\"}]",
	"{\"orderItems\":[{\"products\":[{\"path\":1}]}],\"customFields\":{\"a.b\":{\"c\":[[]]}},"
	"\"tracking\":null,\"created\":\"2026-11-20T10:42:00Z\"}",
	"\"lone\"",
	NULL,
};

static size_t
count_values(const struct json_value *value)
{
	size_t n = 1;
	enum json_kind kind = json_kind(value);
	if (kind == JSON_ARRAY || kind == JSON_OBJECT)
		for (value = json_first(value); value; value = json_next(value))
			n += count_values(value);
	return n;
}

static enum json_kind
kind_of_cjson(const cJSON *v)
{
	if (cJSON_IsNull(v))
		return JSON_NULL;
	if (cJSON_IsBool(v))
		return JSON_BOOL;
	if (cJSON_IsNumber(v))
		return JSON_NUMBER;
	if (cJSON_IsString(v))
		return JSON_STRING;
	return cJSON_IsArray(v) ? JSON_ARRAY : JSON_OBJECT;
}

static void
compare_values(const struct json_value *ours, const cJSON *theirs)
{
	enum json_kind kind = json_kind(ours);
	fuzz_assert(kind == kind_of_cjson(theirs));
	fuzz_assert(json_is_true(ours) == cJSON_IsTrue(theirs));
	if (kind == JSON_STRING)
		fuzz_assert(str_eqz(json_text(ours), theirs->valuestring));
	if (kind != JSON_ARRAY && kind != JSON_OBJECT)
		return;
	theirs = theirs->child;
	for (ours = json_first(ours); ours; ours = json_next(ours), theirs = theirs->next) {
		fuzz_assert(theirs != NULL);
		if (kind == JSON_OBJECT)
			fuzz_assert(str_eqz(json_name(ours), theirs->string));
		compare_values(ours, theirs);
	}
	fuzz_assert(theirs == NULL);
}

/* All parsers must see the same values. Only cJSON does not accept numbers of 64 digits. */
static void
check_trees(struct str text)
{
	struct arena a = { 0 };
	struct err err;
	struct json_lex w;
	struct json_lex_token t;
	size_t n = 0;
	if (json_scan_check(text, &json_scan_for_service, NULL, &err)) {
		const struct json_value *tree = json_parse(&a, text, 0, &err);
		fuzz_assert(tree != NULL);
		json_lex_start(&w, text);
		while (json_lex_next(&w, &t))
			n += t.kind != JSON_LEX_CLOSE;
		fuzz_assert(n == count_values(tree));
		cJSON *theirs = cJSON_ParseWithLength(text.p, text.n);
		if (theirs)
			compare_values(tree, theirs);
		cJSON_Delete(theirs);
	}
	arena_free(&a);
}

/* Splits the text at two places taken from the input. */
static bool
check_cut(struct json_scan *s, struct str text, size_t one, size_t two)
{
	struct err err;
	json_scan_init(s, &json_scan_for_client);
	return json_scan_push(s, str_sub(text, 0, one), &err) &&
	    json_scan_push(s, str_sub(text, one, two), &err) &&
	    json_scan_push(s, str_sub(text, one + two, text.n), &err) && json_scan_end(s, &err);
}

static bool
check(struct json_scan *s, struct str text, size_t piece)
{
	struct err err;
	bool ok = true;
	json_scan_init(s, &json_scan_for_client);
	for (size_t i = 0; ok && i < text.n; i += piece)
		ok = json_scan_push(s, str_sub(text, i, piece), &err);
	return ok && json_scan_end(s, &err);
}

static void
read_items(const struct json_scan *s)
{
	for (size_t i = 0; i < s->items.n; i++) {
		struct arena a = { 0 };
		struct basket b;
		struct err err;
		struct json_lex w;
		struct json_lex_token t;
		struct str item = json_scan_item(s, i);
		fuzz_assert(item.n > 0 && s->items.v[i].offset + item.n <= s->body.n);
		basket_read(&b, &a, item, s->items.v[i].flags, &err);
		json_lex_start(&w, item);
		while (json_lex_next(&w, &t))
			fuzz_assert(t.depth >= 0 && t.depth < JSON_SCAN_DEPTH_MAX);
		arena_free(&a);
	}
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	struct json_scan whole, pieces, cut;
	bool ok = check(&whole, text, n ? n : 1);
	fuzz_assert(check(&pieces, text, 1) == ok);
	size_t one = n ? bytes[0] % n : 0, two = n ? bytes[n - 1] % n : 0;
	fuzz_assert(check_cut(&cut, text, one, two) == ok);
	fuzz_assert(!ok || str_eq(buf_str(&cut.envelope), buf_str(&whole.envelope)));
	json_scan_free(&cut);
	check_trees(text);
	if (ok) {
		fuzz_assert(whole.items.n == pieces.items.n);
		fuzz_assert(str_eq(buf_str(&whole.envelope), buf_str(&pieces.envelope)));
		struct err err;
		fuzz_assert(
		    json_scan_check(buf_str(&whole.envelope), &json_scan_for_client, NULL, &err));
		read_items(&whole);
	}
	json_scan_free(&whole);
	json_scan_free(&pieces);
	return 0;
}
