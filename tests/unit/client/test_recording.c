/* Saved sessions: the lines of a recorder for masked responses, the answers of a client from the
 * file, and refused files. */
#include "client/client.h"
#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/test.h"
#include "unit/client/small_loop.h"
#include "wire/member.h"

#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define HEAD "{\"backroom-session\":1,\"masked\":true,\"now\":\"2026-11-20T10:42:00.000Z\"}\n"
#define TARGET "/checkout/abandoned?limit=2"

enum { NOW_MS = 1795257720 };

struct answer {
	int calls;
	struct err err;
	int http_status;
	struct buf items, cursor;
};

struct used_client {
	struct small_loop loop;
	struct client *client;
	struct mask mask;
	struct recorder *recorder;
	struct recording *recording;
	struct answer answer;
};

static void
on_answer(void *ctx, struct client_answer *answer)
{
	struct answer *a = ctx;
	a->calls++;
	a->err = answer->err;
	a->http_status = answer->http_status;
	buf_reset(&a->items);
	buf_reset(&a->cursor);
	for (size_t i = 0; i < answer->page.items.n; i++)
		buf_adds(&a->items, json_scan_item(&answer->page, i));
	if (!answer->err.kind)
		member_read_text(&a->cursor, buf_str(&answer->page.envelope), STR("queryMore"));
}

static bool
was_answered(void *ctx)
{
	return ((struct answer *)ctx)->calls > 0;
}

static void
used_client_free(struct used_client *s)
{
	client_free(s->client);
	recorder_free(s->recorder);
	recording_free(s->recording);
	small_loop_free(&s->loop);
	buf_free(&s->answer.items);
	buf_free(&s->answer.cursor);
}
#define auto_used_client CLEANUP(used_client_free) struct used_client

static void
record_at(struct used_client *s, const char *url)
{
	struct wire_names names = wire_names_default();
	struct err err;
	*s = (struct used_client){ 0 };
	unlink("a.session");
	mask_init(&s->mask, STR("seed"));
	s->recorder = recorder_open("a.session", NOW_MS, &names, &err);
	assert_non_null(s->recorder);
	small_loop_init(&s->loop);
	s->client = client_new(&(struct client_config){ .base_url = url,
				   .wire_names = names,
				   .token_source = { .token = "secret-token-of-mine" },
				   .mask = &s->mask,
				   .recorder = s->recorder },
	    &s->loop.io);
}

static void
replay(struct used_client *s)
{
	struct err err;
	*s = (struct used_client){ 0 };
	s->recording = recording_open("a.session", &err);
	assert_non_null(s->recording);
	small_loop_init(&s->loop);
	s->client = client_new(
	    &(struct client_config){
		.wire_names = *recording_names(s->recording), .recording = s->recording },
	    &s->loop.io);
}

static const struct answer *
read_list(struct used_client *s, enum endpoint e, const char *query)
{
	s->answer.calls = 0;
	client_read(s->client, e, str_of(query), on_answer, &s->answer);
	assert_int_equal(s->answer.calls, 0); /* never called synchronously */
	assert_true(small_loop_until(&s->loop, was_answered, &s->answer, 20000));
	return &s->answer;
}

