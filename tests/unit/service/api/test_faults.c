/* The rules of simulated faults, and the requests that they are about. */
#include "unit/service/set_faults.h"

#include <limits.h>

WITH_TOUR(rules_name_operations_paths_or_all)
{
	struct fixture *f = *state;
	set_faults(f, "getOffers 500, /products 418, /segments 429 # and no more, 503");
	assert_int_equal(ask(f, "GET", "/api/offers"), 500);
	assert_int_equal(ask(f, "GET", "/api/products"), 418);
	assert_true(body_has(f, "code", "simulated"));
	assert_int_equal(ask(f, "GET", "/api/segments"), 429);
	assert_int_equal(ask(f, "GET", "/api/campaigns"), 200);
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 200);
	set_faults(f, "* 503");
	assert_int_equal(ask(f, "GET", "/api/campaigns"), 503);
	assert_int_equal(ask(f, "GET", "/healthz"), 200);
	set_faults(f, "");
	assert_int_equal(ask(f, "GET", "/api/campaigns"), 200);
}

/* serve --delay stays when :demo fault sets other rules. */
WITH_TOUR(a_lasting_delay_survives_other_rules)
{
	struct fixture *f = *state;
	struct err err;
	auto_buf rules = { 0 };
	set_faults(f, "");
	assert_false(faults_set_delay(f->service.faults, STR("1x"), &f->service.names, &err));
	set_faults(f, "");
	assert_true(faults_set_delay(f->service.faults, STR("7ms"), &f->service.names, &err));
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_int_equal(f->rs.delay_ms, 7);
	set_faults(f, "502");
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_int_equal(f->rs.delay_ms, 7);
	set_faults(f, "");
	assert_int_equal(ask(f, "GET", "/api/offers"), 200);
	assert_int_equal(f->rs.delay_ms, 7);
	faults_write(f->service.faults, &rules);
	assert_int_equal(rules.n, 0);
}

WITH_TOUR(shares_are_percentages_or_numbers_of_requests)
{
	static const struct {
		const char *rules;
		const char *failed; /* an x for each request that fails */
	} cases[] = {
		{ "502:3", "..x......." },
		{ "502:3-5", "..xxx....." },
		{ "502:9-", "........xx" },
		{ "502:20%", "....x....x" },
		{ "502:100%", "xxxxxxxxxx" },
		{ "502:0%", ".........." },
		{ "502", "xxxxxxxxxx" },
		{ "502:2, 502:4", ".x.x......" },
	};
	struct fixture *f = *state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		set_faults(f, cases[i].rules);
		for (int n = 0; n < 10; n++)
			assert_int_equal(ask(f, "GET", "/api/checkout/abandoned?limit=1"),
			    cases[i].failed[n] == 'x' ? 502 : 200);
	}
}

WITH_TOUR(delays_vary_within_their_bounds_and_repeat)
{
	struct fixture *f = *state;
	int delays[50], least = INT_MAX, most = 0;
	for (int run = 0; run < 2; run++) {
		set_faults(f, "getOffers delay=200ms±50");
		for (int i = 0; i < 50; i++) {
			assert_int_equal(ask(f, "GET", "/api/offers?opt.pageSize=1"), 200);
			int ms = f->rs.delay_ms;
			assert_true(run == 0 || ms == delays[i]);
			delays[i] = ms;
			least = ms < least ? ms : least;
			most = ms > most ? ms : most;
		}
	}
	assert_in_range(least, 150, 170);
	assert_in_range(most, 230, 250);
	set_faults(f, "getOffers delay=1s+-0");
	ask(f, "GET", "/api/offers?opt.pageSize=1");
	assert_int_equal(f->rs.delay_ms, 1000);
}

/* The request is done, unlike with a status. */
WITH_TOUR(faults_of_the_network_leave_the_response_whole)
{
	struct fixture *f = *state;
	set_faults(f, "getOffers drop:1, getOffers cut:2, getOffers slow=3s:3");
	for (int n = 1; n <= 4; n++) {
		assert_int_equal(ask(f, "GET", "/api/offers?opt.pageSize=1"), 200);
		assert_int_equal(f->rs.fault,
		    n == 1 ? RESPONSE_DROPPED : n == 2 ? RESPONSE_CUT : n == 3 ? RESPONSE_SLOW : RESPONSE_WHOLE);
		assert_int_equal(f->rs.slow_ms, n == 3 ? 3000 : 0);
	}
}

/* A refusal is a response, too. */
WITH_TOUR(faults_of_the_network_are_those_of_refusals_too)
{
	struct fixture *f = *state;
	set_faults(f, "getOffers drop");
	assert_int_equal(ask(f, "GET", "/api/offers?opt.pageSize=0"), 400);
	assert_int_equal(f->rs.fault, RESPONSE_DROPPED);
}

WITH_TOUR(wrong_rules_change_nothing)
{
	static const char *const wrong[] = { "502:", "502:101%", "502:-1%", "502:0", "502:5-3",
		"399", "600", "drop:x", "slow", "slow=", "slow=61s", "slow=3", "delay=-1s",
		"delay=1s±2s", "delay=1s±", "getNothing 502", "/nothing 502", "getOffers", "broken",
		"502:3, nonsense", "demo x", "getOffers 502 3" };
	struct fixture *f = *state;
	struct err err;
	set_faults(f, "getOffers 500");
	for (size_t i = 0; i < sizeof(wrong) / sizeof(*wrong); i++) {
		if (faults_set(f->service.faults, str_of(wrong[i]), &f->service.names, &err))
			fail_msg("accepted: %s", wrong[i]);
		assert_int_equal(err.kind, ERR_USAGE);
		assert_int_equal(ask(f, "GET", "/api/offers?opt.pageSize=1"), 500);
	}
}
