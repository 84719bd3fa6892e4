/*
 * contacts.h - `get` with a server of baskets and a contact log, for tests of lists that need both.
 */
#ifndef TESTS_UNIT_CLI_CONTACTS_H
#define TESTS_UNIT_CLI_CONTACTS_H

#include "lib/files.h"
#include "lib/hostile.h"
#include "unit/cli/run.h"

#include <string.h>

#define LEDGER "outcomes" /* the contact log */

struct shop_run {
	struct hostile *server;
	struct buf answer;
	struct hostile_rule rule;
	struct run_result ran;
};

/* Serves other baskets than the usual ones. */
static inline void
serve(struct shop_run *s, const char *json)
{
	hostile_stop(s->server);
	buf_reset(&s->answer);
	hostile_json(&s->answer, json);
	s->rule = (struct hostile_rule){ .answer = buf_str(&s->answer) };
	s->server = hostile_start(&s->rule, 1);
}

static inline int
tear_down(void **state)
{
	struct shop_run *s = *state;
	hostile_stop(s->server);
	buf_free(&s->answer);
	return 0;
}

static inline void
run_at(struct shop_run *s, const char *settings, const char *const *words)
{
	auto_buf config = { 0 };
	const char *argv[WORDS_MAX] = { getenv("BACKROOM_BIN"), "get" };
	const char *const env[] = { "BACKROOM_CONFIG=config.conf",
		"BACKROOM_URL=", "BACKROOM_TOKEN=", NULL };
	char *here = getcwd(NULL, 0);
	for (size_t i = 0; words[i]; i++)
		argv[i + 2] = words[i];
	buf_addf(&config,
	    "environment \"shop\" { url = \"%s\" token-command = {\"echo\", \"t\"} "
	    "link-base = \"https://shop.example/\" link-hosts = {\"shop.example\"} "
	    "outcomes = \"%s/" LEDGER "\" %s }\n",
	    hostile_url(s->server), here, settings);
	free(here);
	write_bytes("config.conf", buf_str(&config), 0600);
	run_program(&s->ran, argv, env, open_new("out"), 20000);
}

static inline void
expect(struct shop_run *s, int code, const char *out, const char *words)
{
	if (s->ran.code != code || (out && strcmp(s->ran.out.p, out) != 0) ||
	    !strstr(s->ran.words.p, words))
		fail_msg("%d\n%s\n%s\nand not\n%s\n%s", s->ran.code, s->ran.out.p, s->ran.words.p,
		    out ? out : "", words);
	run_result_free(&s->ran);
}

#endif
