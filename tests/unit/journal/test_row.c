/* Writes of the journal as rows that a VIEW filters, and the detail of one write. */
#include "journal/row.h"
#include "list/columns.h"
#include "list/table.h"
#include "unit/journal/journal_files.h"
#include "unit/list/doc_text.h"

#include <locale.h>

enum { MANY = 3 };

/* 2026-11-20T10:42:00Z, in ms */
#define FIRST INT64_C(1795171320000)

/* One second apart: done, refused, not confirmed. */
static void
open_with_three_writes(struct journal *j)
{
	static const char *const owners[MANY] = { "id-1a", "id-2b", "id-3c" };
	open_journal(j);
	for (int i = 0; i < MANY; i++) {
		struct journal_write w = link_of(owners[i], i == 1 ? "auth|0002" : "auth|0001");
		w.recorded_at = FIRST + 1000 * i;
		w.key = str_of(owners[i]);
		w.environment = i == 2 ? STR("test") : w.environment;
		if (i == 2)
			begin(j, &w);
		else
			add(j, &w, i == 0 ? JOURNAL_DONE : JOURNAL_REFUSED);
	}
}

/* Compares the ids that a VIEW selects, in its order, separated by spaces. */
static void
expect(const struct journal_rows *rows, const char *line, const char *want)
{
	CLEANUP(table_free) struct table t;
	struct view view;
	struct err err;
	auto_buf got = { 0 };
	table_init(&t, &journal_resource);
	table_set_rows(&t, rows->list.v, rows->list.n);
	if (!view_parse_terms(&view, &journal_resource, str_of(line), &err) ||
	    !table_set_view(&t, &view, (struct age_context){ .now = FIRST }, &err))
		fail_msg("%s: %s", line, err.text);
	view_free(&view);
	for (size_t i = 0; i < t.shown_numbers.n; i++) {
		buf_addz(&got, i ? " " : "");
		buf_adds(&got, table_id(&t, i));
	}
	if (strcmp(buf_z(&got), want) != 0)
		fail_msg("%s: %s instead of %s", line, buf_z(&got), want);
}

FRESH(a_view_filters_and_sorts_writes)
{
	CLEANUP(journal_close) struct journal j;
	CLEANUP(journal_rows_free) struct journal_rows rows;
	open_with_three_writes(&j);
	journal_rows_make(&rows, &j);
	expect(&rows, "", "J-0003 J-0002 J-0001");
	expect(&rows, "sort=time", "J-0001 J-0002 J-0003");
	expect(&rows, "sort=-time", "J-0003 J-0002 J-0001");
	expect(&rows, "sort=owner", "J-0001 J-0002 J-0003");
	expect(&rows, "since=2026-11-20T10:42:01Z", "J-0003 J-0002");
	expect(&rows, "since=2026-11-20T10:42:03Z", "");
	expect(&rows, "until=2026-11-20T10:42:01Z", "J-0002 J-0001");
	expect(&rows, "until=2026-11-20T10:42:00Z", "J-0001");
	expect(&rows, "result=unknown", "J-0003");
	expect(&rows, "result=refused", "J-0002");
	expect(&rows, "owner=id-2b", "J-0002");
	expect(&rows, "owner=2b", "");
	expect(&rows, "environment=test", "J-0003");
	expect(&rows, "0002", "J-0002");
	expect(&rows, "text:id-3c", "J-0003");
}

static void
expect_cells(const struct journal_row *row, const struct cell_context *c, const char *want)
{
	static const char *const ids[] = { "time", "owner" };
	auto_buf out = { 0 };
	for (size_t i = 0; i < sizeof(ids) / sizeof(*ids); i++) {
		const struct placed_column cell = { .column = column_find(
							journal_resource.columns, str_of(ids[i])) };
		buf_addz(&out, i ? " " : "");
		column_write(&out, &cell, row, STR_NONE, c);
	}
	assert_string_equal(buf_z(&out), want);
}

FRESH(times_and_owners_are_shown_in_full_if_they_fit)
{
	const struct cell_context narrow = { .now = FIRST, .time_style = TIME_UTC };
	const struct cell_context room = { .now = FIRST, .unshortened = true };
	struct journal_write w = link_of("id-01a7d3f05e9b4c62881f7be02d94c6a3", "auth|0001");
	CLEANUP(journal_close) struct journal j;
	CLEANUP(journal_rows_free) struct journal_rows rows;
	open_journal(&j);
	w.recorded_at = FIRST;
	add(&j, &w, JOURNAL_DONE);
	journal_rows_make(&rows, &j);
	expect_cells(&rows.list.v[0], &narrow,
	    "20 Nov 10:42 \xE2\x80\xA6"
	    "c6a3");
	expect_cells(
	    &rows.list.v[0], &room, "2026-11-20T10:42:00.000Z id-01a7d3f05e9b4c62881f7be02d94c6a3");
}

static void
assert_contains(const char *text, const char *line)
{
	if (!strstr(text, line))
		fail_msg("not there: %s\n%s", line, text);
}

static void
write_of(struct buf *out, const struct journal *j, unsigned number, int64_t now)
{
	CLEANUP(doc_free) struct doc d = { .width = 100 };
	buf_reset(out);
	journal_write_doc(&d, journal_find(j, number), now, TIME_UTC, 0);
	doc_text_of(out, &d);
}

