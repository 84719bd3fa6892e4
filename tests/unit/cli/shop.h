/*
 * shop.h - a scripted server with a whole catalog, and checks of texts made from it.
 */
#ifndef TESTS_UNIT_CLI_SHOP_H
#define TESTS_UNIT_CLI_SHOP_H

#include "lib/files.h"
#include "lib/hostile.h"
#include "lib/process.h"
#include "lib/test.h"

#include <string.h>

enum { LISTS = 6 };

/* A whole catalog: the items of each list, or the journeys; NULL is an empty list. */
struct catalog {
	const char *campaigns, *offers, *assets, *products, *segments, *journeys;
};

struct shop {
	struct buf answers[LISTS];
	struct hostile_rule rules[LISTS];
	struct hostile *server;
};

static inline void
open_shop(struct shop *s, const struct catalog *c)
{
	static const char *const paths[LISTS] = { "/campaigns", "/offers", "/assets", "/products",
		"/segments", "/journeys" };
	const char *const items[LISTS] = { c->campaigns, c->offers, c->assets, c->products,
		c->segments, c->journeys };
	*s = (struct shop){ 0 };
	for (size_t i = 0; i < LISTS; i++) {
		auto_buf body = { 0 };
		if (i < LISTS - 1)
			buf_addf(&body, "{\"commitId\":\"c1\",\"items\":[%s]}",
			    items[i] ? items[i] : "");
		else
			buf_addz(&body, items[i] ? items[i] : "{\"journeys\":[]}");
		hostile_json(&s->answers[i], buf_z(&body));
		s->rules[i] = (struct hostile_rule){ .path = paths[i],
			.answer = buf_str(&s->answers[i]) };
	}
	s->server = hostile_start(s->rules, LISTS);
}

static inline void
close_shop(struct shop *s)
{
	hostile_stop(s->server);
	for (size_t i = 0; i < LISTS; i++)
		buf_free(&s->answers[i]);
}

static inline void
expect_part(const struct buf *text, const char *part)
{
	if (!strstr(text->p, part))
		fail_msg("no %s in\n%s", part, text->p);
}

/* Has xmllint check that the file is well-formed, if it is installed. */
static inline void
expect_xml(const char *file)
{
	const char *const argv[] = { "xmllint", "--noout", "--nonet", "--huge", file, NULL };
	int status = 0;
	if (!process_is_on_path("xmllint"))
		return;
	int words = open_new("xml.words");
	assert_true(process_wait(process_start(argv, NULL, words, words), 20000, &status));
	assert_int_equal(status, 0);
	close(words);
}

#endif
