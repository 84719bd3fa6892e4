/* A link as lines for a ticket, and reading it back from a ticket's text. */
#include "identity/note.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

static struct journal_write
linked(const char *sub)
{
	return (struct journal_write){ .number = 412,
		.recorded_at = 1790000000000,
		.who = STR("ben"),
		.environment = STR("prod"),
		.owner = STR("id-4f1c"),
		.iss = STR("https://login.example/"),
		.sub = str_of(sub),
		.reason = STR("INC-4711 purchaser asked: for his wife"),
		.status = { .state = JOURNAL_DONE, .request_id = STR("r-17") } };
}

TEST(a_note_describes_the_write_and_its_author)
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
		{ true, JOURNAL_UNKNOWN, 0, 0, "Unlinked at prod, J-0412: not confirmed\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_buf note = { 0 }, want = { 0 };
		struct journal_write w = linked("auth|66f2");
		w.is_unlink = cases[i].unlink;
		w.status.state = cases[i].result;
		w.undoes = cases[i].undoes;
		w.undone_by = cases[i].undone_by;
		identity_note_write(&note, &w);
		buf_addf(&want,
		    "%sOwner    id-4f1c\nIssuer   https://login.example/\nSubject  auth|66f2\n"
		    "Reason   INC-4711 purchaser asked: for his wife\nRequest  r-17\n"
		    "By       ben, 2026-09-21T14:13:20.000Z\n",
		    cases[i].first);
		assert_string_equal(buf_z(&note), buf_z(&want));
	}
}

static void
expect_same(struct str text, const struct journal_write *w)
{
	auto_arena texts = { 0 };
	struct identity_note note;
	if (!identity_note_read(&texts, text, &note))
		fail_msg("nothing was read from\n%.*s", STR_ARG(text));
	struct identity_fields identity = note.identity;
	if (!str_eq(identity.owner, w->owner) || !str_eq(identity.iss, w->iss) ||
	    !str_eq(identity.sub, w->sub) || !str_eq(identity.reason, w->reason))
		fail_msg("%.*s|%.*s|%.*s|%.*s was read from\n%.*s", STR_ARG(identity.owner),
		    STR_ARG(identity.iss), STR_ARG(identity.sub), STR_ARG(identity.reason),
		    STR_ARG(text));
	assert_int_equal(note.linked, !w->is_unlink);
	assert_true(str_eq(note.environment, w->environment));
}

/* Puts `mark` before and `end` after each line of a text. */
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

TEST(notes_are_read_back_from_any_quoting)
{
	static const char *const marks[][2] = { { "", "\n" }, { "> ", "\n" }, { ">> ", "\r\n" },
		{ "> > | ", "\n" }, { "\t  ", "  \n" } };
	for (size_t i = 0; i < sizeof(subjects) / sizeof(*subjects); i++) {
		for (size_t k = 0; k < sizeof(marks) / sizeof(*marks); k++) {
			auto_buf note = { 0 }, quoted = { 0 };
			struct journal_write w = linked(subjects[i]);
			w.is_unlink = k % 2 != 0;
			identity_note_write(&note, &w);
			mark_lines(&quoted, buf_str(&note), marks[k][0], marks[k][1]);
			expect_same(buf_str(&quoted), &w);
		}
	}
}

TEST(a_long_subject_is_not_cut)
{
	auto_buf note = { 0 }, sub = { 0 };
	buf_pad(&sub, 's', 255);
	struct journal_write w = linked(buf_z(&sub));
	identity_note_write(&note, &w);
	expect_same(buf_str(&note), &w);
}

#define BODY "Owner id-1\nIssuer https://i\nSubject s\n"
#define FIRST "Linked at prod, J-0412"
#define READ "id-1|https://i|s|"

/* A mail or a page may contain lines that look alike: only a complete note after its first line
 * counts. */
TEST(incomplete_notes_are_not_accepted)
{
	static const char *const cases[] = {
		"",
		"\n\n>\n|\n",
		BODY,
		FIRST "\n",
		FIRST "\nOwner id-1\nIssuer https://i\n",
		FIRST "\nOwner id-1\nSubject s\n",
		FIRST "\nIssuer https://i\nSubject s\n",
		FIRST "\nOwners id-1\nIssuer https://i\nSubject s\n",
		/* Lines before the note's first line are not part of it. */
		BODY FIRST "\n",
		"Linked at prod\n" BODY,
		"Linked at , J-0412\n" BODY,
		"Linked at prod, J-\n" BODY,
		"Linked issues: 3\n" BODY,
		"I linked at prod, J-0412\n" BODY,
		/* Two incomplete notes do not make a complete one. */
		FIRST "\nOwner id-1\nUnlinked at prod, J-0413\nIssuer https://i\nSubject s\n",
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_arena texts = { 0 };
		struct identity_note note;
		if (identity_note_read(&texts, str_of(cases[i]), &note))
			fail_msg("read from\n%s", cases[i]);
	}
}

TEST(a_note_is_found_among_other_lines)
{
	static const struct {
		const char *note, *want;
		bool linked;
	} cases[] = {
		{ FIRST "\n" BODY, "prod " READ, true },
		{ "Hello,\nOwner id-9\n\n> " FIRST "\n" BODY, "prod " READ, true },
		{ FIRST "\nOWNER:\tid-1\nissuer https://i\nSubject: s\nReason r", "prod " READ "r",
		    true },
		{ FIRST "\n" BODY "Owner id-2\nSubject t\n", "prod " READ, true },
		{ FIRST "\n" BODY "Unlinked at prod, J-0413\nReason r\n", "prod " READ, true },
		{ FIRST "\nOwner:\n" BODY, "prod " READ, true },
		{ FIRST "\nSubject: \"a\\u0000b\"\n" BODY, "prod id-1|https://i|\"a\\u0000b\"|",
		    true },
		{ "Linked at eu, two, J-7\n" BODY, "eu, two " READ, true },
		{ FIRST ", undoes J-0411\n" BODY, "prod " READ, true },
		/* A write that is no longer in force cannot be undone. */
		{ FIRST ", undone by J-0413\n" BODY, "prod " READ, false },
		{ FIRST ", undoes J-0411, undone by J-0413\n" BODY, "prod " READ, false },
		{ FIRST ": refused, nothing was changed\n" BODY, "prod " READ, false },
		{ FIRST ": not confirmed\n" BODY, "prod " READ, false },
		{ "Unlinked at prod, J-0412\n" BODY, "prod " READ, false },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_arena texts = { 0 };
		struct identity_note n;
		auto_buf got = { 0 };
		if (!identity_note_read(&texts, str_of(cases[i].note), &n))
			fail_msg("nothing was read from\n%s", cases[i].note);
		buf_addf(&got, "%.*s %.*s|%.*s|%.*s|%.*s", STR_ARG(n.environment),
		    STR_ARG(n.identity.owner), STR_ARG(n.identity.iss), STR_ARG(n.identity.sub),
		    STR_ARG(n.identity.reason));
		assert_string_equal(buf_z(&got), cases[i].want);
		assert_int_equal(n.linked, cases[i].linked);
	}
}

/* A server may send any request id: it must not add a line to the note. */
TEST(server_text_cannot_add_a_line)
{
	auto_buf note = { 0 };
	struct journal_write w = linked("s-1");
	w.reason = STR_NONE;
	w.status.request_id = STR("r\nReason  evil\nBy \033[2J");
	identity_note_write(&note, &w);
	expect_same(buf_str(&note), &w);
	assert_non_null(strstr(buf_z(&note), "\nRequest  \"r\\nReason  evil\\nBy \\u001b[2J\"\n"));
}
