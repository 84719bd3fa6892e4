/* `backroom journal`, and what `identity` writes into it. */
#include "app/journal.h"
#include "app/state.h"
#include "base/clock.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <signal.h>
#include <string.h>
#include <sys/stat.h>

static void
path_of(struct buf *out, const char *name)
{
	struct err err;
	assert_true(state_path(out, name, &err));
}

static int
fresh(void **state)
{
	static const char *const names[] = { "journal.jsonl", "journal.head", "journal.torn" };
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct buf path = { 0 };
		path_of(&path, names[i]);
		unlink(buf_z(&path));
		buf_free(&path);
	}
	return 0;
}

/* ---- list and verify ---- */

/* J-0001 is done and undone by J-0002, J-0003 was refused, J-0004 was never answered. */
static void
write_some(void)
{
	static const struct {
		bool unlink;
		unsigned undoes;
		enum journal_state state;
	} cases[] = { { false, 0, JOURNAL_DONE }, { true, 1, JOURNAL_DONE },
		{ false, 0, JOURNAL_REFUSED }, { true, 0, JOURNAL_UNKNOWN } };
	struct journal j;
	struct err err;
	assert_true(journal_open(&j, true, &err));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct journal_write w = { .at = 1790000000000,
			.service = STR("https://api.example"),
			.unlink = cases[i].unlink,
			.owner = STR("id-1"),
			.iss = STR("https://a"),
			.sub = STR("auth|\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"),
			.key = STR("k"),
			.undoes = cases[i].undoes };
		const struct journal_outcome o = { .state = cases[i].state, .at = 1790000000000 };
		unsigned number;
		if (i == 3)
			w.owner = STR("id-9");
		assert_true(journal_begin(&j, &w, &number, &err));
		assert_int_equal(number, i + 1);
		if (o.state != JOURNAL_UNKNOWN)
			assert_true(journal_settle(&j, number, &o, &err));
	}
	journal_close(&j);
}

static void
an_empty_journal_is_said_to_be_so(void **state)
{
	struct ran r;
	(void)state;
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "Nothing written yet from this account on this host"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "0 lines are whole\n");
	ran_free(&r);
	RUN(&r, NULL, "journal");
	assert_int_equal(r.code, 2);
	assert_non_null(strstr(buf_z(&r.words), "journal takes list or verify"));
	ran_free(&r);
}

static void
a_list_has_the_newest_first(void **state)
{
	struct ran r;
	(void)state;
	write_some();
	RUN(&r, NULL, "journal", "list", "-o", "csv");
	assert_int_equal(r.code, 0);
	assert_true(str_starts(buf_str(&r.out),
	    STR("time,what,result,owner,id,reason,iss,host,request\n"
		"2026-09-21T14:13:20.000Z,unlink \xE2\x80\xA6\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9,"
		"unknown,id-9,J-0004,,https://a,")));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list", "-o", "csv", "--fields",
	    "id,action,result,undone_by,undoes");
	assert_string_equal(buf_z(&r.out),
	    "id,action,result,undone_by,undoes\nJ-0004,unlink,unknown,,\nJ-0003,link,refused,,\n"
	    "J-0002,unlink,done,,J-0001\nJ-0001,link,done,J-0002,\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "1 of them is not known: backroom identity resolve"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list");
	assert_non_null(strstr(buf_z(&r.out), "undone by J-0002"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_true(is_json(&r.out));
	ran_free(&r);
}

static void
verify_names_the_first_line_that_does_not_fit(void **state)
{
	struct ran r;
	struct buf path = { 0 }, text = { 0 };
	(void)state;
	write_some();
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 0);
	assert_true(str_starts(buf_str(&r.out), STR("7 lines are whole; the last one's hash is ")));
	ran_free(&r);
	path_of(&path, "journal.jsonl");
	assert_true(process_read_file(buf_z(&path), &text));
	text.p[str_find(buf_str(&text), STR("J-0002"))] ^= 1;
	int fd = open_new(buf_z(&path));
	assert_true(write(fd, text.p, text.n) == (ssize_t)text.n);
	close(fd);
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 1);
	assert_string_equal(
	    buf_z(&r.words), "backroom: the journal is not whole: line 3 was changed\n");
	ran_free(&r);
	RUN(&r, NULL, "journal", "list");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "the journal is not whole: line 3 was changed"));
	ran_free(&r);
	buf_free(&path);
	buf_free(&text);
}

