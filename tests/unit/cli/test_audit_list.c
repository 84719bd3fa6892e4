/* `backroom audit list` and `get audit`: the request, the formats, masks and errors. */
#include "lib/test.h"
#include "unit/cli/two_pages.h"

#include <string.h>

#define LINKED                                                                                     \
	"{\"id\":\"0-2\",\"at\":\"2026-11-20T10:40:00Z\",\"subject\":\"ben\",\"operation\":"       \
	"\"linkExternalIdentity\",\"owner\":\"id-01a7d3f05e9b7c21\",\"outcome\":\"not_found\","    \
	"\"requestId\":\"r-2\",\"detail\":{\"iss\":\"https://login.example/\",\"sub\":\"auth|9c1f" \
	"8841\"}}"
#define CHANGED                                                                                    \
	"{\"id\":\"0-1\",\"at\":\"2026-11-20T09:00:00Z\",\"subject\":\"mara\",\"operation\":"      \
	"\"bulkUpdateCatalog\",\"owner\":\"1\",\"outcome\":\"done\",\"requestId\":\"r-1\","        \
	"\"detail\":{\"applied\":2,\"failed\":0,\"items\":[{\"path\":\"/segments/student\"},"      \
	"{\"path\":\"/segments/b\"}]}}"

static void
serve_entries(struct pages *p)
{
	serve(p, "{\"items\":[" LINKED "],\"queryMore\":\"c\"}", "{\"items\":[" CHANGED "]}");
}

static const char *
target(struct pages *p, size_t i)
{
	const struct hostile_request *r = hostile_request(p->server, i);
	return r ? r->target : "";
}

TEST(it_says_who_did_what_to_whom)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[" LINKED "," CHANGED "]}", NULL);
	EXITS(0, &r, hostile_url(p.server), "audit", "list");
	assert_string_equal(buf_z(&r.out),
	    "WHEN              USER  ACTION          RESULT       OWNER  IDENTITY  DETAIL\n"
	    "20 Nov 10:40 UTC  ben   link            x not_found  \xE2\x80\xA6"
	    "7c21  \xE2\x80\xA6"
	    "8841\n"
	    "20 Nov 09:00 UTC  mara  change catalog  done         1                applied 2, "
	    "/segments/student +1\n");
	assert_string_equal(buf_z(&r.words), "");
	assert_string_equal(target(&p, 0), "/audit?limit=50");
	pages_end(&p);
}

TEST(all_reads_every_page)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", "--all", "-o", "ndjson");
	assert_string_equal(buf_z(&r.out), LINKED "\n" CHANGED "\n");
	assert_string_equal(target(&p, 1), "/audit?limit=500&queryMore=c");
	pages_end(&p);
}

TEST(data_is_as_sent)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "audit", "--all", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" LINKED ",\n" CHANGED "\n]\n");
	pages_end(&p);
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "get",
	    "audit cols=when,action,owner,identity,issuer,result,request", "--all", "-o", "csv");
	assert_string_equal(buf_z(&r.out),
	    "when,action,owner,identity,issuer,result,request\n"
	    "2026-11-20T10:40:00.000Z,link,id-01a7d3f05e9b7c21,auth|9c1f8841,"
	    "https://login.example/,not_found,r-2\n"
	    "2026-11-20T09:00:00.000Z,change catalog,1,,,done,r-1\n");
	pages_end(&p);
}

TEST(exact_terms_are_sent_to_the_service)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", "action=link", "user=ben",
	    "owner=id-01a7d3f05e9b7c21", "identity=auth|9c1f8841", "request=r-2",
	    "since=2026-11-20", "until=2026-11-21", "--all", "-o", "ndjson");
	assert_string_equal(target(&p, 0),
	    "/audit?limit=500&createdAfter=2026-11-20T00%3A00%3A00.000Z&operation="
	    "linkExternalIdentity&subject=ben&owner=id-01a7d3f05e9b7c21&identity=auth%7C9c1f8841&"
	    "requestId=r-2&createdBefore=2026-11-21T00%3A00%3A00.001Z");
	assert_string_equal(buf_z(&r.out), LINKED "\n");
	pages_end(&p);
}

