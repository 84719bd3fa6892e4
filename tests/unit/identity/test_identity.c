/* Identities before they are sent: reading files of them, and checks for invalid or odd values. */
#include "lib/test.h"
#include "list/csv.h"
#include "model/identity_check.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

/* Formats records as "line:field|field;". */
static void
flatten(struct buf *out, const char *text, struct err *err)
{
	CLEANUP(csv_free) struct csv csv;
	auto_arena a = { 0 };
	*err = (struct err){ 0 };
	csv_start(&csv, str_of(text));
	while (csv_next(&csv, &a, err)) {
		buf_addf(out, "%zu:", csv.line);
		for (size_t i = 0; i < csv.fields.n; i++)
			buf_addf(out, "%s%.*s", i ? "|" : "", STR_ARG(csv.fields.v[i]));
		buf_addc(out, ';');
	}
}

TEST(csv_of_spreadsheets_is_read)
{
	static const char *const cases[][2] = {
		{ "", "" },
		{ "a,b\nc,d\n", "1:a|b;2:c|d;" },
		{ "a,b", "1:a|b;" },
		{ "\xEF\xBB\xBF"
		  "a,b\r\nc,\r\n",
		    "1:a|b;2:c|;" },
		{ "\"a,1\",\"say \"\"x\"\"\"\n\n\nb\n", "1:a,1|say \"x\";4:b;" },
		{ "\"two\nlines\",x\ny\n", "1:two\nlines|x;3:y;" },
		{ ",\n", "1:|;" },
		{ "a\rb,c\n", "1:a\rb|c;" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		struct err err;
		flatten(&out, cases[i][0], &err);
		assert_int_equal(err.kind, ERR_NONE);
		assert_string_equal(buf_z(&out), cases[i][1]);
	}
}

TEST(csv_mistakes_name_their_line)
{
	static const char *const cases[][2] = {
		{ "a\n\"b\n", "line 2: a quote is not closed" },
		{ "a\n\"b\"c\n", "line 2: text after a closing quote" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf out = { 0 };
		struct err err;
		flatten(&out, cases[i][0], &err);
		assert_string_equal(err.text, cases[i][1]);
	}
}

static char long_text[300];

TEST(invalid_and_doubtful_identities_are_reported)
{
	const struct {
		const char *owner, *iss, *sub, *words;
		enum identity_verdict doubt;
	} cases[] = {
		{ "id-1", "https://a", "7", "", IDENTITY_OK },
		{ "id-1", "https://a", "Z\xC3\xBCrich", "subject has non-ASCII characters",
		    IDENTITY_SUSPICIOUS },
		{ "id-1", "https://Login.example", "7", "issuer has capitals in its host",
		    IDENTITY_SUSPICIOUS },
		{ "id-1", "https://login.example/Realm", "a@b", "", IDENTITY_OK },
		{ "id-1", "https://a", "mara@example.com",
		    "subject looks like an e-mail address: addresses can change, subjects never do",
		    IDENTITY_SUSPICIOUS },
		{ "", "https://a", "7", "owner is empty", IDENTITY_INVALID },
		{ ".", "https://a", "7", "owner cannot be used in a URL", IDENTITY_INVALID },
		{ "..", "https://a", "7", "owner cannot be used in a URL", IDENTITY_INVALID },
		{ "...", "https://a", "7", "", IDENTITY_OK },
		{ "id-1", " ", "7", "issuer is empty\nissuer does not begin with https://",
		    IDENTITY_INVALID },
		{ "id-1", "http://a", "7", "issuer does not begin with https://",
		    IDENTITY_SUSPICIOUS },
		{ "id-1", "https://a", " 7", "subject begins or ends with a space",
		    IDENTITY_SUSPICIOUS },
		{ "id-1", "https://a", "7\n8", "subject has control characters", IDENTITY_INVALID },
		{ "id-1", "https://a", "\xFF", "subject is not UTF-8", IDENTITY_INVALID },
		{ "id-1", "https://a",
		    "a\xE2\x80\x8B"
		    "b",
		    "subject has invisible or misleading characters", IDENTITY_SUSPICIOUS },
		{ "id-1", "https://a", long_text, "subject is over 255 bytes", IDENTITY_INVALID },
	};
	memset(long_text, 'x', 256);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf words = { 0 };
		const struct identity_fields identity = { str_of(cases[i].owner),
			str_of(cases[i].iss), str_of(cases[i].sub), STR_NONE };
		enum identity_verdict doubt = identity_check(&words, &identity);
		assert_string_equal(buf_z(&words), cases[i].words);
		assert_int_equal(doubt, cases[i].doubt);
	}
}

TEST(similar_issuers_share_a_core)
{
	static const char *const alike[] = { "https://Login.example/x/", "http://login.example/x",
		"https://login.example/x" };
	for (size_t i = 0; i < sizeof(alike) / sizeof(*alike); i++) {
		auto_buf core = { 0 };
		identity_append_issuer_core(&core, str_of(alike[i]));
		assert_string_equal(buf_z(&core), "login.example/x");
	}
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
