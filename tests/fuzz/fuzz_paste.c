/* labels: slow */
/*
 * Pasted identity texts: tokens, claims, notes, owners. A note written by the program parses to its
 * own fields, whatever the texts are.
 */
#include "base/utf8.h"
#include "client/claims.h"
#include "fuzz/fuzz.h"
#include "identity/note.h"
#include "identity/paste.h"
#include "lib/cleanup.h"

const char *const fuzz_seeds[] = {
	"id-01a7d3f05e9b4c62881f7be02d94c6a3\nhttps://login.example/\nauth0|123\nINC-4711 she asked",
	"eyJhbGciOiJIUzI1NiJ9."
	"eyJpc3MiOiJodHRwczovL2EiLCJzdWIiOiJiIiwiZXhwIjoxNzk1MTc0OTIwfQ.c2ln",
	"{\"id_token\":{\"iss\":\"https://a\",\"sub\":\"b\",\"exp\":1795174920}}",
	"{\"data\":{\"iss\":\"https://a\",\"sub\":\"b\",\"owner\":\"id-1\"},\"iss\":7}",
	"> Linked an external identity (J-0412, done)\n> Owner: id-1\n> Issuer: https://a\n"
	"> Subject: \"b \\\" c\"\n> Reason: x\n> At: 2026-11-20T10:42:00Z, by ann@host, prod\n",
	NULL,
};

static void
check_paste(struct str text)
{
	struct identity_paste p;
	identity_paste_read(&p, text, INT64_C(1795171320000));
	fuzz_assert(utf8_valid(buf_str(&p.description)));
	if (p.kind == IDENTITY_PASTE_OWNER)
		fuzz_assert(identity_paste_is_owner(p.identity.owner));
	if (p.kind == IDENTITY_PASTE_CLAIMS || p.kind == IDENTITY_PASTE_TOKEN)
		fuzz_assert(p.description.n > 0);
	identity_paste_free(&p);
}

static void
check_claims(struct str text)
{
	struct claims c;
	if (claims_read(&c, text))
		fuzz_assert(c.json.n > 0);
	claims_free(&c);
	claims_read_json(&c, text);
	claims_free(&c);
}

/* The texts of a write, one per line. */
static void
check_note(struct str rest)
{
	const struct str whole = rest;
	struct journal_write w = { .number = 412,
		.recorded_at = INT64_C(1795171320000),
		.environment = STR("prod"),
		.service = STR("https://a"),
		.who = STR("ann"),
		.status = { .state = JOURNAL_DONE } };
	struct str *const texts[] = { &w.owner, &w.iss, &w.sub, &w.reason };
	auto_arena a = { 0 };
	struct identity_note n;
	auto_buf note = { 0 };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts) && rest.n; i++)
		str_next(&rest, '\n', texts[i]);
	/* The journal cannot contain these. */
	if (str_find_char(whole, '\0') != SIZE_MAX)
		return;
	if (!w.owner.n || !w.iss.n || !w.sub.n || !utf8_valid(w.owner) || !utf8_valid(w.iss) ||
	    !utf8_valid(w.sub) || !utf8_valid(w.reason))
		return;
	identity_note_write(&note, &w);
	if (identity_note_read(&a, buf_str(&note), &n)) {
		fuzz_assert(str_eq(n.identity.owner, w.owner));
		fuzz_assert(str_eq(n.identity.iss, w.iss));
		fuzz_assert(str_eq(n.identity.sub, w.sub));
		fuzz_assert(n.linked);
	}
}

const int fuzz_rounds = 200000;

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
	struct str text = str_from((const char *)bytes, n);
	struct arena a = { 0 };
	struct identity_note note;
	identity_note_read(&a, text, &note);
	arena_free(&a);
	check_paste(text);
	check_claims(text);
	check_note(text);
	return 0;
}
