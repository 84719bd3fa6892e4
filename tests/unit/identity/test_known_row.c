/* Journal entries and known identities as rows: their cells, their order, and the terms of a
 * VIEW. */
#include "identity/known_row.h"
#include "journal/row.h"
#include "list/columns.h"
#include "unit/identity/identity_contexts.h"

#include <locale.h>

static const struct cell_context context = { .now = AT, .time_style = TIME_UTC, .as_data = true };

/* Cells of one row, as "a|b|c". */
static void
expect_cells(
    const struct view_resource *resource, const void *row, const char *ids, const char *want)
{
	struct str rest = str_of(ids), id;
	auto_buf got = { 0 };
	while (rest.n && str_next(&rest, ' ', &id)) {
		const struct placed_column p = { .column = column_find(resource->columns, id) };
		assert_non_null(p.column);
		buf_addz(&got, got.n ? "|" : "");
		column_write(&got, &p, row, STR_NONE, &context);
	}
	assert_string_equal(buf_z(&got), want);
}

/* The ids of the rows that the VIEW's terms select, in its order. */
struct chosen {
	const struct view_resource *resource;
	const char *rows;
	size_t n;
	struct str (*name)(const void *row);
};

static void
expect_chosen(const struct chosen *c, const char *line, const char *want)
{
	CLEANUP(view_free) struct view view = { 0 };
	CLEANUP(row_filter_free) struct row_filter filter = { 0 };
	struct err err;
	auto_buf got = { 0 };
	size_t size = c->resource->row_ops->size, order[16], n = 0;
	if (!view_parse_terms(&view, c->resource, str_of(line), &err) ||
	    !row_filter_init(&filter, &view, (struct age_context){ .now = AT }, &err))
		fail_msg("%s: %s", line, err.text);
	const struct row_sort sort = row_sort_of(&view);
	for (size_t i = 0; i < c->n; i++) {
		size_t at = n;
		if (!row_filter_match(&filter, c->rows + i * size, STR_NONE))
			continue;
		for (; at > 0 &&
		     row_sort_compare(&sort, c->rows + order[at - 1] * size, c->rows + i * size) >
			 0;
		     at--)
			order[at] = order[at - 1];
		order[at] = i;
		n++;
	}
	for (size_t i = 0; i < n; i++)
		buf_addf(&got, "%s%.*s", i ? " " : "", STR_ARG(c->name(c->rows + order[i] * size)));
	if (strcmp(buf_z(&got), want) != 0)
		fail_msg("%s: %s, not %s", line, buf_z(&got), want);
}

/* ---- the journal ---- */

static struct str
journal_name(const void *row)
{
	return ((const struct journal_row *)row)->id;
}

/* J-0001 links and is undone by J-0002, J-0003 is refused, J-0004 is not confirmed and is
 * superseded by J-0005, J-0006 is not confirmed; each a day after the one before. */
static void
write_six(struct known *k)
{
	static const struct {
		bool unlink;
		const char *owner, *sub;
		unsigned undoes;
		enum journal_state state;
	} writes[] = { { false, "id-aaaa", "auth|8841", 0, JOURNAL_DONE },
		{ true, "id-aaaa", "auth|8841", 1, JOURNAL_DONE },
		{ false, "id-bbbb", "auth|\xC3\x89\xC3\xA9yx", 0, JOURNAL_REFUSED },
		{ false, "id-cccc", "s", 0, JOURNAL_UNKNOWN },
		{ false, "id-cccc", "s", 0, JOURNAL_DONE },
		{ false, "id-dddd", "t", 0, JOURNAL_UNKNOWN } };
	for (size_t i = 0; i < sizeof(writes) / sizeof(*writes); i++) {
		struct journal_write w = link_of(writes[i].owner, writes[i].sub);
		w.recorded_at = AT + (int64_t)i * WHEN_DAY;
		w.is_unlink = writes[i].unlink;
		w.undoes = writes[i].undoes;
		w.reason = i % 2 ? STR("INC-2 again") : STR("INC-1");
		add(&k->journal, &w, writes[i].state);
	}
}

TEST(a_write_is_a_row)
{
	CLEANUP(known_close) struct known k;
	CLEANUP(journal_rows_free) struct journal_rows rows;
	known_open(&k);
	write_six(&k);
	journal_rows_make(&rows, &k.journal);
	assert_int_equal(rows.list.n, 6);
	expect_cells(&journal_resource, &rows.list.v[5], "time what result owner id reason iss",
	    "1970-01-01T00:00:01.000Z|link …8841|undone by J-0002|…aaaa|J-0001|INC-1|" ISS);
	expect_cells(
	    &journal_resource, &rows.list.v[4], "what result request", "unlink …8841|done|r-1");
	expect_cells(&journal_resource, &rows.list.v[3], "what result", "link …Ééyx|refused");
	expect_cells(
	    &journal_resource, &rows.list.v[2], "what result", "link …s|unknown, then J-0005");
	expect_cells(
	    &journal_resource, &rows.list.v[0], "what result environment", "link …t|unknown|prod");
}

