/* The journal's chain after killed processes and after edits by hand. */
#include "unit/journal/journal_files.h"

/* ---- killed processes ---- */

FRESH(a_partial_line_is_moved_away)
{
	struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	auto_buf text = { 0 }, torn = { 0 };
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	journal_close(&j);
	read_file(&text, "journal.jsonl");
	buf_addz(&text, "{\"state\":\"sending\",\"wri");
	write_file("journal.jsonl", buf_str(&text));
	open_journal(&j);
	assert_true(j.tail_moved_aside);
	assert_int_equal(j.chain_errors.n, 0);
	assert_int_equal(begin(&j, &w), 2);
	journal_close(&j);
	assert_fault("");
	read_file(&torn, "journal.torn");
	assert_string_equal(buf_z(&torn), "{\"state\":\"sending\",\"wri\n");
}

/* Killed after writing the line and before updating journal.head: the line counts. */
FRESH(a_line_written_before_its_head_counts)
{
	struct journal j;
	struct journal_write w = link_of("id-1", "s-1");
	auto_buf before = { 0 };
	open_journal(&j);
	begin(&j, &w);
	read_file(&before, "journal.head");
	settle(&j, 1, JOURNAL_DONE);
	journal_close(&j);
	write_file("journal.head", buf_str(&before));
	open_journal(&j);
	assert_int_equal(j.chain_errors.n, 0);
	assert_int_equal(journal_find(&j, 1)->status.state, JOURNAL_DONE);
	assert_int_equal(begin(&j, &w), 2);
	journal_close(&j);
	assert_fault("");
}

/* ---- tampering ---- */

enum { LINES = 6 };

struct lines {
	struct buf text;
	struct str v[LINES];
};

static void
split_journal(struct lines *l)
{
	struct str rest;
	read_file(&l->text, "journal.jsonl");
	rest = buf_str(&l->text);
	for (size_t i = 0; i < LINES; i++)
		assert_true(str_next(&rest, '\n', &l->v[i]));
	assert_int_equal(rest.n, 0);
}

/* Writes the lines with these numbers (from 1) in this order. */
static void
write_lines(const struct lines *l, const char *order)
{
	auto_buf text = { 0 };
	for (; *order; order++) {
		buf_adds(&text, l->v[*order - '1']);
		buf_addc(&text, '\n');
	}
	write_file("journal.jsonl", buf_str(&text));
}

static void
flip(struct lines *l, size_t line, const char *at)
{
	size_t place = str_find(l->v[line - 1], str_of(at));
	assert_true(place != SIZE_MAX);
	((char *)(uintptr_t)l->v[line - 1].p)[place] ^= 1;
	write_lines(l, "123456");
}

static void
flip_reason(struct lines *l)
{
	flip(l, 3, "INC-4711");
}
static void
flip_hash(struct lines *l)
{
	flip(l, 3, "\"}");
}
static void
flip_last(struct lines *l)
{
	flip(l, 6, "done");
}
static void
remove_middle(struct lines *l)
{
	write_lines(l, "12356");
}
static void
remove_first(struct lines *l)
{
	write_lines(l, "23456");
}
static void
remove_two(struct lines *l)
{
	write_lines(l, "1456");
}
static void
remove_last(struct lines *l)
{
	write_lines(l, "12345");
}
static void
swap_two(struct lines *l)
{
	write_lines(l, "123546");
}
static void
repeat_one(struct lines *l)
{
	write_lines(l, "1223456");
}
static void
truncate_to_nothing(struct lines *l)
{
	write_lines(l, "");
}

static void
cut_last_line_in_half(struct lines *l)
{
	write_file("journal.jsonl", str_sub(buf_str(&l->text), 0, l->text.n - 30));
}

static void
join_two(struct lines *l)
{
	((char *)(uintptr_t)l->v[2].p)[l->v[2].n] = ' ';
	write_file("journal.jsonl", buf_str(&l->text));
}

