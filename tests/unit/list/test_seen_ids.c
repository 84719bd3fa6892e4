/* Recognizing repeated baskets: at least the most recent ones, within bounded memory. */
#include "base/buf.h"
#include "lib/test.h"
#include "list/pager.h"

static bool
is_repeated(struct seen_ids *o, unsigned number)
{
	auto_buf json = { 0 };
	buf_addf(&json, "{\"created\":\"x\",\"id\":\"basket-%u\"}", number);
	bool again = seen_ids_check_and_add(o, buf_str(&json));
	return again;
}

TEST(recent_ids_are_recognized)
{
	CLEANUP(seen_ids_free) struct seen_ids o = { 0 };
	for (unsigned i = 0; i < 3 * SEEN_IDS_MAX; i++) {
		assert_false(is_repeated(&o, i));
		assert_true(is_repeated(&o, i));
		if (i >= SEEN_IDS_MAX)
			assert_true(is_repeated(&o, i - SEEN_IDS_MAX + 1));
	}
	assert_int_equal(o.repeat_count, 5 * SEEN_IDS_MAX);
	assert_false(is_repeated(&o, 0)); /* evicted long ago */
}

TEST(baskets_without_an_id_are_never_repeats)
{
	CLEANUP(seen_ids_free) struct seen_ids o = { 0 };
	for (int i = 0; i < 2; i++) {
		assert_false(seen_ids_check_and_add(&o, STR("{}")));
		assert_false(seen_ids_check_and_add(&o, STR("{\"id\":\"\"}")));
		assert_false(seen_ids_check_and_add(&o, STR("{\"id\":null}")));
	}
	assert_int_equal(o.repeat_count, 0);
}
