/* The journal of writes: the state of each write, and several writers. */
#include "journal/row.h"
#include "lib/random_text.h"
#include "unit/journal/journal_files.h"

#include <sys/stat.h>
#include <sys/wait.h>

enum { MANY = 400 };

/* ---- states of writes ---- */

FRESH(any_write_is_read_back)
{
	enum { WRITES = 100 };
	uint64_t seed = random_seed();
	struct journal_write written[WRITES];
	struct arena a = { 0 };
	struct journal j;
	open_journal(&j);
	for (int i = 0; i < WRITES; i++) {
		struct journal_write *w = &written[i];
		*w = (struct journal_write){ .recorded_at = AT,
			.is_unlink = random_below(&seed, 2),
			.environment = random_text(&seed, &a),
			.service = random_text(&seed, &a),
			.owner = random_text(&seed, &a),
			.iss = random_text(&seed, &a),
			.sub = random_text(&seed, &a),
			.reason = random_text(&seed, &a),
			.key = random_text(&seed, &a) };
		assert_int_equal(begin(&j, w), i + 1);
	}
	journal_close(&j);
	open_journal(&j);
	for (int i = 0; i < WRITES; i++) {
		const struct journal_write *w = &written[i], *r = journal_find(&j, (unsigned)i + 1);
		if (!r || r->is_unlink != w->is_unlink || !str_eq(r->environment, w->environment) ||
		    !str_eq(r->service, w->service) || !str_eq(r->owner, w->owner) ||
		    !str_eq(r->iss, w->iss) || !str_eq(r->sub, w->sub) ||
		    !str_eq(r->reason, w->reason) || !str_eq(r->key, w->key))
			fail_msg("write %d", i + 1);
	}
	journal_close(&j);
	arena_free(&a);
	assert_fault("");
}

FRESH(a_write_is_recorded_before_its_result)
{
	struct journal j, other;
	struct journal_write w = link_of("id-1", "s-1");
	struct journal_numbers unknown = { 0 };
	open_journal(&j);
	assert_int_equal(begin(&j, &w), 1);
	open_journal(&other); /* as a newly started process */
	assert_int_equal(other.writes.n, 1);
	const struct journal_write *read = journal_nth_newest(&other, 0);
	assert_int_equal(read->number, 1);
	assert_int_equal(read->recorded_at, AT);
	assert_true(str_eqz(read->owner, "id-1"));
	assert_true(str_eqz(read->iss, "https://login.example/"));
	assert_true(str_eqz(read->sub, "s-1"));
	assert_true(str_eqz(read->reason, "INC-4711 she asked"));
	assert_true(str_eqz(read->key, "s-1"));
	assert_true(str_eqz(read->environment, "prod"));
	assert_true(str_eqz(read->ssh, "10.20.4.17"));
	assert_true(read->who.n > 0 && read->host.n > 0);
	assert_true(journal_is_unknown(read));
	journal_collect_unknown(&other, SERVICE, &unknown);
	assert_int_equal(unknown.n, 1);
	assert_ptr_equal(journal_find_key(&other, SERVICE, STR("s-1")), read);
	assert_null(journal_find_key(&other, STR("https://test.example"), STR("s-1")));

	settle(&j, 1, JOURNAL_DONE);
	struct err err;
	assert_true(journal_refresh(&other, &err));
	read = journal_find(&other, 1);
	assert_int_equal(read->status.state, JOURNAL_DONE);
	assert_int_equal(read->status.http_status, 200);
	assert_true(str_eqz(read->status.record, "{\"id\":\"x \\\"y\\\"\"}"));
	assert_int_equal(other.unknown_write_count, 0);
	vec_free(&unknown);
	journal_close(&other);
	journal_close(&j);
	assert_fault("");
}

/* Panes rebuild their rows whenever the change count differs, and only then. */
FRESH(reading_the_same_lines_again_is_not_a_change)
{
	CLEANUP(journal_close) struct journal j, other;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	open_journal(&j);
	open_journal(&other);
	add(&j, &w, JOURNAL_DONE);
	assert_true(journal_refresh(&other, &err));
	unsigned changes = other.version;
	assert_true(journal_refresh(&other, &err));
	assert_int_equal(other.version, changes);
	add(&j, &w, JOURNAL_DONE);
	assert_true(journal_refresh(&other, &err));
	assert_int_not_equal(other.version, changes);
}

FRESH(a_known_result_is_not_replaced)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	open_journal(&j);
	add(&j, &w, JOURNAL_UNKNOWN);
	assert_int_equal(j.unknown_write_count, 1);
	settle(&j, 1, JOURNAL_DONE);
	settle(&j, 1, JOURNAL_UNKNOWN);
	assert_int_equal(journal_find(&j, 1)->status.state, JOURNAL_DONE);
	assert_int_equal(j.unknown_write_count, 0);
}

