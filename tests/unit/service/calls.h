/*
 * calls.h - requests to the routes without a socket, on the demo tour: helpers for tests of
 * handlers.
 */
#ifndef TESTS_CALLS_H
#define TESTS_CALLS_H

#include "base/clock.h"
#include "lib/one_issuer.h"
#include "lib/test.h"
#include "service/api/dispatch.h"
#include "service/api/faults.h"
#include "service/api/routes.h"
#include "service/auth/jwt_sign.h"
#include "service/demo/demo_load.h"
#include "wire/json_lex.h"
#include "wire/json_scan.h"

#include <stdio.h>
#include <string.h>

#define NOW INT64_C(1795171320000)
static const char secret[] = "0123456789abcdef0123456789ABCDEF";

struct fixture {
	struct service service;
	struct buf token; /* "Bearer …" */
	struct response rs;
};

static inline void
add_token(struct buf *out, const char *scope)
{
	struct err err;
	struct jwt_sign_params order = { STR(secret), "backroom", "backroom-api", "ann", scope, "*",
		clock_real() / 1000, 3600, NULL };
	buf_addz(out, "Bearer ");
	assert_true(jwt_sign(out, &order, &err));
}

static inline int
set_up(void **state)
{
	struct fixture *f = x_new(struct fixture);
	struct err err;
	f->service.store = store_open(STR("sqlite::memory:"), &err);
	f->service.verifier = verifier_of_one_issuer(&(struct one_issuer){ .algorithm = JWT_HS256,
	    .key = STR(secret),
	    .iss = "backroom",
	    .aud = "backroom-api",
	    .leeway_s = JWT_LEEWAY_S });
	f->service.names = wire_names_default();
	f->service.counts = count_cache_new();
	f->service.mode = "sandbox";
	f->service.allows_scheme_less_tokens = true;
	add_token(&f->token, "read");
	*state = f;
	struct demo_params order = { "tour", NOW, "svc" };
	return demo_load(f->service.store, &order, &err) ? 0 : -1;
}

static inline int
tear_down(void **state)
{
	struct fixture *f = *state;
	store_close(f->service.store);
	jwt_verifier_free(f->service.verifier);
	count_cache_free(f->service.counts);
	faults_free(f->service.faults);
	buf_free(&f->token);
	response_free(&f->rs);
	x_free(f);
	return 0;
}

/* Asserts that /openapi.json lists this refusal for the route. */
static inline void
check_refusal(const struct response *rs)
{
	auto_buf code = { 0 };
	bool known = str_find(response_body(rs), STR("\"code\":\"simulated\"")) != SIZE_MAX;
	for (size_t i = 0; !known && rs->operation && i < routes_n; i++) {
		if (strcmp(route_operation(i), rs->operation) != 0)
			continue;
		json_lex_unquote(&code, json_lex_find(response_body(rs), STR("code")));
		for (int r = 0; r < REFUSALS; r++)
			known = known ||
			    ((route_refusal_reasons(&routes[i]) & REFUSES(r)) &&
				refusal_infos[r].http_status == rs->status &&
				str_eqz(buf_str(&code), refusal_infos[r].code));
		if (!known)
			fail_msg("%s: %d %s is not among its refusals", rs->operation, rs->status,
			    buf_z(&code));
	}
}

static inline int
answer(struct fixture *f, struct request rq)
{
	rq.arrived_at_us = clock_ticks_us();
	struct err err;
	rq.id = "test-id";
	response_free(&f->rs);
	dispatch_request(&f->service, &rq, &f->rs);
	assert_true(f->rs.status == 304 ||
	    json_scan_check(response_body(&f->rs), &json_scan_client_rules, NULL, &err));
	if (f->rs.status >= 400 && json_lex_find(response_body(&f->rs), STR("code")).p)
		check_refusal(&f->rs);
	return f->rs.status;
}

static inline int
ask(struct fixture *f, const char *method, const char *target)
{
	const struct header_line headers[] = { { STR("Authorization"), buf_str(&f->token) } };
	return answer(f,
	    (struct request){ .method = str_of(method),
		.target = str_of(target),
		.headers = headers,
		.headers_n = f->token.n ? 1 : 0 });
}

static inline const char *
header(const struct fixture *f, const char *name)
{
	for (size_t i = 0; i < f->rs.headers_n; i++)
		if (strcmp(f->rs.headers[i].name, name) == 0)
			return f->rs.headers[i].value;
	return "";
}

static inline bool
body_has(const struct fixture *f, const char *path, const char *want)
{
	auto_buf text = { 0 };
	json_lex_unquote(&text, json_lex_find(response_body(&f->rs), str_of(path)));
	bool same = str_eqz(buf_str(&text), want);
	return same;
}

#define WITH_TOUR(name) TEST_WITH(name, set_up, tear_down)

#endif
