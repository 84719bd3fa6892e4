/* labels: slow. Owners, identities and the 101,331 baskets of the pack `big`. */
#include "model/when.h"
#include "pack.h"

enum { HISTORY_DAYS = 400, SHUT = 12 };

struct tally {
	size_t kinds[ALL_KINDS + 1];
	size_t completed;              /* baskets */
	size_t days[HISTORY_DAYS + 1]; /* baskets per day, counted back from today */
};

/* The summary passed along with a basket must match the basket. */
static void
check_head(const struct demo_item *item)
{
	auto_arena a = { 0 };
	struct basket b;
	struct err err;
	if (item->kind != DEMO_BASKETS) {
		assert_null(item->basket);
		return;
	}
	assert_true(basket_read(&b, &a, item->json, 0, &err));
	assert_true(str_eq(b.id, item->basket->id));
	assert_int_equal(b.created, item->basket->created);
	assert_int_equal(b.completed, item->basket->completed);
}

static bool
tally_item(void *ctx, const struct demo_item *item, struct err *err)
{
	struct tally *t = ctx;
	if (t->kinds[item->kind]++ % 100 == 0) {
		assert_true(json_scan_check(item->json, &json_scan_service_rules, NULL, err));
		check_head(item);
	}
	if (item->kind == DEMO_BASKETS) {
		int64_t day = NOW / WHEN_DAY - item->basket->created / WHEN_DAY;
		assert_in_range(day, 0, HISTORY_DAYS);
		t->days[day]++;
		t->completed += item->basket->completed;
	}
	return true;
}

TEST(people_and_baskets_have_the_documented_counts)
{
	struct tally t = { 0 };
	struct err err;
	assert_true(demo_make(
	    "big", NOW, DEMO_OWNERS | DEMO_IDENTITIES | DEMO_BASKETS, tally_item, &t, &err));
	assert_int_equal(t.kinds[DEMO_OWNERS], expected_in("big.json", "owners"));
	assert_int_equal(t.kinds[DEMO_IDENTITIES], expected_in("big.json", "identities"));
	assert_int_equal(t.completed, expected_in("big.json", "completedBaskets"));
	assert_int_equal(
	    t.kinds[DEMO_BASKETS] - t.completed, expected_in("big.json", "openBaskets"));
	assert_int_equal(expected_in("big.json", "days"), HISTORY_DAYS);
	for (size_t day = 0; day < HISTORY_DAYS; day++)
		assert_true(day == SHUT ? t.days[day] == 0 : t.days[day] > 20);
}

struct member_names {
	char **v;
	size_t n, cap;
};

static bool
keep_names(void *ctx, const struct demo_item *item, struct err *err)
{
	struct member_names *names = ctx;
	struct buf b = { 0 };
	(void)err;
	buf_adds(&b, json_lex_find(item->json, STR("data")));
	vec_push(names, buf_detach(&b));
	return true;
}

static int
by_text(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

TEST(every_identity_is_unique)
{
	struct member_names names = { 0 };
	struct err err;
	assert_true(demo_make("big", NOW, DEMO_IDENTITIES, keep_names, &names, &err));
	qsort(names.v, names.n, sizeof(*names.v), by_text);
	for (size_t i = 1; i < names.n; i++)
		assert_string_not_equal(names.v[i - 1], names.v[i]);
	for (size_t i = 0; i < names.n; i++)
		x_free(names.v[i]);
	vec_free(&names);
}
