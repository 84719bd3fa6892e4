/* The service's own pages: health, readiness, and which clients may see its metrics. */
#include "store/ops.h"
#include "unit/service/set_faults.h"

static int
ask_from_host(struct fixture *f, const char *target, bool loopback)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) } };
	struct request rq = { .method = STR("GET"),
		.target = str_of(target),
		.headers = headers,
		.headers_n = f->token.n ? 1 : 0,
		.remote = { .address = { [12] = 192, 0, 2, 1 }, .is_loopback = loopback },
		.id = "test-id" };
	response_free(&f->rs);
	dispatch_request(&f->service, &rq, &f->rs); /* metrics are not JSON */
	return f->rs.status;
}

/* The service's own pages are for this machine, and for others with a token; health is for
 * everyone. */
WITH_TOUR(internal_pages_are_open_to_this_machine)
{
	static const char *const remote_needs_right[] = { "/metrics", "/openapi.json", "/api" };
	static const char *const open[] = { "/healthz", "/readyz" };
	struct fixture *f = *state;
	f->service.metrics = metrics_new(route_operation, routes_n);
	for (size_t i = 0; i < sizeof(remote_needs_right) / sizeof(*remote_needs_right); i++) {
		buf_reset(&f->token);
		assert_int_equal(ask_from_host(f, remote_needs_right[i], true), 200);
		assert_int_equal(ask_from_host(f, remote_needs_right[i], false), 401);
		assert_true(body_has(f, "code", "missing_credentials"));
		add_token(&f->token, "catalog:write");
		assert_int_equal(ask_from_host(f, remote_needs_right[i], false), 403);
		buf_reset(&f->token);
		add_token(&f->token, "read");
		assert_int_equal(ask_from_host(f, remote_needs_right[i], false), 200);
		buf_reset(&f->token);
		f->service.pages_need_no_token = true;
		assert_int_equal(ask_from_host(f, remote_needs_right[i], false), 200);
		f->service.pages_need_no_token = false;
	}
	for (size_t i = 0; i < sizeof(open) / sizeof(*open); i++)
		assert_int_equal(ask_from_host(f, open[i], false), 200);
	metrics_free(f->service.metrics);
	f->service.metrics = NULL;
}

/* A process that responds is healthy, whatever the state of the store. */
WITH_TOUR(health_does_not_ask_the_store)
{
	struct fixture *f = *state;
	struct store *real = f->service.store;
	f->service.store = NULL;
	assert_int_equal(ask(f, "GET", "/healthz"), 200);
	f->service.store = real;
}

static bool
broken_list(struct store_tx *tx, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	(void)tx;
	(void)q;
	(void)take;
	(void)ctx;
	return err_set(err, ERR_UPSTREAM, "the store failed: secret detail");
}

static bool
full_room(struct store *s, struct err *err)
{
	(void)s;
	return store_fail_full(err, "the store failed: no room for secrets");
}

/* Ready means that a page of baskets can be read and a write would have disk space. */
WITH_TOUR(readiness_checks_a_read_and_disk_space)
{
	struct fixture *f = *state;
	struct store *real = f->service.store;
	const struct store_ops *ops = real->ops;
	struct store_ops no_page = *ops, no_room = *ops;
	no_page.list_baskets = broken_list;
	no_room.has_free_space = full_room;
	assert_int_equal(ask(f, "GET", "/readyz"), 200);
	real->ops = &no_page;
	assert_int_equal(ask(f, "GET", "/readyz"), 502);
	assert_true(body_has(f, "code", "upstream"));
	real->ops = &no_room;
	assert_int_equal(ask(f, "GET", "/readyz"), 507);
	assert_true(body_has(f, "code", "full"));
	assert_null(strstr(buf_z(&f->rs.body), "secret"));
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 200);
	real->ops = ops;
}

/* Injected test faults count too; readiness checks do not advance the counter of faults for
 * reads. */
WITH_TOUR(readiness_includes_test_faults)
{
	struct fixture *f = *state;
	set_faults(f, "502:50%");
	for (int i = 1; i <= 10; i++)
		assert_int_equal(ask(f, "GET", "/readyz"), i % 2 ? 200 : 502);
	assert_int_equal(ask(f, "GET", "/readyz"), 200);
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 200);
	assert_int_equal(ask(f, "GET", "/api/checkout/abandoned"), 502);
}
