/* `backroom journal`, and what `identity` writes into it. */
#include "app/journal.h"
#include "app/state.h"
#include "unit/cli/run.h"

#include <string.h>

static void
path_of(struct buf *out, const char *name)
{
	struct err err;
	assert_true(state_path(out, name, &err));
}

static int
fresh(void **state)
{
	static const char *const names[] = { "journal.jsonl", "journal.head", "journal.torn" };
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct buf path = { 0 };
		path_of(&path, names[i]);
		unlink(buf_z(&path));
		buf_free(&path);
	}
	return 0;
}

/* ---- list and verify ---- */

/* J-0001 is done and undone by J-0002, J-0003 was refused, J-0004 was never answered. */
static void
write_some(void)
{
	static const struct {
		bool unlink;
		unsigned undoes;
		enum journal_state state;
	} cases[] = { { false, 0, JOURNAL_DONE }, { true, 1, JOURNAL_DONE },
		{ false, 0, JOURNAL_REFUSED }, { true, 0, JOURNAL_UNKNOWN } };
	struct journal j;
	struct err err;
	assert_true(journal_open(&j, true, &err));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct journal_write w = { .at = 1790000000000,
			.service = STR("https://api.example"),
			.unlink = cases[i].unlink,
			.owner = STR("id-1"),
			.iss = STR("https://a"),
			.sub = STR("auth|\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"),
			.key = STR("k"),
			.undoes = cases[i].undoes };
		const struct journal_outcome o = { .state = cases[i].state, .at = 1790000000000 };
		unsigned number;
		if (i == 3)
			w.owner = STR("id-9");
		assert_true(journal_begin(&j, &w, &number, &err));
		assert_int_equal(number, i + 1);
		if (o.state != JOURNAL_UNKNOWN)
			assert_true(journal_settle(&j, number, &o, &err));
	}
	journal_close(&j);
}

static void
an_empty_journal_is_said_to_be_so(void **state)
{
	struct ran r;
	(void)state;
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "Nothing written yet from this account on this host"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "0 lines are whole\n");
	ran_free(&r);
	RUN(&r, NULL, "journal");
	assert_int_equal(r.code, 2);
	assert_non_null(strstr(buf_z(&r.words), "journal takes list or verify"));
	ran_free(&r);
}

static void
a_list_has_the_newest_first(void **state)
{
	struct ran r;
	(void)state;
	write_some();
	RUN(&r, NULL, "journal", "list", "-o", "csv");
	assert_int_equal(r.code, 0);
	assert_true(str_starts(buf_str(&r.out),
	    STR("time,what,result,owner,id,reason,iss,host,request\n"
		"2026-09-21T14:13:20.000Z,unlink \xE2\x80\xA6\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9,"
		"unknown,id-9,J-0004,,https://a,")));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list", "-o", "csv", "--fields",
	    "id,action,result,undone_by,undoes");
	assert_string_equal(buf_z(&r.out),
	    "id,action,result,undone_by,undoes\nJ-0004,unlink,unknown,,\nJ-0003,link,refused,,\n"
	    "J-0002,unlink,done,,J-0001\nJ-0001,link,done,J-0002,\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "1 of them is not known: backroom identity resolve"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list");
	assert_non_null(strstr(buf_z(&r.out), "undone by J-0002"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_true(is_json(&r.out));
	ran_free(&r);
}

static void
verify_names_the_first_line_that_does_not_fit(void **state)
{
	struct ran r;
	struct buf path = { 0 }, text = { 0 };
	(void)state;
	write_some();
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 0);
	assert_true(str_starts(buf_str(&r.out), STR("7 lines are whole; the last one's hash is ")));
	ran_free(&r);
	path_of(&path, "journal.jsonl");
	assert_true(process_read_file(buf_z(&path), &text));
	text.p[str_find(buf_str(&text), STR("J-0002"))] ^= 1;
	int fd = open_new(buf_z(&path));
	assert_true(write(fd, text.p, text.n) == (ssize_t)text.n);
	close(fd);
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 1);
	assert_string_equal(
	    buf_z(&r.words), "backroom: the journal is not whole: line 3 was changed\n");
	ran_free(&r);
	RUN(&r, NULL, "journal", "list");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "the journal is not whole: line 3 was changed"));
	ran_free(&r);
	buf_free(&path);
	buf_free(&text);
}

#define FRESH(test) cmocka_unit_test_setup(test, fresh)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(an_empty_journal_is_said_to_be_so),
		FRESH(a_list_has_the_newest_first),
		FRESH(verify_names_the_first_line_that_does_not_fit),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
