/* Terms that compare (due>50, age<2h) and terms with a pattern (person~^M), on rows read from
 * JSON. */
#include "basket/row.h"
#include "catalog/item_row.h"
#include "lib/test.h"
#include "list/table.h"
#include "list/term_test.h"
#include "model/when.h"

#include <stdlib.h>
#include <string.h>

enum { ROWS_MAX = 8 };

struct few {
	struct arena texts;
	const struct view_resource *resource;
	const char *json[ROWS_MAX];
	char *rows;
	size_t n;
};

static void
few_free(struct few *f)
{
	free(f->rows);
	arena_free(&f->texts);
}

static void
few_init(struct few *f, const char *resource)
{
	f->resource = view_find_resource(resource);
	f->rows = calloc(ROWS_MAX, f->resource->row_ops->size);
	for (; f->n < ROWS_MAX && f->json[f->n]; f->n++)
		f->resource->row_ops->fill_row(f->rows + f->n * f->resource->row_ops->size,
		    &f->texts, str_of(f->json[f->n]), 0);
}

/* The numbers of the rows that match: "0 2". */
static void
expect(const struct few *f, const char *terms, const char *numbers)
{
	CLEANUP(view_free) struct view view;
	CLEANUP(row_filter_free) struct row_filter filter = { 0 };
	auto_buf got = { 0 };
	struct err err;
	int64_t now;
	when_parse(STR("2026-11-20T10:42:00Z"), &now);
	if (!view_parse_terms(&view, f->resource, str_of(terms), &err) ||
	    !row_filter_init(&filter, &view, (struct age_context){ .now = now }, &err))
		fail_msg("%s: %s", terms, err.text);
	for (size_t i = 0; i < f->n; i++)
		if (row_filter_match(&filter, f->rows + i * f->resource->row_ops->size,
			str_of(f->json[i])))
			buf_addf(&got, "%s%zu", got.n ? " " : "", i);
	if (strcmp(buf_z(&got), numbers))
		fail_msg("%s: rows \"%s\", not \"%s\"", terms, buf_z(&got), numbers);
}

static void
refuse(const struct few *f, const char *terms, const char *part)
{
	CLEANUP(view_free) struct view view;
	CLEANUP(row_filter_free) struct row_filter filter = { 0 };
	struct err err;
	if (view_parse_terms(&view, f->resource, str_of(terms), &err) &&
	    row_filter_init(&filter, &view, (struct age_context){ .now = 0 }, &err))
		fail_msg("%s was accepted", terms);
	assert_int_equal(err.kind, ERR_USAGE);
	if (!strstr(err.text, part))
		fail_msg("%s: %s", terms, err.text);
}

static const struct few some_baskets = { .json = {
	"{\"id\":\"b0\",\"created\":\"2026-11-20T10:00:00Z\",\"customerDetails\":{\"firstName\":"
	"\"M\xC3\xA1rta\",\"lastName\":\"Ellison\"},\"customFields\":{\"seats\":12,\"desk\":"
	"\"north-7\",\"due\":\"GBP 12.50\",\"on\":\"2026-12-01\"}}",
	"{\"id\":\"b1\",\"created\":\"2026-11-20T08:42:00Z\",\"customerDetails\":{\"lastName\":"
	"\"Mara\"},\"customFields\":{\"seats\":[3,40],\"due\":\"EUR 12.50\"}}",
	"{\"id\":\"b2\",\"created\":\"2026-10-31T23:59:59Z\",\"customFields\":{\"seats\":\"many\"}}",
	"{\"id\":\"b3\"}" } };

TEST(times_and_ages_compare)
{
	CLEANUP(few_free) struct few f = some_baskets;
	few_init(&f, "baskets");
	expect(&f, "age<2h", "0");
	expect(&f, "age<=2h", "0 1");
	expect(&f, "age>2h", "2");
	expect(&f, "age>=2h", "1 2");
	expect(&f, "created<2026-11-01", "2");
	expect(&f, "created>=2026-11-01", "0 1");
	expect(&f, "created>1h", "0");
	expect(&f, "!created>1h", "1 2 3"); /* a row without a value is not later */
	expect(&f, "created>1d created<1h", "1");
}

TEST(amounts_and_numbers_compare)
{
	CLEANUP(few_free) struct few f = some_baskets;
	few_init(&f, "baskets");
	expect(&f, "customFields.seats>3", "0 1"); /* one value of a list is enough */
	expect(&f, "customFields.seats<=3", "1");
	expect(&f, "customFields.seats>=12.0", "0 1");
	expect(&f, "customFields.due>12", "0 1");
	expect(&f, "customFields.due>\"GBP 12\"", "0");
	expect(&f, "customFields.due>\"12 eur\"", "1");
	expect(&f, "customFields.due>12.5", "");
	expect(&f, "customFields.on>2026-11-30", "0");
	expect(&f, "hour<10", "1");
}

