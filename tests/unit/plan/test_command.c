/* `backroom plan` against a scripted server: the plan file, refusals, and changes made since. */
#include "lib/files.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

#define EMPTY "{\"hits\":0,\"items\":[],\"commitId\":\"c1\"}"
#define CHARGE(name, currency, value)                                                       \
	"{\"name\":\"" name "\",\"currencyCode\":\"" currency "\",\"value\":\"" value "\"," \
	"\"type\":\"recurring\"}"
#define OFFER(path, name, charges)                                                             \
	"{\"id\":\"" path "\",\"path\":\"/offers2/" path "\",\"name\":\"" name "\",\"data\":{" \
	"\"price\":[" charges "]}}"
#define TAKES \
	"{\"id\":\"t\",\"path\":\"/offers2/t\",\"name\":\"T\",\"priceReference\":\"/offers2/b\"}"
#define OFFERS(first)                                                                           \
	"{\"hits\":5,\"commitId\":\"c1\",\"items\":[" first "," OFFER("b", "Basic",             \
	    CHARGE("trial", "GBP", "1.00") "," CHARGE("monthly", "GBP", "9.99")) "," OFFER("j", \
	    "Japan", CHARGE("monthly", "JPY", "1200")) "," OFFER("o", "Odd",                    \
	    CHARGE("monthly", "GBP", "1e3")) "," TAKES "]}"
#define ALL OFFER("a", "Access", CHARGE("monthly", "GBP", "99.99"))

/* Runs plan with these offers; all other lists are empty. */
#define PLAN(r, offers, ...)                                                   \
	do {                                                                   \
		struct buf answers[2] = { 0 };                                 \
		hostile_json(&answers[0], offers);                             \
		hostile_json(&answers[1], EMPTY);                              \
		const struct hostile_rule rules[] = {                          \
			{ .path = "/offers", .answer = buf_str(&answers[0]) }, \
			{ .answer = buf_str(&answers[1]) },                    \
		};                                                             \
		struct hostile *server = hostile_start(rules, 2);              \
		RUN(r, hostile_url(server), "plan", __VA_ARGS__);              \
		hostile_stop(server);                                          \
		buf_free(&answers[0]);                                         \
		buf_free(&answers[1]);                                         \
	} while (0)

TEST(understood_rules_are_written_and_printed)
{
	auto_run_result r = { 0 };
	auto_buf file = { 0 };
	remove("new.jsonl");
	PLAN(&r, OFFERS(ALL), "new.jsonl", "--select", "offers", "percent=5", "charge=monthly",
	    "-o", "csv", "--fields", "name,old,new,difference,refused,doubt,reaches");
	if (r.code != 3) /* one row is refused */
		fail_msg("%d: %s%s", r.code, buf_z(&r.words), buf_z(&r.out));
	assert_string_equal(buf_z(&r.out),
	    "name,old,new,difference,refused,doubt,reaches\nAccess,99.99,104.99,'+5.00,,,\nBasic,9.99,10.49,'+0.50,,ended in .99 before,1\nJapan,1200,1260,'+60,,,\nOdd,1e3,,,\"the value \"\"1e3\"\" is not a decimal\",,\n");
	assert_non_null(strstr(buf_z(&r.words),
	    "new.jsonl: 3 changes, 1 refused, 1 to review; charges named monthly: add 5 %"));
	assert_true(process_read_file("new.jsonl", &file));
	assert_non_null(strstr(buf_z(&file), "\"commitId\":\"c1\""));
	assert_non_null(strstr(buf_z(&file), "\"rules\":\"percent=5 charge=monthly\""));
	assert_non_null(strstr(buf_z(&file), "\"attribute\":\"price\",\"old\":\"99.99\""));
	assert_non_null(strstr(buf_z(&file), "\"attribute\":\"price[monthly]\",\"old\":\"9.99\""));
	/* Shown again without a service, as Markdown for a ticket. */
	EXITS(0, &r, NULL, "plan", "show", "new.jsonl", "-o", "md");
	assert_non_null(strstr(buf_z(&r.out),
	    "| Basic | monthly | GBP | 9.99 | 10.49 | +0.50 | "
	    "+1 other; ended in .99 before |"));
}

