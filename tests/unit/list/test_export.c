/* Rows exported to files: the rows shown, in their order, in every format. */
#include "basket/row.h"
#include "lib/test.h"
#include "list/export.h"

#include <locale.h>
#include <string.h>

static const char first[] = "{\"id\":\"b-1\",\"lastName\":\"=1+1|a\"}";
static unsigned asked, asked_back; /* requests for JSON; those for an earlier row than the last */
static size_t last_asked;

static struct str
json_of(void *ctx, size_t row)
{
	(void)ctx;
	asked++;
	asked_back += row < last_asked;
	last_asked = row;
	return row == 0 ? str_of(first) : STR_NONE;
}

static void
assert_export(enum export_format format, const char *expected)
{
	const struct basket_goods two = { .item_names = STR("A, one\nB") },
				  one = { .item_names = STR("C") };
	const struct basket_row rows[] = {
		{ .id = STR("b-1"),
		    .created = 1795171320000,
		    .name = STR("=1+1|a"),
		    .items_n = 2,
		    .goods = &two },
		{ .id = STR("b-2"),
		    .created = 1795171320000,
		    .name = STR("Zo\u00eb \x1B"),
		    .items_n = 1,
		    .goods = &one },
	};
	static const uint32_t numbers[] = { 1, 0 };
	CLEANUP(view_free) struct view view;
	CLEANUP(row_filter_free) struct row_filter filter;
	struct err err;
	auto_buf out = { 0 };
	struct placed_column columns[COLUMNS_MAX];
	struct cell_context context = { .now = 1795171320000 };
	assert_true(view_parse(&view, STR("baskets cols=created,person,items"), &err));
	assert_true(row_filter_init(&filter, &view, (struct age_context){ .now = 0 }, &err));
	struct shown_rows listed = { &view, &filter, rows, 2, numbers, 2, json_of, NULL };
	size_t n = columns_place(columns, &view, NULL, 1000, 0, 0);
	export_rows(&out, &listed, columns, n, format, &context);
	assert_string_equal(buf_z(&out), expected);
}

#define WHEN "2026-11-20T10:42:00.000Z"

TEST(every_format_keeps_the_row_order)
{
	assert_export(EXPORT_CSV,
	    "created,person,items\n" WHEN ",Zo\u00eb \x1B,C\n" WHEN ",'=1+1|a,\"A, one; B\"\n");
	assert_export(EXPORT_TSV,
	    "created\tperson\titems\n" WHEN "\tZo\u00eb \x1B\tC\n" WHEN "\t'=1+1|a\tA, one; B\n");
	assert_export(EXPORT_MD,
	    "| CREATED | PERSON | ITEMS |\n"
	    "| --- | --- | --- |\n"
	    "| " WHEN " | Zo\u00eb \\\\e | C |\n"
	    "| " WHEN " | =1+1\\|a | A, one; B |\n");
	assert_export(EXPORT_TABLE,
	    "CREATED                   PERSON  ITEMS\n" WHEN "  Zo\u00eb \\e  C\n" WHEN
	    "  =1+1|a  A, one; B\n");
}

/* Items are exported as the service sent them; rows without JSON export their columns. */
TEST(json_is_exported_as_sent)
{
	assert_export(EXPORT_NDJSON,
	    "{\"created\":\"" WHEN "\",\"person\":\"Zo\u00eb \\u001b\",\"items\":\"C\"}\n"
	    "{\"id\":\"b-1\",\"lastName\":\"=1+1|a\"}\n");
	assert_export(EXPORT_JSON,
	    "[\n{\"created\":\"" WHEN "\",\"person\":\"Zo\u00eb \\u001b\",\"items\":\"C\"},\n"
	    "{\"id\":\"b-1\",\"lastName\":\"=1+1|a\"}\n]\n");
}

/* No page is unpacked if no column needs the JSON. */
TEST(json_is_requested_only_if_a_column_needs_it)
{
	asked = 0;
	assert_export(EXPORT_TSV,
	    "created\tperson\titems\n" WHEN "\tZo\u00eb \x1B\tC\n" WHEN "\t'=1+1|a\tA, one; B\n");
	assert_int_equal(asked, 0);
}

/* Rows of one page are requested in the order of reading, not of the screen. */
TEST(json_is_requested_in_reading_order)
{
	last_asked = asked_back = asked = 0;
	json_is_exported_as_sent(NULL);
	assert_int_equal(asked, 4);
	assert_int_equal(asked_back, 1); /* the second export starts from the first row again */
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8"); /* column widths are counted in characters */
	return run_all_tests(NULL, NULL);
}
