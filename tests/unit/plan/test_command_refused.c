/* `backroom plan apply` against scripted services that refuse changes: one by one, all, or the
 * whole request because the catalog changed. */
#include "lib/hostile.h"
#include "unit/plan/plan_runs.h"

#include <ctype.h>
#include <string.h>

/* Six offers: those named already cost 2.00, the others 1.00; no revision is returned. */
static void
answer_offers(struct buf *out, const char *done)
{
	auto_buf items = { 0 };
	for (const char *c = "abcdef"; *c; c++)
		buf_addf(&items,
		    "%s{\"path\":\"/offers2/%c\",\"name\":\"%c\",\"data\":{\"price\":[{\"name\":"
		    "\"monthly\",\"currencyCode\":\"GBP\",\"value\":\"%s\"}]}}",
		    *c == 'a' ? "{\"hits\":6,\"items\":[" : ",", *c, *c,
		    strchr(done, *c)                ? "2.00"
			: strchr(done, toupper(*c)) ? "7.00" /* changed by others */
						    : "1.00");
	buf_addz(&items, "]}");
	hostile_json(out, buf_z(&items));
}

/* Every third row fails with a reason. This service lacks the optional parts of the
 * contract: no revision, no stored idempotency keys. */
ON_A_SERVICE(each_offer_has_its_own_result)
{
	struct buf answers[5] = { 0 };
	answer_offers(&answers[0], "");
	answer_offers(&answers[1], "abde");
	answer_offers(&answers[2], "abcdef");
	hostile_json(&answers[3],
	    "{\"success\":\"4\",\"failed\":[{\"path\":\"/offers2/c\",\"code\":\"busy\","
	    "\"message\":\"Try later.\"},{\"path\":\"/offers2/f\"}]}");
	hostile_json(&answers[4], "{\"hits\":0,\"items\":[]}");
	const struct hostile_rule rules[] = {
		{ .path = "/svc/catalogs/", .answer = buf_str(&answers[3]) },
		{ .path = "/offers?", .nth = 1, .answer = buf_str(&answers[0]) }, /* plan */
		{ .path = "/offers?", .nth = 2, .answer = buf_str(&answers[0]) }, /* apply */
		{ .path = "/offers?", .nth = 3, .answer = buf_str(&answers[1]) },
		{ .path = "/offers?", .nth = 4, .answer = buf_str(&answers[1]) }, /* resume */
		{ .path = "/offers?", .answer = buf_str(&answers[2]) },
		{ .answer = buf_str(&answers[4]) },
	};
	struct hostile *server = hostile_start(rules, sizeof(rules) / sizeof(*rules));
	address = hostile_url(server);
	DO(0, "p.jsonl", "--select", "offers", "set=2.00");
	struct run_result r = PLAN(
	    3, "apply", "p.jsonl", ALL_OF_IT, "-o", "csv", "--fields", "path,state,why");
	assert_string_equal(buf_z(&r.out),
	    "path,state,why\n/offers2/a,done,\n/offers2/b,done,\n/offers2/c,refused,busy: Try "
	    "later.\n/offers2/d,done,\n/offers2/e,done,\n/offers2/f,refused,not changed; the service "
	    "gave no reason\n");
	assert_true(has_message(&r, "This service has no catalog revision"));
	run_result_free(&r);
	assert_true(journal_has(",partly done,changes_refused,"));
	size_t sent = hostile_count(server);
	DO(0, "resume", "p.jsonl", ALL_OF_IT);
	const struct hostile_request *q;
	while ((q = hostile_request(server, sent)) != NULL && strcmp(q->method, "PUT") != 0)
		sent++;
	assert_non_null(q);
	struct buf match = { 0 };
	assert_false(hostile_header(q, "If-Match", &match));
	assert_string_equal(q->body,
	    "{\"diffs\":[{\"path\":\"/offers2/c\",\"diff\":{\"attributes\":{\"price\":\"2.00\"}}},"
	    "{\"path\":\"/offers2/f\",\"diff\":{\"attributes\":{\"price\":\"2.00\"}}}]}");
	buf_free(&match);
	hostile_stop(server);
	for (size_t i = 0; i < 5; i++)
		buf_free(&answers[i]);
}

