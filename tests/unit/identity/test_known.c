/* Known facts about an owner, an issuer and a subject before linking, and their sources. */
#include "identity/known.h"
#include "identity/paste.h"
#include "model/when.h"
#include "unit/identity/identity_contexts.h"

#include <locale.h>

static void
expect(struct known *k, bool unlink, const char *owner, const char *iss, const char *sub,
    const char *want)
{
	CLEANUP(doc_free) struct doc d = { 0 };
	auto_buf got = { 0 };
	const struct identity_fields identity = { str_of(owner), str_of(iss), str_of(sub),
		STR_NONE };
	identity_write_known_doc(&d, &identity, unlink, NULL, &k->context);
	doc_text_of(&got, &d);
	assert_string_equal(buf_z(&got), want);
}

#define NO_OWNER " Owner     no known links\n"
#define ELSEWHERE(number)                                                            \
	NO_OWNER " Identity  unlinked from \xE2\x80\xA6id-1 by you 1 Jan (J-" number \
		 "): refused if this owner is in another subscription"
#define NO_IDENTITY " Identity  in no known link or basket\n"

TEST(unknown_owners_and_identities_are_reported)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	expect(&k, false, "id-1", ISS, "s-1", NO_OWNER NO_IDENTITY);
	expect(&k, true, "id-1", ISS, "s-1", NO_OWNER NO_IDENTITY);
	expect(&k, false, "id-1", "", "", NO_OWNER);
	expect(&k, false, "", ISS, "s-1", NO_IDENTITY);
	expect(&k, false, "", ISS, "",
	    "   Enter an owner, or an issuer and a subject, to look them up.\n");
	expect(&k, false, "", "", "",
	    "   Fill in the fields, or paste an ID token, its claims, a ticket note or an "
	    "owner id. You can review everything here before it is sent.\n");
}

static void
add_mail_basket(
    struct known *k, const char *id, const char *iss, const char *sub, const char *email)
{
	auto_buf json = { 0 };
	buf_addf(&json,
	    "{\"id\":\"%s\",\"customerDetails\":{\"email\":\"%s\"},\"identities\":[{\"iss\":\"%s\","
	    "\"sub\":\"%s\"}]}",
	    id, email, iss, sub);
	identities_add(k->identities, buf_str(&json), 0);
}

/* Baskets name no owner: those of its linked identities are counted. */
TEST(the_owners_baskets_are_counted)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_link(&k, "id-1", "a");
	known_link(&k, "id-1", "b");
	known_basket(&k, 0, ISS, "a");
	known_basket(&k, 1, ISS, "b");
	known_basket(&k, 2, ISS, "b");
	expect(&k, false, "id-1", "", "",
	    " Owner     2 identities: \xE2\x80\xA6"
	    "b linked by you 1 Jan, \xE2\x80\xA6"
	    "a linked by you 1 Jan\n"
	    " Baskets   in 3 baskets, newest: Mara Ellison, 20 Nov 10:26\n");
}

TEST(other_owners_of_an_identity_are_listed)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_link(&k, "id-3", "s");
	known_write(&k, true, "id-3", ISS, "s", JOURNAL_DONE);
	known_link(&k, "id-2", "s");
	expect(&k, false, "id-1", ISS, "s",
	    NO_OWNER
	    " Identity  ! linked to \xE2\x80\xA6id-2 by you 1 Jan (J-0003): this will be refused "
	    "unless it was unlinked elsewhere\n"
	    "           ! earlier linked to \xE2\x80\xA6id-3 by you 1 Jan (J-0001)\n");
}

