/* `backroom get` as people run it, against scripted servers: stdout, stderr, exit codes. */
#include "lib/hostile.h"
#include "lib/test.h"
#include "unit/cli/two_pages.h"

#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *
target(struct pages *p, size_t i)
{
	const struct hostile_request *r = hostile_request(p->server, i);
	return r ? r->target : "";
}

TEST(json_is_printed_as_sent)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "--all", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" FIRST ",\n" SECOND ",\n" THIRD "\n]\n");
	assert_true(is_json(&r.out));
	assert_string_equal(buf_z(&r.words), "");
	assert_non_null(strstr(target(&p, 1), "queryMore=c"));
}

TEST(ndjson_has_one_item_per_line)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	struct str rest, line;
	size_t lines = 0;
	serve_two(&p);
	RUN(&r, hostile_url(p.server), "get", "baskets", "--all", "-o", "ndjson");
	rest = buf_str(&r.out);
	while (rest.n && str_next(&rest, '\n', &line)) {
		struct err err;
		assert_true(json_scan_check(line, &json_scan_service_rules, NULL, &err));
		lines++;
	}
	assert_int_equal(lines, 3);
	assert_non_null(strstr(buf_z(&r.out), "\"n\":1.500e3"));
	assert_true(str_ends(buf_str(&r.out), STR("\n")));
}

TEST(the_default_limit_of_fifty_is_reported)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[" FIRST "],\"queryMore\":\"c\"}", NULL);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "--max", "1", "-o", "csv", "--fields",
	    "id");
	assert_string_equal(buf_z(&r.out), "id\nb-3\n");
	assert_non_null(strstr(buf_z(&r.words), "1 basket, the newest; the service has more"));
	assert_string_equal(target(&p, 0), "/checkout/abandoned?limit=1");
	assert_int_equal(hostile_count(p.server), 1);
	pages_end(&p);
	serve(&p, "{\"items\":[" FIRST "]}", NULL);
	RUN(&r, hostile_url(p.server), "get", "baskets", "-o", "raw");
	assert_string_equal(buf_z(&r.out), "{\"items\":[" FIRST "]}");
	assert_string_equal(buf_z(&r.words), "");
	assert_string_equal(target(&p, 0), "/checkout/abandoned?limit=50");
	pages_end(&p);
}

TEST(tables_are_escaped_and_aligned)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets cols=id,person,company", "--all");
	assert_string_equal(buf_z(&r.out),
	    "ID   PERSON   COMPANY\nb-3  Zoe\nb-2  ! Ann\\e  A, \"B\"\n"
	    "b-1  Bea\n");
}

TEST(csv_is_quoted_and_formula_safe)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	RUN(&r, hostile_url(p.server), "get", "baskets cols=id,email,company", "--all", "-o",
	    "csv");
	assert_string_equal(
	    buf_z(&r.out), "id,email,company\nb-3,'=z@x,\nb-2,,\"A, \"\"B\"\"\"\nb-1,,\n");
}

TEST(chosen_fields)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	RUN(&r, hostile_url(p.server), "get", "baskets", "--all", "-o", "ndjson", "--fields",
	    "id,n,customFields.\"a.b\",recoveryLink,nowhere");
	assert_string_equal(buf_z(&r.out),
	    "{\"id\":\"b-3\",\"n\":1.500e3,\"customFields.\\\"a.b\\\"\":[1, 2]}\n"
	    "{\"id\":\"b-2\"}\n{\"id\":\"b-1\",\"recoveryLink\":null}\n");
	assert_non_null(strstr(buf_z(&r.words), "No basket has nowhere"));
}

TEST(terms_filter_and_rows_are_sorted)
{
	struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "!zoe", "sort=person", "-o", "tsv",
	    "--fields", "id");
	assert_string_equal(buf_z(&r.out), "id\nb-2\nb-1\n");
	pages_end(&p);
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "nobodyhere", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[]\n");
	assert_non_null(strstr(buf_z(&r.words), "No match in 3 baskets"));
	assert_null(strstr(buf_z(&r.words), "Nearest"));
	pages_end(&p);
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "zoo", "-o", "json");
	assert_non_null(strstr(buf_z(&r.words), "No match in 3 baskets. Nearest: zoe (1)\n"));
	pages_end(&p);
}

