/* A link as lines for a ticket, and what is read back out of one. */
#include "app/identity_note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static struct journal_write
linked(const char *sub)
{
	return (struct journal_write){ .number = 412,
		.at = 1790000000000,
		.who = STR("ben"),
		.environment = STR("prod"),
		.owner = STR("id-4f1c"),
		.iss = STR("https://login.example/"),
		.sub = str_of(sub),
		.reason = STR("INC-4711 purchaser asked: for his wife"),
		.outcome = { .state = JOURNAL_DONE, .request_id = STR("r-17") } };
}

static void
a_note_says_what_was_done_and_by_whom(void **state)
{
	static const struct {
		bool unlink;
		enum journal_state result;
		unsigned undoes, undone_by;
		const char *first;
	} cases[] = {
		{ false, JOURNAL_DONE, 0, 0, "Linked at prod, J-0412\n" },
		{ true, JOURNAL_DONE, 411, 0, "Unlinked at prod, J-0412, undoes J-0411\n" },
		{ false, JOURNAL_DONE, 0, 413, "Linked at prod, J-0412, undone by J-0413\n" },
		{ false, JOURNAL_REFUSED, 0, 0,
		    "Linked at prod, J-0412: refused, nothing was changed\n" },
		{ true, JOURNAL_UNKNOWN, 0, 0,
		    "Unlinked at prod, J-0412: whether it was done is not known\n" },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct buf note = { 0 }, want = { 0 };
		struct journal_write w = linked("auth|66f2");
		w.unlink = cases[i].unlink;
		w.outcome.state = cases[i].result;
		w.undoes = cases[i].undoes;
		w.undone_by = cases[i].undone_by;
		identity_note_write(&note, &w);
		buf_addf(&want,
		    "%sOwner    id-4f1c\nIssuer   https://login.example/\nSubject  auth|66f2\n"
		    "Reason   INC-4711 purchaser asked: for his wife\nRequest  r-17\n"
		    "By       ben, 2026-09-21T14:13:20.000Z\n",
		    cases[i].first);
		assert_string_equal(buf_z(&note), buf_z(&want));
		buf_free(&note);
		buf_free(&want);
	}
}

static void
expect_same(struct str text, const struct journal_write *w)
{
	struct arena texts = { 0 };
	struct identity_claim claim;
	bool is_link;
	if (!identity_note_read(&texts, text, &claim, &is_link))
		fail_msg("nothing was read from\n%.*s", STR_ARG(text));
	if (!str_eq(claim.owner, w->owner) || !str_eq(claim.iss, w->iss) ||
	    !str_eq(claim.sub, w->sub) || !str_eq(claim.reason, w->reason))
		fail_msg("%.*s|%.*s|%.*s|%.*s was read from\n%.*s", STR_ARG(claim.owner),
		    STR_ARG(claim.iss), STR_ARG(claim.sub), STR_ARG(claim.reason), STR_ARG(text));
	assert_int_equal(is_link, !w->unlink);
	arena_free(&texts);
}

/* Each line of a text behind `mark`, and ended by `end`. */
static void
mark_lines(struct buf *out, struct str text, const char *mark, const char *end)
{
	struct str line;
	while (text.n && str_next(&text, '\n', &line))
		buf_addf(out, "%s%.*s%s", mark, STR_ARG(line), end);
}

static const char *const subjects[] = { "auth|66f2c0d19b7e4a108841", "103358271940662718395",
	"mara@example.com", " s-1", "s-1 ", "\ts-1", "a: b", ": b", "Owner: id-9", "> s", "| s",
	"\"s\"", "\"", "\"s", "s\"", "a\\nb", "a\nOwner id-9", "a\r", "Z\xC3\xBCrich", "e\xCC\x81",
	"\xF0\x9F\x98\x80", "a\xE2\x80\x8B-b", "\x7F" };

