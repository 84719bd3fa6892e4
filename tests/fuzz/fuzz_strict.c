/* labels: slow */
/*
 * The JSON check: in pieces or whole the verdict is the same, spans are within the body, and for
 * accepted text the values, cJSON's tree and the token walk are the same.
 */
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "wire/basket.h"
#include "wire/json.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"
#include "wire/value.h"

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
count_values(struct member_reader *r, struct str value)
{
	struct member_index members = read_members(r, value);
	size_t n = 1;
	for (size_t i = 0; i < members.n; i++)
		n += count_values(r, members.v[i].value);
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
compare_values(struct member_reader *r, struct str ours, const cJSON *theirs)
{
	enum json_kind kind = value_kind(ours);
	struct member_index members = read_members(r, ours);
	int64_t n, same;
	fuzz_assert(kind == kind_of_cjson(theirs));
	fuzz_assert(str_eqz(ours, "true") == cJSON_IsTrue(theirs));
	if (kind == JSON_STRING)
		fuzz_assert(str_eqz(value_text(r->a, ours), theirs->valuestring));
	if (kind == JSON_NUMBER && json_whole_number(theirs, &n) && value_whole_number(ours, &same))
		fuzz_assert(n == same);
	if (kind != JSON_ARRAY && kind != JSON_OBJECT)
		return;
	theirs = theirs->child;
	for (size_t i = 0; i < members.n; i++, theirs = theirs->next) {
		fuzz_assert(theirs != NULL);
		if (kind == JSON_OBJECT)
			fuzz_assert(str_eqz(value_text(r->a, members.v[i].name), theirs->string));
		compare_values(r, members.v[i].value, theirs);
	}
	fuzz_assert(theirs == NULL);
}

/* All readers must see the same values. cJSON may refuse numbers of 64 characters. */
static void
check_values(struct str text)
{
	auto_arena a = { 0 };
	struct member_reader r = { .a = &a, .scratch = &a };
	struct err err;
	struct json_lex w;
	struct json_lex_token t;
	size_t n = 0;
	if (json_scan_check(text, &json_scan_service_rules, NULL, &err)) {
		struct str value = value_of_text(&a, text, 0);
		json_lex_start(&w, text);
		while (json_lex_next(&w, &t))
			n += t.kind != JSON_LEX_CLOSE;
		fuzz_assert(n == count_values(&r, value));
		const cJSON *theirs = json_parse(&a, text, &json_scan_service_rules, &err);
		if (theirs)
			compare_values(&r, value, theirs);
	}
}

/* Splits the text at two places taken from the input. */
static bool
check_cut(struct json_scan *s, struct str text, size_t one, size_t two)
{
	struct err err;
	json_scan_init(s, &json_scan_client_rules);
	return json_scan_push(s, str_sub(text, 0, one), &err) &&
	    json_scan_push(s, str_sub(text, one, two), &err) &&
	    json_scan_push(s, str_sub(text, one + two, text.n), &err) && json_scan_end(s, &err);
}

static bool
check(struct json_scan *s, struct str text, size_t piece)
{
	struct err err;
	bool ok = true;
	json_scan_init(s, &json_scan_client_rules);
	for (size_t i = 0; ok && i < text.n; i += piece)
		ok = json_scan_push(s, str_sub(text, i, piece), &err);
	return ok && json_scan_end(s, &err);
}

static void
read_items(const struct json_scan *s)
{
	for (size_t i = 0; i < s->items.n; i++) {
		auto_arena a = { 0 };
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
	check_values(text);
	if (ok) {
		fuzz_assert(whole.items.n == pieces.items.n);
		fuzz_assert(str_eq(buf_str(&whole.envelope), buf_str(&pieces.envelope)));
		struct err err;
		fuzz_assert(
		    json_scan_check(buf_str(&whole.envelope), &json_scan_client_rules, NULL, &err));
		read_items(&whole);
	}
	json_scan_free(&whole);
	json_scan_free(&pieces);
	return 0;
}
