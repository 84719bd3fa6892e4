/*
 * two_pages.h - a server with three baskets on two pages, for tests of `get`.
 */
#ifndef TESTS_UNIT_CLI_TWO_PAGES_H
#define TESTS_UNIT_CLI_TWO_PAGES_H

#include "lib/hostile.h"
#include "unit/cli/run.h"

#define FIRST                                                                                           \
	"{\"id\":\"b-3\",\"created\":\"2026-11-20T10:00:00Z\",\"customerDetails\":{\"email\":\"=z@x\"," \
	"\"firstName\":\"Zoe\"},\n  \"n\":1.500e3,\"customFields\":{\"a.b\":[1, 2]}}"
#define SECOND                                                                                          \
	"{\"id\":\"b-2\",\"created\":\"2026-11-20T09:00:00Z\",\"customerDetails\":{\"firstName\":\"Ann" \
	"\\u001b\",\"companyName\":\"A, \\\"B\\\"\"}}"
#define THIRD "{\"id\":\"b-1\",\"customerDetails\":{\"firstName\":\"Bea\"},\"recoveryLink\":null}"

struct pages {
	struct buf answers[3];
	struct hostile_rule rules[3];
	struct hostile *server;
};

/* The second response is for the cursor in the first. */
static inline void
serve(struct pages *p, const char *first, const char *second)
{
	*p = (struct pages){ 0 };
	hostile_json(&p->answers[0], second ? second : "{}");
	hostile_json(&p->answers[1], first);
	p->rules[0] = (struct hostile_rule){ .answer = buf_str(&p->answers[0]), .nth = 2 };
	p->rules[1] = (struct hostile_rule){ .answer = buf_str(&p->answers[1]), .nth = 1 };
	if (second && !*second) { /* "" means a failing response */
		buf_reset(&p->answers[0]);
		hostile_answer(&p->answers[0], 400, "", STR("{\"message\":\"no such cursor\"}"));
		p->rules[0] = p->rules[1];
		p->rules[1] = (struct hostile_rule){ .answer = buf_str(&p->answers[0]) };
	}
	p->server = hostile_start(p->rules, 2);
}

static inline void
serve_two(struct pages *p)
{
	serve(p, "{\"items\":[" FIRST ", " SECOND "],\"queryMore\":\"c\"}",
	    "{\"items\":[" THIRD "]}");
}

static inline void
pages_end(struct pages *p)
{
	hostile_stop(p->server);
	for (size_t i = 0; i < 3; i++)
		buf_free(&p->answers[i]);
}

#endif
