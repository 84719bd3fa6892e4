/* The page on which users approve programs: which clients may open it, and the service's own
 * address. */
#include "service/api/origin.h"
#include "unit/service/calls.h"

#define FORM "application/x-www-form-urlencoded"

static const struct oauth_client console = { .name = "con<sole",
	.scope = "read other",
	.root = "*",
	.subject = "agent",
	.allows_device_code = true,
	.is_public = true };

static int
set_up_grants(void **state)
{
	int failed = set_up(state);
	struct fixture *f = *state;
	f->service.grants = grants_new();
	grants_add_client(f->service.grants, &console, STR_NONE);
	return failed;
}

static int
tear_down_grants(void **state)
{
	struct fixture *f = *state;
	grants_free(f->service.grants);
	return tear_down(state);
}

static int
ask_on_host(
    struct fixture *f, const char *method, struct buf *target, struct buf *body, bool loopback)
{
	const struct header_line headers[] = { { STR("Host"), STR("localhost:8080") },
		{ STR("Content-Type"), STR(FORM) } };
	struct request rq = { .method = str_of(method),
		.target = str_of(buf_z(target)),
		.headers = headers,
		.headers_n = 2,
		.body = buf_str(body),
		.remote = { .address = { [12] = 192, 0, 2, 1 }, .is_loopback = loopback },
		.id = "test-id" };
	response_free(&f->rs);
	dispatch_request(&f->service, &rq, &f->rs); /* pages are not JSON */
	return f->rs.status;
}

/* Submits the approval from another host with everything it needs, then from this machine. */
TEST_WITH(a_program_cannot_be_approved_from_another_host, set_up_grants, tear_down_grants)
{
	struct fixture *f = *state;
	struct grants *g = f->service.grants;
	const struct oauth_client *client = NULL;
	const struct remote_address here = { .is_loopback = true };
	struct grants_attempt who = { .remote = &here, .name = STR("con<sole"), .now_ms = 1 };
	assert_int_equal(grants_check_client(g, &who, &client), OAUTH_OK);
	struct grants_answer codes;
	struct grants_answer view = { 0 };
	struct grants_answer given;
	struct buf page = { 0 }, answered = { 0 }, form = { 0 }, none = { 0 };
	struct grants_request rq = { .client = client, .now_ms = clock_ticks() };
	assert_int_equal(grants_begin(g, &rq, &codes), OAUTH_OK);
	rq.secret = str_of(codes.secret);
	const struct grants_attempt try = { &here, str_of(codes.user_code), STR_NONE, 1 };
	assert_int_equal(grants_decide(g, &try, DECISION_NONE, &view), OAUTH_OK);
	buf_addf(&page, "/oauth2/device?user_code=%s", codes.user_code);
	buf_addz(&answered, "/oauth2/device");
	buf_addf(&form, "user_code=%s&decision=approve&proof=%s", codes.user_code, view.secret);
	assert_int_equal(ask_on_host(f, "GET", &answered, &none, false), 403);
	assert_int_equal(ask_on_host(f, "GET", &page, &none, false), 403);
	assert_null(strstr(buf_z(&f->rs.body), view.secret));
	assert_int_equal(ask_on_host(f, "POST", &answered, &form, false), 403);
	assert_int_equal(grants_poll(g, &rq, &given), OAUTH_PENDING);
	assert_int_equal(ask_on_host(f, "GET", &page, &none, true), 200);
	assert_non_null(strstr(buf_z(&f->rs.body), view.secret));
	assert_non_null(strstr(buf_z(&f->rs.body), "<strong>con&#60;sole</strong>"));
	assert_non_null(strstr(buf_z(&f->rs.body), "<li>other</li>"));
	assert_int_equal(ask_on_host(f, "POST", &answered, &form, true), 200);
	assert_int_equal(grants_poll(g, &rq, &given), OAUTH_OK);
	buf_free(&page);
	buf_free(&answered);
	buf_free(&form);
}

static struct str
text_between(struct str text, struct str before, struct str after)
{
	size_t at = str_find(text, before);
	assert_true(at != SIZE_MAX);
	text = str_sub(text, at + before.n, text.n);
	return str_sub(text, 0, str_find(text, after));
}

/* Browsers ignore a style whose digest is not in the header. */
TEST_WITH(the_content_policy_allows_the_style_of_the_page, set_up_grants, tear_down_grants)
{
	struct fixture *f = *state;
	unsigned char digest[DIGEST_SIZE];
	struct buf target = { 0 }, none = { 0 }, want = { 0 };
	struct str got = STR_NONE;
	buf_addz(&target, "/oauth2/device");
	assert_int_equal(ask_on_host(f, "GET", &target, &none, true), 200);
	for (size_t i = 0; i < f->rs.headers_n; i++)
		if (strcmp(f->rs.headers[i].name, "Content-Security-Policy") == 0)
			got = text_between(
			    str_of(f->rs.headers[i].value), STR("'sha256-"), STR("'"));
	digest_sha256(text_between(buf_str(&f->rs.body), STR("<style>"), STR("</style>")), digest);
	base64_encode(&want, str_from((const char *)digest, sizeof(digest)));
	assert_true(str_eq(got, buf_str(&want)));
	buf_free(&target);
	buf_free(&want);
}

TEST(public_urls_must_have_a_host)
{
	static const char *const good[] = { "http://a", "https://shop.example",
		"https://shop.example:8443/office", "http://[::1]:8080", "https://a/b/" };
	static const char *const bad[] = { "", "shop.example", "ftp://a", "https://", "https:///a",
		"https://:80", "https://a?b", "https://a#b", "https://a/?b", "https://u@a",
		"https://a b", "https://a/\"", "HTTPS://a" };
	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++)
		if (!origin_is_url(str_of(good[i])))
			fail_msg("%s", good[i]);
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		if (origin_is_url(str_of(bad[i])))
			fail_msg("%s", bad[i]);
}
