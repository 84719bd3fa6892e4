/*
 * Checks where access tokens, refresh tokens and client secrets are sent: only to A, which they are
 * for, and never to B, whatever A responds and whatever the environment contains. Each is a canary
 * that is searched for in every request to B, also as a proxy, and in all messages.
 */
#include "client/client.h"
#include "client/session.h"
#include "lib/test.h"
#include "unit/client/renewal_bench.h"
#include "unit/client/scripted_issuer.h"
#include "unit/client/session_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ACCESS "canary-of-the-access-token-4711aa00"
#define REFRESH "canary-of-the-refresh-token-4711bb11"
#define SECRET "canary-of-the-client-secret-4711cc22"
/* "console%201:" and the secret in base64, as in Basic authentication */
#define BASIC "Y29uc29sZSUyMDE6Y2FuYXJ5LW9mLXRoZS1jbGllbnQtc2VjcmV0LTQ3MTFjYzIy"

static const char *const canaries[] = { ACCESS, REFRESH, SECRET, BASIC };

enum sent { READS, RENEWS, BY_SECRET };

/* In these texts {A} and {B} are the servers' addresses, {a} and {b} their ports. */
struct leak_case {
	const char *what;
	enum sent by;
	int status;           /* A's response: its status, 0 for 200 */
	const char *headers;  /* the response's headers */
	const char *body;     /* the response's body; NULL: the requested data */
	const char *metadata; /* A's metadata as an issuer, or more members; NULL: all at A */
	const char *env[2][2];
	bool proxy;        /* B is configured as the proxy */
	const char *words; /* expected in the message; NULL: the request succeeds */
	size_t asked;      /* requests to A with the canary; usually two */
};

#define NOT_FOLLOWED "redirects are not followed"
#define POST_ONLY                                                                      \
	",\"token_endpoint\":\"{A}/token\",\"token_endpoint_auth_methods_supported\":" \
	"[\"client_secret_post\"]"

