/* labels: slow */
/* GET /api/checkout/abandoned over HTTP: tokens, pages, error responses, and shutting down. */
#include "base/mem.h"
#include "lib/service.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char list[] = "/api/checkout/abandoned";

struct fixture {
	struct service *service;
	struct buf token;
	struct http_answer answer;
};

static int
set_up(void **state)
{
	struct fixture *f = x_new(struct fixture);
	f->service = service_start(NULL);
	service_token(f->service, NULL, &f->token);
	*state = f;
	return 0;
}

static int
tear_down(void **state)
{
	struct fixture *f = *state;
	int status = service_stop(f->service);
	buf_free(&f->token);
	http_free(&f->answer);
	x_free(f);
	return status;
}

static int
get(struct fixture *f, const char *target, const char *token)
{
	http_free(&f->answer);
	http_call(service_port(f->service), "GET", target, token, NULL, STR_NONE, &f->answer);
	return f->answer.status;
}

static size_t
count(const struct fixture *f, struct str needle)
{
	struct str rest = buf_str(&f->answer.body);
	size_t n = 0;
	for (size_t at; (at = str_find(rest, needle)) != SIZE_MAX; n++)
		rest = str_sub(rest, at + 1, rest.n);
	return n;
}

static bool
body_contains(const struct fixture *f, const char *text)
{
	return str_find(buf_str(&f->answer.body), str_of(text)) != SIZE_MAX;
}

static void
check_header(const struct fixture *f, const char *name, const char *want)
{
	auto_buf value = { 0 };
	assert_true(http_header(&f->answer, name, &value));
	if (want)
		assert_string_equal(buf_z(&value), want);
}

/* Makes an unsigned token: the header {"alg":"none","typ":"JWT"} and the claims of a valid
 * token. */
static void
make_unsigned(struct buf *out, const struct buf *good)
{
	struct str rest = buf_str(good), part;
	str_next(&rest, '.', &part);
	str_next(&rest, '.', &part);
	buf_addf(out, "eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.%.*s.", STR_ARG(part));
}

#define WITH_SERVICE(name) TEST_WITH(name, set_up, tear_down)

WITH_SERVICE(a54_each_wrong_token_has_its_code)
{
	struct fixture *f = *state;
	auto_buf expired = { 0 }, none = { 0 }, tampered = { 0 };
	service_token(f->service, (const char *const[]){ "--ttl", "-1h", NULL }, &expired);
	make_unsigned(&none, &f->token);
	buf_adds(&tampered, buf_str(&f->token));
	tampered.p[tampered.n / 2] = tampered.p[tampered.n / 2] == 'x' ? 'y' : 'x';
	const struct {
		const char *token, *code;
	} tries[] = { { NULL, "missing_credentials" }, { "garbage", "invalid_token" },
		{ buf_z(&expired), "expired_token" }, { buf_z(&none), "invalid_token" },
		{ buf_z(&tampered), "invalid_token" } };
	for (size_t i = 0; i < sizeof(tries) / sizeof(*tries); i++) {
		char want[60];
		auto_buf id = { 0 };
		assert_int_equal(get(f, list, tries[i].token), 401);
		snprintf(want, sizeof(want), "\"code\":\"%s\"", tries[i].code);
		assert_true(body_contains(f, want));
		check_header(f, "WWW-Authenticate", NULL);
		assert_true(http_header(&f->answer, "X-Request-Id", &id));
		assert_true(body_contains(f, buf_z(&id)));
	}
	assert_int_equal(get(f, list, buf_z(&f->token)), 200);
	assert_int_equal(count(f, STR("{\"id\":\"basket-")), 50);
	assert_true(body_contains(f, "\"queryMore\":\""));
	check_header(f, "Content-Type", "application/json");
	check_header(f, "X-Request-Id", NULL);
	check_header(f, "Cache-Control", "no-store");
}

WITH_SERVICE(tokens_with_other_keys_issuers_or_audiences_are_refused)
{
	static const char *const others[][3] = { { "--iss", "somebody" }, { "--aud", "other-api" },
		{ "--key-file", "another.key" } };
	struct fixture *f = *state;
	for (size_t i = 0; i < 3; i++) {
		auto_buf token = { 0 };
		service_token(f->service, others[i], &token);
		assert_int_equal(get(f, list, buf_z(&token)), 401);
		assert_true(body_contains(f, "\"code\":\"invalid_token\""));
	}
	unlink("another.key");
	auto_buf token = { 0 };
	service_token(
	    f->service, (const char *const[]){ "--scope", "identity:admin", NULL }, &token);
	assert_int_equal(get(f, list, buf_z(&token)), 403);
}

WITH_SERVICE(a55_the_scheme_less_token_reads)
{
	struct fixture *f = *state;
	auto_buf header = { 0 };
	buf_addf(&header, "Authorization: %s\r\n", buf_z(&f->token));
	assert_true(http_call(
	    service_port(f->service), "GET", list, NULL, buf_z(&header), STR_NONE, &f->answer));
	assert_int_equal(f->answer.status, 200);
	/* The same token must not allow a write. */
	buf_addz(&header, "Content-Type: application/json\r\n");
	http_free(&f->answer);
	http_call(service_port(f->service), "PUT", "/api/svc/catalogs/1/bulk-update", NULL,
	    buf_z(&header), STR("{\"diffs\":[]}"), &f->answer);
	assert_int_equal(f->answer.status, 401);
}

