/* `backroom journal`, and the entries that `identity` writes. */
#include "lib/files.h"
#include "unit/journal/command_runs.h"

/* ---- list and verify ---- */

/* J-0001 is done and undone by J-0002, J-0003 was refused, J-0004 never got a response. */
static void
write_some(void)
{
	static const struct {
		bool unlink;
		unsigned undoes;
		enum journal_state state;
	} cases[] = { { false, 0, JOURNAL_DONE }, { true, 1, JOURNAL_DONE },
		{ false, 0, JOURNAL_REFUSED }, { true, 0, JOURNAL_UNKNOWN } };
	CLEANUP(journal_close) struct journal j;
	struct err err;
	assert_true(journal_open(&j, true, &err));
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct journal_write w = { .recorded_at = 1790000000000,
			.service = STR("https://api.example"),
			.is_unlink = cases[i].unlink,
			.owner = STR("id-1"),
			.iss = STR("https://a"),
			.sub = STR("auth|\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9"),
			.key = STR("k"),
			.undoes = cases[i].undoes };
		const struct journal_write_status o = { .state = cases[i].state,
			.recorded_at = 1790000000000 };
		unsigned number;
		if (i == 3)
			w.owner = STR("id-9");
		assert_true(journal_begin(&j, &w, &number, &err));
		assert_int_equal(number, i + 1);
		if (o.state != JOURNAL_UNKNOWN)
			assert_true(journal_finish(&j, number, &o, &err));
	}
}

FRESH(an_empty_journal_is_reported)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, NULL, "journal", "list", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(strstr(buf_z(&r.words), "No writes yet from this account on this host"));
	EXITS(0, &r, NULL, "journal", "verify");
	assert_string_equal(buf_z(&r.out), "0 lines verified\n");
	EXITS(2, &r, NULL, "journal");
	assert_non_null(strstr(buf_z(&r.words), "journal takes list or verify"));
}

FRESH(a_list_is_newest_first)
{
	auto_run_result r = { 0 };
	write_some();
	EXITS(0, &r, NULL, "journal", "list", "-o", "csv");
	assert_true(str_starts(buf_str(&r.out),
	    STR("time,what,result,environment,owner,id,reason,iss,host,request\n"
		"2026-09-21T14:13:20.000Z,unlink \xE2\x80\xA6\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9,"
		"unknown,,id-9,J-0004,,https://a,")));
	RUN(&r, NULL, "journal", "list", "-o", "csv", "--fields",
	    "id,action,result,undone_by,undoes");
	assert_string_equal(buf_z(&r.out),
	    "id,action,result,undone_by,undoes\nJ-0004,unlink,unknown,,\nJ-0003,link,refused,,\n"
	    "J-0002,unlink,done,,J-0001\nJ-0001,link,done,J-0002,\n");
	assert_non_null(
	    strstr(buf_z(&r.words), "1 of them is not confirmed: run backroom identity resolve"));
	RUN(&r, NULL, "journal", "list");
	assert_non_null(strstr(buf_z(&r.out), "undone by J-0002"));
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_true(is_json(&r.out));
}

FRESH(a_list_can_be_filtered_by_environment)
{
	static const char *const names[] = { "shop", "shop-test", "shop" };
	struct journal j;
	struct err err;
	auto_run_result r = { 0 };
	assert_true(journal_open(&j, true, &err));
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct journal_write w = { .recorded_at = 1790000000000,
			.environment = str_of(names[i]),
			.owner = STR("id-1"),
			.iss = STR("https://a"),
			.sub = STR("s") };
		unsigned number;
		assert_true(journal_begin(&j, &w, &number, &err));
	}
	journal_close(&j);
	RUN(&r, NULL, "journal", "list", "-e", "shop-test", "-o", "csv", "--fields",
	    "id,environment");
	assert_string_equal(buf_z(&r.out), "id,environment\nJ-0002,shop-test\n");
	assert_non_null(strstr(buf_z(&r.words), "1 of them is not confirmed"));
	RUN(&r, NULL, "journal", "list", "-e", "shp", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_string_equal(
	    buf_z(&r.words), "shp: the journal has no writes to it, only to shop, shop-test\n");
	RUN(&r, NULL, "journal", "list");
	assert_non_null(strstr(buf_z(&r.out), "shop-test"));
	EXITS(2, &r, NULL, "journal", "verify", "-e", "shop");
	assert_non_null(strstr(buf_z(&r.words), "journal verify takes no -e"));
}

/* Written by a newer version: treated as a link, it could be sent again or undone as one. Lines of
 * earlier versions have no version. */
