/* Query strings: every byte encoded and decoded; names from the name table; error bodies. */
#include "lib/test.h"
#include "wire/errors.h"
#include "wire/names.h"
#include "wire/query.h"

#include <stdio.h>
#include <string.h>

TEST(every_byte_is_decoded_as_encoded)
{
	char bytes[255];
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i + 1);
	auto_buf text = { 0 };
	auto_arena a = { 0 };
	CLEANUP(query_free) struct query q = { 0 };
	struct err err;
	query_add(&text, str_from(bytes, sizeof(bytes)), str_from(bytes, sizeof(bytes)));
	query_add(&text, STR("tags"), STR("/tags/uk & more=+%"));
	assert_int_equal(text.p[0], '?');
	for (size_t i = 0; i < text.n; i++)
		assert_true(text.p[i] > ' ' && text.p[i] < 127);
	assert_true(query_parse(&q, &a, str_sub(buf_str(&text), 1, text.n), &err));
	assert_int_equal(q.pairs.n, 2);
	assert_true(str_eq(q.pairs.v[0].name, str_from(bytes, sizeof(bytes))));
	assert_true(str_eq(q.pairs.v[0].value, str_from(bytes, sizeof(bytes))));
	assert_false(q.pairs.v[1].used);
	assert_true(str_eqz(query_get(&q, STR("tags")), "/tags/uk & more=+%"));
	assert_true(q.pairs.v[1].used && !q.pairs.v[0].used);
}

TEST(queries_are_split_and_then_decoded_once)
{
	auto_arena a = { 0 };
	CLEANUP(query_free) struct query q = { 0 };
	struct err err;
	assert_true(query_parse(&q, &a, STR("a=1%262&b=%2541&c+d=x+y&e&&a=2"), &err));
	assert_true(str_eqz(query_get(&q, STR("a")), "1&2"));
	assert_true(str_eqz(query_get(&q, STR("b")), "%41"));
	assert_true(str_eqz(query_get(&q, STR("c d")), "x y"));
	struct str e = query_get(&q, STR("e"));
	assert_true(e.p && e.n == 0);
	assert_null(query_get(&q, STR("none")).p);
}

TEST(broken_escapes_are_refused)
{
	static const char *const bad[] = { "a=%", "a=%4", "a=%zz", "a=%00", "%00=a", "a=x%0" };
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		auto_arena a = { 0 };
		CLEANUP(query_free) struct query q = { 0 };
		struct err err;
		if (query_parse(&q, &a, str_of(bad[i]), &err))
			fail_msg("%s was taken", bad[i]);
		assert_int_equal(err.kind, ERR_INVALID);
	}
}

TEST(paths_are_filled_in)
{
	struct wire_names names = wire_names_default();
	auto_buf path = { 0 };
	wire_append_path(&path, &names, ENDPOINT_BASKETS, STR_NONE);
	assert_string_equal(buf_z(&path), "/checkout/abandoned");
	buf_reset(&path);
	names.paths[ENDPOINT_BASKETS] = "/{namespace}/c/{catalog}/o/{owner}/{x";
	wire_append_path(&path, &names, ENDPOINT_BASKETS, STR("a/b c"));
	assert_string_equal(buf_z(&path), "/svc/c/1/o/a%2Fb%20c/{x");
}

TEST(error_bodies_are_written_and_read)
{
	struct err in = { .kind = ERR_INVALID,
		.code = "cursor_invalid",
		.request_id = "r-1",
		.text = "a \"quoted\" word\n\x1B" },
		   out;
	auto_buf body = { 0 };
	error_body_write(&body, &in);
	error_body_read(&out, 400, buf_str(&body));
	assert_int_equal(out.kind, ERR_INVALID);
	assert_int_equal(out.http_status, 400);
	assert_string_equal(out.code, in.code);
	assert_string_equal(out.request_id, in.request_id);
	assert_string_equal(out.text, in.text);
	buf_reset(&body);
	error_body_write_message(&body, &in);
	error_body_read(&out, 502, buf_str(&body));
	assert_int_equal(out.kind, ERR_UPSTREAM);
	assert_string_equal(out.text, in.text);
	assert_string_equal(out.request_id, "");
}

TEST(unreadable_error_bodies_get_a_default_message)
{
	static const struct {
		int status;
		enum err_kind kind;
		const char *body, *words;
		bool quoted;
	} cases[] = {
		{ 502, ERR_UPSTREAM, "<html>Bad", "an HTML page came", false },
		{ 502, ERR_UPSTREAM, " <!doctype html><head><TITLE lang=en> Sign in </title>",
		    "an HTML page titled \"Sign in\" came", false },
		{ 502, ERR_UPSTREAM, "<title>Sign\non</title>",
		    "an HTML page titled \"Sign on\" came", false },
		{ 403, ERR_DENIED, "<?xml version='1.0'?><Error/>", "an XML document came", false },
		{ 502, ERR_UPSTREAM, "<title>cut", "an HTML page titled \"cut\" came", false },
		{ 502, ERR_UPSTREAM, "<title", "an HTML page came", false },
		{ 401, ERR_AUTH, " \n", "an empty response came", false },
		{ 401, ERR_AUTH, "Jwt is expired\r\n", "Jwt is expired", true },
		{ 401, ERR_AUTH, "one\ntwo", "one", true },
		{ 500, ERR_UPSTREAM, "[1]", "the JSON gives no reason", false },
		{ 404, ERR_NOT_FOUND, "{\"message\":5}", "it gives no reason", false },
		{ 404, ERR_NOT_FOUND, "{\"message\":\"\"}", "it gives no reason", false },
		{ 403, ERR_DENIED, "{\"mess", "the JSON cannot be read", false },
	};
	struct err err;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		error_body_read(&err, cases[i].status, str_of(cases[i].body));
		assert_int_equal(err.kind, cases[i].kind);
		assert_int_equal(err.is_server_text, cases[i].quoted);
		if (strcmp(err.text, cases[i].words) != 0)
			fail_msg("%s: %s", cases[i].body, err.text);
	}
}

/* An OAuth server's "error" is a code; next to a message, "error" is the status as text. */
TEST(oauth_errors_are_recognized_by_their_members)
{
	static const struct {
		const char *body, *code, *words;
	} cases[] = {
		{ "{\"error\":\"invalid_grant\",\"error_description\":\"it ended\"}",
		    "invalid_grant", "it ended" },
		{ "{\"error\":\"slow_down\"}", "slow_down", "it gives no reason" },
		{ "{\"error\":\"slow_down\",\"error_description\":\"a\",\"message\":\"b\"}",
		    "slow_down", "b" },
		{ "{\"error\":\"Unauthorized\",\"message\":\"token expired\"}", "",
		    "token expired" },
		{ "{\"code\":\"own\",\"error\":\"x\",\"message\":\"m\"}", "own", "m" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct err err;
		error_body_read(&err, 400, str_of(cases[i].body));
		if (strcmp(err.code, cases[i].code) != 0 || strcmp(err.text, cases[i].words) != 0)
			fail_msg("%s: %s, %s", cases[i].body, err.code, err.text);
	}
}
