/* Writes that supersede, undo and hide one another, and their journal lines at the numeric
 * limits. */
#include "model/when.h"
#include "unit/journal/journal_files.h"

/* A write supersedes only unconfirmed writes of the same identity and owner. */
FRESH(only_unknown_writes_are_overtaken)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1"), other = link_of("id-2", "s-2");
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	add(&j, &w, JOURNAL_REFUSED);
	add(&j, &other, JOURNAL_UNKNOWN);
	add(&j, &w, JOURNAL_UNKNOWN);
	add(&j, &w, JOURNAL_DONE); /* J-0005 */
	assert_int_equal(journal_find(&j, 1)->settled_by, 0);
	assert_int_equal(journal_find(&j, 2)->settled_by, 0);
	assert_int_equal(journal_find(&j, 3)->settled_by, 0);
	assert_int_equal(journal_find(&j, 4)->settled_by, 5);
	assert_int_equal(j.unknown_write_count, 1);
	add(&j, &w, JOURNAL_DONE); /* a superseded write is not superseded again */
	assert_int_equal(journal_find(&j, 4)->settled_by, 5);
	assert_int_equal(j.unknown_write_count, 1);
}

/* Another service, owner, issuer or subject is another link. */
FRESH(links_differ_in_each_part)
{
	struct journal_write w = link_of("id-1", "s-1"), others[4];
	CLEANUP(journal_close) struct journal j;
	for (size_t i = 0; i < 4; i++)
		others[i] = w;
	others[0].service = STR("https://test.example");
	others[1].owner = STR("id-2");
	others[2].iss = STR("https://other.example/");
	others[3].sub = STR("s-2");
	open_journal(&j);
	add(&j, &w, JOURNAL_UNKNOWN);
	for (size_t i = 0; i < 4; i++) {
		add(&j, &others[i], JOURNAL_DONE);
		assert_int_equal(journal_find(&j, 1)->settled_by, 0);
	}
	add(&j, &w, JOURNAL_DONE);
	assert_int_equal(journal_find(&j, 1)->settled_by, 6);
}

/* A late response: to the first write after the second was begun. */
FRESH(numbers_continue_after_the_highest)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	open_journal(&j);
	assert_int_equal(begin(&j, &w), 1);
	assert_int_equal(begin(&j, &w), 2);
	settle(&j, 1, JOURNAL_REFUSED);
	assert_int_equal(begin(&j, &w), 3);
	settle(&j, 7, JOURNAL_DONE); /* no write is known for it, but the number is used */
	assert_int_equal(j.writes.n, 3);
	assert_int_equal(begin(&j, &w), 8);
	assert_true(journal_find(&j, 3) == journal_nth_newest(&j, 1));
	assert_null(journal_nth_newest(&j, 4));
}

FRESH(unknown_writes_are_listed_by_service)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1"), other = link_of("id-2", "s-2");
	struct journal_numbers all = { 0 }, one = { 0 };
	other.service = STR("https://test.example");
	open_journal(&j);
	add(&j, &w, JOURNAL_UNKNOWN);
	add(&j, &other, JOURNAL_UNKNOWN);
	add(&j, &other, JOURNAL_REFUSED);
	journal_collect_unknown(&j, STR_NONE, &all);
	assert_int_equal(all.n, 2);
	assert_int_equal(all.v[0], 2);
	assert_int_equal(all.v[1], 1);
	journal_collect_unknown(&j, SERVICE, &one);
	assert_int_equal(one.n, 1);
	assert_int_equal(one.v[0], 1);
	assert_null(journal_find_key(&j, SERVICE, STR("s-2")));
	assert_int_equal(journal_find_key(&j, other.service, STR("s-2"))->number, 2);
	settle(&j, 1, JOURNAL_DONE);
	assert_null(journal_find_key(&j, SERVICE, STR("s-1")));
	vec_free(&all);
	vec_free(&one);
}

/* The second write differs only in who, host and ssh, which the journal fills in itself. */
FRESH(an_unknown_write_can_be_sent_again_unchanged)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	w = *journal_find(&j, 1);
	w.who = w.host = w.ssh = STR("somebody else");
	assert_int_equal(begin(&j, &w), 2);
	assert_true(journal_is_unknown(journal_find(&j, 2)));
	assert_true(str_eq(journal_find(&j, 2)->who, journal_find(&j, 1)->who));
	assert_true(str_eq(journal_find(&j, 2)->host, journal_find(&j, 1)->host));
	assert_true(str_eqz(journal_find(&j, 2)->ssh, "10.20.4.17"));
}

FRESH(in_memory_every_user_is_the_agent)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	assert_true(journal_open(&j, false, &err));
	add(&j, &w, JOURNAL_UNKNOWN);
	assert_true(str_eqz(journal_find(&j, 1)->who, "agent"));
	assert_true(str_eqz(journal_find(&j, 1)->host, "this-host"));
	assert_int_equal(journal_find(&j, 1)->ssh.n, 0);
	assert_true(journal_refresh(&j, &err));
	unsigned changes = j.version;
	journal_reset(&j);
	assert_int_not_equal(j.version, changes);
	assert_int_equal(j.unknown_write_count, 0);
	assert_null(journal_nth_newest(&j, 0));
	assert_int_equal(begin(&j, &w), 1);
}