static const struct leak_case leak_cases[] = {
	{ "301 to B", READS, 301, "Location: {B}/x\r\n", .words = NOT_FOLLOWED, .asked = 2 },
	{ "302 to B", READS, 302, "Location: {B}/x\r\n", .words = NOT_FOLLOWED, .asked = 2 },
	{ "303 to B", READS, 303, "Location: {B}/x\r\n", .words = NOT_FOLLOWED, .asked = 2 },
	{ "307 to B", READS, 307, "Location: {B}/x\r\n", .words = NOT_FOLLOWED, .asked = 2 },
	{ "308 to B", READS, 308, "Location: {B}/x\r\n", .words = NOT_FOLLOWED, .asked = 2 },
	{ "to B by another name", READS, 302, "Location: http://localhost:{b}/x\r\n",
	    .words = NOT_FOLLOWED, .asked = 2 },
	{ "to B by TLS", READS, 302, "Location: https://127.0.0.1:{b}/x\r\n", .words = NOT_FOLLOWED,
	    .asked = 2 },
	{ "to A itself, elsewhere", READS, 302, "Location: {A}/elsewhere\r\n",
	    .words = NOT_FOLLOWED, .asked = 2 },
	{ "to B without a scheme", READS, 302, "Location: //127.0.0.1:{b}/x\r\n",
	    .words = NOT_FOLLOWED, .asked = 2 },
	{ "to B, which looks like A", READS, 302,
	    "Location: http://127.0.0.1:{a}@127.0.0.1:{b}/x\r\n", .words = NOT_FOLLOWED,
	    .asked = 2 },
	{ "http_proxy", READS, .env = { { "http_proxy", "{B}" } }, .asked = 2 },
	{ "all_proxy and ALL_PROXY", READS,
	    .env = { { "all_proxy", "{B}" }, { "ALL_PROXY", "{B}" } }, .asked = 2 },
	{ "https_proxy and HTTP_PROXY", READS,
	    .env = { { "https_proxy", "{B}" }, { "HTTP_PROXY", "{B}" } }, .asked = 2 },
	{ "a proxy of the configuration", READS, .proxy = true, .asked = 2 },
	{ "a proxy, and NO_PROXY for others", READS, .proxy = true,
	    .env = { { "NO_PROXY", "other.example" }, { "no_proxy", "other.example" } },
	    .asked = 2 },
	{ "Alt-Svc", READS, 0, "Alt-Svc: h2=\"127.0.0.1:{b}\"; ma=3600, http/1.1=\":{b}\"\r\n",
	    .asked = 2 },
	{ "Refresh", READS, 0, "Refresh: 0; url={B}/x\r\nContent-Location: {B}/x\r\n", .asked = 2 },
	{ "Set-Cookie", READS, 0, "Set-Cookie: token=" ACCESS "; Domain=127.0.0.1; Path=/\r\n",
	    .asked = 2 },
	{ "a challenge that points to B", READS, 401,
	    "WWW-Authenticate: Basic realm=\"{B}\"\r\n"
	    "WWW-Authenticate: Bearer authorization_uri=\"{B}/authorize\"\r\n",
	    .body = "{\"code\":\"x\",\"message\":\"bad token " ACCESS "\"}",
	    .words = "the message contains the token", .asked = 2 },
	{ "a proxy that A asks to go to", READS, 305, "Location: {B}\r\n", .words = NOT_FOLLOWED,
	    .asked = 2 },
	{ "an issuer's 307 to B", RENEWS, 307, "Location: {B}/token\r\n", .words = NOT_FOLLOWED,
	    .asked = 2 },
	{ "an issuer's 302 to B", RENEWS, 302, "Location: {B}/token\r\n", .words = NOT_FOLLOWED,
	    .asked = 2 },
	{ "an issuer behind a proxy", RENEWS, .proxy = true,
	    .env = { { "http_proxy", "{B}" }, { "all_proxy", "{B}" } }, .asked = 1 },
	{ "an issuer that sends its tokens elsewhere", RENEWS,
	    .metadata = ",\"token_endpoint\":\"http://elsewhere.example:{b}/token\"",
	    .env = { { "http_proxy", "{B}" }, { "all_proxy", "{B}" } }, .proxy = true,
	    .words = "publishes no token endpoint for a client secret" },
	{ "an issuer by another name", RENEWS,
	    .metadata = "{\"issuer\":\"{B}\",\"token_endpoint\":\"{B}/token\"}",
	    .words = "to exactly that" },
	{ "an issuer that repeats what it was sent", RENEWS, 400,
	    .body = "{\"error\":\"invalid_request\",\"error_description\":\"" REFRESH " is odd\"}",
	    .words = "contains a secret", .asked = 2 },
	{ "an issuer that repeats it in a page", RENEWS, 500,
	    .body = "<html><title>No " REFRESH "</title>", .words = "contains a secret",
	    .asked = 8 },
	{ "a secret and a 308 to B", BY_SECRET, 308, "Location: {B}/token\r\n",
	    .words = NOT_FOLLOWED, .asked = 2 },
	{ "a secret in the form and a 307 to B", BY_SECRET, 307, "Location: {B}/token\r\n",
	    .metadata = POST_ONLY, .words = NOT_FOLLOWED, .asked = 2 },
	{ "a secret and proxies", BY_SECRET, .proxy = true,
	    .env = { { "http_proxy", "{B}" }, { "all_proxy", "{B}" } }, .asked = 1 },
	{ "a secret and a challenge that points to B", BY_SECRET, 401,
	    "WWW-Authenticate: Digest realm=\"{B}\", nonce=\"1\"\r\n",
	    .body = "{\"error\":\"invalid_client\",\"error_description\":\"" SECRET " is wrong\"}",
	    .words = "contains a secret", .asked = 2 },
};

struct set {
	struct small_loop loop;
	struct issuer a;
	struct hostile *b;
	struct hostile_rule b_rule;
	struct buf b_answer;
	struct token_result told;
};