TEST(the_markdown_format_is_a_table)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets sort=id cols=id,person", "-o", "md");
	assert_string_equal(buf_z(&r.out),
	    "| ID | PERSON |\n| --- | --- |\n| b-1 | Bea |\n| b-2 | ! Ann\\\\e |\n| b-3 | Zoe |\n");
}

TEST(since_is_sent)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[" FIRST "," SECOND "]}", NULL);
	RUN(&r, hostile_url(p.server), "get", "baskets", "since=2026-11-20T09:30:00Z", "-o", "csv",
	    "--fields", "id");
	assert_string_equal(target(&p, 0),
	    "/checkout/abandoned?limit=50&createdAfter=2026-11-20T09%3A30%3A00.000Z");
	assert_string_equal(buf_z(&r.out), "id\nb-3\n"); /* this server ignores the filter */
}

/* ---- failures ---- */

TEST(a_repeated_cursor_exits_with_3)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[" FIRST "],\"queryMore\":\"c\"}",
	    "{\"items\":[" SECOND "],\"queryMore\":\"c\"}");
	EXITS(3, &r, hostile_url(p.server), "get", "baskets", "--all", "-o", "json");
	assert_true(is_json(&r.out));
	assert_non_null(strstr(buf_z(&r.out), "b-2"));
	assert_non_null(strstr(buf_z(&r.words),
	    "backroom: 2 baskets read; the service sent the same page twice after 2 pages, older baskets may be missing\n"));
	assert_int_equal(hostile_count(p.server), 2);
}

/* Every page has a new cursor and no items. */
TEST(endless_pages_without_items_exit_with_3)
{
	enum { PAGES = 110 };
	struct hostile_rule rules[PAGES];
	struct buf answers[PAGES] = { 0 };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < PAGES; i++) {
		char json[400];
		snprintf(json, sizeof(json), "{\"items\":[%s],\"queryMore\":\"c%zu\"}",
		    i ? "" : FIRST, i);
		hostile_json(&answers[i], json);
		rules[i] = (struct hostile_rule){ .nth = i + 1, .answer = buf_str(&answers[i]) };
	}
	struct hostile *h = hostile_start(rules, PAGES);
	EXITS(3, &r, hostile_url(h), "get", "baskets", "--all", "-o", "json");
	assert_true(is_json(&r.out));
	assert_non_null(strstr(buf_z(&r.words),
	    "backroom: 1 basket read; the service sends only empty pages after 102 pages, older baskets may be missing\n"));
	assert_int_equal(hostile_count(h), 102);
	hostile_stop(h);
	for (size_t i = 0; i < PAGES; i++)
		buf_free(&answers[i]);
}

TEST(an_incomplete_list_exits_with_3_and_is_valid_json)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[" FIRST "],\"queryMore\":\"c\"}", "");
	EXITS(3, &r, hostile_url(p.server), "get", "baskets", "--all", "-o", "json");
	assert_string_equal(buf_z(&r.out), "[\n" FIRST "\n]\n");
	assert_non_null(strstr(buf_z(&r.words), "\"no such cursor\" (400)"));
}

TEST(http_statuses_have_exit_codes)
{
	static const struct {
		int status, code;
	} cases[] = { { 400, 1 }, { 401, 4 }, { 403, 7 }, { 404, 5 }, { 409, 7 }, { 502, 6 },
		{ 302, 6 } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result r = { 0 };
		auto_hostile *server = hostile_start_answer(cases[i].status, "Retry-After: 0\r\n",
		    STR("{\"requestId\":\"req-0123456789abcdef\",\"code\":\"c\",\"message\":\"because\"}"));
		run_to(&r, NULL, hostile_url(server), cases[i].status == 401 ? NULL : "t",
		    (const char *const[]){ "get", "baskets", "-o", "json", NULL });
		if (r.code != cases[i].code)
			fail_msg("%d: exit %d, %s", cases[i].status, r.code, buf_z(&r.words));
		assert_string_equal(buf_z(&r.out), "[]\n");
		if (cases[i].status != 302) {
			assert_non_null(strstr(buf_z(&r.words), "\"because\""));
			assert_non_null(strstr(buf_z(&r.words), "req-0123456789abcdef"));
		}
	}
}

