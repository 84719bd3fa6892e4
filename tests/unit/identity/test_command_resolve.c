/* `identity resolve`: an unconfirmed write is retried once under its key; other writes are not
 * retried. */
#include "lib/files.h"
#include "unit/journal/command_runs.h"

/* A server that returns 502 first, then requires a token, then responds. */
FRESH(an_unknown_write_is_retried_with_its_key)
{
	auto_run_result r = { 0 };
	struct buf broken = { 0 }, denied = { 0 }, fine = { 0 }, keys[3] = { { 0 } };
	hostile_answer(&broken, 502, "", STR(""));
	hostile_answer(&denied, 401, "", STR("{\"code\":\"expired_token\"}"));
	hostile_json(&fine, "{\"id\":\"x\"}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .nth = 2, .answer = buf_str(&denied) }, { .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 3);
	EXITS(6, &r, hostile_url(server), LINK);
	assert_non_null(strstr(buf_z(&r.words), "may or may not be linked (J-0001)"));
	EXITS(2, &r, hostile_url(server), "identity", "resolve",
	    "J-0001"); /* a write: without a terminal it needs --yes */
	assert_int_equal(hostile_count(server), 1);
	EXITS(6, &r, hostile_url(server), "identity", "resolve", "J-0001",
	    "--yes"); /* the retry was refused, not the link */
	assert_field("J-0001", "result,code", "unknown,expired_token");
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "--yes", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n{\"id\":\"x\"}\n]\n");
	assert_non_null(strstr(buf_z(&r.words), "(J-0001)\n"));
	assert_field("J-0001", "result", "done");
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "is confirmed\n"));
	assert_int_equal(hostile_count(server), 3);
	for (size_t i = 0; i < 3; i++) {
		key_of(server, i, &keys[i]);
		assert_string_equal(buf_z(&keys[i]), buf_z(&keys[0]));
		assert_string_equal(
		    hostile_request(server, i)->body, hostile_request(server, 0)->body);
	}
	for (size_t i = 0; i < 3; i++)
		buf_free(&keys[i]);
	buf_free(&broken);
	buf_free(&denied);
	buf_free(&fine);
}

FRESH(the_next_write_reports_the_unknown_one)
{
	auto_run_result r = { 0 };
	auto_buf broken = { 0 }, fine = { 0 };
	hostile_answer(&broken, 500, "", STR(""));
	hostile_json(&fine, "{}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	RUN(&r, hostile_url(server), LINK);
	RUN(&r, hostile_url(server), LINK); /* a new link, with a new key */
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "Earlier writes not confirmed: J-0001."));
	assert_field("J-0001", "result,overtaken_by", "unknown,J-0002");
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "J-0001", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "J-0001 needs no check: J-0002 replaced it\n"));
	assert_int_equal(hostile_count(server), 2);
}