/* Appends the text with the addresses filled in. */
static void
fill(struct buf *out, const struct set *s, const char *text)
{
	for (; text && *text; text++) {
		const struct hostile *server = strchr("Aa", text[0] == '{' ? text[1] : 'x')
		    ? s->a.server
		    : s->b;
		if (text[0] != '{' || !strchr("AaBb", text[1]) || text[2] != '}') {
			buf_addc(out, *text);
			continue;
		}
		if (text[1] == 'A' || text[1] == 'B')
			buf_addz(out, hostile_url(server));
		else
			buf_addf(out, "%d", hostile_port(server));
		text += 2;
	}
}

static void
write_file(const char *path, const char *text)
{
	unlink(path);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
	assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
	close(fd);
}

static void
set_environment(const struct set *s, const struct leak_case *f, bool on)
{
	for (size_t i = 0; i < 2 && f->env[i][0]; i++) {
		auto_buf value = { 0 };
		fill(&value, s, f->env[i][1]);
		if (on)
			setenv(f->env[i][0], buf_z(&value), 1);
		else
			unsetenv(f->env[i][0]);
	}
}

static void
begin(struct set *s, const struct leak_case *f)
{
	auto_buf answer = { 0 }, headers = { 0 }, metadata = { 0 };
	const char *usual = f->by == READS ? "{\"items\":[]}"
					   : "{\"access_token\":\"next\",\"expires_in\":1000}";
	*s = (struct set){ 0 };
	small_loop_init(&s->loop);
	issuer_start(&s->a);
	hostile_json(
	    &s->b_answer, "{\"items\":[],\"access_token\":\"b\",\"token_type\":\"Bearer\"}");
	s->b_rule.answer = buf_str(&s->b_answer);
	s->b = hostile_start(&s->b_rule, 1);
	fill(&headers, s, f->headers);
	hostile_answer(&answer, f->status ? f->status : 200, buf_z(&headers),
	    str_of(f->body ? f->body : usual));
	issuer_answers_with(&s->a, f->by == READS ? "/" : "/token", 0, buf_str(&answer));
	fill(&metadata, s, f->metadata);
	if (metadata.n && metadata.p[0] == '{')
		issuer_answers_json(&s->a, ISSUER_METADATA, 0, 200, buf_z(&metadata));
	else if (metadata.n)
		issuer_set_metadata(&s->a, buf_z(&metadata));
	set_environment(s, f, true);
}

static void
end(struct set *s, const struct leak_case *f)
{
	set_environment(s, f, false);
	small_loop_free(&s->loop);
	issuer_stop(&s->a);
	hostile_stop(s->b);
	buf_free(&s->b_answer);
	buf_free(&s->told.token);
}

/* ---- requests ---- */

static void
read_twice(struct set *s, const struct transport_rules *rules)
{
	struct client *client = client_new(
	    &(struct client_config){ .base_url = hostile_url(s->a.server),
		.wire_names = wire_names_default(),
		.transport_rules = *rules,
		.token_source = { .token = ACCESS } },
	    &s->loop.io);
	for (int i = 0; i < 2; i++) {
		s->told.calls = 0;
		client_read(client, ENDPOINT_BASKETS, STR(""), on_page, &s->told);
		assert_true(small_loop_until(&s->loop, has_token_result, &s->told, 20000));
	}
	client_free(client);
}

static void
get_token_twice(struct set *s, const struct transport_rules *rules, bool by_secret)
{
	struct sign_in_rules sign_in = {
		.oauth = issuer_rules(&s->a), .file = KEPT_FILE, .uses_client_secret = by_secret
	};
	sign_in.oauth.secret_file = by_secret ? "secret" : NULL;
	sign_in.oauth.transport_rules = *rules;
	write_file("secret", SECRET);
	store_sign_in(&sign_in.oauth, ACCESS, REFRESH, -100000, -1000);
	struct session *session = session_new(
	    &s->loop.io, &(struct session_source){ .sign_in_rules = &sign_in });
	for (int i = 0; i < 2; i++) {
		s->told.calls = 0;
		session_get_token(session, false, on_token, &s->told);
		assert_true(small_loop_until(&s->loop, has_token_result, &s->told, 20000));
	}
	session_free(session);
}

