/*
 * service_run.h - runs the program against the test's shared service: stdout, messages and exit code.
 *
 * RUN() frees the output of an earlier run; declare the result as auto_run_result, which frees the
 * last one.
 */
#ifndef TESTS_SERVICE_RUN_H
#define TESTS_SERVICE_RUN_H

#include "lib/service.h"
#include "lib/test.h"

struct run_result {
	int code;
	struct buf out, words;
};

#define RUN(r, ...)                                                                              \
	run_result_free(r);                                                                      \
	(r)->code = service_run(                                                                 \
	    shared_service, (const char *const[]){ __VA_ARGS__, NULL }, &(r)->out, &(r)->words); \
	buf_z(&(r)->out);                                                                        \
	buf_z(&(r)->words)

static inline void
run_result_free(struct run_result *r)
{
	buf_free(&r->out);
	buf_free(&r->words);
}

#define auto_run_result CLEANUP(run_result_free) struct run_result

#endif