/* ---- what `identity` writes ---- */

#define LINK "identity", "link", "id-1", "--iss", "https://a", "--sub", "subject-7f3e", "--yes"

/* The value of a field of one write, with a newline behind it. */
static void
assert_field(const char *number, const char *field, const char *value)
{
	struct ran r;
	struct buf fields = { 0 }, line = { 0 };
	buf_addf(&fields, "id,%s", field);
	buf_addf(&line, "\n%s,%s\n", number, value);
	RUN(&r, NULL, "journal", "list", "-o", "csv", "--fields", buf_z(&fields));
	if (!strstr(buf_z(&r.out), buf_z(&line)))
		fail_msg("%s is not %s in\n%s", field, value, buf_z(&r.out));
	ran_free(&r);
	buf_free(&fields);
	buf_free(&line);
}

static void
key_of(struct hostile *server, size_t i, struct buf *out)
{
	assert_true(hostile_header(hostile_request(server, i), "Idempotency-Key", out));
	assert_true(out->n > 0);
}

static void
a_link_is_noted_with_all_that_matters(void **state)
{
	struct ran r;
	struct buf fine = { 0 }, key = { 0 };
	(void)state;
	hostile_answer(&fine, 201, "X-Request-Id: r-17\r\n", STR("{\"id\":\"x\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&fine) };
	struct hostile *server = hostile_start(&rule, 1);
	RUN(&r, hostile_url(server), LINK, "--reason", "INC-4711, she asked");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "Done: linked, owner \xE2\x80\xA6id-1 (J-0001)\n"));
	ran_free(&r);
	key_of(server, 0, &key);
	assert_field("J-0001", "key", buf_z(&key));
	assert_field("J-0001", "result,http,request", "done,201,r-17");
	assert_field("J-0001", "action,owner,iss,sub", "link,id-1,https://a,subject-7f3e");
	assert_field("J-0001", "reason", "\"INC-4711, she asked\"");
	assert_field("J-0001", "service", hostile_url(server));
	assert_field("J-0001", "record", "\"{\"\"id\"\":\"\"x\"\"}\"");
	hostile_stop(server);
	buf_free(&fine);
	buf_free(&key);
}