FRESH(a_write_is_shown_with_all_its_fields)
{
	CLEANUP(journal_close) struct journal j;
	auto_buf got = { 0 };
	open_with_three_writes(&j);
	write_of(&got, &j, 1, FIRST + 59999);
	assert_contains(buf_z(&got), " Result    ok done (200)");
	assert_contains(buf_z(&got), " Owner     id-1a\n");
	assert_contains(buf_z(&got), " Issuer    https://login.example/\n");
	assert_contains(buf_z(&got), " Subject   auth|0001\n");
	assert_contains(buf_z(&got), " Reason    INC-4711 she asked\n");
	assert_contains(buf_z(&got), " When      Fri 20 Nov 2026 10:42 UTC\n");
	assert_contains(buf_z(&got), ", from 10.20.4.17");
	assert_contains(buf_z(&got), " Where     prod, https://api.example\n");
	assert_contains(buf_z(&got), " Request   r-1\n");
	assert_contains(buf_z(&got), "\n\n The record in the service's response\n");
	assert_contains(buf_z(&got), "x \"y\"\n");
	write_of(&got, &j, 1, FIRST + 60000);
	assert_contains(buf_z(&got), " When      Fri 20 Nov 2026 10:42 UTC, 1 min ago\n");
	write_of(&got, &j, 2, FIRST);
	assert_contains(
	    buf_z(&got), " Result    refused: nothing was changed (409, identity_in_use)\n");
	assert_null(strstr(buf_z(&got), "The record"));
	assert_null(strstr(buf_z(&got), "Change")); /* nothing was changed */
	write_of(&got, &j, 3, FIRST);
	assert_contains(buf_z(&got), " Result    ? not confirmed: no response.");
	assert_contains(buf_z(&got), " Where     test, https://api.example\n");
}

/* Compares the whole detail text of writes: undone, undone by, superseded, made elsewhere,
 * without a response. */
static void
expect_doc(const struct journal *j, unsigned number, const char *want)
{
	auto_buf got = { 0 };
	auto_buf person = { 0 };
	const struct journal_write *w = journal_find(j, number);
	write_of(&got, j, number, FIRST);
	buf_addf(&person, " By        %.*s on %.*s, from 10.20.4.17\n", STR_ARG(w->who),
	    STR_ARG(w->host));
	size_t at = str_find(buf_str(&got), buf_str(&person));
	assert_true(at != SIZE_MAX);
	memmove(got.p + at, got.p + at + person.n, got.n - at - person.n);
	got.n -= person.n;
	assert_string_equal(buf_z(&got), want);
}

#define TARGET                                \
	" Owner     id-1\n"                   \
	" Issuer    https://login.example/\n" \
	" Subject   s-1\n"

FRESH(writes_refer_to_each_other)
{
	CLEANUP(journal_close) struct journal j;
	struct journal_write w = link_of("id-1", "s-1"), undo;
	const struct journal_write_status nothing = {
		.state = JOURNAL_REFUSED, .recorded_at = FIRST, .code = STR("gone")
	};
	struct err err;
	w.recorded_at = FIRST;
	w.environment = w.service;
	open_journal(&j);
	begin(&j, &w);
	add(&j, &w, JOURNAL_REFUSED);
	w.reason = STR_NONE;
	begin(&j, &w);
	assert_true(journal_finish(&j, 3, &nothing, &err));
	w.key = STR("another");
	add(&j, &w, JOURNAL_DONE);
	assert_true(journal_make_inverse(&j, 4, &undo));
	undo.recorded_at = FIRST;
	begin(&j, &undo);
	settle(&j, 5, JOURNAL_DONE);
	expect_doc(&j, 1,
	    " Result    ? not confirmed, but a later write replaced it\n" TARGET
	    " Reason    INC-4711 she asked\n When      Fri 20 Nov 2026 10:42 UTC\n"
	    " Where     https://api.example\n Later     J-0004\n");
	expect_doc(&j, 2,
	    " Result    refused: nothing was changed (409, identity_in_use)\n" TARGET
	    " Reason    INC-4711 she asked\n When      Fri 20 Nov 2026 10:42 UTC\n"
	    " Where     https://api.example\n Request   r-1\n");
	expect_doc(&j, 3,
	    " Result    refused: nothing was changed, gone\n" TARGET
	    " When      Fri 20 Nov 2026 10:42 UTC\n Where     https://api.example\n");
	expect_doc(&j, 4,
	    " Result    ok done (200)\n Change    not linked → linked\n" TARGET
	    " When      Fri 20 Nov 2026 10:42 UTC\n Where     https://api.example\n Undone    by "
	    "J-0005\n Request   r-1\n\n The record in the service's response\n   id               "
	    "x \"y\"\n");
	expect_doc(&j, 5,
	    " Result    ok done (200)\n Change    linked → not linked\n" TARGET
	    " Reason    undo of J-0004\n When      Fri 20 Nov 2026 10:42 UTC\n Where     "
	    "https://api.example\n Undoes    J-0004\n Request   r-1\n\n The record in the "
	    "service's response\n   id               x \"y\"\n");
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	setenv("SSH_CONNECTION", "10.20.4.17 50000 10.0.0.1 22", 1);
	return run_all_tests(NULL, NULL);
}
