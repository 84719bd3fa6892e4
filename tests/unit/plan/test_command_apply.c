/* `backroom plan apply`, resume and rollback against the test's own service: requests, skipped
 * rows, and results after lost responses. */
#include "lib/deadline.h"
#include "lib/proxy.h"
#include "plan/plan.h"
#include "unit/plan/plan_runs.h"

#include <string.h>

static void
put_price(const char *path, const char *attribute, const char *price)
{
	auto_buf body = { 0 };
	buf_addf(&body, "{\"diffs\":[{\"path\":\"%s\",\"diff\":{\"attributes\":{\"%s\":\"%s\"}}}]}",
	    path, attribute, price);
	assert_int_equal(
	    api_call(the_api, "PUT", "/svc/catalogs/1/bulk-update", NULL, buf_z(&body)), 200);
}

ON_A_SERVICE(an_applied_plan_is_rolled_back_to_the_last_byte)
{
	auto_buf before = { 0 }, after = { 0 }, back = { 0 };
	read_offers(&before);
	DO(0, "p.jsonl", "--select", "offers", "percent=5", "round=.99", "currency=GBP", "--reason",
	    "INC-1");
	struct run_result r = PLAN(0, "apply", "p.jsonl", ALL_OF_IT, "--batch", "15", "-o", "csv",
	    "--fields", "state,path");
	assert_true(has_message(&r, "What customers pay, largest relative changes first:\n"));
	assert_true(has_message(&r, "batch 2 of "));
	assert_null(strstr(buf_z(&r.out), "as planned,"));
	run_result_free(&r);
	assert_true(journal_has("changes,done,,INC-1,"));
	read_offers(&after);
	assert_string_not_equal(buf_z(&after), buf_z(&before));
	DO(2, "apply", "p.jsonl", "--yes"); /* already begun */
	DO(0, "resume", "p.jsonl", ALL_OF_IT);
	DO(0, "resume", "p.jsonl", "--dry-run"); /* nothing left to send */
	DO(8, "rollback", "p.jsonl", "back.jsonl", "--dry-run");
	DO(0, "rollback", "p.jsonl", "back.jsonl");
	DO(0, "apply", "back.jsonl", ALL_OF_IT);
	read_offers(&back);
	assert_string_equal(buf_z(&back), buf_z(&before));
	/* A rollback plan can itself be rolled back. */
	remove("p.jsonl");
	DO(0, "rollback", "back.jsonl", "p.jsonl");
}

ON_A_SERVICE(values_changed_by_others_are_skipped_and_reported)
{
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP");
	put_price("/offers/Winback 2026/weekend-print", "price[monthly]", "15.00");
	auto_run_result r = PLAN(
	    3, "apply", "p.jsonl", ALL_OF_IT, "-o", "csv", "--fields", "state,charge,path");
	assert_non_null(
	    strstr(buf_z(&r.out), "changed since,monthly,/offers/Winback 2026/weekend-print\n"));
	assert_non_null(
	    strstr(buf_z(&r.out), "done,monthly,/offers/Winback 2026/digital-monthly\n"));
	assert_true(has_message(&r, " changed since\n"));
	run_result_free(&r);
	assert_int_equal(api_getf(the_api, "/offers?path=%s",
			     api_escape(the_api, "/offers/Winback 2026/weekend-print")),
	    200);
	assert_true(api_body_contains(the_api, "15.00"));
	/* An offer that was changed after the plan was applied is not rolled back; the others
	 * are. */
	put_price("/offers/Winback 2026/digital-monthly", "price[trial]", "7.00");
	r = PLAN(3, "rollback", "p.jsonl", "back.jsonl", "-o", "csv", "--fields",
	    "charge,new,refused,path");
	assert_non_null(strstr(buf_z(&r.out),
	    "monthly,,changed since it was applied,/offers/Winback 2026/digital-monthly\n"));
	DO(0, "apply", "back.jsonl", ALL_OF_IT);
}