WITH_SERVICE(a_walk_returns_all_240_baskets)
{
	struct fixture *f = *state;
	char target[300];
	size_t total = 0, pages = 0;
	snprintf(target, sizeof(target), "%s?limit=50", list);
	for (; pages < 10; pages++) {
		assert_int_equal(get(f, target, buf_z(&f->token)), 200);
		total += count(f, STR("{\"id\":\"basket-"));
		size_t at = str_find(buf_str(&f->answer.body), STR("\"queryMore\":\""));
		if (at == SIZE_MAX)
			break;
		struct str rest = str_sub(buf_str(&f->answer.body), at + 13, SIZE_MAX);
		snprintf(target, sizeof(target), "%s?limit=50&queryMore=%.*s", list,
		    STR_ARG(str_sub(rest, 0, str_find_char(rest, '"'))));
	}
	assert_int_equal(total, 240);
	assert_int_equal(pages, 4);
}

WITH_SERVICE(errors_have_codes_and_headers)
{
	struct fixture *f = *state;
	const char *token = buf_z(&f->token);
	assert_int_equal(get(f, "/api/checkout/abandoned?limit=1001", token), 400);
	assert_true(body_contains(f, "bad_request") && body_contains(f, "limit"));
	assert_int_equal(get(f, "/api/checkout/abandoned?queryMore=x", token), 400);
	assert_true(body_contains(f, "cursor_invalid"));
	assert_int_equal(get(f, "/api/nowhere", token), 404);
	check_header(f, "X-Request-Id", NULL);
	assert_int_equal(get(f, "/api/checkout/abandoned?limit=1&lmit=2", token), 200);
	check_header(f, "X-Ignored-Params", "lmit");
	http_free(&f->answer);
	http_call(service_port(f->service), "DELETE", list, token, NULL, STR_NONE, &f->answer);
	assert_int_equal(f->answer.status, 405);
	check_header(f, "Allow", "GET, HEAD");
	assert_int_equal(get(f, "/healthz", NULL), 200);
	http_free(&f->answer);
	http_call(service_port(f->service), "HEAD", list, token, NULL, STR_NONE, &f->answer);
	assert_int_equal(f->answer.status, 200);
}

WITH_SERVICE(the_log_has_no_person_token_or_query)
{
	struct fixture *f = *state;
	auto_buf log = { 0 };
	get(f, "/api/checkout/abandoned?limit=0&who=mara", buf_z(&f->token));
	get(f, list, "eyJsecret.eyJtoken.c2ln");
	get(f, "/api/mara.ellison@example.com", buf_z(&f->token));
	service_log(f->service, &log);
	static const char *const never[] = { "mara", "eyJ", "example.com", "who=" };
	assert_true(str_find(buf_str(&log), STR("\"event\":\"token refused\"")) != SIZE_MAX);
	assert_true(str_find(buf_str(&log), STR("\"remote\":\"127.0.0.0/24\"")) != SIZE_MAX);
	for (size_t i = 0; i < 4; i++)
		assert_true(str_find(buf_str(&log), str_of(never[i])) == SIZE_MAX);
}

WITH_SERVICE(test_faults_and_delays_occur_when_configured)
{
	struct fixture *f = *state;
	service_stop(f->service);
	f->service = service_start(
	    (const char *const[]){ "--fault", "demo", "--delay", "1ms", NULL });
	buf_reset(&f->token);
	service_token(f->service, NULL, &f->token);
	for (int i = 1; i <= 50; i++) {
		int want = i % 25 ? 200 : 502;
		assert_int_equal(get(f, "/api/checkout/abandoned?limit=1", buf_z(&f->token)), want);
		if (want == 502)
			assert_true(str_starts(buf_str(&f->answer.body), STR("{\"message\":\"")));
	}
}

WITH_SERVICE(another_service_with_the_same_key_continues_a_walk)
{
	struct fixture *f = *state;
	char target[300];
	assert_int_equal(get(f, "/api/checkout/abandoned?limit=7", buf_z(&f->token)), 200);
	size_t at = str_find(buf_str(&f->answer.body), STR("\"queryMore\":\""));
	struct str rest = str_sub(buf_str(&f->answer.body), at + 13, SIZE_MAX);
	snprintf(target, sizeof(target), "%s?limit=1000&queryMore=%.*s", list,
	    STR_ARG(str_sub(rest, 0, str_find_char(rest, '"'))));
	struct service *other = service_start(
	    (const char *const[]){ "--key-file", service_key(f->service), NULL });
	http_free(&f->answer);
	http_call(service_port(other), "GET", target, buf_z(&f->token), NULL, STR_NONE, &f->answer);
	assert_int_equal(f->answer.status, 200);
	assert_int_equal(count(f, STR("{\"id\":\"basket-")), 233);
	assert_int_equal(service_stop(other), 0);
}