TEST(writes_are_filtered_and_sorted)
{
	static const char *const cases[][2] = {
		{ "", "J-0006 J-0005 J-0004 J-0003 J-0002 J-0001" },
		{ "sort=time", "J-0001 J-0002 J-0003 J-0004 J-0005 J-0006" },
		{ "sort=-time", "J-0006 J-0005 J-0004 J-0003 J-0002 J-0001" },
		{ "sort=id", "J-0001 J-0002 J-0003 J-0004 J-0005 J-0006" },
		{ "sort=reason", "J-0005 J-0003 J-0001 J-0006 J-0004 J-0002" },
		{ "result=done", "J-0005 J-0002" },
		{ "result:unknown", "J-0006 J-0004" },
		{ "!result:unknown", "J-0005 J-0003 J-0002 J-0001" },
		{ "owner=id-aaaa", "J-0002 J-0001" },
		{ "owner:bbb", "J-0003" },
		{ "owner=aaaa", "" },
		{ "what:unlink", "J-0002" },
		{ "AUTH|8841", "J-0002 J-0001" }, /* the whole subject is searched */
		{ "reason:inc-2 owner:cc", "J-0004" },
		{ "id=j-0003", "J-0003" },
		{ "since=1970-01-04", "J-0006 J-0005 J-0004" },
		{ "until=1970-01-02", "J-0001" },
		{ "since=1970-01-02 until=1970-01-03", "J-0002" },
		{ "nothing", "" },
	};
	CLEANUP(known_close) struct known k;
	CLEANUP(journal_rows_free) struct journal_rows rows;
	known_open(&k);
	write_six(&k);
	journal_rows_make(&rows, &k.journal);
	const struct chosen c = { &journal_resource, (const char *)rows.list.v, rows.list.n,
		journal_name };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_chosen(&c, cases[i][0], cases[i][1]);
}

static void
expect_doc(const struct journal_write *w, int64_t now, const char *want)
{
	CLEANUP(doc_free) struct doc d = { 0 };
	auto_buf got = { 0 };
	journal_write_doc(&d, w, now, TIME_UTC, 0);
	doc_text_of(&got, &d);
	assert_string_equal(buf_z(&got), want);
}

/* Some texts are the server's: they are shown without effect on the terminal. */
TEST(a_write_shows_all_its_fields)
{
	struct journal_write w = { .number = 412,
		.recorded_at = 1795197720000,
		.who = STR("ben"),
		.host = STR("desk-7"),
		.ssh = STR("10.20.4.17"),
		.environment = STR("prod"),
		.service = SERVICE,
		.owner = STR("id-aaaa"),
		.iss = STR(ISS),
		.sub = STR("auth|\033[2J"),
		.reason = STR("INC-1"),
		.undone_by = 413,
		.status = { .state = JOURNAL_DONE,
		    .http_status = 200,
		    .request_id = STR("r\033-1"),
		    .record = STR(
			"{\"id\":\"x\",\"n\":1.50,\"data\":{\"sub\":\"\\u001b[2J\"}}") } };
	expect_doc(&w, w.recorded_at + 120000,
	    " Result    ok done (200)\n"
	    " Change    not linked → linked\n"
	    " Owner     id-aaaa\n"
	    " Issuer    " ISS
	    "\n Subject   ! auth|\\e[2J\n Reason    INC-1\n When      Fri 20 Nov 2026 18:02 UTC, "
	    "2 min ago\n By        ben on desk-7, from 10.20.4.17\n Where     prod, "
	    "https://api.example\n Undone    by J-0413\n Request   ! r\\e-1\n\n The record in the "
	    "service's response\n   id               x\n   n                1.50\n   "
	    "data.sub         ! \\e[2J\n");
	w = (struct journal_write){ .number = 7,
		.recorded_at = w.recorded_at,
		.who = STR("ben"),
		.host = STR("h"),
		.environment = STR("prod"),
		.service = STR("prod"),
		.owner = STR("id-1"),
		.iss = STR("i"),
		.sub = STR("s"),
		.undoes = 6,
		.status = {
		    .state = JOURNAL_REFUSED, .http_status = 409, .code = STR("in\033use") } };
	expect_doc(&w, w.recorded_at,
	    " Result    ! refused: nothing was changed (409, in\\euse)\n"
	    " Owner     id-1\n Issuer    i\n Subject   s\n"
	    " When      Fri 20 Nov 2026 18:02 UTC\n By        ben on h\n Where     prod\n"
	    " Undoes    J-0006\n");
}

