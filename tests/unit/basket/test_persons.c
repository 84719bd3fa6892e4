/* The baskets that belong to one person, and the facts known about the person. */
#include "basket/person_row.h"
#include "lib/test.h"
#include "list/export.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 64 };

struct set {
	struct arena texts;
	struct basket_row rows[ROWS];
	size_t n;
	struct persons persons;
};

/* Adds a basket left `minutes` after the test's first minute. */
static void
add(struct set *s, int minutes, bool completed, const char *email, const char *identities)
{
	auto_buf json = { 0 };
	buf_addf(&json,
	    "{\"id\":\"basket-%zu\",\"created\":\"2026-11-20T%02d:%02d:00Z\",\"completed\":%s,"
	    "\"customerDetails\":{\"email\":%s%s%s},\"identities\":[%s]}",
	    s->n, minutes / 60, minutes % 60, completed ? "true" : "false", email ? "\"" : "",
	    email ? email : "null", email ? "\"" : "", identities);
	basket_row_ops.fill_row(
	    &s->rows[s->n++], &s->texts, arena_str(&s->texts, buf_str(&json)), 0);
}

static void
fold(struct set *s)
{
	persons_merge_rows(&s->persons, s->rows, s->n, false);
}

static void
end(struct set *s)
{
	persons_free(&s->persons);
	arena_free(&s->texts);
}

/* The ids of the baskets of this row's person in order, as "basket-2 basket-0". */
static const char *
chain(const struct set *s, uint32_t row)
{
	static char text[400];
	const struct person *p = persons_find_by_row(&s->persons, row);
	text[0] = '\0';
	for (uint32_t i = p ? p->first_row : PERSON_NONE; i != PERSON_NONE;
	     i = persons_next_row(&s->persons, i))
		snprintf(
		    text + strlen(text), sizeof(text) - strlen(text), "%s%u", *text ? " " : "", i);
	return text;
}

#define ID(iss, sub) "{\"iss\":\"https://" iss "\",\"sub\":\"" sub "\"}"

TEST(baskets_are_joined_by_email_identity_or_a_third_basket)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 50, false, "Mara@Example.com", "");
	add(&s, 40, false, NULL, ID("a", "1") "," ID("b", "7"));
	add(&s, 30, false, "other@example.com", "");
	add(&s, 20, false, NULL, "");
	fold(&s);
	assert_int_equal(s.persons.list.n, 3);
	assert_string_equal(chain(&s, 0), "0");
	/* The second identity of one basket and the e-mail of another. */
	add(&s, 10, false, "mara@example.com", ID("b", "7"));
	fold(&s);
	assert_int_equal(s.persons.list.n, 2);
	assert_string_equal(chain(&s, 0), "0 1 4");
	assert_string_equal(chain(&s, 4), "0 1 4");
	assert_string_equal(chain(&s, 2), "2");
}

/* Names are never compared, so masked names may be equal. */
TEST(people_with_the_same_name_are_not_one_person)
{
	static const char *const emails[] = { "n.hale1@example.com", "n.hale2@example.com" };
	struct set s = { 0 };
	for (size_t i = 0; i < 2; i++) {
		auto_buf json = { 0 };
		buf_addf(&json,
		    "{\"id\":\"basket-%zu\",\"created\":\"2026-11-20T10:00:00Z\","
		    "\"customerDetails\":{\"email\":\"%s\",\"firstName\":\"Nora\","
		    "\"lastName\":\"Hale\"}}",
		    i, emails[i]);
		basket_row_ops.fill_row(
		    &s.rows[s.n++], &s.texts, arena_str(&s.texts, buf_str(&json)), 0);
	}
	fold(&s);
	assert_int_equal(s.persons.list.n, 2);
	assert_string_equal(chain(&s, 0), "0");
	end(&s);
}

TEST(baskets_without_a_person_and_equal_subjects_of_two_issuers_stay_apart)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 50, false, NULL, "");
	add(&s, 40, false, NULL, "");
	add(&s, 30, false, NULL, ID("a", "1"));
	add(&s, 20, false, NULL, ID("b", "1"));
	add(&s, 10, false, "x@example.com", "");
	add(&s, 9, false, "x+y@example.com", "");
	add(&s, 8, false, "x@example.com.", "");
	fold(&s);
	assert_null(persons_find_by_row(&s.persons, 0));
	assert_null(persons_find_by_row(&s.persons, 1));
	assert_null(persons_find_by_row(&s.persons, 99));
	assert_int_equal(s.persons.list.n, 4); /* a trailing dot is not part of an address */
}