/* The e-mail of the pasted claims, or that of the baskets with the identity. */
TEST(the_same_email_at_another_issuer_is_reported)
{
	CLEANUP(known_close) struct known k;
	CLEANUP(doc_free) struct doc d = { 0 };
	auto_buf got = { 0 };
	const struct identity_fields identity = { STR("id-1"), STR(ISS), STR("new"), STR_NONE };
	const struct pasted_claims claims = { .email = STR("Mara@example.com"), .exp = WHEN_NONE };
	known_open(&k);
	add_mail_basket(&k, "b-1", "https://other.example/", "auth|8841", "mara@example.com");
	add_mail_basket(&k, "b-2", ISS, "auth|77e2", "mara@example.com");
	identity_write_known_doc(&d, &identity, false, &claims, &k.context);
	doc_text_of(&got, &d);
	assert_non_null(strstr(buf_z(&got),
	    " E-mail    ! the same as of \xE2\x80\xA6"
	    "8841 at https://other.example/\n"));
	assert_null(strstr(buf_z(&got), "77e2"));
}

TEST(active_links_of_an_owner_are_listed)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_link(&k, "id-1", "auth|0042");
	known_link(&k, "id-2", "auth|other");
	known_write(&k, false, "id-1", ISS, "auth|never", JOURNAL_REFUSED);
	known_write(&k, false, "id-1", ISS, "auth|maybe", JOURNAL_UNKNOWN);
	known_link(&k, "id-1", "auth|gone");
	known_write(&k, true, "id-1", ISS, "auth|gone", JOURNAL_DONE);
	expect(&k, false, "id-1", "", "",
	    " Owner     1 identity: \xE2\x80\xA6"
	    "0042 linked by you 1 Jan\n");
	known_link(&k, "id-1", "auth|40ce");
	k.journal.writes.v[k.journal.writes.n - 1].who = STR("b\033n");
	expect(&k, false, "id-1", "", "",
	    " Owner     2 identities: \xE2\x80\xA6"
	    "40ce linked by b\\en 1 Jan, \xE2\x80\xA6"
	    "0042 linked by you 1 Jan\n");
	known_link(&k, "id-1", "auth|3333");
	known_link(&k, "id-1", "auth|4444");
	expect(&k, false, "id-1", "", "",
	    " Owner     4 identities: \xE2\x80\xA6"
	    "4444 linked by you 1 Jan, \xE2\x80\xA6"
	    "3333 linked by you 1 Jan, \xE2\x80\xA6"
	    "40ce linked by b\\en 1 Jan and 1 more\n");
	/* Another service's owners may have the same ids. */
	k.context.service = STR("https://test.example");
	expect(&k, false, "id-1", "", "", NO_OWNER);
}

TEST(a_linked_identity_is_reported)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_link(&k, "id-1", "s-1");
	expect(&k, false, "id-1", ISS, "s-1",
	    " Owner     1 identity: \xE2\x80\xA6s-1 linked by you 1 Jan\n"
	    " Identity  ! linked to this owner by you 1 Jan (J-0001): nothing would change "
	    "unless it was unlinked elsewhere\n");
	expect(&k, false, "id-2", ISS, "s-1",
	    NO_OWNER " Identity  ! linked to \xE2\x80\xA6id-1 by you 1 Jan (J-0001): this will be "
		     "refused unless it was unlinked elsewhere\n");
	expect(&k, true, "id-2", ISS, "s-1",
	    NO_OWNER " Identity  ! linked to \xE2\x80\xA6id-1 by you 1 Jan (J-0001): not linked to "
		     "this owner\n");
	expect(&k, true, "id-1", ISS, "s-1",
	    " Owner     ! 1 identity: \xE2\x80\xA6s-1 linked by you 1 Jan: the last link known "
	    "here\n Identity  linked to this owner by you 1 Jan (J-0001)\n");
	known_link(&k, "id-1", "s-2");
	expect(&k, true, "id-1", ISS, "s-1",
	    " Owner     2 identities: \xE2\x80\xA6s-2 linked by you 1 Jan, \xE2\x80\xA6s-1 linked "
	    "by you 1 Jan\n"
	    " Identity  linked to this owner by you 1 Jan (J-0001)\n");
}