/* Replaces a line by another one with a valid hash. */
static void
replace(struct lines *l, size_t line)
{
	struct journal_head head;
	auto_buf other = { 0 };
	assert_true(journal_chain_read(&head, l->v[line - 2]));
	buf_addz(&other, "{\"state\":\"done\",\"write\":\"J-0002\"");
	journal_chain_seal(&other, &head, JOURNAL_HEAD_OK);
	l->v[line - 1] = buf_str(&other);
	write_lines(l, "123456");
}

static void
replace_middle(struct lines *l)
{
	replace(l, 4);
}
static void
replace_last(struct lines *l)
{
	replace(l, 6);
}

/* Appends forged lines, each one correctly chained to the one before. */
static void
append(struct lines *l, size_t n)
{
	struct journal_head head;
	auto_buf text = { 0 };
	assert_true(journal_chain_read(&head, l->v[LINES - 1]));
	buf_adds(&text, buf_str(&l->text));
	for (size_t i = 0; i < n; i++) {
		auto_buf line = { 0 };
		buf_addz(&line, "{\"state\":\"done\",\"write\":\"J-0003\"");
		journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
		buf_addf(&text, "%s\n", buf_z(&line));
	}
	write_file("journal.jsonl", buf_str(&text));
}

static void
append_two(struct lines *l)
{
	append(l, 2);
}

static void
append_without_hash(struct lines *l)
{
	auto_buf text = { 0 };
	buf_adds(&text, buf_str(&l->text));
	buf_addz(&text, "{\"state\":\"done\",\"write\":\"J-0003\",\"line\":7}\n");
	write_file("journal.jsonl", buf_str(&text));
}

/* Correctly chained, but not to the journal's first line. */
static void
append_foreign_chain(struct lines *l)
{
	struct journal_head head = journal_head_start();
	auto_buf text = { 0 }, line = { 0 };
	head.line_count = LINES;
	buf_addz(&line, "{\"state\":\"done\",\"write\":\"J-0003\"");
	journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
	buf_adds(&text, buf_str(&l->text));
	buf_addf(&text, "%s\n", buf_z(&line));
	write_file("journal.jsonl", buf_str(&text));
}

/* Changes the reason in a line and gives the line a matching hash. */
static void
change_reason(struct lines *l)
{
	struct journal_head head;
	auto_buf other = { 0 };
	size_t at = str_find(l->v[2], STR("INC-4711")), end = str_find(l->v[2], STR(",\"line\":"));
	assert_true(at != SIZE_MAX && end != SIZE_MAX);
	assert_true(journal_chain_read(&head, l->v[1]));
	buf_adds(&other, str_sub(l->v[2], 0, at));
	buf_addz(&other, "INC-4712");
	buf_adds(&other, str_sub(l->v[2], at + strlen("INC-4711"), end - at - strlen("INC-4711")));
	journal_chain_seal(&other, &head, JOURNAL_HEAD_OK);
	l->v[2] = buf_str(&other);
	write_lines(l, "123456");
}

/* Uses the line at this position of another journal with the same number of lines. */
static void
copy_line_of_another_journal(struct lines *l, size_t line)
{
	struct lines others = { 0 };
	struct journal_write w = link_of("id-2", "s-2");
	struct journal j;
	auto_buf head = { 0 };
	read_file(&head, "journal.head");
	fresh(NULL);
	open_journal(&j);
	for (int n = 0; n < LINES / 2; n++)
		add(&j, &w, JOURNAL_DONE);
	journal_close(&j);
	split_journal(&others);
	l->v[line - 1] = others.v[line - 1];
	write_lines(l, "123456");
	write_file("journal.head", buf_str(&head));
	buf_free(&others.text);
}

static void
replace_middle_by_another(struct lines *l)
{
	copy_line_of_another_journal(l, 4);
}
static void
replace_first_by_another(struct lines *l)
{
	copy_line_of_another_journal(l, 1);
}

/* Restores journal.head from when there were three lines. */
static void
older_head(struct lines *l)
{
	struct journal_head head;
	auto_buf text = { 0 };
	assert_true(journal_chain_read(&head, l->v[2]));
	journal_head_write(&text, &head);
	write_file("journal.head", buf_str(&text));
}

static void
remove_head(struct lines *l)
{
	(void)l;
	remove_file("journal.head");
}