/* The service applied it, but the response was lost. */
ON_A_SERVICE(a_write_without_a_response_is_read_back)
{
	static const enum proxy_mood moods[] = { PROXY_502, PROXY_CLOSES };
	for (size_t i = 0; i < sizeof(moods) / sizeof(*moods); i++) {
		struct proxy *x = proxy_start(service_port(the_api->service));
		auto_buf url = { 0 };
		char percent[16];
		buf_addf(&url, "%s/api", proxy_url(x));
		remove("p.jsonl");
		remove("p.jsonl.applied");
		snprintf(percent, sizeof(percent), "percent=%zu", 5 + i);
		address = buf_z(&url);
		DO(0, "p.jsonl", WINBACK, percent, "currency=GBP");
		proxy_set_mood(x, moods[i]);
		auto_run_result r = PLAN(0, "apply", "p.jsonl", ALL_OF_IT);
		assert_true(has_message(&r, "No response. Read back: all changes are done"));
		assert_int_equal(proxy_writes(x), 1);
		assert_true(journal_has("done,read_back"));
		proxy_stop(x);
	}
}

/* Each batch has its own result: the first was made after all, the others were not. */
ON_A_SERVICE(resume_after_the_end_records_each_batch)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	struct proxy *x = proxy_start(service_port(the_api->service));
	auto_buf url = { 0 }, path = { 0 }, attribute = { 0 }, price = { 0 };
	struct err err;
	buf_addf(&url, "%s/api", proxy_url(x));
	address = buf_z(&url);
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP", "--start", "2030-01-01", "--end",
	    "2030-02-01");
	proxy_set_mood(x, PROXY_LOSES);
	DO(3, "apply", "p.jsonl", ALL_OF_IT, "--batch", "1", "--keep-going", "--now", "2030-01-02");
	proxy_set_mood(x, PROXY_HONEST);
	assert_true(plan_load(&p, "p.jsonl", &err));
	buf_adds(&path, p.rows.v[0].path);
	buf_adds(&attribute, p.rows.v[0].attribute);
	buf_adds(&price, p.rows.v[0].new);
	put_price(buf_z(&path), buf_z(&attribute), buf_z(&price));
	DO(0, "resume", "p.jsonl", "--now", "2030-02-02");
	assert_true(journal_has("1 change,done,read_back,"));
	assert_true(journal_has("2 changes,refused,not_applied,"));
	assert_false(journal_has(",unknown,"));
	proxy_stop(x);
}

/* The batch never reached the service: nothing is changed, and its result stays unknown until a
 * later batch settles it. */
ON_A_SERVICE(resume_does_exactly_the_rest)
{
	struct proxy *x = proxy_start(service_port(the_api->service));
	auto_buf url = { 0 };
	buf_addf(&url, "%s/api", proxy_url(x));
	address = buf_z(&url);
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP");
	proxy_set_mood(x, PROXY_LOSES);
	auto_run_result r = PLAN(
	    3, "apply", "p.jsonl", ALL_OF_IT, "--batch", "2", "-o", "csv", "--fields", "state");
	assert_true(has_message(&r, "Changes that are not done yet may still be applied"));
	assert_true(has_message(&r, "backroom plan resume p.jsonl sends the rest"));
	assert_non_null(strstr(buf_z(&r.out), "unknown\n"));
	assert_non_null(strstr(buf_z(&r.out), "as planned\n"));
	assert_int_equal(proxy_writes(x), 1); /* stopped after the first batch that failed */
	run_result_free(&r);
	assert_true(journal_has(",unknown,"));
	proxy_set_mood(x, PROXY_HONEST);
	DO(0, "resume", "p.jsonl", ALL_OF_IT);
	assert_true(journal_has(",unknown,passing,,J-000"));
	r = PLAN(1, "check", "p.jsonl", "-o", "csv", "--fields", "state");
	assert_null(strstr(buf_z(&r.out), "as planned"));
	proxy_stop(x);
}

static pid_t
start(const char *const words[])
{
	auto_buf url = { 0 }, token = { 0 };
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_BIN") };
	buf_addf(&url, "BACKROOM_URL=%s", address);
	buf_addf(&token, "BACKROOM_TOKEN=%s", buf_z(&the_api->token));
	const char *const env[] = { buf_z(&url), buf_z(&token), "BACKROOM_CONFIG=", NULL };
	for (size_t i = 0; words[i]; i++)
		argv[i + 1] = words[i];
	int out = open_new("out"), said = open_new("words");
	pid_t pid = process_start(argv, env, out, said);
	close(out);
	close(said);
	return pid;
}

static bool
file_has(const char *path, const char *text)
{
	auto_buf file = { 0 };
	bool found = process_read_file(path, &file) && strstr(buf_z(&file), text);
	return found;
}

