/* journal.head, which records the journal's end: whatever it contains, the journal stays
 * writable, no number is used twice, and a mismatch stays reported. */
#include "unit/journal/journal_files.h"

enum { HEAD_SIZE = sizeof("lines 000000000004 hash ") - 1 + JOURNAL_HASH_DIGITS + 1 };

static const char missing[] = "line 4 may not be the last: journal.head is missing";
static const char unreadable[] = "line 4 may not be the last: journal.head cannot be read";
static const char was_missing[] =
    "line 5 (1970-01-01T00:00:01.000Z) was written while journal.head was missing: earlier lines "
    "may have been cut off";
static const char was_unreadable[] =
    "line 5 (1970-01-01T00:00:01.000Z) was written while journal.head could not be read: earlier "
    "lines may have been cut off";
static const char was_older[] =
    "line 7 (1970-01-01T00:00:01.000Z) was written after lines that journal.head does not "
    "record: they were added by hand, or an older journal.head was restored";

/* Makes two completed writes: four lines. */
static void
write_four_lines(struct buf *head)
{
	struct journal_write w = link_of("id-1", "s-1");
	struct journal j;
	fresh(NULL);
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	add(&j, &w, JOURNAL_REFUSED);
	journal_close(&j);
	buf_reset(head);
	read_file(head, "journal.head");
	assert_int_equal(head->n, HEAD_SIZE);
}

/* Makes another write: it can be found, and has this number. */
static void
check_next_write(unsigned number)
{
	struct journal_write w = link_of("id-9", "s-9");
	struct journal j;
	open_journal(&j);
	assert_int_equal(begin(&j, &w), number);
	const struct journal_write *begun = journal_find(&j, number);
	assert_non_null(begun);
	assert_true(str_eqz(begun->owner, "id-9"));
	settle(&j, number, JOURNAL_DONE);
	assert_int_equal(begin(&j, &w), number + 1);
	journal_close(&j);
	open_journal(&j); /* as a newly started process */
	assert_int_equal(journal_find(&j, number)->status.state, JOURNAL_DONE);
	assert_true(journal_is_unknown(journal_find(&j, number + 1)));
	journal_close(&j);
}

FRESH(a_head_without_a_digest_is_unreadable)
{
	static const struct {
		size_t at;
		char byte;
	} changes[] = { { 24, '"' }, { 87, '"' }, { 40, '\\' }, { 40, 'g' }, { 40, 'A' },
		{ 40, '\0' }, { 40, '\n' }, { 40, '\xFF' }, { 0, '"' }, { 17, '"' }, { 6, '-' },
		{ 6, ' ' }, { 88, ' ' } };
	auto_buf head = { 0 };
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		write_four_lines(&head);
		head.p[changes[i].at] = changes[i].byte;
		write_file("journal.head", buf_str(&head));
		assert_fault(unreadable);
		check_next_write(3);
		assert_fault(was_unreadable);
	}
}

/* For any change of one byte, the head is unreadable or has another number or digest, and it is
 * written again exactly as it was read. */
FRESH(any_changed_byte_of_a_head_is_noticed)
{
	auto_buf head = { 0 }, again = { 0 };
	write_four_lines(&head);
	for (size_t at = 0; at < HEAD_SIZE; at++) {
		char was = head.p[at];
		for (int byte = 0; byte < 256; byte++) {
			struct journal_head read;
			head.p[at] = (char)byte;
			if (!journal_head_read(&read, buf_str(&head)))
				continue;
			assert_true(byte == (unsigned char)was || strchr("0123456789abcdef", byte));
			buf_reset(&again);
			journal_head_write(&again, &read);
			assert_true(str_eq(buf_str(&again), buf_str(&head)));
		}
		head.p[at] = was;
	}
}

FRESH(a_head_of_another_length_is_unreadable)
{
	auto_buf head = { 0 };
	for (size_t n = 1; n <= HEAD_SIZE + 1; n += HEAD_SIZE / 4) {
		write_four_lines(&head);
		buf_addc(&head, '\n');
		write_file("journal.head", str_sub(buf_str(&head), 0, n));
		assert_fault(n == HEAD_SIZE ? "" : unreadable);
		check_next_write(3);
		assert_fault(n == HEAD_SIZE ? "" : was_unreadable);
	}
}

/* ---- without journal.head ---- */

FRESH(a_missing_head_stays_reported)
{
	auto_buf head = { 0 };
	for (int emptied = 0; emptied < 2; emptied++) {
		write_four_lines(&head);
		remove_file("journal.head");
		if (emptied)
			write_file("journal.head", STR(""));
		assert_fault(missing);
		check_next_write(3);
		assert_fault(was_missing);
		check_next_write(5);
		assert_fault(was_missing);
	}
}