/* The catalog changed between reading and sending: the offer that someone else changed is not sent
 * again with the others. */
ON_A_SERVICE(a_change_by_others_is_kept_after_a_refused_batch)
{
	struct buf answers[6] = { 0 };
	answer_offers(&answers[0], "");
	answer_offers(&answers[1], "C");
	answer_offers(&answers[2], "abCdef");
	hostile_answer(&answers[3], 412, "", STR("{\"code\":\"outdated\"}"));
	hostile_json(&answers[4], "{\"success\":\"5\",\"failed\":[]}");
	hostile_json(&answers[5], "{\"hits\":0,\"items\":[]}");
	const struct hostile_rule rules[] = {
		{ .path = "/svc/catalogs/", .nth = 1, .answer = buf_str(&answers[3]) },
		{ .path = "/svc/catalogs/", .answer = buf_str(&answers[4]) },
		{ .path = "/offers?", .nth = 1, .answer = buf_str(&answers[0]) }, /* plan */
		{ .path = "/offers?", .nth = 2, .answer = buf_str(&answers[0]) }, /* apply */
		{ .path = "/offers?", .nth = 3, .answer = buf_str(&answers[1]) },
		{ .path = "/offers?", .answer = buf_str(&answers[2]) },
		{ .answer = buf_str(&answers[5]) },
	};
	struct hostile *server = hostile_start(rules, sizeof(rules) / sizeof(*rules));
	address = hostile_url(server);
	DO(0, "p.jsonl", "--select", "offers", "set=2.00");
	auto_run_result r = PLAN(
	    3, "apply", "p.jsonl", ALL_OF_IT, "-o", "csv", "--fields", "path,state");
	assert_string_equal(buf_z(&r.out),
	    "path,state\n/offers2/a,done\n/offers2/b,done\n/offers2/c,changed since\n"
	    "/offers2/d,done\n/offers2/e,done\n/offers2/f,done\n");
	size_t writes = 0;
	for (size_t i = 0; i < hostile_count(server); i++) {
		const struct hostile_request *q = hostile_request(server, i);
		if (strcmp(q->method, "PUT") == 0 && ++writes == 2)
			assert_null(strstr(q->body, "/offers2/c"));
	}
	assert_int_equal(writes, 2);
	hostile_stop(server);
	for (size_t i = 0; i < 6; i++)
		buf_free(&answers[i]);
}

/* One offer with two charges. */
static void
answer_offer(struct buf *out, const char *monthly, const char *trial)
{
	auto_buf items = { 0 };
	buf_addf(&items,
	    "{\"hits\":1,\"items\":[{\"path\":\"/offers2/a\",\"name\":\"a\",\"data\":{\"price\":[{"
	    "\"name\":\"monthly\",\"currencyCode\":\"GBP\",\"value\":\"%s\"},{\"name\":\"trial\","
	    "\"currencyCode\":\"GBP\",\"value\":\"%s\"}]}}]}",
	    monthly, trial);
	hostile_json(out, buf_z(&items));
}

/* Answers to the lists of offers in their order, the last one to all that follow, and to the
 * writes: the one of number `refused` is refused as outdated. */
struct one_offer {
	struct buf offers[6], other[3];
	struct hostile_rule rules[10];
	struct hostile *server;
};

static void
serve_one_offer(struct one_offer *s, const char *const prices[6][2], size_t refused)
{
	size_t n = 0;
	*s = (struct one_offer){ 0 };
	hostile_answer(&s->other[0], 412, "", STR("{\"code\":\"outdated\"}"));
	hostile_json(&s->other[1], "{\"success\":\"1\",\"failed\":[]}");
	hostile_json(&s->other[2], "{\"hits\":0,\"items\":[]}");
	s->rules[n++] = (struct hostile_rule){
		.path = "/svc/catalogs/", .nth = refused, .answer = buf_str(&s->other[0])
	};
	s->rules[n++] = (struct hostile_rule){ .path = "/svc/catalogs/",
		.answer = buf_str(&s->other[1]) };
	for (size_t i = 0; i < 6; i++) {
		answer_offer(&s->offers[i], prices[i][0], prices[i][1]);
		s->rules[n++] = (struct hostile_rule){ .path = "/offers?",
			.nth = i < 5 ? i + 1 : 0,
			.answer = buf_str(&s->offers[i]) };
	}
	s->rules[n++] = (struct hostile_rule){ .answer = buf_str(&s->other[2]) };
	s->server = hostile_start(s->rules, n);
	address = hostile_url(s->server);
}

