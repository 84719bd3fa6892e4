/* The identity fields in pasted text, whatever program it comes from. */
#include "identity/paste.h"
#include "lib/test.h"
#include "model/when.h"
#include "unit/client/made_token.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>

#define OWNER "id-4f1c09a277be4e139d0a5c6612d87c21"
#define FIRST "Linked at prod, J-17\n"

enum { NOW_S = 1790000000 };

static const int64_t now = NOW_S * 1000LL;

/* Formats the fields as "kind owner|iss|sub|reason"; "-" for a missing one. */
static void
flatten(struct buf *out, const struct identity_paste *p)
{
	static const char *const kinds[] = { "nothing", "token", "claims", "note", "owner" };
	const struct str texts[] = { p->identity.owner, p->identity.iss, p->identity.sub,
		p->identity.reason };
	buf_addf(out, "%s ", kinds[p->kind]);
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++)
		buf_addf(out, "%s%.*s", i ? "|" : "", texts[i].p ? (int)texts[i].n : 1,
		    texts[i].p ? texts[i].p : "-");
}

static void
expect(struct str text, const char *want, const char *words)
{
	CLEANUP(identity_paste_free) struct identity_paste p;
	auto_buf got = { 0 };
	identity_paste_read(&p, text, now);
	flatten(&got, &p);
	assert_string_equal(buf_z(&got), want);
	if (words)
		assert_string_equal(buf_z(&p.description), words);
}

TEST(claims_to_show_are_read)
{
	static const struct {
		const char *json, *aud, *email;
		int64_t exp;
	} cases[] = {
		{ "{\"iss\":\"i\",\"sub\":\"7\",\"aud\":\"shop\",\"email\":\"m@x\",\"exp\":1790000000}",
		    "shop", "m@x", 1790000000000 },
		{ "{\"id_token\":{\"iss\":\"i\",\"sub\":\"7\",\"aud\":[\"a\",7,\"b\"],\"exp\":1}}",
		    "a, b", "", 1000 },
		{ "{\"iss\":\"i\",\"sub\":\"7\",\"aud\":{},\"exp\":\"soon\"}", "", "", WHEN_NONE },
		{ "{\"id_token\":{\"iss\":\"i\",\"sub\":\"7\",\"exp\":1e300}}", "", "", WHEN_NONE },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(identity_paste_free) struct identity_paste p;
		identity_paste_read(&p, str_of(cases[i].json), now);
		assert_int_equal(p.kind, IDENTITY_PASTE_CLAIMS);
		assert_true(str_eqz(p.claims.aud, cases[i].aud));
		assert_true(str_eqz(p.claims.email, cases[i].email));
		assert_int_equal(p.claims.exp, cases[i].exp);
	}
}

/* The number after "…" is the count of characters left out. */
TEST(tokens_are_split_into_their_claims)
{
	static const struct {
		const char *claims, *signature, *want, *more;
	} cases[] = {
		{ "{\"iss\":\"https://i/\",\"sub\":\"auth|7\",\"email\":\"m@example.com\"}",
		    SIGNATURE, "token -|https://i/|auth|7|-", "" },
		{ "{\"iss\":\"https://i/\",\"sub\":\"auth|7\"}", "", "token -|https://i/|auth|7|-",
		    ", not signed" },
		{ "{\"iss\":\"https://i/\",\"sub\":\"7\",\"exp\":1789999999}", SIGNATURE,
		    "token -|https://i/|7|-", ", expired" },
		{ "{\"iss\":\"https://i/\",\"sub\":\"7\",\"exp\":1790000000}", SIGNATURE,
		    "token -|https://i/|7|-", "" },
		{ "{\"iss\":\"https://i/\"}", SIGNATURE, "token -|https://i/|-|-", "" },
		{ "{\"iss\":\"https://i/\",\"sub\":103358271940662718395}", SIGNATURE,
		    "token -|https://i/|-|-", "" },
		{ "{\"iss\":\"https://i/\",\"sub\":\" 7 \"}", SIGNATURE, "token -|https://i/| 7 |-",
		    "" },
	};
	static const char *const before[] = { "", "Bearer ", " \n" };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		for (size_t k = 0; k < sizeof(before) / sizeof(*before); k++) {
			auto_buf text = { 0 }, words = { 0 };
			buf_addz(&text, before[k]);
			make_token(&text, str_of(cases[i].claims), cases[i].signature);
			buf_addf(&words, "ID token, %zu characters%s", str_trim(buf_str(&text)).n,
			    cases[i].more);
			expect(buf_str(&text), cases[i].want, buf_z(&words));
		}
	}
}