#define LABELLED                                                                                     \
	"{\"hits\":2,\"commitId\":\"c1\",\"items\":[{\"id\":\"l\",\"path\":\"/offers2/l\",\"name\":" \
	"\"Labelled\",\"data\":{\"attributes\":{\"label__svc\":[\"uk\"],\"push__svc\":true,"         \
	"\"note\":\"old\"},\"price\":[" CHARGE("monthly", "GBP", "9.99") "]}}," ALL "]}"

/* An attribute next to a price; an offer without that attribute is refused. */
TEST(attributes_are_planned_together_with_prices)
{
	auto_run_result r = { 0 };
	auto_buf file = { 0 };
	remove("named.jsonl");
	PLAN(&r, LABELLED, "named.jsonl", "--select", "offers", "label=uk,de", "attribute.push=yes",
	    "remove=note", "add=1", "-o", "csv");
	if (r.code != 3)
		fail_msg("%d: %s%s", r.code, buf_z(&r.words), buf_z(&r.out));
	assert_string_equal(buf_z(&r.out),
	    "name,charge,currency,attribute,old,new,difference,note,path\nLabelled,monthly,GBP,price,9.99,10.99,1.00,,/offers2/l\nLabelled,,,label__svc,\"[\"\"uk\"\"]\",\"[\"\"uk\"\",\"\"de\"\"]\",,,/offers2/l\nLabelled,,,push__svc,true,,,refused: "
	    "the attribute must be true or "
	    "false,/offers2/l\nLabelled,,,note,old,,,removed,/offers2/l\nAccess,monthly,GBP,price,99.99,100.99,1.00,,/offers2/a\nAccess,,,label__svc,,,,\"refused: "
	    "the offer does not have this attribute yet: it would be added as text, but in other "
	    "offers it is not text\",/offers2/a\nAccess,,,push__svc,,,,\"refused: the offer does "
	    "not have this attribute yet: it would be added as text, but in other offers it is "
	    "not text\",/offers2/a\n");
	assert_non_null(strstr(buf_z(&r.words),
	    "; attribute label: set to \"uk,de\"; attribute push: set to \"yes\"; attribute note: "
	    "remove"));
	assert_true(process_read_file("named.jsonl", &file));
	assert_non_null(
	    strstr(buf_z(&file), "\"attribute\":\"note\",\"old\":\"old\",\"absent\":\"new\""));
	assert_non_null(strstr(buf_z(&file), "\"note\":null"));
}

#define NOTED(path, attributes)                          \
	"{\"id\":\"" path "\",\"path\":\"/offers2/" path \
	"\",\"name\":\"N\",\"data\":{\"attributes\":{" attributes "}}}"

/* An attribute that is null keeps its name: it is not created a second time. */
TEST(null_attributes_keep_their_names)
{
	auto_run_result r = { 0 };
	remove("null.jsonl");
	PLAN(&r,
	    "{\"hits\":2,\"commitId\":\"c1\",\"items\":[" NOTED(
		"a", "\"note__svc\":null") "," NOTED("b", "") "]}",
	    "null.jsonl", "--select", "offers", "attribute.note=x", "-o", "csv", "--fields",
	    "path,attribute,absent,new,doubt,refused");
	assert_int_equal(r.code, 0);
	assert_string_equal(buf_z(&r.out),
	    "path,attribute,absent,new,doubt,refused\n"
	    "/offers2/a,note__svc,old,x,,\n/offers2/b,note__svc,old,x,,\n");
	/* If other offers have a value, that decides the attribute's name and type. */
	remove("null.jsonl");
	PLAN(&r,
	    "{\"hits\":3,\"commitId\":\"c1\",\"items\":[" NOTED("a",
		"\"note__svc\":null") "," NOTED("b", "\"note__svc\":true") "," NOTED("c", "") "]}",
	    "null.jsonl", "--select", "offers", "attribute.note=false", "-o", "csv", "--fields",
	    "path,attribute,new,refused");
	assert_int_equal(r.code, 3);
	assert_string_equal(buf_z(&r.out),
	    "path,attribute,new,refused\n/offers2/a,note__svc,,\"the offer does not have this "
	    "attribute yet: it would be added as text, but in other offers it is not "
	    "text\"\n/offers2/b,note__svc,false,\n/offers2/c,note__svc,,\"the offer does not "
	    "have this attribute yet: it would be added as text, but in other offers it is not "
	    "text\"\n");
}

