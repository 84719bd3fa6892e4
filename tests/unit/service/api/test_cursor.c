/* A cursor comes back as it was, or not at all. */
#include "service/api/cursor.h"
#include "store/store.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static const unsigned char key[DIGEST_SIZE] = "an example key of 32 bytes.....";

static void
cursors_come_back(void **state)
{
	char id[STORE_ID_MAX];
	const int64_t times[] = { INT64_MIN, -1, 0, 1795171320000, INT64_MAX };
	(void)state;
	memset(id, 0xE9, sizeof(id));
	for (size_t i = 0; i < 5; i++) {
		struct buf text = { 0 }, bytes = { 0 };
		struct cursor in = { 77, times[i], str_from(id, i ? i * 25 : 1) }, out;
		cursor_write(&text, &in, key);
		assert_in_range(text.n, 1, CURSOR_MAX);
		assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, key), CURSOR_OK);
		assert_true(out.at == times[i] && str_eq(out.id, in.id));
		buf_reset(&bytes);
		assert_int_equal(
		    cursor_read(&out, &bytes, buf_str(&text), 78, key), CURSOR_MISMATCH);
		buf_free(&text);
		buf_free(&bytes);
	}
}

static void
damaged_ones_are_refused(void **state)
{
	struct buf text = { 0 }, bytes = { 0 };
	struct cursor in = { 77, 5, STR("basket-1") }, out;
	unsigned char other[DIGEST_SIZE] = "another key";
	(void)state;
	cursor_write(&text, &in, key);
	for (size_t i = 0; i < text.n; i++) {
		char was = text.p[i];
		text.p[i] = was == 'A' ? 'B' : 'A';
		buf_reset(&bytes);
		assert_int_equal(
		    cursor_read(&out, &bytes, buf_str(&text), 77, key), CURSOR_INVALID);
		text.p[i] = was;
		buf_reset(&bytes);
		assert_int_equal(cursor_read(&out, &bytes, str_sub(buf_str(&text), 0, i), 77, key),
		    CURSOR_INVALID);
	}
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, other), CURSOR_INVALID);
	buf_addc(&text, 'A');
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, key), CURSOR_INVALID);
	buf_pad(&text, 'A', 100000);
	buf_reset(&bytes);
	assert_int_equal(cursor_read(&out, &bytes, buf_str(&text), 77, key), CURSOR_INVALID);
	buf_free(&text);
	buf_free(&bytes);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cursors_come_back),
		cmocka_unit_test(damaged_ones_are_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