TEST(responses_are_replayed_as_they_were_masked)
{
	auto_buf page = { 0 }, last = { 0 }, refused = { 0 }, was = { 0 };
	hostile_json(&page,
	    "{\"hits\":3,\"queryMore\":\"cursor-1\",\"user\":\"Mara Ellison\",\n \"items\" : [\n"
	    "{\"id\":\"b1\",\n\t\"recoveryLink\":\"https://shop.example/r?code=abcdef\","
	    "\"customerDetails\":{\"email\":\"mara@shop.example\",\"firstName\":\"Mara\"}},"
	    "{\"id\":\"b2\",\"customerDetails\":{\"lastName\":\"Ellison\"}}]}");
	hostile_json(&last, "{\"items\":[{\"id\":\"b3\",\"completed\":true}]}");
	hostile_answer(&refused, 403, "X-Request-Id: req-7\r\n",
	    STR("{\"error\":\"no_right\",\"message\":\"Mara Ellison may not do that\"}"));
	const struct hostile_rule rules[] = {
		{ .path = "/checkout", .nth = 1, .answer = buf_str(&page) },
		{ .path = "/checkout", .answer = buf_str(&last) },
		{ .path = "/offers", .answer = buf_str(&refused) },
	};
	auto_hostile *server = hostile_start(rules, 3);
	{
		auto_used_client s;
		record_at(&s, hostile_url(server));
		buf_adds(&was, buf_str(&read_list(&s, ENDPOINT_BASKETS, "?limit=2")->items));
		assert_string_equal(buf_z(&s.answer.cursor), "cursor-1");
		read_list(&s, ENDPOINT_BASKETS, "?limit=2");
		assert_int_equal(read_list(&s, ENDPOINT_OFFERS, "")->err.kind, ERR_DENIED);
		assert_null(recorder_error(s.recorder));
	}
	static const char *const private[] = { "Mara", "mara", "Ellison", "shop.example", "abcdef",
		"secret-token", "127.0.0.1", "may not" };
	for (size_t i = 0; i < sizeof(private) / sizeof(*private); i++)
		assert_false(process_file_holds("a.session", private[i]));
	assert_int_equal(mode_of("a.session"), 0600);
	auto_used_client s;
	replay(&s);
	assert_int_equal(recording_time(s.recording), NOW_MS);
	read_list(&s, ENDPOINT_BASKETS, "?limit=2");
	assert_int_equal(s.answer.err.kind, ERR_NONE);
	/* Only the line ends became spaces. */
	for (size_t i = 0; i < was.n; i++)
		was.p[i] = was.p[i] < ' ' ? ' ' : was.p[i];
	assert_string_equal(buf_z(&s.answer.items), buf_z(&was));
	assert_string_equal(buf_z(&s.answer.cursor), "cursor-1");
	for (int i = 0; i < 2; i++) { /* the last one stays */
		read_list(&s, ENDPOINT_BASKETS, "?limit=2");
		assert_string_equal(buf_z(&s.answer.items), "{\"id\":\"b3\",\"completed\":true}");
	}
	read_list(&s, ENDPOINT_OFFERS, "");
	assert_int_equal(s.answer.err.kind, ERR_DENIED);
	assert_int_equal(s.answer.err.http_status, 403);
	assert_string_equal(s.answer.err.request_id, "req-7");
	read_list(&s, ENDPOINT_OFFERS, "?x=1");
	assert_non_null(strstr(s.answer.err.text, "not in the recording: GET /offers?x=1"));
}

TEST(a_response_with_the_token_is_left_out)
{
	auto_hostile *server = hostile_start_json(
	    "{\"items\":[{\"id\":\"b1\",\"created\":\"secret-token-of-mine\"}]}");
	auto_used_client s;
	record_at(&s, hostile_url(server));
	read_list(&s, ENDPOINT_CAMPAIGNS, "");
	assert_int_equal(s.answer.err.kind, ERR_NONE);
	assert_false(process_file_holds("a.session", "secret-token"));
	assert_false(process_file_holds("a.session", "/campaigns"));
}

TEST(a_failed_connection_is_replayed_without_retries)
{
	auto_used_client first;
	record_at(&first, "http://127.0.0.1:1");
	assert_int_equal(read_list(&first, ENDPOINT_SEGMENTS, "")->err.kind, ERR_NETWORK);
	auto_used_client s;
	replay(&s);
	assert_int_equal(read_list(&s, ENDPOINT_SEGMENTS, "")->err.kind, ERR_NETWORK);
}

