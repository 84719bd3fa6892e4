/* labels: slow */
/*
 * Cursors: any id and time come back unchanged; a cursor that was not signed here or has a changed
 * byte is refused.
 */
#include "fuzz/fuzz.h"
#include "lib/cleanup.h"
#include "service/api/cursor.h"
#include "store/store.h"

#include <string.h>

const char *const fuzz_seeds[] = {
	"basket-5f0c2b1e-7a4d-4c93-8e16-d2f74c90b3a8",
	"AQAAAAAAAABNAAAAAAAAAAUAAAAAAAAAYmFza2V0LTE",
	"\xE9\xE9\xE9\xE9\xE9\xE9\xE9\xE9 12345678901234567890",
	NULL,
};

static const struct cursor_keys keys = { .key = { "an example key of 32 bytes....." } };

static void
check_made(const uint8_t *bytes, size_t n)
{
	auto_buf text = { 0 }, read = { 0 };
	struct page_cursor in = { .filter_hash = n,
		.id = str_from((const char *)bytes + 8, n - 8) },
			   out;
	memcpy(&in.sort_key, bytes, 8);
	cursor_write(&text, &in, &keys);
	fuzz_assert(text.n <= CURSOR_TEXT_SIZE_MAX);
	fuzz_assert(cursor_read(&out, &read, buf_str(&text), n, &keys) == CURSOR_OK);
	fuzz_assert(out.sort_key == in.sort_key && str_eq(out.id, in.id));
	buf_reset(&read);
	fuzz_assert(cursor_read(&out, &read, buf_str(&text), n + 1, &keys) == CURSOR_MISMATCH);
	buf_reset(&read);
	text.p[bytes[0] % text.n] ^= 1;
	fuzz_assert(cursor_read(&out, &read, buf_str(&text), n, &keys) == CURSOR_INVALID);
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	auto_buf read = { 0 };
	struct page_cursor out;
	fuzz_assert(
	    cursor_read(&out, &read, str_from((const char *)bytes, n), 7, &keys) == CURSOR_INVALID);
	if (n > 8 && n - 8 <= STORE_ID_SIZE_MAX)
		check_made(bytes, n);
	return 0;
}