FRESH(a_reason_must_be_valid_text)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	unsigned number = 0;
	w.reason = STR("INC-1\0hidden");
	open_journal(&j);
	assert_false(journal_begin(&j, &w, &number, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_string_equal(err.text, "the reason is not UTF-8 text");
	assert_int_equal(j.writes.n, 0);
}

/* ---- lines ---- */

FRESH(a_line_identifies_its_write)
{
	static const struct {
		int http, want;
	} codes[] = { { 0, 0 }, { 1, 1 }, { 999, 999 }, { 1000, 0 }, { -1, 0 } };
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	open_journal(&j);
	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		const struct journal_write_status o = { .state = JOURNAL_REFUSED,
			.recorded_at = AT + 7,
			.http_status = codes[i].http };
		unsigned number = begin(&j, &w);
		assert_int_equal(journal_find(&j, number)->status.recorded_at, WHEN_NONE);
		assert_true(journal_finish(&j, number, &o, &err));
		assert_int_equal(journal_find(&j, number)->status.http_status, codes[i].want);
		assert_int_equal(journal_find(&j, number)->status.recorded_at, AT + 7);
		assert_int_equal(journal_find(&j, number)->recorded_at, AT);
	}
}

/* A valid line with an unknown state of a newer version: the write has no result. */
FRESH(an_unknown_state_is_ignored)
{
	struct journal_head head = journal_head_start();
	CLEANUP(journal_close) struct journal j;
	auto_buf text = { 0 };
	static const char *const lines[] = { "{\"state\":\"sending\",\"write\":\"J-0001\"",
		"{\"state\":\"postponed\",\"write\":\"J-0001\"",
		"{\"state\":\"done\",\"write\":\"J-0000\"", "{\"state\":\"done\"" };
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		auto_buf line = { 0 };
		buf_addz(&line, lines[i]);
		journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
		buf_addf(&text, "%s\n", buf_z(&line));
	}
	write_file("journal.jsonl", buf_str(&text));
	buf_reset(&text);
	journal_head_write(&text, &head);
	write_file("journal.head", buf_str(&text));
	open_journal(&j);
	assert_int_equal(j.chain_errors.n, 0);
	assert_int_equal(j.writes.n, 1);
	assert_true(journal_is_unknown(journal_find(&j, 1)));
	assert_int_equal(j.unknown_write_count, 1);
}

FRESH(numbers_have_a_maximum)
{
	unsigned number = 5;
	assert_true(journal_number_read(STR("J-1"), &number));
	assert_int_equal(number, 1);
	assert_true(journal_number_read(STR("J-2147483647"), &number));
	assert_int_equal(number, 2147483647);
	assert_false(journal_number_read(STR("J-2147483648"), &number));
	assert_false(journal_number_read(STR("J-0"), &number));
	assert_false(journal_number_read(STR("J-"), &number));
	assert_int_equal(number, 2147483647);
}

/* ---- masks ---- */

static void
assert_masked(const struct journal_write *w)
{
	assert_false(str_eqz(w->owner, "id-1"));
	assert_false(str_eqz(w->iss, "https://login.example/"));
	assert_false(str_eqz(w->sub, "s-1"));
	assert_false(str_eqz(w->reason, "INC-4711 she asked"));
	assert_false(str_eqz(w->ssh, "10.20.4.17"));
	assert_int_equal(w->sub.n, 3);
	assert_int_equal(w->status.record.n, 0);
	assert_true(str_eqz(w->key, "s-1")); /* a key has no personal data */
	assert_true(str_eqz(w->service, "https://api.example"));
}

/* Entries read before and after masking starts are masked; the file is not. */
FRESH(people_have_pseudonyms_from_then_on)
{
	struct journal j, bare;
	struct journal_write w = link_of("id-1", "s-1");
	struct mask mask;
	mask_init(&mask, STR("a seed"));
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	struct str who = journal_find(&j, 1)->who, host = journal_find(&j, 1)->host;
	struct err err;
	assert_true(journal_mask(&j, &mask, &err));
	assert_masked(journal_find(&j, 1));
	assert_false(str_eq(journal_find(&j, 1)->who, who));
	assert_false(str_eq(journal_find(&j, 1)->host, host));
	open_journal(&bare);
	add(&bare, &w, JOURNAL_DONE);
	w.reason = STR_NONE;
	add(&bare, &w, JOURNAL_DONE);
	assert_true(str_eqz(journal_find(&bare, 1)->owner, "id-1"));
	journal_close(&bare);
	assert_true(journal_refresh(&j, &err));
	assert_masked(journal_find(&j, 2));
	assert_int_equal(journal_find(&j, 3)->reason.n, 0);
	assert_true(str_eq(journal_find(&j, 1)->owner, journal_find(&j, 2)->owner));
	/* unmasking restores the names */
	assert_true(journal_mask(&j, NULL, &err));
	assert_true(str_eqz(journal_find(&j, 1)->owner, "id-1"));
	assert_true(str_eqz(journal_find(&j, 2)->sub, "s-1"));
	assert_int_equal(j.unknown_write_count, 0);
	journal_close(&j);
}

FRESH(a_journal_in_memory_is_masked_again)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct mask mask;
	struct err err;
	mask_init(&mask, STR("a seed"));
	assert_true(journal_open(&j, false, &err));
	add(&j, &w, JOURNAL_DONE);
	assert_true(journal_mask(&j, &mask, &err));
	assert_masked(journal_find(&j, 1));
	assert_true(journal_mask(&j, NULL, &err));
	assert_true(str_eqz(journal_find(&j, 1)->owner, "id-1"));
	assert_true(str_eqz(journal_find(&j, 1)->sub, "s-1"));
}

int
main(void)
{
	setenv("SSH_CONNECTION", "10.20.4.17 50000 10.0.0.1 22", 1);
	return run_all_tests(NULL, NULL);
}
