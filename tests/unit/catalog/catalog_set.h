/*
 * catalog_set.h - a catalog and the scripted server that it is read from, for tests of the catalog.
 */
#ifndef TESTS_UNIT_APP_CATALOG_CATALOG_SET_H
#define TESTS_UNIT_APP_CATALOG_CATALOG_SET_H

#include "app/loop.h"
#include "catalog/catalog.h"
#include "client/client.h"
#include "lib/deadline.h"
#include "lib/hostile.h"
#include "lib/test.h"

#include <stdio.h>
#include <string.h>

enum { NOW_S = 1795171320, RULES_MAX = 20 };

#define ITEM(path, name) "{\"id\":\"" path "\",\"path\":\"" path "\",\"name\":\"" name "\"}"
#define PAGE(items, commit) "{\"items\":[" items "],\"commitId\":\"" commit "\"}"
#define NAMES "/offers/v2?opt.pageSize=500&opt.all=true&offersSource="

struct set {
	struct loop *loop;
	struct hostile *server;
	struct client *client;
	struct catalog *catalog;
	struct clock clock;
	struct hostile_rule rules[RULES_MAX];
	struct buf answers[RULES_MAX];
	size_t n;
	size_t offers_least; /* fewest offers seen since the first were there */
};

/* Adds a response to the nth request (0: each) whose target starts with `path`. */
static inline void
add(struct set *s, size_t nth, const char *path, int status, const char *json)
{
	size_t i = s->n++;
	hostile_answer(&s->answers[i], status,
	    "Content-Type: application/json\r\nRetry-After: 0\r\n", str_of(json));
	s->rules[i] = (struct hostile_rule){
		.path = path, .nth = nth, .answer = buf_str(&s->answers[i])
	};
}

/* Responds to any other request with an empty list at that revision. */
static inline void
answer_rest(struct set *s, const char *commit)
{
	char page[64];
	snprintf(page, sizeof(page), "{\"items\":[],\"commitId\":\"%s\"}", commit);
	add(s, 0, "/journeys", 404, "{\"message\":\"none\"}");
	add(s, 0, NULL, 200, page);
}

static inline void
check_catalog_state(void *ctx)
{
	struct set *s = ctx;
	size_t n = catalog_list(s->catalog, CATALOG_OFFERS)->rows.n;
	if (catalog_graph(s->catalog) && n < s->offers_least)
		s->offers_least = n;
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
	s->offers_least = SIZE_MAX;
	s->catalog = catalog_new(s->client, &s->clock, &io, check_catalog_state, s);
}

static inline void
end(struct set *s)
{
	catalog_free(s->catalog);
	client_free(s->client);
	loop_free(s->loop);
	hostile_stop(s->server);
	for (size_t i = 0; i < s->n; i++)
		buf_free(&s->answers[i]);
}

static inline void
finish_reading(struct set *s)
{
	int64_t until = deadline_in(20000);
	while (s->catalog->state == CATALOG_READING && clock_ticks() < until)
		loop_run_once(s->loop, 50);
	assert_int_not_equal(s->catalog->state, CATALOG_READING);
}

static inline void
read_all(struct set *s)
{
	start(s);
	catalog_read(s->catalog, CATALOG_OFFERS);
	finish_reading(s);
}

/* Number of requests whose target starts with `path`. */
static inline size_t
count_requests(struct set *s, const char *path)
{
	size_t n = 0;
	for (size_t i = 0; i < hostile_count(s->server); i++)
		n += strncmp(hostile_request(s->server, i)->target, path, strlen(path)) == 0;
	return n;
}

static inline size_t
rows_of(const struct set *s, enum catalog_part part)
{
	return catalog_list(s->catalog, part)->rows.n;
}

static inline const struct item_row *
offer(const struct set *s, const char *path)
{
	size_t at = catalog_find(s->catalog, CATALOG_OFFERS, str_of(path));
	assert_int_not_equal(at, SIZE_MAX);
	return &catalog_list(s->catalog, CATALOG_OFFERS)->rows.v[at];
}

#endif
