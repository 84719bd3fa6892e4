/* Secrets removed from other programs' output, and text that is kept. */
#include "client/redact.h"
#include "lib/test.h"

#include <string.h>

#define LEFT_OUT "(left out)"

static const struct {
	const char *text, *shown;
} cases[] = {
	{ "", "" },
	{ "no such file or directory", "no such file or directory" },
	/* a JWT, complete or cut off, and text that only starts like one */
	{ "token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJtIn0.c2ln expired", "token " LEFT_OUT " expired" },
	{ "eyJhbGciOiJI", LEFT_OUT },
	{ "eyJhbGciOiJ", "eyJhbGciOiJ" },
	{ "\"eyJhbGciOiJIUzI1NiJ9\"", "\"" LEFT_OUT "\"" },
	/* 32 or more letters and digits in a row */
	{ "id 0123456789abcdef0123456789abcdef!", "id " LEFT_OUT "!" },
	{ "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcde" },
	{ "a.b-c_d~e+f=1a.b-c_d~e+f=1a.b-c_d~e+f=1", LEFT_OUT },
	{ "token=0123456789abcdef0123456789abcdef", LEFT_OUT },
	{ "Bearer: 0123456789abcdef0123456789abcdef,0123456789abcdef0123456789abcdef",
	    "Bearer: " LEFT_OUT "," LEFT_OUT },
	/* words, numbers and paths are not secrets */
	{ "donaudampfschifffahrtsgesellschaftskapitaen",
	    "donaudampfschifffahrtsgesellschaftskapitaen" },
	{ "12345678901234567890123456789012345", "12345678901234567890123456789012345" },
	{ "/home/me/.config/backroom/config.conf:17: no such option",
	    "/home/me/.config/backroom/config.conf:17: no such option" },
	{ "pass: store/shop/backroom-2/production/token is not in the password store",
	    "pass: store/shop/backroom-2/production/token is not in the password store" },
	/* base64 has slashes too, and the part after a path's slash may be a token */
	{ "got q8Zb2/Jm0xV+kT/5LwPzY/1nRc7sHf4AaU6eDg==", "got " LEFT_OUT },
	{ "q8Zb2/Jm0xV+kT/5LwPzY/1nRc7", "q8Zb2/Jm0xV+kT/5LwPzY/1nRc7" },
	{ "q8zb2/jm0xv+kt/LwPzY/nRcs/QA7U6/x", "q8zb2/jm0xv+kt/LwPzY/nRcs/QA7U6/x" },
	{ "q8zb2/jm0xv+kt/LwPzY/nRcs/QA7Uu/x", LEFT_OUT },
	{ "/run/0123456789abcdef0123456789abcdef/x", "/run/" LEFT_OUT "/x" },
	{ "https://h.example/eyJhbGciOiJIUzI1NiJ9", "https://h.example/" LEFT_OUT },
	{ "two\nlines \xc3\xa4\xff", "two\nlines \xc3\xa4\xff" },
};

TEST(only_text_that_looks_like_a_secret_is_redacted)
{
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		buf_addz(&out, "> ");
		redact_secrets(&out, str_of(cases[i].text));
		assert_true(str_starts(buf_str(&out), STR("> ")));
		if (strcmp(buf_z(&out) + 2, cases[i].shown) != 0)
			fail_msg("%s became %s", cases[i].text, buf_z(&out));
	}
}

/* The bytes after the end of the text belong to something else. */
TEST(bytes_after_the_text_have_no_effect)
{
	static const char *const after[] = { "7", "a", "Z", "/", "aZ7/aZ7", "eyJ" };
	static const char *const texts[] = { "q8zb2/jm0xv+kt/LwPzY/nRcs/QAU6/AaUbe",
		"0123456789abcdef0123456789abcde", "eyJhbGciOiJ",
		"01234567890123456789012345678901", "word" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		for (size_t k = 0; k < sizeof(after) / sizeof(*after); k++) {
			auto_buf alone = { 0 }, followed = { 0 }, whole = { 0 };
			buf_addf(&whole, "%s%s", texts[i], after[k]);
			redact_secrets(&alone, str_of(texts[i]));
			redact_secrets(&followed, str_sub(buf_str(&whole), 0, strlen(texts[i])));
			assert_string_equal(buf_z(&followed), buf_z(&alone));
		}
}

/* Twenty characters in a row cannot be chance; a shorter secret must appear whole and have at
 * least four. */
TEST(a_secret_is_found_whole_and_in_part)
{
	static const struct {
		const char *secret, *text;
		bool found;
	} finds[] = {
		{ "0123456789abcdefghijKLMN", "no 0123456789abcdefghijKLMN here", true },
		{ "0123456789abcdefghijKLMN", "cut 0123456789abcdefghij", true },
		{ "0123456789abcdefghijKLMN", "cut 0123456789abcdefghi", false },
		{ "0123456789abcdefghijKLMN", "456789abcdefghijKLMN", true },
		{ "0123456789abcdefghi", "x0123456789abcdefghix", true },
		{ "0123456789abcdefghi", "0123456789abcdefgh", false },
		{ "four", "it says four", true },
		{ "fou", "it says fou", false },
		{ "", "anything", false },
		{ "0123", "", false },
	};
	for (size_t i = 0; i < sizeof(finds) / sizeof(*finds); i++)
		if (redact_text_has_secret(str_of(finds[i].secret), str_of(finds[i].text)) !=
		    finds[i].found)
			fail_msg("%s in %s", finds[i].secret, finds[i].text);
}