TEST(a_removed_identity_belongs_to_its_subscription)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_link(&k, "id-1", "s-1");
	known_write(&k, true, "id-1", ISS, "s-1", JOURNAL_DONE);
	expect(&k, false, "id-1", ISS, "s-1",
	    NO_OWNER " Identity  unlinked from this owner by you 1 Jan (J-0002)\n");
	expect(&k, false, "id-2", ISS, "s-1",
	    ELSEWHERE("0002") ", except within a day on a Backroom service\n");
	expect(&k, true, "id-1", ISS, "s-1",
	    NO_OWNER " Identity  ! unlinked from this owner by you 1 Jan (J-0002)\n");
}

/* Undoing your own link within a day leaves no trace; any other unlink does. */
TEST(an_undone_link_is_distinguished_from_a_removal)
{
	static const struct {
		const char *from, *by;
		int64_t after;
		const char *more;
	} cases[] = {
		{ "id-1", NULL, WHEN_DAY - 1, ", except within a day on a Backroom service\n" },
		{ "id-1", NULL, WHEN_DAY, "\n" },
		{ "id-1", "ann", 0, "\n" },
		{ "id-7", NULL, 0, "\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf want = { 0 };
		known_open(&k);
		known_link(&k, cases[i].from, "s-1");
		if (cases[i].by)
			k.journal.writes.v[0].who = str_of(cases[i].by);
		known_write(&k, true, "id-1", ISS, "s-1", JOURNAL_DONE);
		k.journal.writes.v[1].recorded_at += cases[i].after;
		CLEANUP(doc_free) struct doc d = { 0 };
		auto_buf got = { 0 };
		const struct identity_fields identity = { STR("id-2"), STR(ISS), STR("s-1"),
			STR_NONE };
		identity_write_known_doc(&d, &identity, false, NULL, &k.context);
		doc_text_of(&got, &d);
		buf_addf(&want, "is in another subscription%s", cases[i].more);
		if (!strstr(buf_z(&got), buf_z(&want)))
			fail_msg("%zu: no %s in %s", i, buf_z(&want), buf_z(&got));
	}
}

/* The trace of an unlink stays, whatever is linked and unlinked later. */
TEST(an_undone_link_after_a_removal_does_not_free_the_identity)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_write(&k, true, "id-1", ISS, "s-1", JOURNAL_DONE);
	known_link(&k, "id-1", "s-1");
	known_write(&k, true, "id-1", ISS, "s-1", JOURNAL_DONE);
	expect(&k, false, "id-2", ISS, "s-1", ELSEWHERE("0003") "\n");
}

TEST(baskets_with_the_identity_are_named)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_basket(&k, 0, ISS, "s-1");
	expect(&k, false, "", ISS, "s-1", " Identity  in 1 basket: Mara Ellison, 20 Nov 10:24\n");
	known_basket(&k, 2, ISS, "s-1");
	known_basket(&k, 1, ISS, "s-1");
	expect(&k, false, "", ISS, "s-1",
	    " Identity  in 3 baskets, newest: Mara Ellison, 20 Nov "
	    "10:26\n");
	known_link(&k, "id-1", "s-1");
	expect(&k, true, "", ISS, "s-1",
	    " Identity  ! linked to \xE2\x80\xA6id-1 by you 1 Jan (J-0001): not linked to this "
	    "owner\n           in 3 baskets, newest: Mara Ellison, 20 Nov 10:26\n");
	identities_add(k.identities,
	    STR("{\"id\":\"b\",\"customerDetails\":{\"companyName\":\"a\\u001b[2J\"},\"identities\":"
		"[{\"iss\":\"i\",\"sub\":\"s\"}]}"),
	    0);
	expect(&k, false, "", "i", "s", " Identity  in 1 basket: ! a\\e[2J\n");
}