TEST(a_dead_port_exits_with_6)
{
	struct sockaddr_in at = { .sin_family = AF_INET };
	socklen_t n = sizeof(at);
	char url[64];
	auto_run_result r = { 0 };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	assert_int_equal(bind(fd, (struct sockaddr *)&at, sizeof(at)), 0);
	assert_int_equal(getsockname(fd, (struct sockaddr *)&at, &n), 0);
	snprintf(url, sizeof(url), "http://127.0.0.1:%d/api", ntohs(at.sin_port));
	EXITS(6, &r, url, "get", "baskets");
	assert_string_equal(buf_z(&r.out), "");
	assert_non_null(strstr(buf_z(&r.words), "connection refused"));
	close(fd);
}

TEST(wrong_arguments_exit_with_2)
{
	static const char *const cases[][6] = { { "get" }, { "get", "baskts" },
		{ "get", "baskets", "-o", "xml" }, { "get", "baskets", "--max", "0" },
		{ "get", "baskets", "--max", "100000001" }, { "get", "baskets", "--max", "x" },
		{ "get", "baskets", "--all", "--max", "5" }, { "get", "baskets", "since=soon" },
		{ "get", "baskets", "smith", "-o", "raw" }, { "get", "baskets", "--fields", "," },
		{ "config" }, { "--nope" }, { "baskets" }, { "get", "baskets", "-e", "prod" } };
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *argv[7] = { 0 };
		auto_run_result r = { 0 };
		memcpy(argv, cases[i], sizeof(cases[i]));
		run_to(&r, NULL, "http://127.0.0.1:1/api", "t", argv);
		if (r.code != 2)
			fail_msg(
			    "%s %s: exit %d", cases[i][0], cases[i][1] ? cases[i][1] : "", r.code);
		assert_string_equal(buf_z(&r.out), "");
		assert_true(r.words.n > 0);
	}
}

TEST(missing_configuration_exits_with_2_and_three_lines)
{
	auto_run_result r = { 0 };
	size_t lines = 0;
	EXITS(2, &r, NULL, "get", "baskets");
	for (size_t i = 0; i < r.words.n; i++)
		lines += r.words.p[i] == '\n';
	assert_int_equal(lines, 3);
	assert_non_null(strstr(buf_z(&r.words), "backroom demo"));
}

TEST(curl_prints_the_request_and_sends_nothing)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "--curl", "--max", "7");
	assert_non_null(strstr(buf_z(&r.out), "/checkout/abandoned?limit=7'"));
	assert_non_null(strstr(buf_z(&r.out), "$BACKROOM_TOKEN"));
	assert_null(strstr(buf_z(&r.out), "t.o.k"));
	assert_int_equal(hostile_count(p.server), 0);
}

/* The owner and the identity are in the command, and the token is not. */
TEST(curl_prints_writes_too)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	EXITS(0, &r, hostile_url(p.server), "identity", "link", "id-1", "--iss", "https://i.example/it's",
	    "--sub", "s1", "--curl");
	assert_non_null(strstr(buf_z(&r.out), " -X POST -H 'Content-Type: application/json' "));
	assert_non_null(strstr(buf_z(&r.out), "{\"iss\":\"https://i.example/it'\\''s\",\"sub\":\"s1\"}"));
	assert_non_null(strstr(buf_z(&r.out), "/objects/externalidentity/id-1'"));
	EXITS(0, &r, hostile_url(p.server), "api", "DELETE", "/x?y=1", "--curl");
	assert_non_null(strstr(buf_z(&r.out), " -X DELETE 'http"));
	assert_null(strstr(buf_z(&r.out), "t.o.k"));
	EXITS(2, &r, hostile_url(p.server), "identity", "link", "--from", "x.csv", "--curl");
	assert_int_equal(hostile_count(p.server), 0);
}