/* Resetting the demo must not clear a journal on disk. */
FRESH(a_journal_on_disk_is_not_cleared)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	journal_reset(&j);
	assert_non_null(journal_find(&j, 1));
}

FRESH(a_later_write_settles_an_unknown_one)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1"), other = link_of("id-2", "s-1");
	open_journal(&j);
	add(&j, &w, JOURNAL_UNKNOWN);
	add(&j, &other, JOURNAL_DONE); /* another owner: does not settle the first write */
	assert_true(journal_is_unknown(journal_find(&j, 1)));
	add(&j, &w, JOURNAL_REFUSED);
	assert_true(journal_is_unknown(journal_find(&j, 1)));
	w.is_unlink = true;
	add(&j, &w, JOURNAL_DONE);
	assert_false(journal_is_unknown(journal_find(&j, 1)));
	assert_int_equal(journal_find(&j, 1)->settled_by, 4);
	assert_int_equal(j.unknown_write_count, 0);
}

/* Batches of plans share the numbers but are not writes of an identity. */
FRESH(batches_of_a_plan_are_not_identity_writes)
{
	struct journal j, other;
	const struct journal_write w = link_of("id-1", "s-1");
	struct journal_write batch = { .recorded_at = AT,
		.environment = STR("prod"),
		.service = SERVICE,
		.plan = STR("3f2a"),
		.batch = STR("1 of 2: 50 changes"),
		.approved = STR("mara"),
		.key = STR("k-1") };
	struct journal_write inverse;
	struct journal_numbers unknown = { 0 };
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	assert_int_equal(add(&j, &batch, JOURNAL_UNKNOWN), 2);
	open_journal(&other);
	assert_int_equal(other.writes.n, 1);
	assert_int_equal(other.unknown_write_count, 0);
	assert_int_equal(other.unknown_batch_count, 1);
	const struct journal_write *read = journal_nth_newest_batch(&other, 0);
	assert_ptr_equal(journal_find_any(&other, 2), read);
	assert_null(journal_find(&other, 2));
	assert_true(str_eqz(read->plan, "3f2a"));
	assert_true(str_eqz(read->batch, "1 of 2: 50 changes"));
	assert_true(str_eqz(read->approved, "mara"));
	journal_collect_unknown(&other, SERVICE, &unknown);
	assert_int_equal(unknown.n, 0); /* only identity writes can be retried here */
	assert_false(journal_make_inverse(&other, 2, &inverse));
	/* A batch of another plan does not settle it; a later batch of the same plan does. */
	batch.plan = STR("77aa");
	add(&j, &batch, JOURNAL_DONE);
	assert_int_equal(j.unknown_batch_count, 1);
	batch.plan = STR("3f2a");
	assert_int_equal(add(&j, &batch, JOURNAL_DONE), 4);
	assert_int_equal(journal_find_any(&j, 2)->settled_by, 4);
	assert_int_equal(j.unknown_batch_count, 0);
	vec_free(&unknown);
	journal_close(&other);
	journal_close(&j);
	assert_fault("");
}

FRESH(an_inverse_undoes)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1"), undo;
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	add(&j, &w, JOURNAL_REFUSED);
	assert_false(journal_make_inverse(&j, 2, &undo)); /* nothing to undo */
	assert_false(journal_make_inverse(&j, 9, &undo));
	assert_true(journal_make_inverse(&j, 1, &undo));
	assert_true(undo.is_unlink);
	assert_true(str_eqz(undo.owner, "id-1"));
	assert_true(str_eqz(undo.sub, "s-1"));
	assert_true(str_eqz(undo.reason, "undo of J-0001, INC-4711 she asked"));
	assert_int_equal(add(&j, &undo, JOURNAL_DONE), 3);
	assert_int_equal(journal_find(&j, 1)->undone_by, 3);
	assert_false(journal_make_inverse(&j, 1, &undo)); /* a write is undone only once */
	assert_true(journal_make_inverse(&j, 3, &undo));
	assert_false(undo.is_unlink);
}

static void
expect_result(const struct journal *j, unsigned number, const char *want)
{
	auto_buf got = { 0 };
	append_journal_result(&got, journal_find_any(j, number));
	assert_string_equal(buf_z(&got), want);
}

