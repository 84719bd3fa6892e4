/* The effects of a write: its audit entry, the trace of an unlink; and at each limit, the last
 * accepted and the first refused value. */
#include "model/when.h"
#include "unit/service/calls.h"

#define LINK "/api/objects/externalidentity/"
#define BULK "/api/svc/catalogs/1/bulk-update"
#define BODY "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s\"}}"
#define STUDENT(value)                                                                         \
	"{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":{\"x\":\"" value \
	"\"}}}]}"

/* Makes a request with a JSON body, and one more header line or NO_MORE. */
#define NO_MORE ((struct header_line){ STR_NONE, STR_NONE })
static int
call_with(struct fixture *f, const char *method, const char *target, struct header_line more,
    const char *body)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) },
		{ STR("Content-Type"), STR("application/json") }, more };
	return answer(f,
	    (struct request){ .method = str_of(method),
		.target = str_of(target),
		.headers = headers,
		.headers_n = more.name.p ? 3 : 2,
		.body = str_of(body) });
}

/* Owners ann and bob in one root, cid in another; the caller has every permission in all roots. */
static int
set_up_owners(void **state)
{
	static const char *const owners[][2] = { { "ann", "r1" }, { "bob", "r1" },
		{ "cid", "r2" } };
	struct store_tx tx;
	struct err err;
	if (set_up(state) != 0)
		return -1;
	struct fixture *f = *state;
	buf_reset(&f->token);
	add_token(&f->token, "read catalog:write identity:admin");
	f->service.links_across_subscriptions = true;
	f->service.clock = (struct clock){ .fixed = true, .fixed_ms = NOW };
	bool ok = store_begin(f->service.store, &tx, STORE_WRITE, &err);
	for (size_t i = 0; i < sizeof(owners) / sizeof(*owners); i++)
		ok = ok && store_put_owner(&tx, str_of(owners[i][0]), str_of(owners[i][1]), &err);
	return ok && store_end(&tx, true, &err) ? 0 : -1;
}

static int
act(struct fixture *f, const char *method, const char *owner)
{
	char target[100];
	snprintf(target, sizeof(target), LINK "%s", owner);
	return call_with(f, method, target, NO_MORE, BODY);
}

/* ---- audit entries ---- */

struct client_entry {
	char text[600]; /* operation, target, outcome, subject, request, detail, separated by | */
};

static bool
keep_last_entry(void *ctx, const struct store_audit *e)
{
	struct client_entry *last = ctx;
	snprintf(last->text, sizeof(last->text), "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s",
	    STR_ARG(e->operation), STR_ARG(e->target), STR_ARG(e->outcome), STR_ARG(e->subject),
	    STR_ARG(e->request_id), STR_ARG(e->detail));
	return true;
}

static void
expect_line(struct fixture *f, const char *want)
{
	struct client_entry last = { "" };
	struct store_tx tx;
	struct err err;
	assert_true(store_begin(f->service.store, &tx, STORE_READ, &err));
	assert_true(store_list_audit(&tx, keep_last_entry, &last, &err));
	assert_true(store_end(&tx, false, &err));
	assert_string_equal(last.text, want);
}

#define WHO "|ann|test-id|"
#define IDENTITY "{\"iss\":\"i\",\"sub\":\"s\"}"

#define WITH_OWNERS(name) TEST_WITH(name, set_up_owners, tear_down)

WITH_OWNERS(links_are_recorded_in_the_audit)
{
	struct fixture *f = *state;
	assert_int_equal(act(f, "POST", "nobody"), 404);
	expect_line(f, "linkExternalIdentity|nobody|not_found" WHO IDENTITY);
	assert_int_equal(act(f, "POST", "ann"), 200);
	expect_line(f, "linkExternalIdentity|ann|done" WHO IDENTITY);
	assert_int_equal(act(f, "POST", "ann"), 200);
	expect_line(f, "linkExternalIdentity|ann|unchanged" WHO IDENTITY);
	assert_int_equal(act(f, "POST", "bob"), 409);
	expect_line(f, "linkExternalIdentity|bob|identity_in_use" WHO IDENTITY);
	assert_int_equal(act(f, "DELETE", "bob"), 403);
	expect_line(f, "unlinkExternalIdentity|bob|forbidden" WHO IDENTITY);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	expect_line(f, "unlinkExternalIdentity|ann|undone" WHO IDENTITY);
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	expect_line(f, "unlinkExternalIdentity|ann|unchanged" WHO IDENTITY);
	/* permission is missing, so nothing in the body is recorded */
	buf_reset(&f->token);
	add_token(&f->token, "read");
	assert_int_equal(act(f, "DELETE", "cid"), 403);
	expect_line(f, "unlinkExternalIdentity|cid|forbidden" WHO "{}");
}