/* A script that needs the whole list notices a cut by the status. */
TEST(strict_fails_if_the_list_was_cut)
{
	auto_run_result r = { 0 };
	EXITS(3, &r, NULL, "demo", "--", "get", "offers", "--strict", "--max", "2");
	assert_non_null(strstr(buf_z(&r.words), "2 of 78 offers"));
	EXITS(3, &r, NULL, "demo", "--", "get", "baskets sort=person", "--strict");
	EXITS(3, &r, NULL, "demo", "--", "get", "persons", "--strict", "-q");
	EXITS(0, &r, NULL, "demo", "--", "get", "offers", "--strict", "--all");
	EXITS(0, &r, NULL, "demo", "--", "get", "offers", "--strict", "--max", "78");
	EXITS(5, &r, NULL, "demo", "--", "get", "offers path=/offers/none", "--strict");
}

TEST(a_full_disk_is_reported)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve_two(&p);
	run_to(&r, "/dev/full", hostile_url(p.server), "t",
	    (const char *const[]){ "get", "baskets", "--all", NULL });
	assert_int_equal(r.code, 1);
	assert_non_null(strstr(buf_z(&r.words), "stdout: "));
}

TEST(invalid_utf8_is_replaced_and_reported)
{
	CLEANUP(pages_end) struct pages p;
	auto_run_result r = { 0 };
	serve(&p, "{\"items\":[{\"id\":\"a\xFF\nb\",\"n\":1.0},{\"id\":\"c\"}]}", NULL);
	EXITS(0, &r, hostile_url(p.server), "get", "baskets", "-o", "json");
	assert_string_equal(
	    buf_z(&r.out), "[\n{\"id\":\"a\xEF\xBF\xBD\\u000ab\",\"n\":1.0},\n{\"id\":\"c\"}\n]\n");
	assert_non_null(strstr(buf_z(&r.words), "1 item was malformed"));
}

TEST(config_is_checked)
{
	auto_run_result r = { 0 };
	int fd = open_new("bad.conf");
	assert_true(write(fd, "environment \"a\" {\n ulr = \"x\"\n}\n", 31) > 0);
	close(fd);
	setenv("XDG_CONFIG_HOME", "nowhere", 1);
	EXITS(0, &r, NULL, "config", "check");
	assert_non_null(strstr(buf_z(&r.out), "does not exist"));
	assert_int_equal(mkdir("confdir", 0700) == 0 || access("confdir", F_OK) == 0, 1);
	assert_int_equal(
	    mkdir("confdir/backroom", 0700) == 0 || access("confdir/backroom", F_OK) == 0, 1);
	unlink("confdir/backroom/config.conf");
	assert_int_equal(rename("bad.conf", "confdir/backroom/config.conf"), 0);
	char here[500], place[600];
	assert_non_null(getcwd(here, sizeof(here)));
	snprintf(place, sizeof(place), "%s/confdir", here);
	setenv("XDG_CONFIG_HOME", place, 1);
	EXITS(1, &r, NULL, "config", "check");
	assert_non_null(strstr(buf_z(&r.words), "config.conf:2"));
	static const char all[] = "ui {\ntimezone = \"Mars\"\ntheme = \"nope\"\nkeymap = \"vi\"\n"
				  "start = \"baskts\"\n}\n"
				  "environment \"a\" {\nurl = \"http://shop.example/api\"\n}\n";
	static const char *const said[] = {
		"config.conf:2: this machine does not know the time zone \"Mars\"",
		"config.conf:3: there is no theme", "config.conf:4: there is no keymap",
		"config.conf:5: unknown resource \"baskts\"",
		"config.conf:8: environment \"a\": http://"
	};
	fd = open_new("confdir/backroom/config.conf");
	assert_true(write(fd, all, sizeof(all) - 1) > 0);
	close(fd);
	EXITS(1, &r, NULL, "config", "check");
	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		if (!strstr(buf_z(&r.words), said[i]))
			fail_msg("%s: %s", said[i], buf_z(&r.words));
	setenv("XDG_CONFIG_HOME", "nowhere", 1);
}

