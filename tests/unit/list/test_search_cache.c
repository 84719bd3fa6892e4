/* Search cache: every row with a matching value is found, whatever was searched before. */
#include "base/buf.h"
#include "base/utf8.h"
#include "lib/test.h"
#include "list/search_cache.h"

#include <stdio.h>

enum { ROWS = 4 };

static const char *const rows[ROWS] = {
	"{\"label__svc\":[\"Spring\",\"\"],\"note\":\"a \\\"quoted\\\" \\u00c9clair\",\"n\":12.50}",
	"{\"label__svc\":[\"Spring\"],\"deep\":{\"er\":[{\"word\":\"Sunday\"}]},\"yes\":true}",
	"{}",
	"",
};

/* Which rows match each text, in the order searched; all are searched again at the end, after
 * many others. */
static const struct {
	const char *typed;
	bool found[ROWS];
} cases[] = {
	{ "spring", { true, true } },
	{ "SUNDAY", { false, true } },
	{ "eclair", { true } },
	{ "\"quoted\"", { true } },
	{ "12.5", { true } },
	{ "true", { false, true } },
	{ "label", { false } },
	{ "word", { false } },
	{ "ring", { true, true } },
	{ "spring", { true, true } },
};

static void
find_all_values(struct search_cache *p)
{
	auto_arena a = { 0 };
	struct search_values of[ROWS];
	for (size_t i = 0; i < ROWS; i++)
		of[i] = search_values_from_json(p, &a, str_of(rows[i]));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf forms = { 0 };
		text_fold_forms(&forms, str_of(cases[i].typed));
		for (size_t k = 0; k < ROWS; k++)
			if (search_values_contain(&of[k], buf_str(&forms),
				search_query_hash(buf_str(&forms))) != cases[i].found[k])
				fail_msg("%s in row %zu", cases[i].typed, k);
	}
}

TEST(rows_are_found_by_their_values)
{
	struct search_cache *p = search_cache_new();
	find_all_values(NULL);
	find_all_values(p);
	find_all_values(p); /* every value is cached already */
	search_cache_free(p);
}

TEST(equal_values_are_stored_once)
{
	struct search_cache *p = search_cache_new();
	auto_arena a = { 0 };
	struct search_values one = search_values_from_json(p, &a, str_of(rows[0]));
	struct search_values two = search_values_from_json(p, &a, str_of(rows[1]));
	assert_int_equal(one.n, 3);
	assert_int_equal(two.n, 3);
	assert_ptr_equal(one.v[0], two.v[0]);
	assert_ptr_not_equal(one.v[1], two.v[1]);
	search_cache_free(p);
}