static void
a_refusal_is_noted(void **state)
{
	struct ran r;
	struct buf answer = { 0 };
	(void)state;
	hostile_answer(&answer, 409, "", STR("{\"code\":\"identity_in_use\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	struct hostile *server = hostile_start(&rule, 1);
	RUN(&r, hostile_url(server), LINK);
	assert_int_equal(r.code, 7);
	ran_free(&r);
	assert_field("J-0001", "result,http,code", "refused,409,identity_in_use");
	RUN(&r, hostile_url(server), "identity", "resolve", "J-0001", "--yes");
	assert_int_equal(r.code, 0); /* nothing to ask */
	assert_non_null(strstr(buf_z(&r.words), "J-0001 is known: refused\n"));
	assert_int_equal(hostile_count(server), 1);
	ran_free(&r);
	hostile_stop(server);
	buf_free(&answer);
}

/* 502, then a service that wants a token, then one that answers. */
static void
what_is_not_known_is_asked_again_under_its_key(void **state)
{
	struct ran r;
	struct buf broken = { 0 }, denied = { 0 }, fine = { 0 }, keys[3] = { { 0 } };
	(void)state;
	hostile_answer(&broken, 502, "", STR(""));
	hostile_answer(&denied, 401, "", STR("{\"code\":\"expired_token\"}"));
	hostile_json(&fine, "{\"id\":\"x\"}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .nth = 2, .answer = buf_str(&denied) }, { .answer = buf_str(&fine) } };
	struct hostile *server = hostile_start(rules, 3);
	RUN(&r, hostile_url(server), LINK);
	assert_int_equal(r.code, 6);
	assert_non_null(strstr(buf_z(&r.words), "is not known (J-0001)"));
	ran_free(&r);
	RUN(&r, hostile_url(server), "identity", "resolve", "J-0001");
	assert_int_equal(r.code, 2); /* it is a write: without a terminal it needs --yes */
	assert_int_equal(hostile_count(server), 1);
	ran_free(&r);
	RUN(&r, hostile_url(server), "identity", "resolve", "J-0001", "--yes");
	assert_int_equal(r.code, 6); /* that refuses the asking, not the link */
	ran_free(&r);
	assert_field("J-0001", "result,code", "unknown,expired_token");
	RUN(&r, hostile_url(server), "identity", "resolve", "--yes", "-o", "json");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out), "[\n{\"id\":\"x\"}\n]\n");
	assert_non_null(strstr(buf_z(&r.words), "(J-0001)\n"));
	ran_free(&r);
	assert_field("J-0001", "result", "done");
	RUN(&r, hostile_url(server), "identity", "resolve", "--yes");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "is known\n"));
	ran_free(&r);
	assert_int_equal(hostile_count(server), 3);
	for (size_t i = 0; i < 3; i++) {
		key_of(server, i, &keys[i]);
		assert_string_equal(buf_z(&keys[i]), buf_z(&keys[0]));
		assert_string_equal(
		    hostile_request(server, i)->body, hostile_request(server, 0)->body);
	}
	for (size_t i = 0; i < 3; i++)
		buf_free(&keys[i]);
	hostile_stop(server);
	buf_free(&broken);
	buf_free(&denied);
	buf_free(&fine);
}

static void
the_next_write_says_what_is_not_known(void **state)
{
	struct ran r;
	struct buf broken = { 0 }, fine = { 0 };
	(void)state;
	hostile_answer(&broken, 500, "", STR(""));
	hostile_json(&fine, "{}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .answer = buf_str(&fine) } };
	struct hostile *server = hostile_start(rules, 2);
	RUN(&r, hostile_url(server), LINK);
	ran_free(&r);
	RUN(&r, hostile_url(server), LINK); /* anew, under a key of its own */
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "Not known since earlier: J-0001."));
	ran_free(&r);
	assert_field("J-0001", "result,overtaken_by", "unknown,J-0002");
	RUN(&r, hostile_url(server), "identity", "resolve", "J-0001", "--yes");
	assert_int_equal(r.code, 0);
	assert_non_null(
	    strstr(buf_z(&r.words), "J-0001 does not matter any more: J-0002 says what is\n"));
	assert_int_equal(hostile_count(server), 2);
	ran_free(&r);
	hostile_stop(server);
	buf_free(&broken);
	buf_free(&fine);
}

/* A batch that was stopped goes on with the entry it has. */
static void
a_row_that_is_not_known_keeps_its_entry(void **state)
{
	static const char rows[] = "owner,iss,sub,reason\na,https://i,1,INC-1\nb,https://i,2,\n";
	struct ran r;
	struct buf broken = { 0 }, fine = { 0 };
	(void)state;
	unlink("two.csv.results");
	int fd = open_new("two.csv");
	assert_true(write(fd, rows, strlen(rows)) == (ssize_t)strlen(rows));
	close(fd);
	hostile_answer(&broken, 500, "", STR(""));
	hostile_json(&fine, "{}");
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .answer = buf_str(&fine) } };
	struct hostile *server = hostile_start(rules, 2);
	RUN(&r, hostile_url(server), "identity", "link", "--from", "two.csv", "--yes");
	assert_int_equal(r.code, 6);
	assert_non_null(strstr(buf_z(&r.words), "line 2 is J-0001 in the journal, not known\n"));
	ran_free(&r);
	assert_field("J-0001", "result,reason", "unknown,INC-1");
	RUN(&r, hostile_url(server), "identity", "link", "--from", "two.csv", "--yes");
	assert_int_equal(r.code, 0);
	ran_free(&r);
	assert_field("J-0001", "result", "done");
	assert_field("J-0002", "result,owner", "done,b");
	RUN(&r, NULL, "journal", "verify");
	assert_int_equal(r.code, 0);
	ran_free(&r);
	hostile_stop(server);
	buf_free(&broken);
	buf_free(&fine);
}

