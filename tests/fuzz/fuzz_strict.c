/* labels: slow */
/*
 * The JSON check: in pieces or whole the answer is the same, spans lie in the body, and what it
 * lets through, cJSON and the token walk can read.
 */
#include "fuzz/fuzz.h"
#include "wire/basket.h"
#include "wire/strict.h"
#include "wire/token.h"

const char *const fuzz_seeds[] = {
	"{\"items\":[{\"id\":\"a\",\"n\":-1.5e+3},{\"id\":\"b\",\"x\":[1,2,{}]}],\"queryMore\":\"c\"}",
	"{\"items\":[1,\"two\",null,[true]],\"a\":{\"b\":\"\\ud83d\\ude00\\u0000\\ud800\"}}",
	"[{\"id\":\"\xC3\xA9\",\"id\":\"\\u0069\"}]",
	"{\"orderItems\":[{\"products\":[{\"path\":1}]}],\"customFields\":{\"a.b\":{\"c\":[[]]}},"
	"\"tracking\":null,\"created\":\"2026-11-20T10:42:00Z\"}",
	"\"lone\"",
	NULL,
};

static bool
check(struct strict *s, struct str text, size_t piece)
{
	struct err err;
	bool ok = true;
	strict_init(s, &strict_for_client);
	for (size_t i = 0; ok && i < text.n; i += piece)
		ok = strict_push(s, str_sub(text, i, piece), &err);
	return ok && strict_end(s, &err);
}

static void
read_items(const struct strict *s)
{
	for (size_t i = 0; i < s->items.n; i++) {
		struct arena a = { 0 };
		struct basket b;
		struct err err;
		struct token_walk w;
		struct token t;
		struct str item = strict_item(s, i);
		fuzz_assert(item.n > 0 && s->items.v[i].off + item.n <= s->body.n);
		basket_read(&b, &a, item, s->items.v[i].flags, &err);
		token_start(&w, item);
		while (token_next(&w, &t))
			fuzz_assert(t.depth >= 0 && t.depth < STRICT_DEPTH);
		arena_free(&a);
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	struct strict whole, pieces;
	bool ok = check(&whole, text, n ? n : 1);
	fuzz_assert(check(&pieces, text, 1) == ok);
	if (ok) {
		fuzz_assert(whole.items.n == pieces.items.n);
		fuzz_assert(str_eq(buf_str(&whole.envelope), buf_str(&pieces.envelope)));
		struct err err;
		fuzz_assert(strict_check(buf_str(&whole.envelope), &strict_for_client, NULL, &err));
		read_items(&whole);
	}
	strict_free(&whole);
	strict_free(&pieces);
	return 0;
}