TEST(purchases_after_the_basket_are_distinguished_from_earlier_ones)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 50, true, "a@example.com", "");
	add(&s, 40, false, "a@example.com", "");
	add(&s, 30, false, "b@example.com", "");
	add(&s, 20, true, "b@example.com", "");
	add(&s, 10, true, "c@example.com", "");
	fold(&s);
	const struct person *a = persons_find_by_row(&s.persons, 0),
			    *b = persons_find_by_row(&s.persons, 2),
			    *c = persons_find_by_row(&s.persons, 4);
	assert_true(person_bought_since(a, s.rows));
	assert_int_equal(a->newest_row, 1);
	assert_int_equal(a->first_row, 0);
	assert_int_equal(a->open_count, 1);
	assert_int_equal(a->completed_count, 1);
	assert_false(person_bought_since(b, s.rows));
	assert_true(person_bought_since(c, s.rows));
	assert_int_equal(c->newest_row, 4);
}

/* A service may send baskets out of order, and a reload adds some at the top. */
TEST(persons_and_their_baskets_are_newest_first_in_any_row_order)
{
	CLEANUP(end) struct set s = { 0 };
	add(&s, 10, false, "a@example.com", "");
	add(&s, 30, false, "b@example.com", "");
	add(&s, 20, false, "a@example.com", "");
	add(&s, 40, false, "a@example.com", "");
	fold(&s);
	assert_int_equal(s.persons.list.n, 2);
	assert_int_equal(s.persons.list.v[0].newest_row, 3);
	assert_int_equal(s.persons.list.v[1].newest_row, 1);
	assert_string_equal(chain(&s, 0), "3 2 0");
	/* After rows moved, persons are grouped again. */
	struct basket_row first = s.rows[0];
	s.rows[0] = s.rows[1];
	s.rows[1] = first;
	persons_merge_rows(&s.persons, s.rows, s.n, true);
	assert_string_equal(chain(&s, 1), "3 2 1");
	assert_string_equal(chain(&s, 0), "0");
}

/* The amounts of two currencies keep both numbers, in cells of their own. */
TEST(amounts_in_two_currencies_keep_both_numbers)
{
	const struct basket_total total = { .text = STR("EUR 2.49 + GBP 4.48") };
	CLEANUP(end) struct set s = { 0 };
	CLEANUP(person_rows_free) struct person_rows rows = { 0 };
	const struct placed_column due = { .column = column_find(person_columns, STR("due")) };
	struct table_writer writer = { .format = TABLE_CSV, .line_end = '\n' };
	auto_buf out = { 0 };
	add(&s, 20, false, "a@example.com", "");
	s.rows[0].total = &total;
	fold(&s);
	person_rows_make(&rows, &s.persons, s.rows);
	table_writer_begin(&writer, &due, 1, false);
	table_writer_add_header(&writer, &out);
	table_writer_add_row(&writer, &out, &rows.list.v[0], STR_NONE, "");
	table_writer_free(&writer);
	assert_string_equal(buf_z(&out), "due,dueCurrency\n2.49 + 4.48,EUR + GBP\n");
}

/* A line break inside a text does not end the text. */
TEST(texts_with_line_breaks_are_exported_whole)
{
	CLEANUP(end) struct set s = { 0 };
	CLEANUP(person_rows_free) struct person_rows rows = { 0 };
	auto_buf out = { 0 };
	add(&s, 20, false, "two\\nlines@example.com", "");
	add(&s, 10, false, "TWO\\nlines@example.com", ID("a", "1"));
	fold(&s);
	person_rows_make(&rows, &s.persons, s.rows);
	assert_int_equal(rows.list.n, 1);
	person_row_write(&out, &rows.list.v[0]);
	assert_non_null(strstr(buf_z(&out), "\"emails\":[\"two\\nlines@example.com\"],"));
	assert_non_null(strstr(buf_z(&out), "\"baskets\":[\"basket-0\",\"basket-1\"],"));
}