/* Ctrl-C, and the signal that stops a scheduled job: the current batch is completed first, so
 * its result is known. */
ON_A_SERVICE(an_interrupt_stops_after_the_current_batch)
{
	int status;
	DO(0, "p.jsonl", "--select", "offers", "percent=5", "currency=GBP");
	pid_t pid = start(
	    (const char *const[]){ "plan", "apply", "p.jsonl", ALL_OF_IT, "--batch", "1", NULL });
	for (int64_t until = deadline_in(20000); clock_ticks() < until;)
		if (file_has("p.jsonl.applied", "results"))
			break;
	kill(pid, SIGINT);
	assert_true(process_wait(pid, 60000, &status));
	assert_int_equal(WIFEXITED(status) ? WEXITSTATUS(status) : -1, 3);
	assert_true(file_has("words", "Stopping after this batch"));
	assert_true(file_has("words", "plan resume p.jsonl sends the rest"));
	assert_false(journal_has(",unknown,"));
	DO(0, "resume", "p.jsonl", ALL_OF_IT, "--batch", "50");
}

ON_A_SERVICE(nothing_is_sent_without_confirmation)
{
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, after = { 0 };
	read_offers(&before);
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP");
	r = PLAN(8, "apply", "p.jsonl", "--dry-run", "--include-review", "-o", "ndjson");
	assert_non_null(strstr(buf_z(&r.out), "{\"method\":\"PUT\",\"url\":\"http://127.0.0.1:"));
	assert_non_null(strstr(buf_z(&r.out), "\"body\":{\"diffs\":[{\"path\":\"/offers/Winback"));
	assert_true(has_message(&r, "Nothing was sent or recorded"));
	run_result_free(&r);
	r = PLAN(2, "apply", "p.jsonl");
	assert_true(has_message(&r, "a write needs --yes"));
	DO(7, "apply", "p.jsonl", "--yes", "--read-only");
	DO(7, "apply", "p.jsonl", "--yes", "--mask");
	DO(2, "resume", "p.jsonl", "--yes"); /* nothing was begun */
	DO(2, "rollback", "p.jsonl", "back.jsonl");
	DO(2, "apply", "p.jsonl", "--yes", "--batch", "0");
	DO(2, "apply", "p.jsonl", "--yes", "--batch", "1001");
	run_result_free(&r);
	r = PLAN(7, "approve", "p.jsonl", "--yes");
	assert_true(has_message(&r, "you made this plan; someone else must approve it"));
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	assert_false(journal_has("1 of 1"));
}

static size_t
count_lines_with(const struct buf *text, const char *start)
{
	struct str rest = buf_str(text), line;
	size_t n = 0;
	while (rest.n && str_next(&rest, '\n', &line))
		n += str_starts(line, str_of(start));
	return n;
}

ON_A_SERVICE(curl_prints_a_line_per_request_and_sends_nothing)
{
	auto_run_result r = { 0 };
	auto_buf before = { 0 }, after = { 0 };
	read_offers(&before);
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP");
	r = PLAN(0, "apply", "p.jsonl", "--curl", "--include-review", "--batch", "1");
	assert_true(count_lines(&r.out) > 1);
	assert_int_equal(count_lines(&r.out),
	    count_lines_with(&r.out,
		"curl -sS -H \"Authorization: Bearer $BACKROOM_TOKEN\" -X PUT -H 'Content-Type: "
		"application/json' --data-raw '{\"diffs\":[{\"path\":\"/offers"));
	assert_null(strstr(buf_z(&r.out), buf_z(&the_api->token)));
	assert_true(has_message(&r, "Nothing was sent or recorded"));
	run_result_free(&r);
	r = PLAN(3, "apply", "p.jsonl", "--curl", "-q"); /* some are left out for review */
	DO(2, "rollback", "p.jsonl", "back.jsonl", "--curl");
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before));
	assert_false(journal_has("1 of 1"));
}

/* ---- part of a plan ---- */

#define ONE_OFFER "--select", "offers path=\"/offers/Winback 2026/weekend-print\""
#define PATHS "-o", "csv", "--fields", "path"