TEST(similar_issuers_are_suggested)
{
	static const struct {
		const char *typed, *known, *how;
	} cases[] = {
		{ "https://login.example", "https://login.example/", "with a final slash" },
		{ "https://login.example/", "https://login.example", "without the final slash" },
		{ "http://login.example/", "https://login.example/", "with https://" },
		{ "https://login.example/", "http://login.example/", "without https://" },
		{ "https://Login.example/", "https://login.example/", "with other capitals" },
		{ "https://login.example/Realm", "https://login.example/realm",
		    "with other capitals" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		CLEANUP(known_close) struct known k;
		auto_buf want = { 0 };
		known_open(&k);
		known_basket(&k, 0, cases[i].known, "s-9");
		known_write(&k, false, "id-1", cases[i].known, "s-8", JOURNAL_DONE);
		buf_addf(&want,
		    NO_IDENTITY " Issuer    ! %s: known 2 times, which is another issuer\n",
		    cases[i].how);
		expect(&k, false, "", cases[i].typed, "s-1", buf_z(&want));
		expect(&k, false, "", cases[i].known, "s-1", NO_IDENTITY);
		expect(&k, false, "", "https://other.example/", "s-1", NO_IDENTITY);
	}
}

/* The owner's known identity has another issuer than the one to unlink. */
TEST(the_same_subject_at_another_issuer_is_reported)
{
	struct known k;
	known_open(&k);
	known_write(&k, false, "id-1", "https://other.example/", "s-1", JOURNAL_DONE);
	expect(&k, true, "id-1", ISS, "s-1",
	    " Owner     1 identity: \xE2\x80\xA6s-1 linked by you 1 Jan\n" NO_IDENTITY
	    " Subject   ! https://other.example/ has the same subject, but that is another "
	    "identity\n");
	known_close(&k);
	known_open(&k);
	known_basket(&k, 0, "https://other.example/", "s-1");
	expect(&k, false, "", ISS, "s-1",
	    NO_IDENTITY
	    " Subject   ! https://other.example/ has the same subject, but that is another "
	    "identity\n");
	known_close(&k);
}

TEST(subjects_that_differ_in_capitals_are_reported)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	known_basket(&k, 0, ISS, "auth|AbC");
	expect(&k, false, "", ISS, "auth|abc",
	    NO_IDENTITY " Subject   ! differs from the known auth|AbC only in capitals\n");
	expect(&k, false, "", "https://other.example/", "auth|abc", NO_IDENTITY);
	known_link(&k, "id-1", "auth|ABC");
	expect(&k, false, "", ISS, "auth|abc",
	    NO_IDENTITY " Subject   ! differs from the known auth|ABC only in capitals\n");
}

TEST(warnings_are_listed_last)
{
	CLEANUP(known_close) struct known k;
	known_open(&k);
	expect(&k, false, "id-1", ISS, " mara@example.com",
	    NO_OWNER NO_IDENTITY " Review    ! subject begins or ends with a space\n");
	expect(&k, false, "id-1", "http://a", "m@example.com",
	    NO_OWNER NO_IDENTITY
	    " Review    ! issuer does not begin with https://\n Review    ! subject looks like "
	    "an e-mail address: addresses can change, subjects never do\n");
}

/* ---- issuers while typing ---- */

TEST(issuers_are_offered_by_frequency)
{
	static const char *const known[] = { "https://b/", "https://a/", "https://c/", "http://a/",
		"https://b/" };
	static const struct {
		const char *iss, *words;
	} cases[] = { { "https://b/", "known here, 2 times" },
		{ "https://a/", "known here, 1 time" }, { "https://a", "not known here" },
		{ "", "not known here" } };
	CLEANUP(known_close) struct known k;
	struct issuer_list offered = { 0 };
	auto_buf got = { 0 };
	known_open(&k);
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		known_basket(&k, (int)i, known[i], "s");
	known_write(&k, true, "id-1", "https://c/", "s", JOURNAL_DONE); /* unlinks do not count */
	known_write(&k, false, "id-1", "https://d/", "s", JOURNAL_REFUSED);
	issuers_collect_with_prefix(&k.context, STR("https"), &offered);
	for (size_t i = 0; i < offered.n; i++)
		buf_addf(&got, "%.*s ", STR_ARG(offered.v[i]));
	assert_string_equal(buf_z(&got), "https://b/ https://a/ https://c/ ");
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		buf_reset(&got);
		issuer_append_known_count(&got, &k.context, str_of(cases[i].iss));
		assert_string_equal(buf_z(&got), cases[i].words);
	}
	vec_free(&offered);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