FRESH(an_unknown_action_is_not_treated_as_a_link)
{
	static const char *const lines[] = { "sending\",\"action\":\"merge\",\"owner\":\"id-1",
		"done", "sending\",\"action\":\"merge\",\"owner\":\"id-2",
		"sending\",\"version\":2,\"action\":\"link\",\"owner\":\"id-3" };
	static const char *const numbers[] = { "J-0001", "J-0001", "J-0002", "J-0003" };
	struct journal_head head = journal_head_start();
	auto_buf text = { 0 }, path = { 0 };
	CLEANUP(journal_close) struct journal j;
	struct err err;
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		auto_buf line = { 0 };
		buf_addf(&line,
		    "{\"write\":\"%s\",\"at\":\"2026-09-21T14:13:20.000Z\",\"state\":\"%s\"",
		    numbers[i], lines[i]);
		journal_chain_seal(&line, &head, JOURNAL_HEAD_OK);
		buf_addf(&text, "%s\n", buf_z(&line));
	}
	state_file_path(&path, "journal.jsonl");
	write_bytes(buf_z(&path), buf_str(&text), 0600);
	assert_int_equal(chmod(buf_z(&path), 0600), 0);
	assert_field("J-0001", "action,result", "merge,done");
	RUN(&r, NULL, "journal", "list", "-o", "csv");
	assert_non_null(strstr(buf_z(&r.out), "Z,unknown action merge,done,,id-1,J-0001,"));
	assert_non_null(strstr(buf_z(&r.out), "Z,unknown action merge,unknown,,id-2,J-0002,"));
	assert_non_null(
	    strstr(buf_z(&r.out), "Z,unknown action link (version 2),unknown,,id-3,J-0003,"));
	assert_non_null(strstr(buf_z(&r.words),
	    "3 of them have an action that this version of Backroom does not know\n"));
	assert_null(strstr(buf_z(&r.words), "identity resolve"));
	assert_true(journal_open(&j, true, &err));
	assert_null(journal_nth_newest(&j, 0));
	assert_int_equal(j.unknown_write_count + j.unknown_batch_count, 0);
}

FRESH(verify_names_the_first_bad_line)
{
	auto_run_result r = { 0 };
	auto_buf path = { 0 }, text = { 0 };
	write_some();
	EXITS(0, &r, NULL, "journal", "verify");
	assert_true(
	    str_starts(buf_str(&r.out), STR("7 lines verified; the hash of the last one is ")));
	state_file_path(&path, "journal.jsonl");
	assert_true(process_read_file(buf_z(&path), &text));
	assert_non_null(strstr(buf_z(&text), ",\"version\":1,\"action\":\"link\","));
	text.p[str_find(buf_str(&text), STR("J-0002"))] ^= 1;
	write_bytes(buf_z(&path), buf_str(&text), 0600);
	EXITS(1, &r, NULL, "journal", "verify");
	assert_string_equal(
	    buf_z(&r.words), "backroom: the journal's chain is broken: line 3 was changed\n");
	EXITS(0, &r, NULL, "journal", "list");
	assert_non_null(
	    strstr(buf_z(&r.words), "the journal's chain is broken: line 3 was changed"));
}

/* ---- entries written by `identity` ---- */

FRESH(a_link_is_recorded_with_all_its_fields)
{
	auto_run_result r = { 0 };
	auto_buf key = { 0 };
	auto_hostile *server = hostile_start_answer(
	    201, "X-Request-Id: r-17\r\n", STR("{\"id\":\"x\"}"));
	EXITS(0, &r, hostile_url(server), LINK, "--reason", "INC-4711, she asked");
	assert_non_null(strstr(buf_z(&r.words), "Done: linked, owner \xE2\x80\xA6id-1 (J-0001)\n"));
	key_of(server, 0, &key);
	assert_field("J-0001", "key", buf_z(&key));
	assert_field("J-0001", "result,http,request", "done,201,r-17");
	assert_field("J-0001", "action,owner,iss,sub", "link,id-1,https://a,subject-7f3e");
	assert_field("J-0001", "reason", "\"INC-4711, she asked\"");
	assert_field("J-0001", "service", hostile_url(server));
	assert_field("J-0001", "record", "\"{\"\"id\"\":\"\"x\"\"}\"");
}