/* Batches of a plan are undone together: once the plans that undo it have as many changes. */
FRESH(a_plan_undoes_a_plan)
{
	CLEANUP(journal_close) struct journal j, other;
	struct journal_write batch = {
		.recorded_at = AT, .service = SERVICE, .plan = STR("3f2a"), .key = STR("k-1")
	};
	open_journal(&j);
	batch.batch = STR("1 of 2: 1,000 changes");
	add(&j, &batch, JOURNAL_DONE);
	batch.batch = STR("2 of 2: 1 change");
	add(&j, &batch, JOURNAL_DONE);
	batch.undone_plan = batch.plan;
	batch.plan = STR("77aa");
	batch.batch = STR("1 of 2: 1,000 changes");
	add(&j, &batch, JOURNAL_REFUSED);
	expect_result(&j, 1, "done");
	expect_result(&j, 3, "refused");
	add(&j, &batch, JOURNAL_DONE);
	expect_result(&j, 1, "partly undone by J-0004");
	expect_result(&j, 2, "partly undone by J-0004");
	batch.batch = STR("2 of 2: 1 change");
	add(&j, &batch, JOURNAL_DONE);
	open_journal(&other); /* as read from the file */
	const struct journal *const both[] = { &j, &other };
	for (size_t i = 0; i < 2; i++) {
		expect_result(both[i], 1, "undone by J-0005");
		expect_result(both[i], 2, "undone by J-0005");
		assert_int_equal(journal_find_any(both[i], 4)->undoes, 1);
		assert_int_equal(journal_find_any(both[i], 5)->undoes, 1);
	}
}

/* Lengths around the limit: the last one kept whole, and the first one cut. */
FRESH(the_reason_of_an_inverse_is_cut_to_fit)
{
	enum { LEAD = sizeof("undo of J-0001, ") - 1 };
	static char reason[JOURNAL_REASON_SIZE_MAX];
	CLEANUP(journal_close) struct journal j;
	memset(reason, 'x', sizeof(reason));
	open_journal(&j);
	for (size_t n = JOURNAL_REASON_SIZE_MAX - LEAD - 1; n <= JOURNAL_REASON_SIZE_MAX - LEAD + 1;
	     n++) {
		struct journal_write w = link_of("id-1", "s-1"), undo;
		w.reason = str_from(reason, n);
		unsigned number = add(&j, &w, JOURNAL_DONE);
		assert_true(journal_make_inverse(&j, number, &undo));
		assert_int_equal(
		    undo.reason.n, n + LEAD <= JOURNAL_REASON_SIZE_MAX ? n + LEAD : LEAD - 2);
		add(&j, &undo, JOURNAL_DONE); /* the inverse can be written */
	}
	struct journal_write w = link_of("id-1", "s-1");
	w.reason = str_from(reason, JOURNAL_REASON_SIZE_MAX);
	begin(&j, &w);
}

FRESH(a_record_over_the_limit_is_left_out)
{
	struct journal_write w = link_of("id-1", "s-1");
	CLEANUP(journal_close) struct journal j;
	auto_buf record = { 0 };
	struct err err;
	open_journal(&j);
	buf_pad(&record, 'r', JOURNAL_RECORD_SIZE_MAX + 1);
	for (size_t n = JOURNAL_RECORD_SIZE_MAX - 1; n <= JOURNAL_RECORD_SIZE_MAX + 1; n++) {
		const struct journal_write_status o = { .state = JOURNAL_DONE,
			.recorded_at = AT,
			.record = str_sub(buf_str(&record), 0, n) };
		unsigned number = begin(&j, &w);
		assert_true(journal_finish(&j, number, &o, &err));
		assert_int_equal(journal_find(&j, number)->status.record.n,
		    n <= JOURNAL_RECORD_SIZE_MAX ? n : 0);
	}
}

FRESH(active_links_are_listed)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write a = link_of("id-1", "s-1"), b = link_of("id-1", "s-2"),
			     c = link_of("id-22", "s-3"), d = link_of("id-1", "s-4");
	struct journal_numbers links = { 0 };
	open_journal(&j);
	add(&j, &a, JOURNAL_DONE);
	add(&j, &b, JOURNAL_DONE);
	add(&j, &c, JOURNAL_DONE);
	add(&j, &d, JOURNAL_REFUSED);
	a.is_unlink = true;
	add(&j, &a, JOURNAL_DONE);
	journal_collect_owner_links(&j, SERVICE, STR("id-1"), &links);
	assert_int_equal(links.n, 1);
	assert_int_equal(links.v[0], 2);
	vec_free(&links);
	journal_collect_owner_links(&j, STR("https://test.example"), STR("id-1"), &links);
	assert_int_equal(links.n, 0);
}