static void
stop_one_offer(struct one_offer *s)
{
	hostile_stop(s->server);
	for (size_t i = 0; i < 6; i++)
		buf_free(&s->offers[i]);
	for (size_t i = 0; i < 3; i++)
		buf_free(&s->other[i]);
}

/* The plan's own earlier change of the offer does not count as one by others. */
ON_A_SERVICE(a_refused_batch_is_sent_again_after_an_earlier_one)
{
	static const char *const prices[6][2] = { { "2.00", "1.00" }, { "2.00", "1.00" },
		{ "1.00", "1.00" }, { "1.00", "1.00" }, { "1.00", "1.00" }, { "1.00", "0.00" } };
	CLEANUP(stop_one_offer) struct one_offer s;
	serve_one_offer(&s, prices, 2);
	DO(0, "p.jsonl", "--select", "offers", "add=-1");
	DO(3, "apply", "p.jsonl", "--yes");
	auto_run_result r = PLAN(
	    0, "resume", "p.jsonl", ALL_OF_IT, "-o", "csv", "--fields", "charge,state");
	assert_non_null(strstr(buf_z(&r.out), "trial,done\n"));
}

/* Someone else made one of the changes, and another one of the same offer. */
ON_A_SERVICE(a_change_by_others_beside_the_planned_one_is_kept)
{
	static const char *const prices[6][2] = { { "2.00", "1.00" }, { "2.00", "1.00" },
		{ "3.00", "7.00" }, { "3.00", "7.00" }, { "3.00", "7.00" }, { "3.00", "7.00" } };
	CLEANUP(stop_one_offer) struct one_offer s;
	serve_one_offer(&s, prices, 1);
	DO(0, "p.jsonl", "--select", "offers", "add=1");
	auto_run_result r = PLAN(
	    3, "apply", "p.jsonl", ALL_OF_IT, "-o", "csv", "--fields", "charge,state");
	assert_string_equal(
	    buf_z(&r.out), "charge,state\nmonthly,done already\ntrial,changed since\n");
	size_t writes = 0;
	for (size_t i = 0; i < hostile_count(s.server); i++)
		writes += strcmp(hostile_request(s.server, i)->method, "PUT") == 0;
	assert_int_equal(writes, 1);
	run_result_free(&r);
	r = PLAN(5, "rollback", "p.jsonl", "back.jsonl");
	assert_true(has_message(&r, "Nothing to undo"));
}

/* The service accepts the request and refuses every change in it. */
ON_A_SERVICE(a_batch_of_refused_changes_is_not_done)
{
	struct buf answers[3] = { 0 };
	answer_offers(&answers[0], "");
	hostile_json(&answers[1], "{\"success\":\"0\",\"failed\":[]}");
	hostile_json(&answers[2], "{\"hits\":0,\"items\":[]}");
	const struct hostile_rule rules[] = {
		{ .path = "/svc/catalogs/", .answer = buf_str(&answers[1]) },
		{ .path = "/offers?", .answer = buf_str(&answers[0]) },
		{ .answer = buf_str(&answers[2]) },
	};
	struct hostile *server = hostile_start(rules, sizeof(rules) / sizeof(*rules));
	address = hostile_url(server);
	DO(0, "p.jsonl", "--select", "offers", "set=2.00");
	DO(3, "apply", "p.jsonl", ALL_OF_IT);
	assert_true(journal_has(",refused,changes_refused,"));
	hostile_stop(server);
	for (size_t i = 0; i < 3; i++)
		buf_free(&answers[i]);
}