static void
what_must_not_be_asked_again_is_not(void **state)
{
	static const struct {
		const char *number, *words;
		int code;
	} cases[] = {
		{ "J-0001", "J-0001 was sent to prod at https://api.example, not here", 2 },
		{ "J-0002", "J-0002 is over a day old: the service has forgotten its key", 2 },
		{ "J-0009", "the journal has no J-0009", 5 },
		{ "9", "resolve takes a number of the journal, like J-0412", 2 },
	};
	struct ran r;
	struct journal j;
	struct err err;
	struct buf fine = { 0 };
	unsigned number;
	(void)state;
	hostile_json(&fine, "{}");
	const struct hostile_rule rule = { .answer = buf_str(&fine) };
	struct hostile *server = hostile_start(&rule, 1);
	struct journal_write w = { .at = clock_real(),
		.environment = STR("prod"),
		.service = STR("https://api.example"),
		.owner = STR("id-1"),
		.iss = STR("https://a"),
		.sub = STR("1"),
		.key = STR("k") };
	assert_true(journal_open(&j, true, &err));
	assert_true(journal_begin(&j, &w, &number, &err));
	w.service = str_of(hostile_url(server));
	w.at -= journal_key_lives + 1;
	assert_true(journal_begin(&j, &w, &number, &err));
	journal_close(&j);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		RUN(&r, hostile_url(server), "identity", "resolve", cases[i].number, "--yes");
		assert_int_equal(r.code, cases[i].code);
		assert_non_null(strstr(buf_z(&r.words), cases[i].words));
		ran_free(&r);
	}
	RUN(&r, hostile_url(server), "identity", "resolve", "--iss", "x", "--yes");
	assert_int_equal(r.code, 2);
	ran_free(&r);
	assert_int_equal(hostile_count(server), 0);
	hostile_stop(server);
	buf_free(&fine);
}

/* Two services on one host are two: what was sent to one is not asked of the other. */
static void
a_service_is_known_by_its_whole_address(void **state)
{
	struct ran r;
	struct buf broken = { 0 }, one = { 0 }, two = { 0 };
	(void)state;
	hostile_answer(&broken, 502, "", STR(""));
	const struct hostile_rule rule = { .answer = buf_str(&broken) };
	struct hostile *server = hostile_start(&rule, 1);
	buf_addf(&one, "http://who:secret@%s/one/api/", hostile_url(server) + strlen("http://"));
	buf_addf(&two, "%s/two/api", hostile_url(server));
	RUN(&r, buf_z(&one), LINK);
	ran_free(&r);
	buf_reset(&one);
	buf_addf(&one, "%s/one/api", hostile_url(server));
	assert_field("J-0001", "service", buf_z(&one));
	RUN(&r, buf_z(&two), "identity", "resolve", "J-0001", "--yes");
	assert_int_equal(r.code, 2);
	assert_int_equal(hostile_count(server), 1);
	ran_free(&r);
	hostile_stop(server);
	buf_free(&broken);
	buf_free(&one);
	buf_free(&two);
}

static void
a_demo_leaves_no_entry(void **state)
{
	struct ran r;
	(void)state;
	RUN(&r, NULL, "demo", "--", "identity", "link", "id-01a7d3f05e9b4c62881f7be02d94c6a3",
	    "--iss", "https://login.example/", "--sub", "jane", "--yes");
	assert_int_equal(r.code, 0);
	assert_non_null(strstr(buf_z(&r.words), "(J-0001)\n"));
	ran_free(&r);
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	ran_free(&r);
}