TEST(an_existing_file_is_not_overwritten)
{
	auto_run_result r = { 0 };
	remove("new.jsonl");
	for (int i = 0; i < 2; i++) {
		PLAN(&r, OFFERS(ALL), "new.jsonl", "--select", "offers access", "set=50");
		assert_int_equal(r.code, i ? 2 : 0);
		assert_true(!i || strstr(buf_z(&r.words), "new.jsonl exists") != NULL);
	}
}

TEST(a_plan_without_changes_is_not_written)
{
	auto_run_result r = { 0 };
	remove("none.jsonl");
	PLAN(&r, OFFERS(ALL), "none.jsonl", "--select", "offers access", "set=99.990");
	assert_int_equal(r.code, 5);
	assert_non_null(strstr(buf_z(&r.words), "Nothing to change: no plan was written"));
	assert_non_null(strstr(buf_z(&r.words), "1 matching price is unchanged"));
	assert_int_not_equal(access("none.jsonl", F_OK), 0);
}

/* Text from a server is escaped in every cell. */
TEST(server_text_is_escaped)
{
	static const char *const formats[] = { "table", "wide", "md" };
	auto_run_result r = { 0 };
	for (size_t i = 0; i < sizeof(formats) / sizeof(*formats); i++) {
		remove("odd.jsonl");
		PLAN(&r,
		    OFFERS(OFFER(
			"a", "Access\\u001b[2J", CHARGE("month\\u001b[2J", "GBP", "1\\u001b[2J"))),
		    "odd.jsonl", "--select", "offers", "percent=5", "-o", formats[i]);
		assert_int_equal(r.code, 3);
		assert_non_null(strstr(buf_z(&r.out), "is not a decimal"));
		assert_null(strchr(buf_z(&r.out), '\033'));
		assert_null(strchr(buf_z(&r.words), '\033'));
	}
}

TEST(changes_since_the_plan_are_reported)
{
	auto_run_result r = { 0 };
	remove("old.jsonl");
	PLAN(&r, OFFERS(ALL), "old.jsonl", "--select", "offers", "add=1", "currency=GBP",
	    "charge=monthly");
	PLAN(&r, OFFERS(ALL), "check", "old.jsonl");
	assert_int_equal(r.code, 1); /* another server is another service */
	assert_non_null(strstr(buf_z(&r.words), "the plan is for http://127.0.0.1:"));
}

/* On one service: one offer is unchanged, one has the new price, one was changed, one was
 * deleted. */
TEST(each_row_is_compared_with_the_catalog)
{
	static const char *const then = OFFERS(ALL);
	static const char *const now = "{\"hits\":3,\"commitId\":\"c1\",\"items\":[" ALL "," OFFER(
	    "b", "Basic", CHARGE("trial", "GBP", "2.00")) "," OFFER("j", "Japan",
	    CHARGE("monthly", "JPY", "1201")) "]}";
	struct buf answers[3] = { 0 };
	auto_run_result r = { 0 };
	remove("kept.jsonl");
	hostile_json(&answers[0], then);
	hostile_json(&answers[1], now);
	hostile_json(&answers[2], EMPTY);
	struct hostile_rule rules[] = {
		{ .path = "/offers", .nth = 1, .answer = buf_str(&answers[0]) },
		{ .path = "/offers", .answer = buf_str(&answers[1]) },
		{ .answer = buf_str(&answers[2]) },
	};
	struct hostile *server = hostile_start(rules, 3);
	EXITS(3, &r, hostile_url(server), "plan", "kept.jsonl", "--select", "offers", "add=1",
	    "charge=monthly");
	RUN(&r, hostile_url(server), "plan", "check", "kept.jsonl", "-o", "csv", "--fields",
	    "name,state");
	if (r.code != 1 || !r.out.n)
		fail_msg("%d: %s", r.code, buf_z(&r.words));
	assert_string_equal(buf_z(&r.out),
	    "name,state\nAccess,as planned\nBasic,changed since\nJapan,done already\nOdd,refused\n");
	assert_non_null(strstr(buf_z(&r.words),
	    "kept.jsonl: 1 as planned, 1 changed since, 1 done already, 1 refused"));
	hostile_stop(server);
	for (size_t i = 0; i < 3; i++)
		buf_free(&answers[i]);
}