TEST(nothing_is_recorded_while_people_are_shown)
{
	auto_hostile *server = hostile_start_json("{\"items\":[{\"id\":\"b1\"}]}");
	auto_used_client s;
	record_at(&s, hostile_url(server));
	client_mask(s.client, NULL);
	read_list(&s, ENDPOINT_BASKETS, "");
	assert_false(process_file_holds("a.session", "/checkout"));
}

TEST(times_of_a_target_may_differ)
{
	struct err err;
	write_file("a.session",
	    HEAD
	    "{\"method\":\"GET\",\"target\":\"/a?limit=2&createdAfter=2026-11-19T10%3A42%3A00."
	    "000Z\",\"status\":200,\"requestId\":\"\",\"code\":\"\",\"body\":{\"items\":[]}}\n");
	struct recording *r = recording_open("a.session", &err);
	assert_non_null(r);
	assert_non_null(
	    recording_next(r, "GET", STR("/a?limit=2&createdAfter=2026-11-19T10%3A42%3A07.123Z")));
	assert_null(
	    recording_next(r, "GET", STR("/a?limit=3&createdAfter=2026-11-19T10%3A42%3A00.000Z")));
	assert_null(
	    recording_next(r, "GET", STR("/a?limit=2&createdBefore=2026-11-19T10%3A42%3A00.000Z")));
	assert_null(recording_next(r, "GET", STR("/a?limit=2")));
	assert_null(
	    recording_next(r, "POST", STR("/a?limit=2&createdAfter=2026-11-19T10%3A42%3A00.000Z")));
	recording_free(r);
}

#define RESPONSE(status, end)                                      \
	"{\"method\":\"GET\",\"target\":\"/a\",\"status\":" status \
	",\"requestId\":\"\",\"code\":\"\"" end