/* journal.head with fewer lines than there are, and the same hash. */
static void
change_head(struct lines *l)
{
	auto_buf head = { 0 };
	(void)l;
	read_file(&head, "journal.head");
	head.p[str_find_char(buf_str(&head), '6')] = '5';
	write_file("journal.head", buf_str(&head));
}

static void
remove_journal(struct lines *l)
{
	(void)l;
	remove_file("journal.jsonl");
}

static const struct {
	const char *name;
	void (*tamper)(struct lines *l);
	const char *words;
} tamperings[] = {
	{ "a bit of a reason", flip_reason, "line 3 was changed" },
	{ "a bit of a hash", flip_hash, "line 3 was changed" },
	{ "a bit of the last line", flip_last, "line 6 was changed" },
	{ "a line taken out", remove_middle, "line 4 is missing" },
	{ "the first line taken out", remove_first, "line 1 is missing" },
	{ "two lines taken out", remove_two, "lines 2 to 3 are missing" },
	{ "the last line taken out", remove_last, "line 6 is missing: the end was cut off" },
	{ "cut within the last line", cut_last_line_in_half,
	    "line 6 is missing: the end was cut off" },
	{ "emptied", truncate_to_nothing, "lines 1 to 6 are missing: the end was cut off" },
	{ "taken away", remove_journal, "lines 1 to 6 are missing: the end was cut off" },
	{ "two lines swapped", swap_two, "line 4 was moved: it is now after line 5" },
	{ "a line repeated", repeat_one, "line 2 appears again, after line 2" },
	{ "two lines joined", join_two, "line 3 was changed" },
	{ "a line replaced", replace_middle,
	    "line 4 was replaced: the next line was written after a different one" },
	{ "the last line replaced", replace_last,
	    "line 6 was replaced: journal.head has a different last line" },
	{ "a reason changed, with a hash that fits", change_reason,
	    "line 3 was replaced: the next line was written after a different one" },
	{ "a line of another journal", replace_middle_by_another,
	    "line 3 was replaced: the next line was written after a different one" },
	{ "the first line of another journal", replace_first_by_another,
	    "line 1 was replaced: the next line was written after a different one" },
	{ "a line added without a hash", append_without_hash, "line 7 was changed" },
	{ "a line added with a hash of its own", append_foreign_chain,
	    "line 6 was replaced: the next line was written after a different one" },
	{ "two lines added with hashes that fit", append_two,
	    "lines 7 to 8 are not recorded in journal.head: they were added by hand, or an older "
	    "journal.head was restored" },
	{ "an older note of the end put back", older_head,
	    "lines 4 to 6 are not recorded in journal.head: they were added by hand, or an older "
	    "journal.head was restored" },
	{ "the note of the end taken away", remove_head,
	    "line 6 may not be the last: journal.head is missing" },
	{ "the note of the end changed", change_head,
	    "line 5 was replaced: journal.head has a different last line" },
};

FRESH(each_tampering_is_detected)
{
	for (size_t i = 0; i < sizeof(tamperings) / sizeof(*tamperings); i++) {
		struct lines lines = { 0 };
		struct journal_write w = link_of("id-1", "s-1");
		struct journal j;
		fresh(state);
		open_journal(&j);
		for (int n = 0; n < LINES / 2; n++)
			add(&j, &w, JOURNAL_DONE);
		journal_close(&j);
		assert_fault("");
		split_journal(&lines);
		tamperings[i].tamper(&lines);
		print_message("%s\n", tamperings[i].name);
		assert_fault(tamperings[i].words);
		buf_free(&lines.text);
	}
}

/* Writing on does not hide that lines were cut off. */
FRESH(missing_lines_stay_reported)
{
	struct lines lines = { 0 };
	struct journal_write w = link_of("id-1", "s-1");
	struct journal j;
	open_journal(&j);
	for (int n = 0; n < LINES / 2; n++)
		add(&j, &w, JOURNAL_DONE);
	journal_close(&j);
	split_journal(&lines);
	write_lines(&lines, "1234");
	open_journal(&j);
	add(&j, &w, JOURNAL_DONE);
	journal_close(&j);
	assert_fault("lines 5 to 6 are missing");
	buf_free(&lines.text);
}