/* Without journal.head a truncation cannot be proven later: that it is possible is reported. */
FRESH(a_possible_truncation_stays_reported)
{
	auto_buf head = { 0 }, text = { 0 };
	write_four_lines(&head);
	read_file(&text, "journal.jsonl");
	size_t second = str_find_char(buf_str(&text), '\n') + 1;
	second += str_find_char(str_sub(buf_str(&text), second, text.n), '\n') + 1;
	write_file("journal.jsonl", str_sub(buf_str(&text), 0, second));
	remove_file("journal.head");
	check_next_write(2);
	assert_fault(
	    "line 3 (1970-01-01T00:00:01.000Z) was written while journal.head was missing: "
	    "earlier lines may have been cut off");
}

/* Deletes everything but the damaged journal.head. */
FRESH(a_missing_journal_stays_reported)
{
	auto_buf head = { 0 };
	write_four_lines(&head);
	remove_file("journal.jsonl");
	head.p[30] = '"';
	write_file("journal.head", buf_str(&head));
	assert_fault("journal.head cannot be read");
	check_next_write(1);
	assert_fault(
	    "line 1 (1970-01-01T00:00:01.000Z) was written while journal.head could not be read: "
	    "earlier lines may have been cut off");
}

/* Appends forged lines with valid hashes. */
static void
append_forged_lines(size_t n)
{
	struct journal_head head;
	auto_buf text = { 0 }, noted = { 0 };
	read_file(&text, "journal.jsonl");
	read_file(&noted, "journal.head");
	assert_true(journal_head_read(&head, buf_str(&noted)));
	for (size_t i = 0; i < n; i++) {
		auto_buf line = { 0 };
		buf_addz(&line, "{\"state\":\"done\",\"write\":\"J-0001\"");
		journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
		buf_addf(&text, "%s\n", buf_z(&line));
	}
	write_file("journal.jsonl", buf_str(&text));
}

FRESH(lines_after_the_head_stay_reported)
{
	auto_buf head = { 0 };
	write_four_lines(&head);
	append_forged_lines(2);
	check_next_write(3);
	assert_fault(was_older);
}

FRESH(an_older_head_stays_reported)
{
	auto_buf head = { 0 };
	write_four_lines(&head);
	check_next_write(3); /* up to line 7 */
	write_file("journal.head", buf_str(&head));
	check_next_write(5);
	assert_fault(
	    "line 8 (1970-01-01T00:00:01.000Z) was written after lines that journal.head does "
	    "not record: they were added by hand, or an older journal.head was restored");
}

/* journal.head counts one line less than the journal has, as after a killed process, but has
 * another hash. */
FRESH(a_head_of_another_line_stays_reported)
{
	auto_buf head = { 0 };
	write_four_lines(&head);
	head.p[17] = '3';
	write_file("journal.head", buf_str(&head));
	assert_fault("line 3 was replaced: journal.head has a different last line");
	check_next_write(3);
	assert_fault(
	    "line 5 (1970-01-01T00:00:01.000Z) was written after lines that journal.head does "
	    "not record: they were added by hand, or an older journal.head was restored");
}

FRESH(a_fault_after_a_doubtful_line_is_reported)
{
	auto_buf head = { 0 }, text = { 0 }, words = { 0 };
	write_four_lines(&head);
	remove_file("journal.head");
	check_next_write(3);
	read_file(&text, "journal.jsonl");
	text.p[text.n - 100] ^= 1;
	write_file("journal.jsonl", buf_str(&text));
	buf_addf(&words, "%s; and line 7 was changed", was_missing);
	assert_fault(buf_z(&words));
}

/* Every existing journal starts with this digest: another one would make all of them doubtful. */
TEST(the_initial_head_is_a_fixed_digest)
{
	auto_buf digest = { 0 };
	digest_hex(&digest, STR("backroom journal"));
	assert_string_equal(journal_head_start().last_hash, buf_z(&digest));
}

/* journal.head is written before the first line: a process killed between the two leaves no
 * doubt, but deleting journal.head does. */
FRESH(the_head_is_written_before_the_first_line)
{
	struct journal_write w = link_of("id-1", "s-1");
	struct journal j;
	auto_buf start = { 0 };
	const struct journal_head head = journal_head_start();
	journal_head_write(&start, &head);
	open_journal(&j);
	begin(&j, &w);
	journal_close(&j);
	write_file("journal.head", buf_str(&start));
	assert_fault("");
	check_next_write(2);
	assert_fault("");
}

/* ---- lines with a wrong hash ---- */