/* A batch that was stopped continues the journal entry of its row. */
FRESH(an_unknown_row_keeps_its_journal_entry)
{
	static const char rows[] = "owner,iss,sub,reason\na,https://i,1,INC-1\nb,https://i,2,\n";
	auto_run_result r = { 0 };
	auto_buf broken = { 0 }, fine = { 0 };
	unlink("two.csv.results");
	write_file("two.csv", rows);
	hostile_answer(&broken, 500, "", STR(""));
	hostile_json(&fine, "{}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .answer = buf_str(&fine) } };
	auto_hostile *server = hostile_start(rules, 2);
	EXITS(6, &r, hostile_url(server), "identity", "link", "--from", "two.csv", "--yes");
	assert_non_null(
	    strstr(buf_z(&r.words), "line 2 is J-0001 in the journal, not confirmed\n"));
	assert_field("J-0001", "result,reason", "unknown,INC-1");
	EXITS(0, &r, hostile_url(server), "identity", "link", "--from", "two.csv", "--yes");
	assert_field("J-0001", "result", "done");
	assert_field("J-0002", "result,owner", "done,b");
	EXITS(0, &r, NULL, "journal", "verify");
}

FRESH(writes_that_must_not_be_retried_are_not)
{
	static const struct {
		const char *number, *words;
		int code;
	} cases[] = {
		{ "J-0001", "J-0001 was sent to another service: prod at https://api.example", 2 },
		{ "J-0002", "J-0002 is over a day old, so it can no longer be retried safely", 2 },
		{ "J-0009", "the journal has no J-0009", 5 },
		{ "9", "resolve takes a journal number, such as J-0412", 2 },
	};
	auto_run_result r = { 0 };
	struct journal j;
	struct err err;
	unsigned number;
	auto_hostile *server = hostile_start_json("{}");
	struct journal_write w = { .recorded_at = clock_real(),
		.environment = STR("prod"),
		.service = STR("https://api.example"),
		.owner = STR("id-1"),
		.iss = STR("https://a"),
		.sub = STR("1"),
		.key = STR("k") };
	assert_true(journal_open(&j, true, &err));
	assert_true(journal_begin(&j, &w, &number, &err));
	w.service = str_of(hostile_url(server));
	w.recorded_at -= journal_key_lifetime_ms + 1;
	assert_true(journal_begin(&j, &w, &number, &err));
	journal_close(&j);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		RUN(&r, hostile_url(server), "identity", "resolve", cases[i].number, "--yes");
		assert_int_equal(r.code, cases[i].code);
		assert_non_null(strstr(buf_z(&r.words), cases[i].words));
	}
	EXITS(2, &r, hostile_url(server), "identity", "resolve", "--iss", "x", "--yes");
	assert_int_equal(hostile_count(server), 0);
}

/* Two services on one host are different: a write sent to one is not retried at the other. */
FRESH(services_are_distinguished_by_their_whole_address)
{
	auto_run_result r = { 0 };
	auto_buf one = { 0 }, two = { 0 };
	auto_hostile *server = hostile_start_answer(502, "", STR(""));
	buf_addf(&one, "%s/one/api/", hostile_url(server));
	buf_addf(&two, "%s/two/api", hostile_url(server));
	RUN(&r, buf_z(&one), LINK);
	buf_reset(&one);
	buf_addf(&one, "%s/one/api", hostile_url(server));
	assert_field("J-0001", "service", buf_z(&one));
	EXITS(2, &r, buf_z(&two), "identity", "resolve", "J-0001", "--yes");
	assert_int_equal(hostile_count(server), 1);
}

/* The server never responds, so the process stays alive for inspection. The owner and subject of
 * `link` are in its arguments; `resolve` and --from do not need them there. */
FRESH(resolved_writes_are_in_no_argument)
{
	auto_buf broken = { 0 }, url = { 0 }, args = { 0 };
	auto_run_result r = { 0 };
	char path[60];
	int status;
	hostile_answer(&broken, 502, "", STR(""));
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .nth = 2, .answer = STR_NONE } };
	auto_hostile *server = hostile_start(rules, 2);
	RUN(&r, hostile_url(server), LINK);
	buf_addf(&url, "BACKROOM_URL=%s", hostile_url(server));
	const char *const env[] = { buf_z(&url), "BACKROOM_TOKEN=t.o.k", "BACKROOM_CONFIG=", NULL };
	const char *const argv[] = { getenv("BACKROOM_BIN"), "identity", "resolve", "--yes", NULL };
	int out = open_new("out");
	pid_t pid = process_start(argv, env, out, out);
	assert_true(hostile_wait(server, 2));
	snprintf(path, sizeof(path), "/proc/%d/cmdline", (int)pid);
	assert_true(process_read_file(path, &args));
	assert_true(str_find(buf_str(&args), STR("resolve")) != SIZE_MAX);
	assert_true(str_find(buf_str(&args), STR("subject-7f3e")) == SIZE_MAX);
	assert_true(str_find(buf_str(&args), STR("t.o.k")) == SIZE_MAX);
	kill(pid, SIGKILL);
	process_wait(pid, 20000, &status);
	assert_field("J-0001", "result", "unknown"); /* the write can still be retried */
	close(out);
}