/* Every page has another revision, but the offers stay unchanged. */
TEST(a_revision_can_change_at_every_read)
{
	enum { READS = 8 };
	struct hostile_rule rules[READS + 1];
	struct buf answers[READS + 1] = { 0 };
	auto_run_result r = { 0 };
	remove("pages.jsonl");
	for (size_t i = 0; i < READS; i++) {
		auto_buf body = { 0 };
		buf_addf(&body, "{\"hits\":2,\"commitId\":\"x%zu\",%s\"items\":[%s]}", i,
		    i % 2 ? "" : "\"queryMore\":{\"from\":\"f\",\"alias\":\"a\"},",
		    i % 2 ? OFFER("b", "Basic", CHARGE("monthly", "GBP", "2.00"))
			  : OFFER("a", "Access", CHARGE("monthly", "GBP", "1.00")));
		hostile_json(&answers[i], buf_z(&body));
		rules[i] = (struct hostile_rule){
			.path = "/offers?", .nth = i + 1, .answer = buf_str(&answers[i])
		};
	}
	hostile_json(&answers[READS], EMPTY);
	rules[READS] = (struct hostile_rule){ .answer = buf_str(&answers[READS]) };
	struct hostile *server = hostile_start(rules, READS + 1);
	RUN(&r, hostile_url(server), "plan", "pages.jsonl", "--select", "offers", "add=1");
	if (r.code != 0)
		fail_msg("%d: %s", r.code, buf_z(&r.words));
	assert_non_null(
	    strstr(buf_z(&r.words), "each was read twice and the two readings compared"));
	RUN(&r, hostile_url(server), "plan", "check", "pages.jsonl");
	if (r.code != 8)
		fail_msg("%d: %s", r.code, buf_z(&r.words));
	hostile_stop(server);
	for (size_t i = 0; i <= READS; i++)
		buf_free(&answers[i]);
}

#define BASKET(path) "{\"id\":\"" path "\",\"orderItems\":[{\"path\":\"/offers2/" path "\"}]}"

/* Baskets with offers that take their price from this one count, too. */
TEST(open_baskets_are_counted_if_requested)
{
	struct buf answers[4] = { 0 };
	auto_run_result r = { 0 };
	remove("held.jsonl");
	hostile_json(&answers[0], OFFERS(ALL));
	hostile_json(&answers[1],
	    "{\"hits\":3,\"items\":[" BASKET("b") "," BASKET("t") "," BASKET(
		"x") "],\"queryMore\":\"c\"}");
	/* One basket is repeated since another arrived during reading. */
	hostile_json(&answers[3], "{\"hits\":3,\"items\":[" BASKET("t") "," BASKET("x") "]}");
	hostile_json(&answers[2], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/offers", .answer = buf_str(&answers[0]) },
		{ .path = "/checkout/abandoned?limit=500&", .answer = buf_str(&answers[3]) },
		{ .path = "/checkout/abandoned", .answer = buf_str(&answers[1]) },
		{ .answer = buf_str(&answers[2]) },
	};
	struct hostile *server = hostile_start(rules, 4);
	RUN(&r, hostile_url(server), "plan", "held.jsonl", "--select", "offers", "add=1",
	    "charge=monthly", "currency=GBP", "--baskets", "-o", "csv", "--fields",
	    "name,baskets,reaches");
	assert_string_equal(buf_z(&r.out), "name,baskets,reaches\nAccess,,\nBasic,2,1\nOdd,,\n");
	assert_non_null(strstr(buf_z(&r.words), "3 open baskets were read"));
	hostile_stop(server);
	for (size_t i = 0; i < 4; i++)
		buf_free(&answers[i]);
}

