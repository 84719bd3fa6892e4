/* A store that fails in the middle of a write: the client gets an error, nothing is stored, and
 * a retry succeeds. Also stored responses, which are kept for a day and no longer. */
#include "store/ops.h"
#include "unit/store/failing_steps.h"

#include "model/when.h"
#include "unit/service/calls.h"
#include "unit/store/kept.h"

#define LINK "/api/objects/externalidentity/ann"
#define BULK "/api/svc/catalogs/1/bulk-update"
#define IDENTITY "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}"
#define STUDENT "{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"1\"}}}"
#define NOWHERE "{\"path\":\"/none\",\"diff\":{\"attributes\":{\"x\":\"1\"}}}"

struct raw_request {
	const char *name, *method, *target, *body, *prefer, *key;
};

static int
ask_for(struct fixture *f, const struct raw_request *a)
{
	struct header_line headers[4] = { { STR("Authorization"), buf_str(&f->token) },
		{ STR("Content-Type"), STR("application/json") } };
	size_t n = 2;
	if (a->prefer)
		headers[n++] = (struct header_line){ STR("Prefer"), str_of(a->prefer) };
	if (a->key)
		headers[n++] = (struct header_line){ STR("Idempotency-Key"), str_of(a->key) };
	return answer(f,
	    (struct request){ .method = str_of(a->method),
		.target = str_of(a->target),
		.headers = headers,
		.headers_n = n,
		.body = str_of(a->body) });
}

/* A store with the owner ann only; the caller has every permission. */
static int
set_up_ann(void **state)
{
	struct store_tx tx;
	struct err err;
	if (set_up(state) != 0)
		return -1;
	struct fixture *f = *state;
	buf_reset(&f->token);
	add_token(&f->token, "read catalog:write identity:admin");
	f->service.clock = (struct clock){ .fixed = true, .fixed_ms = NOW };
	return store_begin(f->service.store, &tx, STORE_WRITE, &err) &&
		store_put_owner(&tx, STR("ann"), STR("r1"), &err) && store_end(&tx, true, &err)
	    ? 0
	    : -1;
}

/* ---- failures ---- */

/* Makes one step fail; false if the request had fewer steps and succeeded. */
static bool
fail_step(struct fixture *f, const struct raw_request *a, unsigned nth)
{
	auto_buf before = { 0 }, after = { 0 };
	append_all(&before, f->service.store);
	failing_steps(nth);
	int status = ask_for(f, a);
	bool failed = failing_steps(0);
	append_all(&after, f->service.store);
	if (failed ? status != 502 : status != 200)
		fail_msg("%s, step %u: %d %s", a->name, nth, status, buf_z(&f->rs.body));
	if (failed && !str_eq(buf_str(&before), buf_str(&after)))
		fail_msg("%s, step %u: something is kept:\n%s", a->name, nth, buf_z(&after));
	return failed;
}

#define WITH_ANN(name) TEST_WITH(name, set_up_ann, tear_down)

WITH_ANN(each_failing_step_is_reported)
{
	static const struct raw_request all[] = {
		{ "an update", "PUT", BULK, "{\"diffs\":[" STUDENT "]}", NULL, NULL },
		{ "a strict one", "PUT", BULK, "{\"diffs\":[" STUDENT "]}", "handling=strict",
		    "k-1" },
		{ "one by halves", "PUT", BULK, "{\"diffs\":[" STUDENT "," NOWHERE "]}",
		    "handling=strict", NULL },
		{ "a link", "POST", LINK, IDENTITY, NULL, "k-2" },
		{ "the same link", "POST", LINK, IDENTITY, NULL, NULL },
		{ "an unlink", "DELETE", LINK, IDENTITY, NULL, "k-3" },
		{ "the same unlink", "DELETE", LINK, IDENTITY, NULL, NULL },
	};
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		unsigned nth = 1;
		while (fail_step(*state, &all[i], nth))
			nth++;
		assert_true(nth > 5);
	}
}