TEST(damaged_files_are_refused_with_their_line)
{
	static const struct {
		const char *text, *message;
	} files[] = {
		{ "", "a.session, line 1: the line is not complete" },
		{ "\n", "a.session, line 1: " },
		{ "environment \"prod\" {}\n", "a.session, line 1: " },
		{ "[]\n", "a.session, line 1: it is not an object" },
		{ "{}\n", "a.session, line 1: this is not a saved session" },
		{ "{\"backroom-session\":2}\n", "line 1: a newer Backroom saved this session" },
		{ "{\"backroom-session\":1}\n", "line 1: \"now\" is missing, or is not a text" },
		{ "{\"backroom-session\":1,\"now\":\"soon\"}\n", "line 1: \"now\" is not a time" },
		{ "{\"backroom-session\":1,\"now\":\"2026-11-20\",\"paths\":{\"offers\":7}}\n",
		    "line 1: \"offers\" is missing, or is not a text" },
		{ "{\"backroom-session\":1,\"now\":\"2026-11-20\",\"paths\":{\"offers\":\"//x y\"}}\n",
		    "a.session, line 1: " },
		{ HEAD RESPONSE("200", ",\"body\":{\"items\":[]}"), "line 2: the line is not" },
		{ HEAD RESPONSE("200", ",\"body\":{\"items\":[}\n"), "a.session, line 2: " },
		{ HEAD RESPONSE("200", ",\"body\":{\"items\":[]}\n"), "a.session, line 2: " },
		{ HEAD RESPONSE("\"200\"", "}\n"), "line 2: \"status\" must be a number" },
		{ HEAD RESPONSE("1073741824", "}\n"), "line 2: \"status\" must be a number" },
		{ HEAD "{\"script\":\"keys j\"}\n{\"method\":{}}\n",
		    "line 3: \"method\" is missing, or is not a text" },
		{ HEAD "\x1b[2J\n", "a.session, line 2: " },
	};
	struct err err;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++) {
		write_file("a.session", files[i].text);
		assert_null(recording_open("a.session", &err));
		assert_int_equal(err.kind, ERR_CONFIG);
		if (!strstr(err.text, files[i].message))
			fail_msg("%s: %s", files[i].text, err.text);
	}
	unlink("a.session");
	assert_null(recording_open("a.session", &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
	assert_null(recording_open("/dev/zero", &err));
	assert_int_equal(err.kind, ERR_IO);
	write_file("a.session", "");
	assert_int_equal(truncate("a.session", RECORDING_BYTES_MAX + 1), 0);
	assert_null(recording_open("a.session", &err));
	assert_non_null(strstr(err.text, "has more than 64 MiB"));
	unlink("a.session");
}

TEST(an_existing_file_is_kept)
{
	struct wire_names names = wire_names_default();
	auto_buf text = { 0 };
	struct err err;
	write_file("a.session", "mine");
	assert_null(recorder_open("a.session", NOW_MS, &names, &err));
	assert_string_equal(err.text, "a.session: the file exists; choose a new name");
	assert_true(process_read_file("a.session", &text));
	assert_string_equal(buf_z(&text), "mine");
	assert_null(recorder_open("/dev/full", NOW_MS, &names, &err));
	assert_null(recorder_open("no-folder/a.session", NOW_MS, &names, &err));
}

TEST(other_names_of_an_environment_are_recorded)
{
	struct wire_names names = wire_names_default();
	struct err err;
	unlink("a.session");
	names.params[PARAM_LIMIT] = "page";
	names.params[PARAM_TAG] = "labels";
	names.paths[ENDPOINT_OFFERS] = "/v3/offers";
	struct recorder *written = recorder_open("a.session", NOW_MS, &names, &err);
	recorder_add_script(written, STR("keys j"));
	recorder_free(written);
	struct recording *r = recording_open("a.session", &err);
	assert_non_null(r);
	assert_string_equal(recording_names(r)->params[PARAM_LIMIT], "page");
	assert_string_equal(recording_names(r)->params[PARAM_TAG], "labels");
	assert_string_equal(recording_names(r)->paths[ENDPOINT_OFFERS], "/v3/offers");
	assert_string_equal(recording_names(r)->paths[ENDPOINT_ASSETS], "/assets");
	recording_free(r);
}

static void
count_call(void *ctx)
{
	++*(int *)ctx;
}

/* Adds responses until the recorder stops; the file can be replayed then. */
static void
fill(size_t body_bytes, size_t most, const char *reason)
{
	struct wire_names names = wire_names_default();
	auto_buf body = { 0 };
	struct err err;
	int calls = 0;
	unlink("a.session");
	struct recorder *r = recorder_open("a.session", NOW_MS, &names, &err);
	assert_non_null(r);
	recorder_watch(r, count_call, &calls);
	buf_addz(&body, "{\"items\":[\"");
	buf_pad(&body, 'x', body_bytes);
	buf_addz(&body, "\"]}");
	for (size_t i = 0; i < most && !calls; i++)
		recorder_add_response(r,
		    &(struct recorded_response){
			.method = "GET", .target = STR("/a"), .body = buf_str(&body) });
	assert_int_equal(calls, 1);
	assert_non_null(strstr(recorder_error(r)->text, reason));
	recorder_add_script(r, STR("keys j")); /* does nothing more */
	assert_int_equal(calls, 1);
	recorder_free(r);
	struct recording *read = recording_open("a.session", &err);
	assert_non_null(read);
	assert_non_null(recording_next(read, "GET", STR("/a")));
	recording_free(read);
	unlink("a.session");
}

TEST(a_recorder_stops_at_the_largest_file)
{
	fill(7000000, 10, "a.session: the file has reached 64 MiB");
}

TEST(a_recorder_stops_when_the_disk_is_full)
{
	struct rlimit was, least;
	signal(SIGXFSZ, SIG_IGN); /* the limit is then an error of write(), as a full disk is */
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &was), 0);
	least = (struct rlimit){ .rlim_cur = 50000, .rlim_max = was.rlim_max };
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &least), 0);
	fill(20000, 10, "a.session: File too large");
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &was), 0);
}
