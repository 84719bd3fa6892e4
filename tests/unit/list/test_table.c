/* Tables of complete rows, as a VIEW shows them. */
#include "catalog/item_row.h"
#include "lib/test.h"
#include "list/table.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 4 };

/* As the service sends them; the last one differs only in an attribute. */
static const char *const sent[ROWS] = {
	"{\"path\":\"/products/b\",\"name\":\"Basic\"}",
	"{\"path\":\"/products/d\",\"name\":\"Daily\"}",
	"{\"path\":\"/products/a\",\"name\":\"All Access\"}",
	("{\"path\":\"/products/c\",\"name\":\"Crossword\",\"data\":{\"attributes\":{"
	 "\"tier__svc\":\"gold\"}}}"),
};

struct set {
	struct table table;
	struct arena texts;
	struct item_row rows[ROWS];
};

static struct str
json_of(void *ctx, size_t row)
{
	(void)ctx;
	return str_of(sent[row]);
}

static void
start(struct set *s)
{
	*s = (struct set){ 0 };
	for (size_t i = 0; i < ROWS; i++)
		item_row_ops.fill_row(&s->rows[i], &s->texts, str_of(sent[i]), 0);
	table_init(&s->table, view_find_resource("products"));
	s->table.get_row_json = json_of;
	table_set_rows(&s->table, s->rows, ROWS);
}

static void
end(struct set *s)
{
	table_free(&s->table);
	arena_free(&s->texts);
}

static bool
show(struct set *s, const char *line, struct err *err)
{
	CLEANUP(view_free) struct view view;
	bool ok = view_parse(&view, str_of(line), err) &&
	    table_set_view(&s->table, &view, (struct age_context){ .now = 0 }, err);
	return ok;
}

/* Compares the paths shown, each by its last letter. */
static void
expect(struct set *s, const char *line, const char *want)
{
	struct err err;
	auto_buf got = { 0 };
	if (line && !show(s, line, &err))
		fail_msg("%s: %s", line, err.text);
	for (size_t i = 0; table_row(&s->table, i); i++)
		buf_addc(&got, table_id(&s->table, i).p[10]);
	assert_string_equal(buf_z(&got), want);
}

TEST(views_narrow_and_sort)
{
	CLEANUP(end) struct set s;
	start(&s);
	expect(&s, NULL, "bdac"); /* in the order received */
	expect(&s, "products sort=name", "abcd");
	expect(&s, "products sort=-name", "dcba");
	expect(&s, "products ss", "ac");
	expect(&s, "products ss sort=-name", "ca");
	expect(&s, "products !access", "bdc");
	expect(&s, "products path=/products/d", "d");
	expect(&s, "products nothing", "");
	assert_null(table_row(&s.table, 0));
	assert_int_equal(table_id(&s.table, 0).n, 0);
}

TEST(equal_rows_are_sorted_by_path)
{
	CLEANUP(end) struct set s;
	start(&s);
	expect(&s, "products sort=delivery", "abcd");
	expect(&s, "products sort=-delivery", "dcba");
}

TEST(json_is_requested_for_values_that_rows_do_not_keep)
{
	CLEANUP(end) struct set s;
	start(&s);
	expect(&s, "products attribute.tier=gold", "c");
	assert_true(str_eqz(table_json(&s.table, 0), sent[3]));
	expect(&s, "products !attribute.tier=gold", "bda");
	s.table.get_row_json = NULL;
	assert_int_equal(table_json(&s.table, 0).n, 0);
}

TEST(rows_are_found_by_id_at_their_position)
{
	CLEANUP(end) struct set s;
	start(&s);
	assert_int_equal(table_find(&s.table, STR("/products/a")), 2);
	expect(&s, "products sort=name", "abcd");
	assert_int_equal(table_find(&s.table, STR("/products/a")), 0);
	expect(&s, "products daily", "d");
	assert_int_equal(table_find(&s.table, STR("/products/a")), SIZE_MAX);
}

/* Applying two views in turn gives the second one's result alone, whatever was shown before: a
 * view that only narrows searches just the rows shown. */
TEST(a_view_does_not_depend_on_the_previous_one)
{
	static const char *const lines[] = { "products", "products a", "products al",
		"products all", "products ss", "products ss a", "products !a", "products !al",
		"products !all", "products l", "products al sort=-name", "products a sort=-name",
		"products ss sort=name", "products ss sort=-name", "products attribute.tier=gold",
		"products attribute.tier=g", "products s attribute.tier=gold", "products \"\"",
		"products name:s", "products name:ss", "products path=/products/a",
		"products \xC3\xA4", "products \xC3\xA4\xC3\x9F", "products c\xC3\x9F" };
	enum { LINES = sizeof(lines) / sizeof(*lines) };
	char alone[LINES][ROWS + 1] = { { 0 } };
	struct set s;
	for (size_t i = 0; i < LINES; i++) {
		struct err err;
		start(&s);
		assert_true(show(&s, lines[i], &err));
		for (size_t k = 0; table_row(&s.table, k); k++)
			alone[i][k] = table_id(&s.table, k).p[10];
		end(&s);
	}
	assert_string_equal(alone[4], "ac");
	start(&s);
	for (size_t i = 0; i < LINES; i++)
		for (size_t k = 0; k < LINES; k++) {
			expect(&s, lines[i], alone[i]);
			expect(&s, lines[k], alone[k]);
		}
	end(&s);
}

TEST(changed_rows_are_filtered_again)
{
	CLEANUP(end) struct set s;
	struct item_row fewer[1];
	start(&s);
	expect(&s, "products ss sort=-name", "ca");
	fewer[0] = s.rows[3];
	table_set_rows(&s.table, fewer, 1);
	expect(&s, NULL, "c");
	table_set_rows(&s.table, NULL, 0);
	expect(&s, NULL, "");
	table_set_rows(&s.table, s.rows, ROWS);
	expect(&s, NULL, "ca");
}

TEST(an_impossible_value_keeps_the_view)
{
	CLEANUP(end) struct set s;
	struct err err;
	start(&s);
	expect(&s, "products daily", "d");
	assert_false(show(&s, "products modified=soon", &err));
	assert_int_equal(err.kind, ERR_USAGE);
	expect(&s, NULL, "d");
	assert_true(view_is_filtered(&s.table.view));
}

TEST(a_list_without_rows_can_be_sorted)
{
	CLEANUP(end) struct set s = { 0 };
	struct err err;
	table_init(&s.table, view_find_resource("products"));
	assert_true(show(&s, "products sort=-name", &err));
	assert_int_equal(s.table.shown_numbers.n, 0);
}
