/* Differences of two snapshots as rows: item names, members, and prices before and after. */
#include "lib/files.h"
#include "lib/test.h"
#include "list/columns.h"
#include "snapshot/baseline.h"
#include "snapshot/change_row.h"

#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CHARGE(value)                                                                         \
	"{\"name\":\"m\",\"currencyCode\":\"GBP\",\"value\":\"" value                         \
	"\",\"type\":\"recurring\",\"trigger\":\"subscription_start\",\"repeat_interval\":1," \
	"\"repeat_interval_type\":\"months\",\"repeat_count\":0}"
#define LEGACY(value)                                                                             \
	"{\"kind\":\"offer\",\"item\":{\"path\":\"/offers/w/a\",\"id\":\"1\",\"name\":\"A GBP\"," \
	"\"data\":{\"attributes\":{\"label__svc\":[\"x\"],\"price\":[" CHARGE(value) "]}}}}\n"
#define ALONE(charges)                                                                       \
	"{\"kind\":\"offer\",\"item\":{\"path\":\"/offers2/b\",\"id\":\"2\",\"name\":\"B\"," \
	"\"data\":{\"attributes\":{},\"price\":[" charges "]}}}\n"

static struct snapshot
read_text(const char *text)
{
	struct snapshot s = { 0 };
	struct err err;
	if (!snapshot_read(&s, str_of(text), &err))
		fail_msg("%s", err.text);
	return s;
}

static void
expect(const struct change_row *row, const char *want)
{
	auto_buf got = { 0 };
	buf_addf(&got, "%.*s %.*s %.*s|%.*s|%.*s|%.*s|%.*s|%.*s", STR_ARG(row->change),
	    STR_ARG(row->kind), STR_ARG(row->name), STR_ARG(row->short_member), STR_ARG(row->old),
	    STR_ARG(row->new), STR_ARG(row->old_price), STR_ARG(row->new_price));
	assert_string_equal(buf_z(&got), want);
}

TEST(price_changes_are_described_in_sentences)
{
	CLEANUP(changes_free) struct changes c;
	CLEANUP(snapshot_free)
	struct snapshot before = read_text(LEGACY("9.99") ALONE(CHARGE("5.00")));
	CLEANUP(snapshot_free) struct snapshot after = read_text(LEGACY("10.99") ALONE(""));
	changes_collect(&c, &before, &after, SNAPSHOT_ALL_MEMBERS, false);
	assert_int_equal(c.changed_item_count, 2);
	assert_true(c.rows.n > 1);
	expect(&c.rows.v[0],
	    "changed offer A GBP|price 1|\"9.99\"|\"10.99\"|GBP 9.99 every month, from the "
	    "start|GBP 10.99 every month, from the start");
	assert_true(str_eqz(c.rows.v[0].member, "data.attributes.price.0.value"));
	assert_int_equal(c.rows.v[0].link_kind, GRAPH_OFFER);
	/* No charges are left: the new price is not known. */
	assert_true(str_eqz(c.rows.v[1].old_price, "GBP 5.00 every month, from the start"));
	assert_int_equal(c.rows.v[1].new_price.n, 0);
}

TEST(a_member_is_named_in_full_if_it_fits)
{
	CLEANUP(changes_free) struct changes c;
	auto_buf out = { 0 };
	const struct cell_context narrow = { 0 }, room = { .unshortened = true };
	const struct placed_column member = { .column = column_find(
						  changes_resource.columns, STR("member")) };
	CLEANUP(snapshot_free) struct snapshot before = read_text(LEGACY("9.99"));
	CLEANUP(snapshot_free) struct snapshot after = read_text(LEGACY("10.99"));
	changes_collect(&c, &before, &after, SNAPSHOT_ALL_MEMBERS, false);
	column_write(&out, &member, &c.rows.v[0], STR_NONE, &narrow);
	buf_addc(&out, ' ');
	column_write(&out, &member, &c.rows.v[0], STR_NONE, &room);
	assert_string_equal(buf_z(&out), "price 1 data.attributes.price.0.value");
}

TEST(added_and_removed_items_have_no_member)
{
	CLEANUP(changes_free) struct changes c;
	struct snapshot before = read_text(
	    "{\"kind\":\"segment\",\"item\":{\"path\":\"/segments/s\",\"name\":\"s\"}}\n"
	    "{\"kind\":\"journeys\",\"item\":{\"fallback_tag\":\"/tags/a\"}}\n");
	struct snapshot after = read_text(ALONE(
	    CHARGE("5.00")) "{\"kind\":\"journeys\",\"item\":{\"fallback_tag\":\"/tags/b\"}}\n");
	changes_collect(&c, &before, &after, SNAPSHOT_ALL_MEMBERS, false);
	assert_int_equal(c.rows.n, 3);
	expect(&c.rows.v[0], "added offer B|||||GBP 5.00 every month, from the start");
	expect(&c.rows.v[1], "removed segment s|||||");
	assert_int_equal(c.rows.v[1].link_kind, GRAPH_SEGMENT);
	expect(&c.rows.v[2], "changed journeys journeys|fallback_tag|\"/tags/a\"|\"/tags/b\"||");
	assert_int_equal(c.rows.v[2].link_kind, GRAPH_KINDS);
	snapshot_free(&before);
	snapshot_free(&after);
}

TEST(equal_items_have_no_rows)
{
	CLEANUP(changes_free) struct changes c;
	CLEANUP(snapshot_free) struct snapshot one = read_text(LEGACY("9.99"));
	changes_collect(&c, &one, &one, SNAPSHOT_ALL_MEMBERS, false);
	assert_int_equal(c.rows.n, 0);
	assert_int_equal(c.changed_item_count, 0);
}

TEST(a_snapshot_shows_the_old_price)
{
	auto_buf words = { 0 };
	struct err err;
	write_file("then.snap", LEGACY("9.99") ALONE(""));
	struct baseline *then = baseline_load("./then.snap", &err);
	assert_non_null(then);
	assert_string_equal(then->name, "then.snap");
	assert_true(baseline_append_price(&words, then, STR("/offers/w/a"), false));
	assert_string_equal(buf_z(&words), "GBP 9.99 every month, from the start");
	buf_reset(&words);
	assert_true(baseline_append_price(&words, then, STR("/offers2/b"), false));
	assert_int_equal(words.n, 0);
	assert_false(baseline_append_price(&words, then, STR("/offers/w/b"), false));
	baseline_free(then);
	unlink("then.snap");
}

TEST(an_invalid_snapshot_is_reported)
{
	struct err err;
	FILE *f = fopen("garbage.snap", "w");
	assert_null(baseline_load("nowhere.snap", &err));
	assert_string_equal(err.text, "nowhere.snap: No such file or directory");
	assert_non_null(f);
	fputs("garbage\n", f);
	fclose(f);
	assert_null(baseline_load("garbage.snap", &err));
	assert_non_null(strstr(err.text, "garbage.snap: line 1: "));
	unlink("garbage.snap");
}

int
main(void)
{
	setlocale(LC_ALL, "C.UTF-8");
	return run_all_tests(NULL, NULL);
}