FRESH(a_refusal_is_recorded)
{
	auto_run_result r = { 0 };
	auto_hostile *server = hostile_start_answer(409, "", STR("{\"code\":\"identity_in_use\"}"));
	EXITS(7, &r, hostile_url(server), LINK);
	assert_field("J-0001", "result,http,code", "refused,409,identity_in_use");
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "J-0001",
	    "--yes"); /* nothing to retry */
	assert_non_null(strstr(buf_z(&r.words), "J-0001 has a response: refused\n"));
	assert_int_equal(hostile_count(server), 1);
}

FRESH(a_demo_writes_no_entry)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, NULL, "demo", "--", "identity", "link", "id-01a7d3f05e9b4c62881f7be02d94c6a3",
	    "--iss", "https://login.example/", "--sub", "jane", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "(J-0001)\n"));
	RUN(&r, NULL, "journal", "list", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
}

FRESH(a_write_that_cannot_be_recorded_is_not_sent)
{
	auto_run_result r = { 0 };
	auto_buf path = { 0 };
	auto_hostile *server = hostile_start_json("{}");
	state_file_path(&path, "journal.jsonl");
	close(open_new(buf_z(&path)));
	assert_int_equal(chmod(buf_z(&path), 0644), 0);
	EXITS(1, &r, hostile_url(server), "identity", "unlink", "id-1", "--iss", "https://a",
	    "--sub", "7", "--yes");
	assert_non_null(strstr(buf_z(&r.words), "others can read"));
	assert_int_equal(hostile_count(server), 0);
	assert_int_equal(chmod(buf_z(&path), 0600), 0);
}

/* Runs a link with files limited to 1 KiB, as on a full disk. In a coverage build this process
 * saves no counts: the limit would cut the file that holds those of all processes. */
static int
link_on_full_disk(const char *url)
{
	auto_buf line = { 0 };
	const char *const argv[] = { "/bin/sh", "-c",
		"trap '' XFSZ; ulimit -f 2; exec \"$0\" \"$@\"", getenv("BACKROOM_BIN"), LINK, "-o",
		"csv", "--fields", "id", NULL };
	int status = 0, out = open_new("out"), words = open_new("words");
	buf_addf(&line, "BACKROOM_URL=%s", url);
	const char *const env[] = { buf_z(&line), "BACKROOM_TOKEN=t.o.k",
		"BACKROOM_CONFIG=", "GCOV_PREFIX=/dev/null", "GCOV_ERROR_FILE=/dev/null", NULL };
	assert_true(process_wait(process_start(argv, env, out, words), 20000, &status));
	close(out);
	close(words);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The disk is full when the response arrives: that is reported, and the journal stays intact. */
FRESH(a_result_that_cannot_be_recorded_is_reported)
{
	auto_run_result r = { 0 };
	auto_buf record = { 0 }, words = { 0 };
	buf_addz(&record, "{\"id\":\"x\",\"name\":\"");
	buf_pad(&record, 'n', 2000);
	buf_addz(&record, "\"}");
	auto_hostile *server = hostile_start_json(buf_z(&record));
	assert_int_equal(link_on_full_disk(hostile_url(server)), 0);
	assert_true(process_read_file("words", &words));
	assert_non_null(strstr(buf_z(&words), "journal.jsonl: File too large"));
	assert_non_null(strstr(buf_z(&words), "Done: linked"));
	assert_field("J-0001", "result", "unknown");
	EXITS(0, &r, NULL, "journal", "verify");
	assert_true(str_starts(buf_str(&r.out), STR("1 line verified; ")));
	EXITS(0, &r, hostile_url(server), "identity", "resolve", "--yes");
	assert_field("J-0001", "result", "done");
}

/* ---- secrets ---- */

/* True if the file contains the text. */
static bool
is_in(const char *path, const char *text)
{
	auto_buf all = { 0 };
	assert_true(process_read_file(path, &all));
	bool found = str_find(buf_str(&all), str_of(text)) != SIZE_MAX;
	return found;
}

/* A server that repeats the token in every part of its response. */
FRESH(no_token_is_recorded)
{
	auto_run_result r = { 0 };
	auto_buf path = { 0 };
	auto_hostile *server = hostile_start_answer(
	    200, "X-Request-Id: t.o.k\r\n", STR("{\"id\":\"Bearer t.o.k\"}"));
	unlink("log");
	EXITS(0, &r, hostile_url(server), LINK, "--reason", "INC-4711", "--log", "log");
	state_file_path(&path, "journal.jsonl");
	assert_false(is_in(buf_z(&path), "t.o.k"));
	assert_true(is_in(buf_z(&path), "subject-7f3e"));
	assert_false(is_in("log", "t.o.k"));
	assert_false(is_in("log", "subject-7f3e"));
	assert_false(is_in("log", "https://a\""));
}