TEST(an_unknown_write_shows_what_to_do)
{
	static const char rest[] = " Owner     id-1\n Issuer    i\n Subject   s\n"
				   " When      Fri 20 Nov 2026 18:02 UTC\n By        ben on h\n"
				   " Where     prod\n";
	auto_buf want = { 0 };
	struct journal_write w = { .number = 7,
		.recorded_at = 1795197720000,
		.who = STR("ben"),
		.host = STR("h"),
		.environment = STR("prod"),
		.service = STR("prod"),
		.owner = STR("id-1"),
		.iss = STR("i"),
		.sub = STR("s") };
	buf_addf(&want,
	    " Result    ? not confirmed: no response. A retry uses the same key, so the write "
	    "cannot happen twice\n%s",
	    rest);
	expect_doc(&w, w.recorded_at, buf_z(&want));
	w.settled_by = 9;
	w.status.http_status = 502;
	buf_reset(&want);
	buf_addf(&want,
	    " Result    ? not confirmed, but a later write replaced it (502)\n%s Later     "
	    "J-0009\n",
	    rest);
	expect_doc(&w, w.recorded_at, buf_z(&want));
}

/* ---- identities ---- */

static struct str
known_name(const void *row)
{
	return ((const struct known_row *)row)->sub;
}

/* a is linked and in two baskets, b was removed, c is only in a basket, d is linked but in no
 * basket; e was refused and is not known. */
static void
add_four_identities(struct known *k)
{
	known_link(k, "id-aaaa", "a");
	known_link(k, "id-bbbb", "b");
	known_write(k, true, "id-bbbb", ISS, "b", JOURNAL_DONE);
	known_write(k, false, "id-eeee", ISS, "e", JOURNAL_REFUSED);
	known_write(k, false, "id-dddd", ISS, "d", JOURNAL_DONE);
	known_basket(k, 0, ISS, "a");
	known_basket(k, 3, ISS, "a");
	known_basket(k, 1, ISS, "c");
}

TEST(an_identity_row_names_its_sources)
{
	static const char names[] = "sub owner iss from name status";
	CLEANUP(known_close) struct known k;
	struct known_rows rows;
	known_open(&k);
	add_four_identities(&k);
	known_rows_make(&rows, k.identities, &k.journal, SERVICE);
	assert_int_equal(rows.list.n, 4);
	expect_cells(&identities_resource, &rows.list.v[0], names,
	    "a|…aaaa|" ISS "|J-0001, 2 baskets|Mara Ellison|linked");
	expect_cells(&identities_resource, &rows.list.v[1], names,
	    "c||" ISS "|1 basket|Mara Ellison|not known");
	expect_cells(&identities_resource, &rows.list.v[2], names, "b||" ISS "|J-0003||removed");
	expect_cells(
	    &identities_resource, &rows.list.v[3], names, "d|…dddd|" ISS "|J-0005||linked");
	assert_true(str_eqz(rows.list.v[0].newest_basket_id, "b-3"));
	known_rows_free(&rows);
	/* No link of these is known at another service. */
	known_rows_make(&rows, k.identities, &k.journal, STR("https://test.example"));
	assert_int_equal(rows.list.n, 2);
	known_rows_free(&rows);
}

TEST(an_identity_is_written_as_json)
{
	CLEANUP(known_close) struct known k;
	CLEANUP(known_rows_free) struct known_rows rows;
	auto_buf out = { 0 };
	known_open(&k);
	known_link(&k, "id-aaaa", "s\"\x1b");
	known_rows_make(&rows, k.identities, &k.journal, SERVICE);
	known_row_write(&out, &rows.list.v[0]);
	assert_true(str_starts(buf_str(&out),
	    STR("{\"iss\":\"" ISS "\",\"sub\":\"s\\\"\\u001b\",\"type\":\"\",\"service\":\"\","
		"\"baskets\":0,\"name\":\"\",\"owner\":\"id-aaaa\",\"from\":\"J-0001\",\"when\":")));
	assert_true(str_ends(buf_str(&out), STR(",\"status\":\"linked\"}")));
}

TEST(identities_are_filtered_and_sorted)
{
	static const char *const cases[][2] = {
		{ "", "a c b d" },
		{ "sort=when", "b d c a" },
		{ "sort=-when", "a c d b" },
		{ "sort=sub", "a b c d" },
		{ "sort=-sub", "d c b a" },
		{ "status=linked", "a d" },
		{ "status=removed", "b" },
		{ "!status=linked", "c b" },
		{ "owner=id-aaaa", "a" },
		{ "owner:id-", "a b d" },
		{ "name:ellison", "a c" },
		{ "from:baskets", "a" },
		{ "mara", "a c" },
		{ "iss=https://login.example", "" },
		{ "sub=A", "a" },
	};
	CLEANUP(known_close) struct known k;
	CLEANUP(known_rows_free) struct known_rows rows;
	known_open(&k);
	add_four_identities(&k);
	known_rows_make(&rows, k.identities, &k.journal, SERVICE);
	const struct chosen c = { &identities_resource, (const char *)rows.list.v, rows.list.n,
		known_name };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++)
		expect_chosen(&c, cases[i][0], cases[i][1]);
}

int
main(void)
{
	setlocale(LC_CTYPE, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
