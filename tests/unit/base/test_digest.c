/* Digests against published values; base64url accepts only the canonical form. */
#include "base/digest.h"
#include "base/log.h"
#include "lib/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

TEST(digests_match_published_vectors)
{
	unsigned char out[DIGEST_SIZE];
	auto_buf hex = { 0 };
	digest_sha256(STR("abc"), out);
	hex_encode(&hex, out, sizeof(out));
	assert_string_equal(
	    buf_z(&hex), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
	buf_reset(&hex);
	digest_hmac(STR("Jefe"), STR("what do ya want for nothing?"), out); /* RFC 4231, 2nd case */
	hex_encode(&hex, out, sizeof(out));
	assert_string_equal(
	    buf_z(&hex), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
}

TEST(base64_matches_published_vectors)
{
	static const char *const cases[][2] = { { "", "" }, { "f", "Zg==" }, { "fo", "Zm8=" },
		{ "foo", "Zm9v" }, { "foob", "Zm9vYg==" }, { "fooba", "Zm9vYmE=" },
		{ "foobar", "Zm9vYmFy" }, { "~~~\377\377", "fn5+//8=" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf b = { 0 }, back = { 0 };
		base64_encode(&b, str_of(cases[i][0]));
		assert_string_equal(buf_z(&b), cases[i][1]);
		assert_true(base64_decode(&back, buf_str(&b)));
		assert_string_equal(buf_z(&back), cases[i][0]);
	}
}

TEST(base64url_decodes_what_it_encodes)
{
	char bytes[256];
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(255 - i);
	for (size_t n = 0; n <= sizeof(bytes); n++) {
		auto_buf text = { 0 }, back = { 0 };
		base64url_encode(&text, str_from(bytes, n));
		assert_true(str_find_char(buf_str(&text), '=') == SIZE_MAX);
		assert_true(base64url_decode(&back, buf_str(&text)));
		assert_true(str_eq(buf_str(&back), str_from(bytes, n)));
	}
}

TEST(base64url_refuses_non_canonical_text)
{
	static const char *const bad[] = { "Zg==", "Z", "Zh", "Zm9", "Zm 8", "Zm+/", "Zm8\n",
		"Zm8.", "ZZZZZ", "\xC3\xA9zz" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		auto_buf b = { 0 };
		if (base64url_decode(&b, str_of(bad[i])))
			fail_msg("\"%s\" was taken", bad[i]);
	}
}

TEST(digests_are_compared_byte_by_byte)
{
	assert_true(digest_equal("abc", "abc", 3));
	assert_false(digest_equal("abc", "abd", 3));
	assert_false(digest_equal("xbc", "abc", 3));
}

TEST(log_lines_are_json)
{
	char path[] = "log-XXXXXX";
	char line[512] = { 0 };
	int fd = mkstemp(path);
	assert_true(fd >= 0);
	log_open(fd, LOG_INFO);
	log_event(LOG_DEBUG, "quiet", LOG_NUMBER("n", 1));
	log_event(LOG_WARN, "odd", LOG_TEXT("text", STR("a\"b\n\x1B\xFF")), LOG_NUMBER("n", -5));
	log_open(-1, LOG_INFO);
	assert_true(pread(fd, line, sizeof(line) - 1, 0) > 0);
	close(fd);
	unlink(path);
	assert_null(strstr(line, "quiet"));
	assert_non_null(strstr(line,
	    "\"level\":\"warn\",\"event\":\"odd\",\"text\":"
	    "\"a\\\"b\\n\\u001b\xEF\xBF\xBD\",\"n\":-5}\n"));
}