FRESH(a_demo_writes_no_journal_file)
{
	struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	assert_true(journal_open(&j, false, &err));
	assert_int_equal(add(&j, &w, JOURNAL_DONE), 1);
	assert_int_equal(begin(&j, &w), 2);
	assert_int_equal(j.unknown_write_count, 1);
	assert_int_equal(journal_find(&j, 1)->status.state, JOURNAL_DONE);
	journal_close(&j);
	open_journal(&j);
	assert_int_equal(j.writes.n, 0);
	journal_close(&j);
}

FRESH(a_write_that_cannot_be_recorded_is_not_begun)
{
	static char reason[JOURNAL_REASON_SIZE_MAX + 1];
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	auto_buf path = { 0 };
	struct err err;
	unsigned number;
	open_journal(&j);
	begin(&j, &w);
	path_of(&path, "journal.jsonl");
	assert_int_equal(chmod(buf_z(&path), 0644), 0);
	assert_false(journal_begin(&j, &w, &number, &err));
	assert_int_equal(err.kind, ERR_IO);
	assert_non_null(strstr(err.text, "others can read"));
	assert_int_equal(chmod(buf_z(&path), 0600), 0);
	memset(reason, 'x', sizeof(reason));
	w.reason = str_from(reason, sizeof(reason));
	assert_false(journal_begin(&j, &w, &number, &err));
	assert_int_equal(err.kind, ERR_USAGE);
	assert_int_equal(j.writes.n, 1);
}

FRESH(numbers_are_read_as_written)
{
	static const char *const wrong[] = { "", "J-", "J-0", "J--1", "J-+1", "J-1x", "0412",
		"j-1" };
	auto_buf text = { 0 };
	unsigned number = 0;
	journal_number_write(&text, 412);
	assert_string_equal(buf_z(&text), "J-0412");
	assert_true(journal_number_read(buf_str(&text), &number));
	assert_int_equal(number, 412);
	assert_true(journal_number_read(STR("J-12345"), &number));
	assert_int_equal(number, 12345);
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++)
		assert_false(journal_number_read(str_of(wrong[i]), &number));
}

/* ---- several processes ---- */

static int
append_many(const char *who)
{
	struct journal j;
	struct err err;
	struct journal_write w = link_of(who, "s-1");
	bool ok = journal_open(&j, true, &err);
	for (int i = 0; ok && i < MANY / 2; i++) {
		const struct journal_write_status o = { .state = JOURNAL_DONE, .recorded_at = AT };
		unsigned number;
		ok = journal_begin(&j, &w, &number, &err) && journal_finish(&j, number, &o, &err);
	}
	if (!ok)
		fprintf(stderr, "%s\n", err.text);
	journal_close(&j);
	return ok ? 0 : 1;
}

static pid_t
start_appending(const char *who)
{
	const char *const argv[] = { "/proc/self/exe", who, NULL };
	return process_start(argv, NULL, 1, 2);
}

FRESH(two_processes_share_one_chain)
{
	CLEANUP(journal_close) struct journal j;
	size_t of_a = 0;
	int a_status = 1, b_status = 1;
	pid_t a = start_appending("id-a"), b = start_appending("id-b");
	assert_true(process_wait(a, 50000, &a_status));
	assert_true(process_wait(b, 50000, &b_status));
	assert_int_equal(a_status, 0);
	assert_int_equal(b_status, 0);
	open_journal(&j);
	assert_int_equal(j.chain_errors.n, 0);
	assert_int_equal(j.last_head.line_count, 2 * MANY);
	assert_int_equal(j.writes.n, MANY);
	for (size_t i = 0; i < j.writes.n; i++) {
		assert_int_equal(j.writes.v[i].number, i + 1);
		assert_int_equal(j.writes.v[i].status.state, JOURNAL_DONE);
		of_a += str_eqz(j.writes.v[i].owner, "id-a");
	}
	assert_int_equal(of_a, MANY / 2);
}

/* Entries that were read disappear, which counts as a change; texts that a caller still holds
 * stay valid. */
FRESH(a_truncated_journal_is_read_again)
{
	struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	struct err err;
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	struct str owner = journal_find(&j, 1)->owner;
	unsigned changes = j.version;
	write_file("journal.jsonl", STR_NONE);
	assert_true(journal_refresh(&j, &err));
	assert_null(journal_find(&j, 1));
	assert_int_not_equal(j.version, changes);
	assert_true(str_eqz(owner, "id-1"));
	/* The next write starts a new chain. */
	remove_file("journal.head");
	w.key = STR("k-2");
	assert_int_equal(begin(&j, &w), 1);
	journal_close(&j);
	assert_fault("");
}

int
main(int argc, char **argv)
{
	if (argc == 2)
		return append_many(argv[1]);
	setenv("SSH_CONNECTION", "10.20.4.17 50000 10.0.0.1 22", 1);
	return run_all_tests(NULL, NULL);
}