/* A changed line is ignored, and its number is not used again. */
FRESH(a_changed_line_is_ignored)
{
	static const char *const changes[] = { "\"id-1\"", "J-0002", "sending", "\"line\"",
		"hash" };
	for (size_t i = 0; i < sizeof(changes) / sizeof(*changes); i++) {
		struct journal_write w = link_of("id-1", "s-1");
		struct journal j;
		auto_buf text = { 0 };
		fresh(NULL);
		open_journal(&j);
		add(&j, &w, JOURNAL_DONE);
		begin(&j, &w);
		journal_close(&j);
		read_file(&text, "journal.jsonl");
		size_t at = 0, next;
		while ((next = str_find(str_sub(buf_str(&text), at, text.n), str_of(changes[i]))) !=
		    SIZE_MAX)
			at += next + 1;
		text.p[at] ^= 1; /* the last occurrence, in line 3 */
		write_file("journal.jsonl", buf_str(&text));
		open_journal(&j);
		assert_int_equal(j.writes.n, 1);
		assert_null(journal_find(&j, 2));
		assert_int_equal(j.unknown_write_count, 0);
		assert_int_equal(begin(&j, &w), 3);
		journal_close(&j);
		assert_fault("line 3 was changed");
	}
}

/* Nothing is sent if its journal line could not be read back. */
FRESH(a_write_that_cannot_be_read_back_is_not_begun)
{
	static const char *const texts[] = { "\xFF", "\xED\xA0\x80", "\xC3" };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct journal_write w = link_of(texts[i], "s-1");
		struct journal j;
		struct err err = { 0 };
		unsigned number = 0;
		open_journal(&j);
		if (journal_begin(&j, &w, &number, &err))
			fail_msg("%zu was begun", i);
		assert_non_null(strstr(err.text, "cannot be read back"));
		assert_int_equal(j.writes.n, 0);
		assert_int_equal(j.last_head.line_count, 0);
		w.owner = STR("id-1");
		assert_int_equal(begin(&j, &w), 1);
		journal_close(&j);
		assert_fault("");
		fresh(NULL);
	}
}

/* Line numbers have a first and a last value; journal.head may also have 0 lines. */
FRESH(numbers_have_a_first_and_a_last)
{
	static const struct {
		int64_t lines;
		bool line, note;
	} numbers[] = { { -1, false, false }, { 0, false, true }, { 1, true, true },
		{ 999999999998, true, true }, { 999999999999, false, false } };
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++) {
		struct journal_head head = journal_head_start(), read;
		auto_buf line = { 0 }, note = { 0 };
		head.line_count = numbers[i].lines - 1;
		buf_addz(&line, "{\"at\":\"2026-11-20T10:42:00Z\"");
		journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
		journal_head_write(&note, &head);
		if (journal_chain_read(&read, buf_str(&line)) != numbers[i].line ||
		    journal_head_read(&read, buf_str(&note)) != numbers[i].note)
			fail_msg("line %lld", (long long)numbers[i].lines);
	}
}

/* A line with a valid hash whose number is beyond the last possible one. */
FRESH(a_used_up_number_range_is_reported)
{
	struct journal_head head = journal_head_start();
	struct journal_write w = link_of("id-1", "s-1");
	struct journal j;
	auto_buf line = { 0 }, note = { 0 };
	struct err err = { 0 };
	unsigned number = 0;
	buf_addz(&line, "{\"state\":\"sending\",\"write\":\"J-2147483647\"");
	journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
	buf_addc(&line, '\n');
	write_file("journal.jsonl", buf_str(&line));
	journal_head_write(&note, &head);
	write_file("journal.head", buf_str(&note));
	open_journal(&j);
	assert_int_equal(j.writes.n, 1);
	assert_false(journal_begin(&j, &w, &number, &err));
	assert_non_null(strstr(err.text, "cannot be read back"));
	journal_close(&j);
	assert_fault("");
}

/* A server's text may contain anything: an unusable text is dropped, and the write's result is
 * kept. */
FRESH(a_result_that_cannot_be_read_back_is_kept_without_texts)
{
	struct journal_write w = link_of("id-1", "s-1");
	struct journal_write_status o = {
		.state = JOURNAL_DONE, .recorded_at = AT, .http_status = 200
	};
	struct str *const texts[] = { &o.code, &o.request_id, &o.record };
	for (size_t i = 0; i < sizeof(texts) / sizeof(*texts); i++) {
		struct journal j;
		struct err err;
		fresh(NULL);
		open_journal(&j);
		begin(&j, &w);
		*texts[i] = STR("{\"id\":\"\xFF\"}");
		assert_true(journal_finish(&j, 1, &o, &err));
		*texts[i] = STR_NONE;
		assert_int_equal(journal_find(&j, 1)->status.state, JOURNAL_DONE);
		assert_int_equal(journal_find(&j, 1)->status.http_status, 200);
		journal_close(&j);
		assert_fault("");
	}
}
