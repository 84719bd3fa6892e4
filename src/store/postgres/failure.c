#include "store/postgres/failure.h"

#include "store/store.h"

#include <string.h>

enum meaning { MEANS_RETRY, MEANS_RETRY_ELSEWHERE, MEANS_FULL, MEANS_INVALID };

/* SQLSTATE prefixes; the first match counts. */
static const struct {
	const char *begin;
	enum meaning means;
} meanings[] = {
	{ "40", MEANS_RETRY },              /* serialization failure, deadlock */
	{ "55P03", MEANS_RETRY },           /* a lock was not available */
	{ "57014", MEANS_RETRY },           /* the statement took too long */
	{ "23505", MEANS_RETRY },           /* another writer stored the same key meanwhile */
	{ "23514", MEANS_RETRY },           /* a month's table was removed meanwhile */
	{ "08", MEANS_RETRY_ELSEWHERE },    /* connection errors */
	{ "57P", MEANS_RETRY_ELSEWHERE },   /* the server is stopping or starting */
	{ "25P03", MEANS_RETRY_ELSEWHERE }, /* our transaction was idle for too long */
	{ "25006", MEANS_RETRY_ELSEWHERE }, /* the server has become a replica */
	{ "53300", MEANS_RETRY_ELSEWHERE }, /* too many connections */
	{ "53100", MEANS_FULL }, { "54000", MEANS_INVALID }, /* a key is too long for an index */
};

static int
meaning_of(const char *sqlstate)
{
	for (size_t i = 0; i < sizeof(meanings) / sizeof(*meanings); i++)
		if (strncmp(sqlstate, meanings[i].begin, strlen(meanings[i].begin)) == 0)
			return (int)meanings[i].means;
	return -1;
}

bool
pg_ends_connection(const char *sqlstate)
{
	return meaning_of(sqlstate) == MEANS_RETRY_ELSEWHERE;
}

bool
pg_fail(struct err *err, const char *sqlstate, const char *words)
{
	struct str text = str_trim(str_of(words));
	switch (meaning_of(sqlstate)) {
	case MEANS_RETRY:
	case MEANS_RETRY_ELSEWHERE:
		return store_fail_retryable(err, "the store failed: %.*s", STR_ARG(text));
	case MEANS_FULL:
		return store_fail_full(err, "the store failed: %.*s", STR_ARG(text));
	case MEANS_INVALID:
		return err_set(err, ERR_INVALID, "the store failed: %.*s", STR_ARG(text));
	default:
		return err_set(err, ERR_UPSTREAM, "the store failed: %.*s", STR_ARG(text));
	}
}
