/* labels: slow
 *
 * A million random texts: whatever the input, the output is safe to draw. */
#include "base/utf8.h"
#include "lib/test.h"

#include <locale.h>
#include <string.h>
#include <utf8proc.h>

enum { TEXTS = 1000000, LONGEST = 24 };

static uint64_t
next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return *seed >> 33;
}

/* Random bytes, half of them chosen so that escapes, marks and broken sequences are likely. */
static size_t
make_text(char out[LONGEST], uint64_t *seed)
{
	static const unsigned char likely[] = { 0x1B, 0x9B, 0xC2, 0xCC, 0x81, 0xE2, 0x80, 0xAE,
		0xF0, 0x9F, 0x8F, 0xED, 0xA0, ' ', '\n', 0, 0x7F, 'a' };
	size_t n = next_random(seed) % (LONGEST + 1);
	for (size_t i = 0; i < n; i++) {
		uint64_t r = next_random(seed);
		out[i] = (char)(r & 1 ? likely[(r >> 1) % sizeof(likely)] : (r >> 1) & 0xFF);
	}
	return n;
}

static void
check(struct str in, struct str out)
{
	for (size_t i = 0; i < out.n;) {
		uint32_t cp = 0;
		size_t len = utf8_decode(str_sub(out, i, UTF8_BYTES_MAX), &cp);
		utf8proc_category_t c = utf8proc_category((utf8proc_int32_t)cp);
		if (len == 0 || c == UTF8PROC_CATEGORY_CC || c == UTF8PROC_CATEGORY_CF)
			fail_msg("%zu bytes in, U+%04X comes out", in.n, cp);
		i += len;
	}
	assert_true(text_width(out) >= 0);
	assert_true(out.n == 0 || (out.p[0] != ' ' && out.p[out.n - 1] != ' '));
}

TEST(nothing_dangerous_is_left_unescaped)
{
	uint64_t seed = 2026;
	auto_buf out = { 0 };
	char text[LONGEST];
	for (int i = 0; i < TEXTS; i++) {
		struct str in = str_from(text, make_text(text, &seed));
		buf_reset(&out);
		text_clean(&out, in, i & 1);
		check(in, buf_str(&out));
	}
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