TEST(columns_left_out_of_wide_are_reported)
{
	auto_run_result r = { 0 };
	EXITS(0, &r, NULL, "demo", "--", "get", "baskets", "--max", "1", "-o", "wide");
	assert_non_null(strstr(buf_z(&r.words), "Not printed: due; name them in cols= to print them"));
	EXITS(
	    0, &r, NULL, "demo", "--", "get", "baskets cols=reach,age", "--max", "1", "-o", "wide");
	assert_null(strstr(buf_z(&r.words), "Not printed"));
	/* For the demo, --curl adds a hint: its request is useless after the demo has ended. */
	EXITS(0, &r, NULL, "demo", "--", "get", "baskets", "--curl");
	assert_non_null(strstr(buf_z(&r.words), "backroom serve --demo tour keeps running"));
}

/* Names of columns, terms and groups that people saved still work, and print the current name. */
TEST(older_names_of_columns_still_work)
{
	static const struct {
		const char *now, *older, *head;
	} cases[] = {
		{ "baskets reach=email cols=reach,id", "baskets who=email cols=who,id",
		    "reach,id\n" },
		{ "baskets start-page:winback sort=start-page cols=start-page,id",
		    "baskets page:winback sort=page cols=page,id", "start-page,id\n" },
		{ "baskets start-page=/subscribe/winback cols=start-page,id",
		    "baskets page=/subscribe/winback cols=page,id", "start-page,id\n" },
		{ "baskets group=start-page cols=group,count",
		    "baskets group=page cols=group,count", "group,count\n" },
		{ "baskets group=start-page cols=group,count",
		    "baskets group=started cols=group,count", "group,count\n" },
		{ "baskets person:mara sort=person cols=person,start-page,status",
		    "baskets customer:mara sort=customer cols=customer,started,outcome",
		    "person,start-page,status\n" },
		{ "baskets status=none group=status cols=group,count",
		    "baskets outcome=none group=outcome cols=group,count", "group,count\n" },
		{ "persons status=none cols=reach,person,status",
		    "persons outcome=none cols=who,customer,outcome", "reach,person,status\n" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		auto_run_result now = { 0 }, older = { 0 };
		struct str head;
		RUN(&now, NULL, "demo", "--", "get", cases[i].now, "--max", "50", "-o", "csv");
		RUN(&older, NULL, "demo", "--", "get", cases[i].older, "--max", "50", "-o", "csv");
		assert_int_equal(now.code, 0);
		assert_int_equal(older.code, 0);
		head = str_of(cases[i].head);
		assert_true(str_starts(buf_str(&now.out), head));
		assert_true(now.out.n > head.n);
		assert_string_equal(buf_z(&now.out), buf_z(&older.out));
	}
}

TEST(the_demo_prints_a_list_without_a_terminal)
{
	auto_run_result r = { 0 };
	size_t lines = 0;
	EXITS(0, &r, NULL, "demo", "--now", "2026-11-20T10:42:00Z");
	assert_non_null(strstr(buf_z(&r.out), "Mara Ellison"));
	assert_non_null(strstr(buf_z(&r.words), "No terminal"));
	EXITS(0, &r, NULL, "demo", "--", "get", "baskets", "--all", "-o", "ndjson");
	for (size_t i = 0; i < r.out.n; i++)
		lines += r.out.p[i] == '\n';
	assert_int_equal(lines, 240);
}

/* The demo has no files. */
TEST(check_lists_the_subjects_that_it_takes)
{
	auto_run_result r = { 0 };
	EXITS(2, &r, NULL, "check", "a.jsonl", "b.jsonl");
	assert_non_null(strstr(r.words.p, "catalog, journeys or one file, such as ./FILE\n"));
	EXITS(2, &r, NULL, "demo", "--", "check", "./x.jsonl");
	assert_non_null(strstr(r.words.p, "check takes catalog or journeys in the demo\n"));
}