TEST(prices_of_offers_compare_by_each_charge)
{
	CLEANUP(few_free) struct few f = { .json = {
		"{\"id\":\"1\",\"path\":\"/offers2/a\",\"name\":\"Seat 5\",\"data\":{\"price\":[{"
		"\"currencyCode\":\"GBP\",\"value\":\"1.00\"},{\"currencyCode\":\"GBP\",\"value\":"
		"\"9.99\"}],\"attributes\":{\"label__svc\":[\"winback\",\"save\"]}}}",
		"{\"id\":\"2\",\"path\":\"/offers2/b\",\"name\":\"Seat 25\",\"data\":{\"price\":[{"
		"\"currencyCode\":\"JPY\",\"value\":\"680\"}],\"attributes\":{\"rank__svc\":7}}}" } };
	few_init(&f, "offers");
	expect(&f, "price>9", "0 1");
	expect(&f, "price<2", "0");
	expect(&f, "price>\"JPY 9\"", "1");
	expect(&f, "attribute.rank>=7", "1");
	expect(&f, "attribute.label~^save$", "0");
	expect(&f, "name~^seat.2", "1");
	expect(&f, "\"name~seat (5|6)$\"", "");
	expect(&f, "name~\"seat (5|6)$\"", "0");
}

TEST(patterns_match_texts_as_sent_and_folded)
{
	CLEANUP(few_free) struct few f = some_baskets;
	few_init(&f, "baskets");
	expect(&f, "person~^m.r", "0 1");
	expect(&f, "person~^mar", "0 1");
	expect(&f, "person~M\xC3\xA1rta", "0");
	expect(&f, "!person~^m", "2 3");
	expect(&f, "customFields.desk~[0-9]$", "0");
	expect(&f, "~elli(s|z)on", "0");
	expect(&f, "!~elli(s|z)on", "1 2 3");
	expect(&f, "id~b[13]", "1 3");
	expect(&f, "marta ~son", "0"); /* patterns and words are terms like others */
	expect(&f, "\"~son\"", "");   /* in quotes it is a word */
}

TEST(invalid_values_are_refused)
{
	CLEANUP(few_free) struct few f = some_baskets;
	few_init(&f, "baskets");
	refuse(&f, "age<2026-11-01", "age< takes 30m, 2h");
	refuse(&f, "created>=12", "created>= takes 30m");
	refuse(&f, "due>soon", "due> takes a number");
	refuse(&f, "person<m", "person has no amounts, numbers or times to compare; these have: "
			       "age due created contacted day hour customFields.NAME");
	refuse(&f, "status>5", "status has no amounts");
	refuse(&f, "offer>5", "offer has no amounts");
	refuse(&f, "since<7d", "these have: age due created");
	refuse(&f, "person~[a", "is not a regular expression");
	refuse(&f, "person~(a)\\1", "not supported");
	refuse(&f, "person~((a{90}){90}){9}", "at most 1000 times");
	refuse(&f, "person~((((((((((a)+)+)+)+)+)+)+)+)+)+", "at most 1000 times");
	refuse(&f, "person~a{4000}", "at most 1000 times");
	refuse(&f, "person~\"\"", "takes a regular expression");
	refuse(&f, "sort<age", "sort takes =");
	refuse(&f, "cols~age", "cols takes =");
	char longest[TERM_PATTERN_MAX + 3] = "~";
	memset(longest + 1, 'x', TERM_PATTERN_MAX + 1);
	refuse(&f, longest, "at most 200 bytes");
	longest[TERM_PATTERN_MAX + 1] = 0;
	expect(&f, longest, "");
}

/* A hostile text of a megabyte costs no more than its first bytes. */
TEST(patterns_see_the_beginning_of_a_long_text)
{
	enum { LONG = 1 << 20 };
	CLEANUP(few_free) struct few f = { 0 };
	auto_buf json = { 0 };
	buf_addz(&json, "{\"id\":\"long\",\"customFields\":{\"a\":\"begin");
	for (int i = 0; i < LONG / 16; i++)
		buf_addz(&json, "aaaaaaaaaaaaaaab");
	buf_addz(&json, "end\"}}");
	f.json[0] = buf_z(&json);
	few_init(&f, "baskets");
	expect(&f, "customFields.a~^begin", "0");
	expect(&f, "customFields.a~(a|aa)+(b|ab)+(a*b*)*$", "0");
	expect(&f, "customFields.a~end", "");
}
