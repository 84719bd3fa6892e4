/*
 * plan_runs.h - runs of `backroom plan` against a service of the test's own, with plans in p.jsonl,
 * q.jsonl and back.jsonl.
 */
#ifndef TESTS_PLAN_RUNS_H
#define TESTS_PLAN_RUNS_H

#include "lib/api.h"
#include "lib/files.h"
#include "unit/journal/command_runs.h"
#include "wire/member.h"

#include <string.h>

#define WINBACK "--select", "offers Winback"

static struct api *the_api;
static const char *address; /* the service's address for all runs */

static inline int
set_up(void **state)
{
	static const char *const left[] = { "p.jsonl", "p.jsonl.applied", "q.jsonl",
		"q.jsonl.applied", "back.jsonl", "back.jsonl.applied", "p.jsonl.undo",
		"p.jsonl.undo.applied" };
	for (size_t i = 0; i < sizeof(left) / sizeof(*left); i++)
		remove(left[i]);
	fresh(NULL);
	int status = api_set_up(state);
	the_api = *state;
	address = service_url(the_api->service);
	return status;
}

static inline struct run_result
run(const char *const words[])
{
	struct run_result r = { 0 };
	run_to(&r, NULL, address, buf_z(&the_api->token), words);
	return r;
}

/* Runs plan, and fails the test unless it exits with this code. */
static inline struct run_result
run_well(int code, const char *const words[])
{
	struct run_result r = run(words);
	if (r.code != code)
		fail_msg("%s: %d instead of %d: %s%s", words[1], r.code, code, buf_z(&r.words),
		    buf_z(&r.out));
	return r;
}

#define PLAN(code, ...) run_well((code), (const char *const[]){ "plan", __VA_ARGS__, NULL })
#define DO(code, ...)                                            \
	do {                                                     \
		struct run_result did = PLAN(code, __VA_ARGS__); \
		run_result_free(&did);                           \
	} while (0)

static inline bool
has_message(struct run_result *r, const char *text)
{
	return strstr(buf_z(&r->words), text) != NULL;
}

/* All offers as the service returns them, without the members that every write changes. */
static inline void
read_offers(struct buf *out)
{
	static const char *const stamps[] = { "version", "version_date", "modified", "user" };
	assert_int_equal(api_get(the_api, "/offers?pageSize=500"), 200);
	struct member_walk w;
	struct member m;
	member_start(&w, api_raw(the_api, "items"));
	while (member_next(&w, &m)) {
		auto_buf item = { 0 }, less = { 0 };
		buf_adds(&item, m.value);
		for (size_t i = 0; i < sizeof(stamps) / sizeof(*stamps); i++) {
			buf_reset(&less);
			member_set(&less, buf_str(&item), str_of(stamps[i]), STR_NONE);
			buf_reset(&item);
			buf_adds(&item, buf_str(&less));
		}
		buf_adds(out, buf_str(&item));
		buf_addc(out, '\n');
	}
}

/* Sends every change, also those marked for review. */
#define ALL_OF_IT "--yes", "--include-review"

static inline bool
journal_has(const char *text)
{
	struct run_result r = run_well(0,
	    (const char *const[]){ "journal", "list", "-o", "csv", "--fields",
		"batch,result,code,reason,overtaken_by", NULL });
	bool found = strstr(buf_z(&r.out), text) != NULL;
	run_result_free(&r);
	return found;
}

#define ON_A_SERVICE(name) TEST_WITH(name, set_up, api_tear_down)

#endif
