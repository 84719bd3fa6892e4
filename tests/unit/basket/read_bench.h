/*
 * read_bench.h - helpers for tests that read baskets page by page from a scripted server: the
 * pages, the event loop, and checks of counts and texts.
 */
#ifndef TESTS_READ_BENCH_H
#define TESTS_READ_BENCH_H

#include "app/loop.h"
#include "basket/baskets.h"
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { NOW_S = 1795171320, RULES_MAX = 14 };

struct set {
	struct loop *loop;
	struct hostile *server;
	struct client *client;
	struct baskets *baskets;
	struct clock clock;
	struct hostile_rule rules[RULES_MAX];
	struct buf answers[RULES_MAX], paths[RULES_MAX];
	size_t n;
	size_t told;     /* number of rows at the last notification */
	char front[100]; /* the first row's id at the last notification */
};

/* Appends baskets from..to, one per minute, the newest with the highest number. */
static inline void
add_items(struct buf *out, int from, int to)
{
	for (int i = from; i >= to; i--) {
		auto_buf at = { 0 };
		when_write(&at, ((int64_t)NOW_S - 100000 + i * 60) * 1000);
		buf_addf(out,
		    "%s{\"id\":\"basket-%d\",\"created\":\"%s\",\"customerDetails\":{"
		    "\"firstName\":\"%s\",\"email\":\"u%d@example.com\"},\"identities\":[%s]}",
		    i == from ? "" : ",", i, buf_z(&at), i % 10 == 0 ? "Zoe" : "Ann", i,
		    i % 10 == 0 ? "{\"iss\":\"https://i\",\"sub\":\"zoe\"}" : "");
	}
}

/* Adds a response to the nth request (0: each) whose target has this query. Rules are tried in
 * order, and "?limit=50" is a prefix of "?limit=500": add the longer ones first. */
static inline void
add_page(struct set *s, size_t nth, const char *query, int from, int to, const char *next)
{
	auto_buf body = { 0 };
	size_t i = s->n++;
	buf_addz(&body, "{\"items\":[");
	add_items(&body, from, to);
	buf_addf(&body, "],\"queryMore\":%s}", next ? next : "null");
	hostile_json(&s->answers[i], buf_z(&body));
	buf_addf(&s->paths[i], "/checkout/abandoned%s", query);
	s->rules[i] = (struct hostile_rule){
		.path = buf_z(&s->paths[i]), .nth = nth, .answer = buf_str(&s->answers[i])
	};
}

static inline void
add_failure(struct set *s, size_t nth, const char *query)
{
	size_t i = s->n++;
	hostile_answer(&s->answers[i], 500, "Retry-After: 0\r\n", STR("{\"message\":\"away\"}"));
	buf_addf(&s->paths[i], "/checkout/abandoned%s", query);
	s->rules[i] = (struct hostile_rule){
		.path = buf_z(&s->paths[i]), .nth = nth, .answer = buf_str(&s->answers[i])
	};
}

static inline void
start(struct set *s)
{
	s->server = hostile_start(s->rules, s->n);
	struct client_config config = { .base_url = hostile_url(s->server),
		.wire_names = wire_names_default(),
		.token_source = { .token = "t" } };
	s->clock = (struct clock){ .fixed = true, .fixed_ms = (int64_t)NOW_S * 1000 };
	s->loop = loop_new();
	struct io_watch io = loop_io(s->loop);
	s->client = client_new(&config, &io);
	s->baskets = baskets_new(s->client, &s->clock, &io, NULL, NULL);
	s->baskets->read_ahead_rows = 50;
}

static inline void
end(struct set *s)
{
	baskets_free(s->baskets);
	client_free(s->client);
	loop_free(s->loop);
	hostile_stop(s->server);
	for (size_t i = 0; i < s->n; i++) {
		buf_free(&s->answers[i]);
		buf_free(&s->paths[i]);
	}
}

static inline void
finish_reading(struct set *s)
{
	int64_t until = deadline_in(20000);
	while (s->baskets->state == BASKETS_READING && clock_ticks() < until)
		loop_run_once(s->loop, 50);
	assert_int_not_equal(s->baskets->state, BASKETS_READING);
}

static inline void
view(struct set *s, const char *line)
{
	struct view v;
	struct err err;
	if (!view_parse(&v, str_of(line), &err) || !baskets_set_view(s->baskets, &v, &err))
		fail_msg("%s: %s", line, err.text);
}

static inline void
check_count(struct set *s, const char *words)
{
	auto_buf line = { 0 };
	baskets_append_count(&line, s->baskets, false);
	assert_string_equal(buf_z(&line), words);
}

static inline const char *
shown_id(struct set *s, size_t i)
{
	static char id[100];
	snprintf(id, sizeof(id), "%.*s", STR_ARG(baskets_shown_row(s->baskets, i)->id));
	return id;
}

#endif