/* How often a store failure was counted. */
static unsigned
faults_counted(const struct fixture *f)
{
	auto_buf text = { 0 };
	unsigned n = 0;
	metrics_write(&text, f->service.metrics, 0, &(struct store_figures){ 0 });
	const char *line = strstr(buf_z(&text), "\nbackroom_faults_total{kind=\"store\"}");
	assert_non_null(line);
	assert_int_equal(sscanf(line, "\nbackroom_faults_total{kind=\"store\"} %u", &n), 1);
	return n;
}

/* Fails one step of a request that is refused anyway: first the store cannot be read; later,
 * when the refusal is known, it stays a refusal even if it cannot be recorded. That is one
 * fault. */
static bool
fail_step_of_refusal(
    struct fixture *f, const struct raw_request *a, int refusal, unsigned nth, bool *known)
{
	auto_buf before = { 0 }, after = { 0 };
	unsigned faults = faults_counted(f);
	append_all(&before, f->service.store);
	failing_steps(nth);
	int status = ask_for(f, a);
	bool failed = failing_steps(0);
	append_all(&after, f->service.store);
	*known = *known || (failed && status == refusal);
	if (status != (failed && !*known ? 502 : refusal) ||
	    (failed && !str_eq(buf_str(&before), buf_str(&after))))
		fail_msg("%s, step %u: %d %s", a->name, nth, status, buf_z(&f->rs.body));
	if (*known && faults_counted(f) != faults + failed)
		fail_msg("%s, step %u: %u faults", a->name, nth, faults_counted(f) - faults);
	return failed;
}

static const char *
operation_none(size_t i)
{
	(void)i;
	return "none";
}

WITH_ANN(a_refusal_is_not_reported_as_a_fault)
{
	static const struct {
		struct raw_request asked;
		int status;
	} all[] = {
		{ { "an unlink", "DELETE", LINK, IDENTITY, NULL, NULL }, 404 },
		{ { "one with a key", "DELETE", LINK, IDENTITY, NULL, "k-1" }, 404 },
		{ { "an owner", "POST", "/api/objects/externalidentity/none", IDENTITY, NULL,
		      NULL },
		    404 },
		{ { "an update", "PUT", BULK, "{\"diffs\":[" NOWHERE "]}", NULL, NULL }, 404 },
	};
	struct fixture *f = *state;
	f->service.metrics = metrics_new(operation_none, 1);
	for (size_t i = 0; i < sizeof(all) / sizeof(*all); i++) {
		unsigned nth = 1;
		bool known = false;
		while (fail_step_of_refusal(f, &all[i].asked, all[i].status, nth, &known))
			nth++;
		assert_true(known && nth > 5);
	}
	metrics_free(f->service.metrics);
	f->service.metrics = NULL;
}

/* ---- stored responses ---- */

static const struct store_caller ann = { .subject = { "ann", 3 }, .root = { "*", 1 } };

static bool
find_stored_answer(struct fixture *f, const char *key, struct store_answer *kept)
{
	struct store_tx tx;
	struct err err;
	bool found = false;
	assert_true(store_begin(f->service.store, &tx, STORE_READ, &err));
	assert_true(store_find_answer(&tx, &ann, str_of(key), 0, kept, &found, &err));
	assert_true(store_end(&tx, false, &err));
	return found;
}

/* Changes the time of the stored response to this age; its body contains the age. */
static void
age_stored_answer(struct fixture *f, const char *key, int64_t ms)
{
	struct store_answer kept = { 0 };
	struct store_tx tx;
	struct err err;
	assert_true(find_stored_answer(f, key, &kept));
	kept.answered_at = clock_real() - ms;
	buf_reset(&kept.body);
	buf_addz(&kept.body, "{\"kept\":\"yes\"}");
	assert_true(store_begin(f->service.store, &tx, STORE_WRITE, &err));
	assert_true(store_lock_chain(&tx, STR(""), &err));
	/* Stored directly, bypassing the service. */
	assert_true(tx.store->ops->put_answer(&tx, &ann, str_of(key), &kept, INT64_MAX, &err));
	assert_true(store_end(&tx, true, &err));
	buf_free(&kept.body);
}

