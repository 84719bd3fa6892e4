/* labels: postgres */
/* `GET /audit`: accepted and refused writes of all chains, newest first, by filters and pages. */
#include "lib/api.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

#define ISS "https://id.example"

static int
write_link(struct api *a, const char *method, const char *owner, const char *sub)
{
	char target[200], body[200];
	snprintf(target, sizeof(target), "/objects/externalidentity/%s", owner);
	snprintf(body, sizeof(body), "{\"id_token\":{\"iss\":\"" ISS "\",\"sub\":\"%s\"}}", sub);
	return api_call(a, method, target, NULL, body);
}

static void
find_owner(struct api *a, char owner[100])
{
	assert_true(http_call(service_port(a->service), "GET", "/demo/owners", buf_z(&a->token),
	    NULL, STR_NONE, &a->answer));
	assert_int_equal(a->answer.status, 200);
	snprintf(owner, 100, "%s", api_value(a, "items.0.owner"));
}

static const char *
item(struct api *a, size_t i, const char *member)
{
	char path[60];
	snprintf(path, sizeof(path), "items.%zu.%s", i, member);
	return api_value(a, path);
}

TEST(writes_are_listed_newest_first)
{
	char owner[100], request[100];
	auto_api *a = api_open(NULL);
	find_owner(a, owner);
	assert_int_equal(write_link(a, "POST", owner, "ann"), 200);
	snprintf(request, sizeof(request), "%s", api_header(a, "X-Request-Id"));
	assert_int_equal(write_link(a, "POST", "nobody-at-all", "bob"), 404);
	assert_int_equal(api_change_segment(a, "v1"), 200);
	assert_int_equal(api_get(a, "/audit"), 200);
	assert_true(api_count(a, "items") >= 3);
	assert_string_equal(item(a, 0, "operation"), "bulkUpdateCatalog");
	assert_string_equal(item(a, 1, "outcome"), "not_found");
	assert_string_equal(item(a, 1, "owner"), "nobody-at-all");
	assert_string_equal(item(a, 2, "operation"), "linkExternalIdentity");
	assert_string_equal(item(a, 2, "outcome"), "done");
	assert_string_equal(item(a, 2, "owner"), owner);
	assert_string_equal(item(a, 2, "detail.sub"), "ann");
	assert_string_equal(item(a, 2, "requestId"), request);
	assert_non_null(item(a, 2, "subject"));
	assert_null(api_value(a, "queryMore"));
}

static void
expect_items(struct api *a, const char *query, size_t n)
{
	if (api_getf(a, "/audit?%s", query) != 200 || api_count(a, "items") != n)
		fail_msg("%s: %d, %zu items, not %zu", query, a->answer.status,
		    api_count(a, "items"), n);
}

TEST(every_filter_selects)
{
	char owner[100], query[300];
	auto_api *a = api_open(NULL);
	find_owner(a, owner);
	assert_int_equal(write_link(a, "POST", owner, "ann"), 200);
	assert_int_equal(write_link(a, "DELETE", owner, "ann"), 200);
	assert_int_equal(write_link(a, "POST", owner, "bob"), 200);
	snprintf(query, sizeof(query), "requestId=%s", api_header(a, "X-Request-Id"));
	expect_items(a, query, 1);
	assert_string_equal(item(a, 0, "detail.sub"), "bob");
	snprintf(query, sizeof(query), "owner=%s", owner);
	expect_items(a, query, 3);
	expect_items(a, "identity=ann", 2);
	expect_items(a, "identity=https%3A%2F%2Fid.example%20ann", 2);
	expect_items(a, "identity=https%3A%2F%2Fother.example%20ann", 0);
	expect_items(a, "identity=ann&operation=unlinkExternalIdentity", 1);
	expect_items(a, "subject=no-such-user", 0);
	expect_items(a, "createdBefore=2001-01-01", 0);
	expect_items(a, "createdAfter=2001-01-01&identity=bob", 1);
	expect_items(a, "createdAfter=2999-01-01", 0);
	assert_true(api_get(a, "/audit?createdAfter=soon") == 400);
	assert_true(api_get(a, "/audit?limit=0") == 400);
}