/* Counts the printed lines for that offer, and those for others. */
static void
count_paths(struct run_result *r, size_t *of_one, size_t *of_others)
{
	struct str rest = buf_str(&r->out), line;
	*of_one = *of_others = 0;
	str_next(&rest, '\n', &line);
	while (rest.n && str_next(&rest, '\n', &line))
		++*(str_eqz(line, "/offers/Winback 2026/weekend-print") ? of_one : of_others);
	run_result_free(r);
}

ON_A_SERVICE(select_limits_every_command)
{
	auto_buf before = { 0 }, after = { 0 };
	size_t one, others, all;
	read_offers(&before);
	auto_run_result r = PLAN(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP", PATHS);
	count_paths(&r, &one, &others);
	assert_true(one > 0 && others > 0);
	const struct {
		int code;
		const char *words[4];
	} verbs[] = { { 0, { "show", "p.jsonl" } }, { 8, { "check", "p.jsonl" } },
		{ 0, { "apply", "p.jsonl", ALL_OF_IT } },
		{ 0, { "rollback", "p.jsonl", "back.jsonl" } },
		{ 0, { "apply", "back.jsonl", ALL_OF_IT } } };
	for (size_t i = 0; i < sizeof(verbs) / sizeof(*verbs); i++) {
		const char *const *w = verbs[i].words;
		const char *words[WORDS_MAX] = { "plan", w[0], w[1], ONE_OFFER, PATHS, w[2], w[3] };
		r = run_well(verbs[i].code, words);
		assert_true(i == 4 || has_message(&r, " outside --select\n"));
		count_paths(&r, &all, &others);
		if (all != one || others)
			fail_msg("%s: %zu of %zu, %zu others", w[0], all, one, others);
	}
	read_offers(&after);
	assert_string_equal(buf_z(&after), buf_z(&before)); /* a change was sent and rolled back */
	r = PLAN(5, "show", "p.jsonl", "--select", "offers nowhere");
	assert_true(has_message(&r, "--select offers nowhere: no change of the plan matches"));
	DO(2, "show", "p.jsonl", "--select", "products");
	DO(2, "show", "p.jsonl", "--select", "offers colour=red");
}

static void
answer_marked_offer(struct buf *out, const char *monthly, const char *trial)
{
	auto_buf items = { 0 };
	buf_addf(&items,
	    "{\"hits\":1,\"commitId\":\"c1\",\"items\":[{\"path\":\"/offers2/b\",\"name\":\"b\","
	    "\"data\":{\"price\":[{\"name\":\"monthly\",\"currencyCode\":\"GBP\",\"value\":\"%s\"},"
	    "{\"name\":\"trial\",\"currencyCode\":\"GBP\",\"value\":\"%s\"}]}}]}",
	    monthly, trial);
	hostile_json(out, buf_z(&items));
}

ON_A_SERVICE(rows_for_review_are_sent_if_requested)
{
	struct buf answers[5] = { 0 };
	answer_marked_offer(&answers[0], "2.00", "1.00");
	answer_marked_offer(&answers[1], "1.00", "1.00");
	answer_marked_offer(&answers[2], "1.00", "0.00");
	hostile_json(&answers[3], "{\"success\":\"1\",\"failed\":[]}");
	hostile_json(&answers[4], "{\"hits\":0,\"items\":[]}");
	const struct hostile_rule rules[] = {
		{ .path = "/svc/catalogs/", .answer = buf_str(&answers[3]) },
		{ .path = "/offers?", .nth = 1, .answer = buf_str(&answers[0]) }, /* plan */
		{ .path = "/offers?", .nth = 2, .answer = buf_str(&answers[0]) }, /* dry run */
		{ .path = "/offers?", .nth = 3, .answer = buf_str(&answers[0]) }, /* apply */
		{ .path = "/offers?", .nth = 4, .answer = buf_str(&answers[1]) },
		{ .path = "/offers?", .nth = 5, .answer = buf_str(&answers[1]) }, /* resume */
		{ .path = "/offers?", .nth = 6, .answer = buf_str(&answers[1]) }, /* resume */
		{ .path = "/offers?", .answer = buf_str(&answers[2]) },
		{ .answer = buf_str(&answers[4]) },
	};
	struct hostile *server = hostile_start(rules, sizeof(rules) / sizeof(*rules));
	address = hostile_url(server);
	DO(0, "p.jsonl", "--select", "offers", "add=-1");
	struct run_result r = PLAN(3, "apply", "p.jsonl", "--dry-run");
	assert_true(has_message(
	    &r, "1 change is marked for review and left out; --include-review also sends it"));
	run_result_free(&r);
	r = PLAN(3, "apply", "p.jsonl", "--yes", "-o", "csv", "--fields", "path,charge,state");
	assert_string_equal(buf_z(&r.out),
	    "path,charge,state\n"
	    "/offers2/b,monthly,done\n"
	    "/offers2/b,trial,as planned\n");
	assert_true(has_message(
	    &r, "1 change is marked for review and left out; --include-review also sends it"));
	assert_true(has_message(&r, "plan resume p.jsonl --include-review sends the rest"));
	run_result_free(&r);
	DO(3, "resume", "p.jsonl", "--yes");
	/* Only the plan itself changed its offer meanwhile. */
	DO(0, "resume", "p.jsonl", ALL_OF_IT);
	DO(8, "rollback", "p.jsonl", "back.jsonl", "--dry-run"); /* both parts can be rolled back */
	hostile_stop(server);
	for (size_t i = 0; i < 5; i++)
		buf_free(&answers[i]);
}

/* ---- a second person ---- */

/* The plan as if another user had made it. */
static void
change_author(const char *path)
{
	CLEANUP(plan_free) struct plan p = { 0 };
	auto_buf text = { 0 };
	struct err err;
	assert_true(plan_load(&p, path, &err));
	p.author = STR("somebody-else@desk");
	plan_write(&text, &p);
	write_bytes(path, buf_str(&text), 0600);
}

ON_A_SERVICE(an_environment_may_want_a_reason_and_a_second_person)
{
	auto_run_result r = { 0 };
	auto_buf config = { 0 }, token = { 0 };
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" token-command = {\"sh\", \"-c\", \"echo $TOKEN\"} "
	    "plan-approval = true require-reason = true }\n",
	    address);
	write_bytes("config.conf", buf_str(&config), 0600);
	buf_addf(&token, "TOKEN=%s", buf_z(&the_api->token));
	DO(0, "p.jsonl", WINBACK, "percent=5", "currency=GBP");
	change_author("p.jsonl");
	const char *const env[] = { "BACKROOM_CONFIG=config.conf", "BACKROOM_URL=", buf_z(&token),
		NULL };
	static const struct {
		int status;
		const char *message;
	} runs[] = { { 2, "requires a reason for each write" },
		{ 7, "requires a second person's approval" }, { 0, "" } };
	for (int i = 0; i < 3; i++) {
		int status, words = open_new("words"), out = open_new("out");
		const char *const argv[] = { getenv("BACKROOM_BIN"), "plan", "apply", "p.jsonl",
			ALL_OF_IT, "-e", "shop", i ? "--reason" : NULL, "INC-1", NULL };
		assert_true(process_wait(process_start(argv, env, out, words), 60000, &status));
		close(words);
		close(out);
		struct buf said = { 0 };
		assert_true(process_read_file("words", &said));
		if (WEXITSTATUS(status) != runs[i].status || !strstr(buf_z(&said), runs[i].message))
			fail_msg("%d: %s", WEXITSTATUS(status), buf_z(&said));
		buf_free(&said);
		if (i == 1) {
			r = PLAN(0, "approve", "p.jsonl", "--yes");
			assert_true(has_message(&r, "Approved by "));
		}
	}
	run_result_free(&r);
	r = run_well(0, (const char *const[]){ "journal", "list", "-o", "json", NULL });
	assert_non_null(strstr(buf_z(&r.out), "\"approved\":"));
}

/* The plan may be in a folder that others can write to: a symlink as its log is not followed. */
ON_A_SERVICE(a_symlink_as_the_log_is_not_followed)
{
	struct buf kept = { 0 };
	write_file("token", "one line without an end");
	DO(0, "p.jsonl", "--select", "offers", "percent=5", "currency=GBP");
	assert_int_equal(symlink("token", "p.jsonl.applied"), 0);
	auto_run_result r = PLAN(1, "apply", "p.jsonl", ALL_OF_IT);
	assert_true(has_message(&r, "p.jsonl.applied is a link"));
	assert_true(process_read_file("token", &kept));
	assert_string_equal(buf_z(&kept), "one line without an end");
	buf_free(&kept);
	unlink("p.jsonl.applied");
	unlink("token");
}
