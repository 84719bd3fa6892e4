/* Admitting connections with plenty of slots, few slots, and none. */
#include "lib/test.h"
#include "service/http/connection_slots.h"
#include "service/http/message.h"

enum { LOOPS = 2, SLOTS = 20, UNRESERVED_SLOTS = 18, SLOTS_PER_ADDRESS = 19 };

struct slots_fixture {
	struct limits *limits;
	struct reaper *reaper;
	struct connection_slots *slots;
	unsigned in[LOOPS];
};

static struct remote_address
address(unsigned char last)
{
	return (struct remote_address){ .address = { [12] = 192, 0, 2, last } };
}

static int
set_up(void **state)
{
	static const struct limits_rules rules = { .max_connections = SLOTS_PER_ADDRESS };
	static struct slots_fixture t;
	t = (struct slots_fixture){ .limits = limits_new(&rules),
		.reaper = reaper_start(NULL, NULL, NULL) };
	t.slots = connection_slots_new(
	    t.limits, t.reaper, LOOPS, SLOTS + 1); /* one more than is used */
	*state = &t;
	return 0;
}

static int
tear_down(void **state)
{
	struct slots_fixture *t = *state;
	connection_slots_free(t->slots);
	reaper_stop(t->reaper);
	limits_free(t->limits);
	return 0;
}

static bool
enter(struct slots_fixture *t, unsigned char last)
{
	struct remote_address from = address(last);
	struct err err;
	unsigned loop = LOOPS;
	bool in = connection_slots_acquire(t->slots, &from, &loop, &err);
	if (in) {
		assert_in_range(loop, 0, LOOPS - 1);
		t->in[loop]++;
	} else {
		assert_int_equal(err.http_status, 503);
		assert_string_equal(err.code, "busy");
	}
	return in;
}

#define SLOTS_TEST(name) TEST_WITH(name, set_up, tear_down)

SLOTS_TEST(event_loops_are_filled_evenly)
{
	struct slots_fixture *t = *state;
	for (int i = 0; i < 7; i++)
		assert_true(enter(t, 1));
	assert_in_range(t->in[0], 3, 4);
	struct remote_address one = address(1);
	unsigned fuller = t->in[0] > t->in[1] ? 0 : 1;
	connection_slots_release(t->slots, &one, fuller);
	connection_slots_release(t->slots, &one, fuller);
	unsigned before = t->in[fuller];
	assert_true(enter(t, 1));
	assert_int_equal(t->in[fuller], before + 1);
	assert_int_equal(limits_connection_count(t->limits), 6);
}

SLOTS_TEST(the_last_slots_are_for_addresses_with_few_connections)
{
	struct slots_fixture *t = *state;
	for (int i = 0; i < UNRESERVED_SLOTS; i++)
		assert_true(enter(t, 1));
	assert_false(enter(t, 1));
	assert_true(connection_slots_has_free(t->slots));
	assert_true(enter(t, 2));
	assert_true(connection_slots_has_free(t->slots));
	assert_true(enter(t, 3));
	assert_false(connection_slots_has_free(t->slots));
	assert_int_equal(t->in[0] + t->in[1], SLOTS);
}

/* An address at its limit gets no further connection; with one connection fewer it does. */
SLOTS_TEST(few_connections_are_counted_exactly)
{
	struct slots_fixture *t = *state;
	for (int i = 0; i < REAPER_CROWD_MIN - 1; i++)
		assert_true(enter(t, 1));
	for (int i = REAPER_CROWD_MIN - 1; i < UNRESERVED_SLOTS; i++)
		assert_true(enter(t, 2));
	assert_true(enter(t, 1));
	assert_false(enter(t, 1));
}

TEST(an_address_reaches_its_limit_first)
{
	static const struct limits_rules rules = { .max_connections = 2 };
	struct slots_fixture t = { .limits = limits_new(&rules),
		.reaper = reaper_start(NULL, NULL, NULL) };
	t.slots = connection_slots_new(t.limits, t.reaper, LOOPS, SLOTS);
	assert_true(enter(&t, 1));
	assert_true(enter(&t, 1));
	assert_false(enter(&t, 1));
	assert_true(enter(&t, 2));
	void *own = &t;
	tear_down(&own);
}