WITH_OWNERS(updates_are_recorded_in_the_audit)
{
	struct fixture *f = *state;
	assert_int_equal(call_with(f, "PUT", BULK, NO_MORE, STUDENT("1")), 200);
	expect_line(f,
	    "bulkUpdateCatalog|1|done" WHO "{\"applied\":1,\"failed\":0,\"items\":[{\"path\":"
	    "\"/segments/student\",\"attributes\":[\"x\"]}]}");
	assert_int_equal(call_with(f, "PUT", BULK, NO_MORE,
			     "{\"diffs\":[{\"path\":\"/none\",\"diff\":{\"attributes\":{}}}]}"),
	    404);
	expect_line(f, "bulkUpdateCatalog|1|not_found" WHO "{}");
	assert_int_equal(call_with(f, "PUT", BULK, NO_MORE, "{\"diffs\":[]}"), 200);
	expect_line(
	    f, "bulkUpdateCatalog|1|unchanged" WHO "{\"applied\":0,\"failed\":0,\"items\":[]}");
	assert_int_equal(
	    call_with(f, "PUT", BULK, (struct header_line){ STR("If-Match"), STR("\"other\"") },
		STUDENT("2")),
	    412);
	expect_line(f, "bulkUpdateCatalog|1|revision_changed" WHO "{}");
}

/* A hundred records have a hundred ids. */
WITH_OWNERS(each_record_has_a_unique_id)
{
	enum { RECORDS = 100 };
	static char ids[RECORDS][60];
	struct fixture *f = *state;
	for (int i = 0; i < RECORDS; i++) {
		char body[100];
		auto_buf id = { 0 };
		snprintf(body, sizeof(body), "{\"id_token\":{\"iss\":\"i\",\"sub\":\"s%d\"}}", i);
		assert_int_equal(call_with(f, "POST", LINK "ann", NO_MORE, body), 200);
		json_lex_unquote(&id, json_lex_find(buf_str(&f->rs.body), STR("id")));
		snprintf(ids[i], sizeof(ids[i]), "%s", buf_z(&id));
		assert_int_equal(id.n, sizeof("identity-") - 1 + 32);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(ids[k], ids[i]);
	}
}

/* ---- the clock ---- */

/* Links now and unlinks `ms` later as the same user; then checks the audit and whether another
 * subscription may link the identity. */
static int
relink_after(struct fixture *f, int64_t ms, const char *outcome)
{
	char line[200];
	f->service.clock.fixed_ms = NOW;
	assert_int_equal(act(f, "POST", "ann"), 200);
	f->service.clock.fixed_ms = NOW + ms;
	assert_int_equal(act(f, "DELETE", "ann"), 200);
	snprintf(line, sizeof(line), "unlinkExternalIdentity|ann|%s" WHO IDENTITY, outcome);
	expect_line(f, line);
	return act(f, "POST", "cid");
}

WITH_OWNERS(an_undone_link_can_be_relinked_for_a_day)
{
	assert_int_equal(relink_after(*state, WHEN_DAY - 1, "undone"), 200);
}

WITH_OWNERS(after_a_day_a_removal_is_final)
{
	assert_int_equal(relink_after(*state, WHEN_DAY, "done"), 409);
}

WITH_OWNERS(a_removal_stays_final_after_a_month)
{
	assert_int_equal(relink_after(*state, 30 * WHEN_DAY, "done"), 409);
}

/* ---- limits ---- */

static int
call_with_key_of_length(struct fixture *f, size_t n)
{
	auto_buf key = { 0 };
	buf_pad(&key, 'k', n);
	int status = call_with(f, "PUT", BULK,
	    (struct header_line){ STR("Idempotency-Key"), buf_str(&key) }, STUDENT("1"));
	return status;
}