/* An environment's warning threshold, and a row's text about where its price is used. */
TEST(an_environment_has_a_threshold)
{
	struct buf answers[2] = { 0 }, config = { 0 }, out = { 0 };
	int status;
	remove("large.jsonl");
	hostile_json(&answers[0], OFFERS(ALL));
	hostile_json(&answers[1], EMPTY);
	const struct hostile_rule rules[] = {
		{ .path = "/offers", .answer = buf_str(&answers[0]) },
		{ .answer = buf_str(&answers[1]) },
	};
	struct hostile *server = hostile_start(rules, 2);
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" token-command = {\"echo\", \"t\"} "
	    "plan-threshold = 20 }\n",
	    hostile_url(server));
	int fd = open_new("config.conf"), rows = open_new("out"), words = open_new("words");
	assert_true(write(fd, config.p, config.n) == (ssize_t)config.n);
	const char *const env[] = { "BACKROOM_CONFIG=config.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=", NULL };
	const char *const argv[] = { getenv("BACKROOM_BIN"), "plan", "large.jsonl", "--select",
		"offers", "add=3.00", "charge=monthly", "currency=GBP", "-o", "csv", "--fields",
		"name,smells,doubt", NULL };
	assert_true(process_wait(process_start(argv, env, rows, words), 20000, &status));
	assert_true(process_read_file("out", &out));
	assert_string_equal(buf_z(&out),
	    "name,smells,doubt\nAccess,,\n"
	    "Basic,threshold,\"by more than 20 %, the threshold of shop\"\nOdd,,\n");
	close(fd);
	close(rows);
	close(words);
	hostile_stop(server);
	buf_free(&answers[0]);
	buf_free(&answers[1]);
	buf_free(&config);
	buf_free(&out);
}

TEST(invalid_calls_are_explained)
{
	static const struct {
		const char *args[7], *words;
	} cases[] = {
		{ { NULL }, "plan takes FILE --select VIEW RULE" },
		{ { "show" }, "plan takes FILE --select VIEW RULE" },
		{ { "x.jsonl", "percent=5" }, "plan FILE needs --select VIEW" },
		{ { "x.jsonl", "--select", "offers" },
		    "plan needs a rule that changes prices or attributes" },
		{ { "x.jsonl", "--select", "offers", "currency=GBP" },
		    "plan needs a rule that changes prices or attributes" },
		{ { "x.jsonl", "--select", "products", "percent=5" }, "--select takes offers" },
		{ { "x.jsonl", "--select", "offers", "percent" },
		    "percent: write rules as NAME=VALUE" },
		{ { "x.jsonl", "--select", "offers", "raise=5" },
		    "raise=5: not a rule. Price rules: set, add, percent, round, half, currency, charge" },
		{ { "show", "nowhere.jsonl" }, "nowhere.jsonl" },
		/* A command refuses an option that it would ignore. */
		{ { "x.jsonl", "--select", "offers", "add=1", "--dry-run" },
		    "plan FILE takes --select, --reason, --from, --baskets, --start, --end, not --dry-run" },
		{ { "x.jsonl", "--select", "offers", "add=1", "--yes" }, "not --yes" },
		{ { "x.jsonl", "--select", "offers", "add=1", "--include-review" },
		    "not --include-review" },
		{ { "sheet", "--select", "offers", "--reason", "x" },
		    "plan sheet takes --select, not --reason" },
		{ { "show", "x.jsonl", "--baskets" }, "plan show takes --select, not --baskets" },
		{ { "check", "x.jsonl", "--batch", "5" },
		    "plan check takes --select, not --batch" },
		{ { "apply", "x.jsonl", "--from", "y.csv" },
		    "plan apply takes --select, --reason, --dry-run, --batch, --keep-going, "
		    "--include-review, --yes, --curl, --early, not --from" },
		{ { "resume", "x.jsonl", "--baskets" }, "not --baskets" },
		{ { "rollback", "x.jsonl", "y.jsonl", "--yes" },
		    "plan rollback takes --select, --reason, --dry-run, not --yes" },
		{ { "approve", "x.jsonl", "--select", "offers" },
		    "plan approve takes --yes, not --select" },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		const char *args[WORDS_MAX] = { "plan" };
		auto_run_result r = { 0 };
		for (size_t k = 0; cases[i].args[k]; k++)
			args[k + 1] = cases[i].args[k];
		run_to(&r, NULL, "http://127.0.0.1:1", "t", args);
		assert_true(r.code == 2 || r.code == 5);
		if (!strstr(buf_z(&r.words), cases[i].words))
			fail_msg("%zu: %s", i, buf_z(&r.words));
	}
	write_file("torn.jsonl", "{\"plan\":1}\n{\"seal\":\"00\"}\n");
	auto_run_result r = { 0 };
	EXITS(2, &r, NULL, "plan", "aply", "torn.jsonl");
	assert_non_null(strstr(buf_z(&r.words), "plan has no command aply"));
	EXITS(1, &r, NULL, "plan", "show", "torn.jsonl");
	assert_non_null(strstr(buf_z(&r.words), "torn.jsonl: its seal does not match"));
}
