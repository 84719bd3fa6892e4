/*
 * The scripted server and the blocking client, tested against each other: each must report exactly
 * the bytes that the other sent.
 */
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/service.h"
#include "lib/test.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static bool
get(struct hostile *h, const char *target, struct http_answer *out)
{
	return http_call(hostile_port(h), "GET", target, NULL, NULL, STR_NONE, out);
}

TEST(answers_by_path_and_number)
{
	auto_buf first = { 0 }, later = { 0 }, moved = { 0 };
	hostile_json(&first, "{\"page\":1}");
	hostile_answer(&later, 503, "Retry-After: 1\r\n", STR("busy"));
	hostile_redirect(&moved, 302, "http://elsewhere.example/");
	const struct hostile_rule rules[] = {
		{ .path = "/a", .nth = 1, .answer = buf_str(&first) },
		{ .path = "/a",
		    .answer = buf_str(&later),
		    .drip = 5,
		    .drip_ms = 1,
		    .end = HOSTILE_CLOSE },
		{ .path = "/moved", .answer = buf_str(&moved) },
	};
	auto_hostile *h = hostile_start(rules, 3);
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf value = { 0 };
	assert_true(get(h, "/a?x=1", &answer));
	assert_int_equal(answer.status, 200);
	assert_string_equal(buf_z(&answer.body), "{\"page\":1}");
	assert_true(get(h, "/a", &answer));
	assert_int_equal(answer.status, 503);
	assert_string_equal(buf_z(&answer.body), "busy");
	assert_true(http_header(&answer, "retry-after", &value));
	assert_string_equal(buf_z(&value), "1");
	assert_true(get(h, "/moved", &answer));
	assert_int_equal(answer.status, 302);
	assert_true(get(h, "/other", &answer));
	assert_int_equal(answer.status, 404);
	assert_int_equal(hostile_count(h), 4);
	assert_string_equal(hostile_request(h, 0)->target, "/a?x=1");
	assert_null(hostile_request(h, 4));
}

TEST(records_bodies_and_headers)
{
	const struct hostile_rule rule = { .answer = STR("HTTP/1.1 204 Fine\r\n\r\n") };
	auto_hostile *h = hostile_start(&rule, 1);
	CLEANUP(http_free) struct http_answer answer = { 0 };
	auto_buf value = { 0 };
	assert_true(
	    http_call(hostile_port(h), "POST", "/x", "secret", "X-Y: z\r\n", STR("a\0b"), &answer));
	assert_int_equal(answer.status, 204);
	assert_true(hostile_wait(h, 1));
	const struct hostile_request *r = hostile_request(h, 0);
	assert_string_equal(r->method, "POST");
	assert_int_equal(r->body_n, 3);
	assert_memory_equal(r->body, "a\0b", 3);
	assert_true(hostile_header(r, "authorization", &value));
	assert_string_equal(buf_z(&value), "Bearer secret");
	assert_false(hostile_header(r, "Cookie", &value));
}

TEST(ends_early)
{
	auto_buf whole = { 0 };
	hostile_json(&whole, "{\"items\":[1,2,3]}");
	const struct hostile_rule rules[] = {
		{ .path = "/cut",
		    .answer = buf_str(&whole),
		    .cut = whole.n - 2,
		    .end = HOSTILE_CLOSE },
		{ .path = "/reset", .answer = buf_str(&whole), .cut = 9, .end = HOSTILE_RESET },
		{ .path = "/nothing", .answer = STR(""), .end = HOSTILE_CLOSE },
	};
	auto_hostile *h = hostile_start(rules, 3);
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_false(get(h, "/cut", &answer));
	assert_int_equal(answer.status, 0);
	assert_string_equal(buf_z(&answer.body), "{\"items\":[1,2,3");
	assert_false(get(h, "/reset", &answer));
	assert_false(get(h, "/nothing", &answer));
	assert_int_equal(answer.status, 0);
}

TEST(reads_chunks)
{
	const struct hostile_rule rule = {
		.answer = STR("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 Fine\r\n"
			      "Transfer-Encoding: "
			      "chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n"),
		.drip = 7,
	};
	auto_hostile *h = hostile_start(&rule, 1);
	CLEANUP(http_free) struct http_answer answer = { 0 };
	assert_true(get(h, "/", &answer));
	assert_int_equal(answer.status, 200);
	assert_string_equal(buf_z(&answer.body), "abc0123456789");
}

/* gzip itself checks that the compressed body is valid. */
TEST(bomb_is_valid)
{
	static const size_t sizes[] = { 0, 1, 258, 259, 1000000 };
	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		auto_buf answer = { 0 };
		hostile_bomb(&answer, sizes[i]);
		size_t head = str_find(buf_str(&answer), STR("\r\n\r\n")) + 4;
		FILE *file = fopen("bomb.gz", "wb");
		fwrite(answer.p + head, 1, answer.n - head, file);
		fclose(file);
		FILE *pipe = popen("gzip -dc bomb.gz | wc -c", "r");
		char text[40] = "";
		assert_non_null(fgets(text, sizeof(text), pipe));
		assert_int_equal(pclose(pipe), 0);
		assert_int_equal(strtoul(text, NULL, 10), sizes[i]);
	}
}

TEST(runs_programs)
{
	static const char *const exits[] = { "/bin/sh", "-c", "exit $CODE", NULL };
	static const char *const hangs[] = { "/bin/sh", "-c", "read x <&2", NULL };
	static const char *const env[] = { "CODE=7", NULL };
	int status, ends[2];
	assert_int_equal(pipe(ends), 0);
	assert_true(process_wait(process_start(exits, env, 1, 2), 20000, &status));
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_false(process_wait(process_start(hangs, NULL, 1, ends[0]), 50, &status));
	assert_true(WIFSIGNALED(status));
	close(ends[0]);
	close(ends[1]);
}

/* A program that does only what service.h relies on. */
static const char fake_program[] =
    "#!/bin/sh\n"
    "case $1 in\n"
    "serve) echo \"args $*\" >&2; echo 'ready http://127.0.0.1:4321/api'; exec sleep 100 ;;\n"
    "token) echo \"token.for.$XDG_STATE_HOME\" ;;\n"
    "*) echo \"$1 $BACKROOM_URL $BACKROOM_TOKEN\"; echo words >&2; exit 3 ;;\n"
    "esac\n";

TEST(starts_a_service)
{
	static const char *const more[] = { "--demo", "awkward", NULL };
	static const char *const args[] = { "get", NULL };
	auto_buf out = { 0 }, words = { 0 }, want = { 0 };
	write_file("fake", fake_program);
	assert_int_equal(chmod("fake", 0700), 0);
	setenv("BACKROOM_BIN", "./fake", 1);
	struct service *s = service_start(more);
	assert_int_equal(service_port(s), 4321);
	assert_string_equal(service_url(s), "http://127.0.0.1:4321/api");
	service_log(s, &out);
	assert_non_null(strstr(buf_z(&out), "--demo awkward"));
	buf_reset(&out);
	assert_int_equal(service_run(s, args, &out, &words), 3);
	buf_addf(&want, "get %s token.for.%s\n", service_url(s), service_folder(s));
	assert_string_equal(buf_z(&out), buf_z(&want));
	assert_string_equal(buf_z(&words), "words\n");
	assert_int_equal(WTERMSIG(service_stop(s)), SIGTERM);
}