/* A second term of a key, a negated one, and a subject that could be read as an issuer and a
 * subject stay here. */
TEST(other_terms_are_applied_here)
{
	static const char *const terms[] = { "user:be", "!user=mara", "user=BEN", "result=refused",
		"result=not_found", "issuer=https://login.example/", "action:linkExternal",
		"auth|9c1f8841", "!action=\"change catalog\"" };
	for (size_t i = 0; i < sizeof(terms) / sizeof(*terms); i++) {
		struct pages p;
		auto_run_result r = { 0 };
		serve_entries(&p);
		EXITS(0, &r, hostile_url(p.server), "audit", "list", terms[i], "--all", "-o",
		    "ndjson");
		if (strcmp(buf_z(&r.out), LINKED "\n") != 0)
			fail_msg("%s: %s", terms[i], buf_z(&r.out));
		assert_true(
		    strchr(target(&p, 0), '&') == NULL || strcmp(terms[i], "user=BEN") == 0);
		pages_end(&p);
	}
	struct pages p;
	auto_run_result r = { 0 };
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", "identity=a b", "--all");
	assert_string_equal(target(&p, 0), "/audit?limit=500");
	assert_non_null(strstr(buf_z(&r.words), "No match in 2 audit entries"));
	pages_end(&p);
}

/* The user knows only masked values, which the service does not. */
TEST(masked_people_are_found_by_their_masks)
{
	struct pages p;
	auto_run_result r = { 0 };
	auto_buf term = { 0 };
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", "--all", "--mask", "-o", "csv",
	    "--fields", "subject,owner,detail.sub,detail.applied,operation,requestId");
	const char *const hidden[] = { "ben", "mara", "7c21", "8841" };
	for (size_t i = 0; i < sizeof(hidden) / sizeof(*hidden); i++)
		assert_null(strstr(buf_z(&r.out), hidden[i]));
	assert_non_null(strstr(buf_z(&r.out), ",2,bulkUpdateCatalog,r-1\n"));
	pages_end(&p);
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", "action=link", "--all", "--mask",
	    "-o", "tsv", "--fields", "owner");
	struct str line, rest = buf_str(&r.out);
	str_next(&rest, '\n', &line);
	str_next(&rest, '\n', &line);
	buf_addf(&term, "owner=%.*s", STR_ARG(line));
	pages_end(&p);
	serve_entries(&p);
	EXITS(0, &r, hostile_url(p.server), "audit", "list", buf_z(&term), "--all", "--mask", "-o",
	    "ndjson");
	assert_string_equal(target(&p, 0), "/audit?limit=500");
	assert_non_null(strstr(buf_z(&r.out), "linkExternalIdentity"));
	pages_end(&p);
}

static void
expect_refusal(int status, const char *body, int code, const char *words)
{
	auto_buf answer = { 0 };
	auto_run_result r = { 0 };
	hostile_answer(&answer, status, "", str_of(body));
	struct hostile_rule rule = { .answer = buf_str(&answer) };
	struct hostile *server = hostile_start(&rule, 1);
	EXITS(code, &r, hostile_url(server), "audit", "list");
	assert_non_null(strstr(buf_z(&r.words), words));
	assert_string_equal(buf_z(&r.out), "");
	hostile_stop(server);
}

TEST(a_service_without_audit_and_a_token_without_the_right)
{
	expect_refusal(404, "{\"code\":\"not_found\",\"message\":\"no such page\"}", 5,
	    "this service has no audit");
	expect_refusal(403,
	    "{\"code\":\"forbidden\",\"message\":\"This needs a token with the scope "
	    "\\\"audit:read\\\".\"}",
	    7, "audit:read");
}