TEST(text_that_is_not_a_token_is_described)
{
	static const char *const cases[][3] = {
		{ "", "nothing -|-|-|-", "" },
		{ "hello", "nothing -|-|-|-", "" },
		{ " {\"iss\":\"i\",\"sub\":\"s\"}\n", "claims -|i|s|-", "claims, 21 characters" },
		{ "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}", "claims -|i|s|-",
		    "claims, 34 characters" },
		{ "{\"owner\":\"id-1\",\"data\":{\"iss\":\"i\",\"sub\":\"s\"}}",
		    "claims id-1|i|s|-", "identity record, 45 characters" },
		{ "{\"aud\":\"x\"}", "nothing -|-|-|-", "" },
		{ "[{\"iss\":\"i\",\"sub\":\"s\"}]", "nothing -|-|-|-", "" },
		{ " " OWNER " ", "owner " OWNER "|-|-|-", "owner id, 35 characters" },
		{ OWNER "0", "nothing -|-|-|-", "" },
		{ "id-4F1C09A277BE4E139D0A5C6612D87C21", "nothing -|-|-|-", "" },
		{ FIRST "Owner " OWNER "\nIssuer: i\nSubject s", "note " OWNER "|i|s|-",
		    "ticket note, 82 characters, of prod" },
		{ "Linked at p\033[2Jod, J-1\nOwner a\nIssuer i\nSubject s", "note a|i|s|-",
		    "ticket note, 49 characters, of p\\e[2Jod" },
		{ "Owner " OWNER "\nIssuer: i\nSubject s", "nothing -|-|-|-", "" },
		{ "The owner is " OWNER, "nothing -|-|-|-", "" },
		{ "Reason INC-4711", "nothing -|-|-|-", "" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect(str_of(cases[i][0]), cases[i][1], cases[i][2]);
}

/* Damaged text is never repaired: the result could be another identity. */
TEST(damaged_text_gives_no_identity)
{
	const struct str cases[] = {
		STR("{\"iss\":\"i\",\"sub\":\"s\",\"sub\":\"t\"}"),
		STR("{\"iss\":\"i\",\"sub\":\"\xFF\"}"),
		STR("{\"iss\":\"i\",\"sub\":\"a\\u0000\"}"),
		STR("{\"iss\":\"i\",\"sub\":\"a\0b\"}"),
		STR("{\"iss\":\"i\",\"sub\":\"s\""),
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf token = { 0 };
		make_token(&token, cases[i], SIGNATURE);
		expect(cases[i], "nothing -|-|-|-", "");
		expect(buf_str(&token), "nothing -|-|-|-", "");
	}
}

/* Control characters are read unchanged, and identity_check() refuses them. */
TEST(control_characters_are_refused)
{
	const struct str cases[] = {
		STR("{\"owner\":\"id-1\",\"data\":{\"iss\":\"https://i\",\"sub\":\"a\\u001b[2J\"}}"),
		STR(FIRST "Owner id-1\nIssuer https://i\nSubject a\033[2J\n"),
		STR(FIRST "Owner id-1\nIssuer https://i\nSubject a\0b\n"),
		STR(FIRST "Owner id-1\nIssuer https://i\nSubject \"a\\nb\"\n"),
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(identity_paste_free) struct identity_paste p;
		auto_buf words = { 0 };
		identity_paste_read(&p, cases[i], now);
		assert_int_equal(identity_check(&words, &p.identity), IDENTITY_INVALID);
		assert_string_equal(buf_z(&words), "subject has control characters");
	}
}

TEST(a_megabyte_of_text_gives_no_identity)
{
	enum { MEGABYTE = 1 << 20 };
	static const char *const heads[] = { "", "{\"iss\":\"i\",\"sub\":\"",
		"eyJhbGciOiJub25lIn0.", "Bearer ", ">>>>" };
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++) {
		auto_buf text = { 0 };
		buf_addz(&text, heads[i]);
		buf_pad(&text, i == 4 ? '>' : 'A', MEGABYTE);
		expect(buf_str(&text), "nothing -|-|-|-", "");
	}
}

/* A subject in a note may have any length: it is read in full, and then refused. */
TEST(a_long_note_keeps_its_whole_subject)
{
	enum { LONG = 300 };
	auto_buf text = { 0 }, words = { 0 };
	CLEANUP(identity_paste_free) struct identity_paste p;
	buf_addz(&text, FIRST "Owner id-1\nIssuer https://i\nSubject ");
	buf_pad(&text, 's', LONG);
	identity_paste_read(&p, buf_str(&text), now);
	assert_int_equal(p.identity.sub.n, LONG);
	assert_int_equal(identity_check(&words, &p.identity), IDENTITY_INVALID);
	assert_string_equal(buf_z(&words), "subject is over 255 bytes");
}

/* Only short claims of a token are kept; not even its length remains in memory. */
TEST(only_the_known_claims_of_a_token_are_kept)
{
	auto_buf token = { 0 }, claims = { 0 };
	CLEANUP(identity_paste_free) struct identity_paste p;
	buf_addz(&claims, "{\"iss\":\"https://i/\",\"sub\":\"auth|7\",\"email\":\"");
	buf_pad(&claims, 'e', 4000);
	buf_addz(&claims, "\",\"name\":\"Mara Ellison\"}");
	make_token(&token, buf_str(&claims), SIGNATURE);
	identity_paste_read(&p, buf_str(&token), now);
	assert_int_equal(p.kind, IDENTITY_PASTE_TOKEN);
	assert_in_range(p.text_arena.used, 1, 64);
	assert_int_equal(str_find(buf_str(&p.description), STR(SIGNATURE)), SIZE_MAX);
	assert_in_range(p.description.n, 1, 40);
	/* The texts are copies: the caller may wipe the pasted text. */
	memset(token.p, 'x', token.n);
	assert_true(str_eqz(p.identity.sub, "auth|7"));
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