/* ---- checks ---- */

static bool
holds(const struct hostile_request *r, const char *canary)
{
	return strstr(r->head, canary) || strstr(r->body, canary);
}

/* Number of requests that contain the canary. */
static size_t
found(struct hostile *server, const char *canary)
{
	size_t n = 0;
	for (size_t i = 0; i < hostile_count(server); i++)
		n += holds(hostile_request(server, i), canary);
	return n;
}

static size_t
count_header_lines(const struct hostile_request *r, const char *name)
{
	struct str rest = str_of(r->head), line;
	size_t n = 0;
	while (str_next(&rest, '\n', &line))
		n += str_eq_nocase(str_sub(line, 0, strlen(name)), str_of(name));
	return n;
}

static void
expect_none_at_b(const struct set *s, const struct leak_case *f)
{
	for (size_t i = 0; i < sizeof(canaries) / sizeof(*canaries); i++) {
		if (found(s->b, canaries[i]))
			fail_msg("%s: B was sent %s", f->what, canaries[i]);
		if (strstr(s->told.err.text, canaries[i]) || strstr(s->told.err.code, canaries[i]))
			fail_msg("%s: told was %s", f->what, s->told.err.text);
	}
	if (hostile_count(s->b))
		fail_msg("%s: B was asked %s", f->what, hostile_request(s->b, 0)->head);
}

/* A got the secret meant for it, in the right place, and none of the others. */
static void
expect_at_a(const struct set *s, const struct leak_case *f)
{
	bool in_form = f->metadata && strstr(f->metadata, "client_secret_post");
	const char *own = f->by == READS ? "Bearer " ACCESS
	    : f->by == RENEWS            ? "&refresh_token=" REFRESH "&"
	    : in_form                    ? "&client_secret=" SECRET
					 : "Basic " BASIC;
	size_t n = 0;
	for (size_t i = 0; i < hostile_count(s->a.server); i++) {
		const struct hostile_request *r = hostile_request(s->a.server, i);
		size_t others = 0;
		for (size_t k = 0; k < sizeof(canaries) / sizeof(*canaries); k++)
			others += holds(r, canaries[k]) && !strstr(own, canaries[k]);
		bool asks = strcmp(r->target, ISSUER_METADATA) != 0;
		bool in_header = f->by == READS || (f->by == BY_SECRET && !in_form);
		n += asks && holds(r, own);
		if (others || (asks && !holds(r, own)) || count_header_lines(r, "Cookie:") ||
		    count_header_lines(r, "Authorization:") != (asks && in_header))
			fail_msg("%s: A was sent %s\n%s", f->what, r->head, r->body);
	}
	if (n != f->asked)
		fail_msg("%s: A was asked %zu times, not %zu", f->what, n, f->asked);
}

TEST(no_other_host_gets_a_token_or_a_secret)
{
	_Static_assert(
	    sizeof(leak_cases) / sizeof(*leak_cases) >= 24, "fewer fates than there were");
	for (size_t i = 0; i < sizeof(leak_cases) / sizeof(*leak_cases); i++) {
		const struct leak_case *f = &leak_cases[i];
		struct set s;
		begin(&s, f);
		const struct transport_rules rules = { .proxy = f->proxy ? hostile_url(s.b)
									 : NULL };
		if (f->by == READS)
			read_twice(&s, &rules);
		else
			get_token_twice(&s, &rules, f->by == BY_SECRET);
		if (f->words ? !strstr(s.told.err.text, f->words) : s.told.err.kind != ERR_NONE)
			fail_msg("%s: told was %s", f->what, s.told.err.text);
		expect_none_at_b(&s, f);
		expect_at_a(&s, f);
		end(&s, f);
	}
}

