/* `--log FILE`: one line per request, without people or secrets. */
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

#define OWNER "id-quiet-owner"
#define ISS "https://quiet-issuer.example/"
#define SUB "quiet|sub\\8841"
#define TOKEN "quiet.to.ken"

/* Reads the log without its times and durations, which differ every time. */
static void
read_log(struct buf *out)
{
	auto_buf all = { 0 };
	struct str rest, line;
	const size_t at = strlen("{\"at\":\"2026-11-20T10:42:00.000Z\",");
	assert_true(process_read_file("log", &all));
	for (rest = buf_str(&all); rest.n && str_next(&rest, '\n', &line);) {
		struct str ms = STR("\"ms\":");
		size_t from = str_find(line, ms), to;
		assert_true(str_starts(line, STR("{\"at\":\"20")) && from != SIZE_MAX);
		for (to = from + ms.n; to < line.n && line.p[to] != ','; to++)
			assert_true(line.p[to] >= '0' && line.p[to] <= '9');
		buf_adds(out, str_sub(line, at, from - at));
		buf_adds(out, str_sub(line, to + 1, line.n));
		buf_addc(out, '\n');
	}
}

/* Runs a command with a server that always returns this response, and compares the log. */
static void
expect_log(
    const char *headers, int status, const char *body, const char *const *args, const char *want)
{
	auto_buf log = { 0 };
	auto_run_result r = { 0 };
	unlink("log");
	unlink("state/backroom/journal.jsonl");
	unlink("state/backroom/journal.head");
	auto_hostile *server = hostile_start_answer(status, headers, str_of(body));
	run_to(&r, NULL, hostile_url(server), TOKEN, args);
	read_log(&log);
	assert_string_equal(buf_z(&log), want);
}

static const char *const linking[] = { "identity", "link", OWNER, "--iss", ISS, "--sub", SUB,
	"--reason", "quiet reason", "--yes", "--log", "log", NULL };

#define LINE(method, path, status, request)                                                    \
	"\"level\":\"info\",\"event\":\"exchange\",\"method\":\"" method "\",\"path\":\"" path \
	"\",\"status\":" status ",\"request\":\"" request "\"}\n"
#define LINKED(status, request) LINE("POST", "/objects/externalidentity/{owner}", status, request)

TEST(a_link_is_logged_without_secrets)
{
	expect_log("X-Request-Id: 4f1c-09a2\r\n", 200, "{\"id\":\"quiet\"}", linking,
	    LINKED("200", "4f1c-09a2"));
	expect_log("", 409, "{\"requestId\":\"r-77\",\"code\":\"c\",\"message\":\"quiet\"}",
	    linking, LINKED("409", "r-77"));
}

/* A server contains a secret as its request id. */
TEST(a_request_id_with_a_secret_is_left_out)
{
	static const char *const echoes[] = { TOKEN, "x-" TOKEN, OWNER, "o=" OWNER, "quiet-owner",
		ISS, SUB, "s=" SUB ";", "8841",
		"0123456789012345678901234567890123456789012345678901234567890123456789" };
	for (size_t i = 0; i < sizeof(echoes) / sizeof(*echoes); i++) {
		char header[200];
		snprintf(header, sizeof(header), "X-Request-Id: %s\r\n", echoes[i]);
		expect_log(header, 200, "{}", linking, LINKED("200", ""));
	}
}

TEST(a_read_is_logged_without_its_query)
{
	static const char *const reading[] = { "get", "offers path=/quiet/offer", "--log", "log",
		NULL };
	expect_log("X-Request-Id: r-1\r\n", 404, "", reading, LINE("GET", "/offers", "404", "r-1"));
}

TEST(runs_append_to_the_log)
{
	static const char *const reading[] = { "get", "offers", "--log", "log", NULL };
	auto_buf log = { 0 };
	auto_run_result r = { 0 };
	expect_log("", 404, "", reading, LINE("GET", "/offers", "404", ""));
	run_to(&r, NULL, "http://127.0.0.1:1", TOKEN, linking); /* a port without a listener */
	read_log(&log);
	assert_string_equal(buf_z(&log), LINE("GET", "/offers", "404", "") LINKED("0", ""));
}
