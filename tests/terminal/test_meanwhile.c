/* labels: slow */
/*
 * New baskets: those that arrive while watching, and since the last visit.
 */
#include "lib/console.h"
#include "lib/hostile.h"
#include "lib/test.h"
#include "model/when.h"

#include <stdio.h>
#include <string.h>

enum { PAGES = 4 };

struct set {
	struct buf answers[PAGES];
	struct hostile_rule rules[PAGES];
	size_t n;
	struct hostile *server;
	struct pty *p;
};

/* Adds the next response: baskets, newest first, from these numbers of minutes before 12:00. That
 * of 3 minutes before is completed. */
static void
answer_with_baskets(struct set *s, size_t n, const int *minutes)
{
	auto_buf body = { 0 };
	size_t k = s->n++;
	buf_addz(&body, "{\"items\":[");
	for (size_t i = 0; i < n; i++) {
		buf_addf(&body,
		    "%s{\"id\":\"basket-%d\",\"created\":\"2024-11-24T11:%02d:00Z\",\"tracking\":{"
		    "\"tag\":\"/tags/%s\"},\"customerDetails\":{\"firstName\":\"Nr\",\"lastName\":"
		    "\"%d\"}%s}",
		    i ? "," : "", minutes[i], 60 - minutes[i], minutes[i] % 2 ? "uk" : "fr",
		    minutes[i], minutes[i] == 3 ? ",\"completed\":true" : "");
	}
	buf_addz(&body, "]}");
	hostile_json(&s->answers[k], buf_z(&body));
	s->rules[k] = (struct hostile_rule){
		.path = "/api/checkout/abandoned", .nth = k + 1, .answer = buf_str(&s->answers[k])
	};
}

static void
end(struct set *s)
{
	pty_stop(s->p);
	hostile_stop(s->server);
	for (size_t i = 0; i < s->n; i++)
		buf_free(&s->answers[i]);
}

/* The target of the nth request for baskets. */
static const char *
request_target(struct set *s, size_t nth)
{
	for (size_t i = 0; i < hostile_count(s->server); i++) {
		const char *target = hostile_request(s->server, i)->target;
		if (strncmp(target, "/api/checkout", 13) == 0 && nth-- == 0)
			return target;
	}
	return "";
}

/* A watched basket is marked, counted and reported with the bell; other new baskets are not. */
TEST(watched_baskets_are_marked_and_reported)
{
	CLEANUP(end) struct set s = { 0 };
	answer_with_baskets(&s, 2, (const int[]){ 20, 21 });
	answer_with_baskets(&s, 5, (const int[]){ 1, 2, 3, 20, 21 });
	s.server = hostile_start(s.rules, s.n);
	s.p = console_for_server(s.server, &(struct pty_options){ .cols = 100, .rows = 30 }, "");
	assert_true(pty_wait_text(s.p, "Nr 21"));
	assert_true(
	    pty_press(s.p, ":watch every=5s bell tag:uk\r", "Watching for new baskets: tag:uk"));
	assert_true(pty_wait_text(s.p, "watching \xC2\xB7 2 baskets, all read"));
	size_t before = pty_log(s.p).n;
	assert_true(pty_wait_text(s.p, "2 new baskets for tag:uk at"));
	assert_true(pty_wait_text(s.p, "watching 2 new \xC2\xB7 5 baskets, all read"));
	int row = pty_find(s.p, "Nr 1 ", NULL), other = pty_find(s.p, "Nr 2 ", NULL);
	assert_true(row >= 0 && strstr(pty_row(s.p, row), " new "));
	assert_true(other >= 0 && !strstr(pty_row(s.p, other), " new "));
	/* The request starts a little before the newest known basket. */
	assert_non_null(strstr(request_target(&s, 1), "createdAfter=2024-11-24T11%3A30%3A00"));
	assert_true(pty_wait_raw(s.p, before, STR("\a")));
	/* Text that does not fit is cut at a character boundary. */
	pty_type(s.p, ":watch tag:uk");
	for (int i = 0; i < 30; i++)
		pty_type(s.p, "\xC3\xA9");
	assert_true(pty_press(s.p, " a\r", "\xC3\xA9 a, every "));
	assert_true(pty_press(s.p, ":watch off\r", "Stopped watching"));
	assert_true(pty_wait_gone(s.p, "watching 2 new"));
	console_quit(s.p);
}

/* The next console reports their number once. */
TEST(baskets_that_arrived_while_closed_are_reported)
{
	static const struct pty_options options = { .cols = 100, .rows = 30 };
	CLEANUP(end) struct set s = { 0 };
	answer_with_baskets(&s, 2, (const int[]){ 20, 21 });
	answer_with_baskets(&s, 5, (const int[]){ 1, 2, 3, 20, 21 });
	answer_with_baskets(&s, 3, (const int[]){ 1, 2, 3 });
	s.server = hostile_start(s.rules, s.n);
	s.p = console_for_server(s.server, &options, "");
	assert_true(pty_wait_text(s.p, "Nr 21"));
	assert_true(pty_press(s.p, ":since\r", "No earlier visit is recorded"));
	console_quit(s.p);
	pty_stop(s.p);
	s.p = console_start(&options, NULL, NULL);
	assert_true(pty_wait_text(s.p, "3 baskets (1 completed) since your last visit"));
	assert_true(pty_wait_text(s.p, ":since shows them"));
	assert_true(pty_press(s.p, "0", "3 baskets (1 completed) since your last visit"));
	assert_true(pty_press(s.p, ":since\r", "Baskets since=2024-11-24T11:40:00"));
	assert_true(pty_wait_gone(s.p, "Nr 20"));
	console_quit(s.p);
}