/* Each entry once, in pages of two, although new ones are added at the top meanwhile. */
TEST(pages_have_each_entry_once)
{
	char owner[100], sub[20], seen[20][40] = { "" };
	int n = 0;
	auto_api *a = api_open(NULL);
	auto_buf next = { 0 };
	find_owner(a, owner);
	for (int i = 0; i < 7; i++) {
		snprintf(sub, sizeof(sub), "sub-%d", i);
		assert_int_equal(write_link(a, "POST", owner, sub), 200);
	}
	assert_int_equal(api_getf(a, "/audit?limit=2&operation=linkExternalIdentity"), 200);
	for (;;) {
		for (size_t i = 0; i < api_count(a, "items"); i++, n++) {
			assert_in_range(n, 0, 19);
			snprintf(seen[n], sizeof(seen[n]), "%s", item(a, i, "detail.sub"));
			for (int k = 0; k < n; k++)
				assert_string_not_equal(seen[k], seen[n]);
		}
		const char *more = api_value(a, "queryMore");
		if (!more)
			break;
		buf_reset(&next);
		buf_addz(&next, more);
		snprintf(sub, sizeof(sub), "later-%d", n);
		assert_int_equal(write_link(a, "POST", owner, sub), 200);
		assert_int_equal(
		    api_getf(a, "/audit?limit=2&operation=linkExternalIdentity&queryMore=%s",
			buf_z(&next)),
		    200);
	}
	assert_int_equal(n, 7);
	assert_int_equal(api_getf(a, "/audit?queryMore=%s", buf_z(&next)), 400);
	assert_int_equal(api_getf(a, "/audit?queryMore=x"), 400);
	assert_int_equal(api_getf(a, "/checkout/abandoned?queryMore=%s", buf_z(&next)), 400);
}

TEST(it_needs_its_own_right)
{
	auto_api *a = api_open(NULL);
	auto_buf token = { 0 };
	service_token(a->service,
	    (const char *const[]){ "--scope", "read catalog:write identity:admin", NULL }, &token);
	assert_int_equal(api_call_as(a, buf_z(&token), "GET", "/audit", NULL, NULL), 403);
	assert_true(api_body_contains(a, "audit:read"));
	buf_reset(&token);
	service_token(a->service, (const char *const[]){ "--scope", "audit:read", NULL }, &token);
	assert_int_equal(api_call_as(a, buf_z(&token), "GET", "/audit", NULL, NULL), 200);
}

/* The client's command, which reads the pages and sends the terms. */
TEST(the_client_lists_them)
{
	static const char *const all[] = { "audit", "list", "--all", "-o", "csv", "--fields",
		"operation,owner,detail.sub,outcome", NULL };
	static const char *const refused[] = { "get", "audit", "result=refused", "action=link",
		"-o", "csv", "--fields", "owner", NULL };
	char owner[100];
	auto_api *a = api_open(NULL);
	auto_buf out = { 0 }, few = { 0 }, words = { 0 }, expected = { 0 };
	find_owner(a, owner);
	assert_int_equal(write_link(a, "POST", owner, "ann"), 200);
	assert_int_equal(write_link(a, "POST", "nobody-at-all", "bob"), 404);
	assert_int_equal(service_run(a->service, all, &out, &words), 0);
	buf_addf(&expected, "linkExternalIdentity,nobody-at-all,bob,not_found\n"
			    "linkExternalIdentity,%s,ann,done\n", owner);
	assert_non_null(strstr(buf_z(&out), buf_z(&expected)));
	assert_int_equal(service_run(a->service, refused, &few, &words), 0);
	assert_string_equal(buf_z(&few), "owner\nnobody-at-all\n");
}
