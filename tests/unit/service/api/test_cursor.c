/* A cursor is decoded unchanged, or not at all. */
#include "lib/test.h"
#include "service/api/cursor.h"
#include "store/store.h"

#include <string.h>

static const struct cursor_keys keys = { .key = { "an example key of 32 bytes....." } };

TEST(cursors_are_read_back)
{
	char id[STORE_ID_SIZE_MAX];
	const int64_t times[] = { INT64_MIN, -1, 0, 1795171320000, INT64_MAX };
	memset(id, 0xE9, sizeof(id));
	for (size_t i = 0; i < 5; i++) {
		auto_buf text = { 0 }, bytes = { 0 };
		struct page_cursor in = { 77, times[i], str_from(id, i ? i * 25 : 1) }, out;
		cursor_write(&text, &in, &keys);
		assert_in_range(text.n, 1, CURSOR_TEXT_SIZE_MAX);
		assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, &keys), CURSOR_OK);
		assert_true(out.sort_key == times[i] && str_eq(out.id, in.id));
		buf_reset(&bytes);
		assert_int_equal(
		    cursor_read(&out, &bytes, buf_str(&text), 78, &keys), CURSOR_MISMATCH);
	}
}

TEST(damaged_cursors_are_refused)
{
	auto_buf text = { 0 }, bytes = { 0 };
	struct page_cursor in = { 77, 5, STR("basket-1") }, out;
	const struct cursor_keys other = { .key = { "another key" } };
	cursor_write(&text, &in, &keys);
	for (size_t i = 0; i < text.n; i++) {
		char was = text.p[i];
		text.p[i] = was == 'A' ? 'B' : 'A';
		buf_reset(&bytes);
		assert_int_equal(
		    cursor_read(&out, &bytes, buf_str(&text), 77, &keys), CURSOR_INVALID);
		text.p[i] = was;
		buf_reset(&bytes);
		assert_int_equal(
		    cursor_read(&out, &bytes, str_sub(buf_str(&text), 0, i), 77, &keys),
		    CURSOR_INVALID);
	}
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, &other), CURSOR_INVALID);
	buf_addc(&text, 'A');
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, &keys), CURSOR_INVALID);
	buf_pad(&text, 'A', 100000);
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, &keys), CURSOR_INVALID);
}

/* The steps of a key change: the old key; both, signing with the old; both, signing with the
 * new; the new key. */
TEST(both_keys_are_valid_during_a_key_change)
{
	const struct cursor_keys both = { { "an example key of 32 bytes.....", "a newer key" },
		true },
				 turned = { { "a newer key", "an example key of 32 bytes....." },
					 true },
				 newer = { .key = { "a newer key" } };
	const struct cursor_keys *const all[] = { &keys, &both, &turned, &newer };
	static const bool reads[4][4] = { /* [reader's keys][writer's keys] */
		{ true, true, false, false }, { true, true, true, true },
		{ true, true, true, true }, { false, false, true, true }
	};
	struct page_cursor in = { 77, 5, STR("basket-1") }, out;
	for (size_t i = 0; i < 16; i++) {
		auto_buf text = { 0 }, bytes = { 0 };
		cursor_write(&text, &in, all[i % 4]);
		assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, all[i / 4]),
		    reads[i / 4][i % 4] ? CURSOR_OK : CURSOR_INVALID);
	}
}