static void
notes_are_read_back_byte_for_byte_however_a_ticket_quotes_them(void **state)
{
	static const char *const marks[][2] = { { "", "\n" }, { "> ", "\n" }, { ">> ", "\r\n" },
		{ "> > | ", "\n" }, { "\t  ", "  \n" } };
	(void)state;
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++) {
		for (size_t k = 0; k < sizeof(marks) / sizeof(*marks); k++) {
			struct buf note = { 0 }, quoted = { 0 };
			struct journal_write w = linked(subjects[i]);
			w.unlink = k % 2 != 0;
			identity_note_write(&note, &w);
			mark_lines(&quoted, buf_str(&note), marks[k][0], marks[k][1]);
			expect_same(buf_str(&quoted), &w);
			buf_free(&note);
			buf_free(&quoted);
		}
	}
}

static void
a_long_subject_is_whole(void **state)
{
	struct buf note = { 0 }, sub = { 0 };
	(void)state;
	buf_pad(&sub, 's', 255);
	struct journal_write w = linked(buf_z(&sub));
	identity_note_write(&note, &w);
	expect_same(buf_str(&note), &w);
	buf_free(&note);
	buf_free(&sub);
}

/* People write their own, with colons and words around. */
static void
what_people_write_is_read_too(void **state)
{
	static const struct {
		const char *note, *want;
		bool found, linked;
	} cases[] = {
		{ "Owner: id-1\nIssuer: https://i\nSubject: s\n", "id-1|https://i|s|", true, true },
		{ "OWNER\tid-1\nsubject   s", "id-1||s|", true, true },
		{ "Subject: \"not JSON\" at all\n", "||\"not JSON\" at all|", true, true },
		{ "Subject: \"a\\u0000b\"\n", "||\"a\\u0000b\"|", true, true },
		{ "Hello,\n\n> Unlinked at prod, J-0412\n> Owner id-1\n", "id-1|||", true, false },
		/* The first of each counts, and only whole labels do. */
		{ "Owner id-1\nOwner id-2\n", "id-1|||", true, true },
		{ "Owner:\nOwner id-2\n", "id-2|||", true, true },
		{ "Owners id-1\nSubjects s\n", "|||", false, true },
		{ "Linked issues: 3\nUnlinked at prod, J-1\nSubject s", "||s|", true, false },
		{ "Linked at prod, J-1\nSubject s\nReason r\nUnlinked at prod, J-2\n", "||s|r",
		    true, true },
		{ "Reason INC-4711\n", "|||INC-4711", false, true },
		{ "", "|||", false, true },
		{ "\n\n>\n|\n", "|||", false, true },
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct arena texts = { 0 };
		struct identity_claim c;
		struct buf got = { 0 };
		bool is_link;
		assert_int_equal(identity_note_read(&texts, str_of(cases[i].note), &c, &is_link),
		    cases[i].found);
		buf_addf(&got, "%.*s|%.*s|%.*s|%.*s", STR_ARG(c.owner), STR_ARG(c.iss),
		    STR_ARG(c.sub), STR_ARG(c.reason));
		assert_string_equal(buf_z(&got), cases[i].want);
		assert_int_equal(is_link, cases[i].linked);
		buf_free(&got);
		arena_free(&texts);
	}
}

/* A server names its requests as it likes: no line of the note is its own. */
static void
no_line_comes_from_the_server(void **state)
{
	struct buf note = { 0 };
	struct journal_write w = linked("s-1");
	(void)state;
	w.reason = STR_NONE;
	w.outcome.request_id = STR("r\nReason  evil\nBy \033[2J");
	identity_note_write(&note, &w);
	expect_same(buf_str(&note), &w);
	assert_non_null(strstr(buf_z(&note), "\nRequest  \"r\\nReason  evil\\nBy \\u001b[2J\"\n"));
	buf_free(&note);
}

int
main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_note_says_what_was_done_and_by_whom),
		cmocka_unit_test(notes_are_read_back_byte_for_byte_however_a_ticket_quotes_them),
		cmocka_unit_test(a_long_subject_is_whole),
		cmocka_unit_test(what_people_write_is_read_too),
		cmocka_unit_test(no_line_comes_from_the_server),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