static bool
is_stored(struct fixture *f, const char *key)
{
	struct store_answer kept = { 0 };
	bool found = find_stored_answer(f, key, &kept);
	buf_free(&kept.body);
	return found;
}

enum { A_MINUTE = 60000 };

WITH_ANN(a_repeated_key_gets_the_stored_response_for_a_day)
{
	const struct raw_request linked = { "a link", "POST", LINK, IDENTITY, NULL, "k" };
	struct fixture *f = *state;
	assert_int_equal(ask_for(f, &linked), 200);
	assert_true(body_has(f, "owner", "ann"));
	age_stored_answer(f, "k", WHEN_DAY - A_MINUTE);
	assert_int_equal(ask_for(f, &linked), 200);
	assert_true(body_has(f, "kept", "yes"));
	age_stored_answer(f, "k", WHEN_DAY + A_MINUTE);
	assert_int_equal(ask_for(f, &linked), 200);
	assert_true(body_has(f, "owner", "ann"));
}

/* A write removes responses older than a day, and nothing else. */
WITH_ANN(responses_older_than_a_day_are_deleted)
{
	const struct raw_request first = { "a link", "POST", LINK, IDENTITY, NULL, "k-1" },
				 second = { "a link", "POST", LINK, IDENTITY, NULL, "k-2" },
				 third = { "a link", "POST", LINK, IDENTITY, NULL, "k-3" };
	struct fixture *f = *state;
	assert_int_equal(ask_for(f, &first), 200);
	assert_int_equal(ask_for(f, &second), 200);
	age_stored_answer(f, "k-1", WHEN_DAY - A_MINUTE);
	age_stored_answer(f, "k-2", WHEN_DAY + A_MINUTE);
	assert_int_equal(ask_for(f, &third), 200);
	assert_true(is_stored(f, "k-1"));
	assert_false(is_stored(f, "k-2"));
	assert_true(is_stored(f, "k-3"));
}

/* A refusal is not stored, and without a key nothing is. */
WITH_ANN(a_refusal_is_not_stored)
{
	const struct raw_request refused = { "an unlink", "DELETE", LINK, IDENTITY, NULL, "k-4" };
	struct fixture *f = *state;
	assert_int_equal(ask_for(f, &refused), 404);
	assert_false(is_stored(f, "k-4"));
	assert_int_equal(
	    ask_for(f, &(struct raw_request){ "a link", "POST", LINK, IDENTITY, NULL, NULL }), 200);
	assert_int_equal(ask_for(f, &refused), 200);
	assert_true(is_stored(f, "k-4"));
}

/* Each of these differs from the request that first used the key. */
WITH_ANN(a_key_is_for_one_request)
{
	static const struct raw_request others[] = {
		{ "another method", "DELETE", LINK, IDENTITY, NULL, "k" },
		{ "another body", "POST", LINK, "{\"id_token\":{\"iss\":\"i\",\"sub\":\"t\"}}",
		    NULL, "k" },
		{ "a space more", "POST", LINK, IDENTITY " ", NULL, "k" },
		{ "a preference", "POST", LINK, IDENTITY, "handling=strict", "k" },
	};
	const struct raw_request first = { "a link", "POST", LINK, IDENTITY, NULL, "k" };
	struct fixture *f = *state;
	assert_int_equal(ask_for(f, &first), 200);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++) {
		int status = ask_for(f, &others[i]);
		if (status < 400 || !body_has(f, "code", "idempotency_mismatch"))
			fail_msg("%s: %d %s", others[i].name, status, buf_z(&f->rs.body));
	}
	assert_int_equal(ask_for(f, &first), 200);
}

/* Each byte that a key may contain, and each that it may not. */
WITH_ANN(a_key_is_printable)
{
	for (int byte = 1; byte < 256; byte++) {
		const char key[] = { 'k', (char)byte, 'y', '\0' };
		const struct raw_request linked = { "a link", "POST", LINK, IDENTITY, NULL, key };
		int status = ask_for(*state, &linked);
		if (status != (byte >= 33 && byte <= 126 ? 200 : 400))
			fail_msg("byte %d: %d", byte, status);
	}
}