/* A password that curl would find by itself is not used: the given token is sent, or nothing. */
TEST(a_netrc_is_not_read)
{
	static const struct leak_case both[] = { { "a .netrc", READS, .asked = 2 },
		{ "a .netrc and an issuer", RENEWS, .asked = 1 } };
	auto_buf before = { 0 };
	char here[4096];
	assert_non_null(getcwd(here, sizeof(here)));
	buf_addz(&before, getenv("HOME"));
	write_file(".netrc",
	    "machine 127.0.0.1 login mara password hunter2\n"
	    "default login mara password hunter2\n");
	assert_int_equal(setenv("HOME", here, 1), 0);
	for (size_t i = 0; i < 2; i++) {
		struct set s;
		begin(&s, &both[i]);
		if (i == 0)
			read_twice(&s, &(struct transport_rules){ 0 });
		else
			get_token_twice(&s, &(struct transport_rules){ 0 }, false);
		assert_int_equal(s.told.err.kind, ERR_NONE);
		expect_at_a(&s, &both[i]);
		end(&s, &both[i]);
	}
	assert_int_equal(setenv("HOME", buf_z(&before), 1), 0);
	assert_int_equal(unlink(".netrc"), 0);
}

/* Shows that the search works: the issuer's endpoint is at B on this machine, which is allowed.
 * B gets the refresh token and nothing else. */
TEST(an_endpoint_named_by_the_issuer_gets_only_its_own_secret)
{
	static const struct leak_case named = { "at B", RENEWS,
		.metadata = ",\"token_endpoint\":\"{B}/token\"" };
	struct set s;
	begin(&s, &named);
	get_token_twice(&s, &(struct transport_rules){ 0 }, false);
	assert_int_equal(s.told.err.kind, ERR_NONE);
	assert_string_equal(buf_z(&s.told.token), "b");
	assert_int_equal(found(s.b, REFRESH), 1);
	assert_int_equal(found(s.b, ACCESS) + found(s.b, SECRET) + found(s.b, BASIC), 0);
	expect_at_a(&s, &named);
	end(&s, &named);
}

struct refusal {
	struct err err;
	bool came;
};

static void
refused(void *ctx, const struct oauth_tokens *got, const struct err *err)
{
	struct refusal *r = ctx;
	assert_null(got);
	*r = (struct refusal){ *err, true };
}

static bool
was_refused(void *ctx)
{
	return ((struct refusal *)ctx)->came;
}

/* An issuer's message may repeat the code or the verifier that it was sent. */
TEST(errors_that_repeat_the_proof_are_not_shown)
{
	static const char *const said[] = { "no such verifier-verifier-verifier-verifier-verifier!",
		"no such code-code-code-code-code" };
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++) {
		auto_buf json = { 0 };
		struct refusal r = { 0 };
		CLEANUP(small_loop_free) struct small_loop loop;
		CLEANUP(issuer_stop) struct issuer issuer;
		small_loop_init(&loop);
		issuer_start(&issuer);
		struct oauth_rules rules = issuer_rules(&issuer);
		buf_addf(
		    &json, "{\"error\":\"invalid_grant\",\"error_description\":\"%s\"}", said[i]);
		issuer_answers_json(&issuer, "/token", 0, 400, buf_z(&json));
		buf_reset(&json);
		buf_addf(&json, "%s/token", hostile_url(issuer.server));
		rules.token_url = buf_z(&json);
		struct oauth *o = oauth_new(&loop.io, &rules);
		oauth_exchange_code(o, STR("code-code-code-code-code"),
		    STR("verifier-verifier-verifier-verifier-verifier"), STR("http://127.0.0.1:1/"),
		    refused, &r);
		assert_true(small_loop_until(&loop, was_refused, &r, 20000));
		assert_string_equal(
		    r.err.text, "the issuer's message contains a secret, so it is not shown");
		oauth_free(o);
	}
}