static void
what_cannot_be_noted_is_not_sent(void **state)
{
	struct ran r;
	struct buf fine = { 0 }, path = { 0 };
	(void)state;
	hostile_json(&fine, "{}");
	const struct hostile_rule rule = { .answer = buf_str(&fine) };
	struct hostile *server = hostile_start(&rule, 1);
	path_of(&path, "journal.jsonl");
	close(open_new(buf_z(&path)));
	assert_int_equal(chmod(buf_z(&path), 0644), 0);
	RUN(&r, hostile_url(server), "identity", "unlink", "id-1", "--iss", "https://a", "--sub",
	    "7", "--yes");
	assert_int_equal(r.code, 1);
	assert_non_null(strstr(buf_z(&r.words), "others may read"));
	assert_int_equal(hostile_count(server), 0);
	ran_free(&r);
	assert_int_equal(chmod(buf_z(&path), 0600), 0);
	hostile_stop(server);
	buf_free(&fine);
	buf_free(&path);
}

/* ---- what is confidential ---- */

/* Is the text in the file? */
static bool
is_in(const char *path, const char *text)
{
	struct buf all = { 0 };
	assert_true(process_read_file(path, &all));
	bool found = str_find(buf_str(&all), str_of(text)) != SIZE_MAX;
	buf_free(&all);
	return found;
}

/* A server that says the token back everywhere. */
static void
no_token_is_kept(void **state)
{
	struct ran r;
	struct buf answer = { 0 }, path = { 0 };
	(void)state;
	hostile_answer(&answer, 200, "X-Request-Id: t.o.k\r\n", STR("{\"id\":\"Bearer t.o.k\"}"));
	const struct hostile_rule rule = { .answer = buf_str(&answer) };
	struct hostile *server = hostile_start(&rule, 1);
	unlink("log");
	RUN(&r, hostile_url(server), LINK, "--reason", "INC-4711", "--log", "log");
	assert_int_equal(r.code, 0);
	ran_free(&r);
	path_of(&path, "journal.jsonl");
	assert_false(is_in(buf_z(&path), "t.o.k"));
	assert_true(is_in(buf_z(&path), "subject-7f3e"));
	assert_false(is_in("log", "t.o.k"));
	assert_false(is_in("log", "subject-7f3e"));
	assert_false(is_in("log", "https://a\""));
	hostile_stop(server);
	buf_free(&answer);
	buf_free(&path);
}

/* An answer that does not come holds the process where it can be looked at. What `link` is given
 * stands in its arguments; `resolve` and --from need not be given it. */
static void
what_is_resolved_is_in_no_argument(void **state)
{
	struct buf broken = { 0 }, url = { 0 }, args = { 0 };
	struct ran r;
	char path[60];
	int status;
	(void)state;
	hostile_answer(&broken, 502, "", STR(""));
	const struct hostile_rule rules[] = { { .nth = 1, .answer = buf_str(&broken) },
		{ .nth = 2, .answer = STR_NONE } };
	struct hostile *server = hostile_start(rules, 2);
	RUN(&r, hostile_url(server), LINK);
	ran_free(&r);
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
	process_wait(pid, 5000, &status);
	assert_field("J-0001", "result", "unknown"); /* and still can be asked */
	close(out);
	hostile_stop(server);
	buf_free(&broken);
	buf_free(&url);
	buf_free(&args);
}

#define FRESH(test) cmocka_unit_test_setup(test, fresh)

int
main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(an_empty_journal_is_said_to_be_so),
		FRESH(a_list_has_the_newest_first),
		FRESH(verify_names_the_first_line_that_does_not_fit),
		FRESH(a_link_is_noted_with_all_that_matters),
		FRESH(a_refusal_is_noted),
		FRESH(what_is_not_known_is_asked_again_under_its_key),
		FRESH(the_next_write_says_what_is_not_known),
		FRESH(a_row_that_is_not_known_keeps_its_entry),
		FRESH(what_must_not_be_asked_again_is_not),
		FRESH(a_service_is_known_by_its_whole_address),
		FRESH(a_demo_leaves_no_entry),
		FRESH(what_cannot_be_noted_is_not_sent),
		FRESH(no_token_is_kept),
		FRESH(what_is_resolved_is_in_no_argument),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