WITH_OWNERS(a_key_has_at_most_255_characters)
{
	assert_int_equal(call_with_key_of_length(*state, 1), 200);
	assert_int_equal(call_with_key_of_length(*state, 255), 200);
	assert_int_equal(call_with_key_of_length(*state, 256), 400);
	assert_int_equal(call_with_key_of_length(*state, 0), 400);
}

static int
link_names(struct fixture *f, size_t iss, size_t sub)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"id_token\":{\"iss\":\"");
	buf_pad(&body, 'i', iss);
	buf_addz(&body, "\",\"sub\":\"");
	buf_pad(&body, 's', sub);
	buf_addz(&body, "\"}}");
	int status = call_with(f, "POST", LINK "ann", NO_MORE, buf_z(&body));
	return status;
}

WITH_OWNERS(a_name_has_at_most_1024_bytes)
{
	assert_int_equal(link_names(*state, 1024, 1024), 200);
	assert_int_equal(link_names(*state, 1025, 1), 422);
	assert_int_equal(link_names(*state, 1, 1025), 422);
	assert_int_equal(link_names(*state, 0, 1), 422);
	assert_int_equal(link_names(*state, 1, 0), 422);
}

static int
update_many(struct fixture *f, int n)
{
	auto_buf body = { 0 };
	buf_addz(&body, "{\"diffs\":[");
	for (int i = 0; i < n; i++)
		buf_addf(
		    &body, "%s{\"path\":\"/none\",\"diff\":{\"attributes\":{}}}", i ? "," : "");
	buf_addz(&body, "]}");
	int status = call_with(f, "PUT", BULK, NO_MORE, buf_z(&body));
	return status;
}

WITH_OWNERS(an_update_has_at_most_1000_diffs)
{
	assert_int_equal(update_many(*state, 1000), 404);
	assert_int_equal(update_many(*state, 1001), 413);
}

/* Gives an item an attribute of this many bytes. */
static int
update_long(struct fixture *f, size_t n)
{
	auto_buf body = { 0 };
	buf_addz(&body,
	    "{\"diffs\":[{\"path\":\"/segments/student\",\"diff\":{\"attributes\":"
	    "{\"x\":\"");
	buf_pad(&body, 'x', n);
	buf_addz(&body, "\"}}}]}");
	int status = call_with(f, "PUT", BULK, NO_MORE, buf_z(&body));
	return status;
}

static bool
add_size(void *ctx, const struct store_item *item)
{
	*(size_t *)ctx += item->json.n;
	return true;
}

static size_t
student_size(struct fixture *f)
{
	struct store_tx tx;
	struct err err;
	size_t n = 0;
	assert_true(store_begin(f->service.store, &tx, STORE_READ, &err));
	assert_true(store_find_items(&tx, STR("/segments/student"), add_size, &n, &err));
	assert_true(store_end(&tx, false, &err));
	return n;
}

/* Up to the last byte; a larger item is not stored, and the response names it. */
WITH_OWNERS(an_item_has_at_most_a_mebibyte)
{
	enum { SMALL = 1000, MIB = 1 << 20 };
	struct fixture *f = *state;
	assert_int_equal(update_long(f, SMALL), 200);
	size_t rest = student_size(f) - SMALL;
	assert_int_equal(update_long(f, MIB - rest), 200);
	assert_true(body_has(f, "success", "1"));
	assert_int_equal(student_size(f), MIB);
	assert_int_equal(update_long(f, MIB - rest + 1), 200);
	assert_true(body_has(f, "success", "0"));
	assert_true(body_has(f, "failed.0.path", "/segments/student"));
	assert_true(body_has(f, "failed.0.code", "too_large"));
	assert_true(
	    body_has(f, "failed.0.message", "The item would exceed the maximum item size."));
	assert_int_equal(student_size(f), MIB);
}

static int
ask_with_long_target(struct fixture *f, size_t n)
{
	auto_buf target = { 0 };
	buf_addz(&target, "/healthz?");
	buf_pad(&target, 'x', n - target.n);
	int status = ask(f, "GET", buf_z(&target));
	return status;
}

WITH_OWNERS(a_target_has_at_most_8000_bytes)
{
	assert_int_equal(ask_with_long_target(*state, 8000), 200);
	assert_int_equal(ask_with_long_target(*state, 8001), 414);
}
