/*
 * renewal_bench.h - a stored sign-in in a file, as of a given time.
 */
#ifndef TESTS_UNIT_CLIENT_RENEWAL_BENCH_H
#define TESTS_UNIT_CLIENT_RENEWAL_BENCH_H

#include "base/clock.h"
#include "client/oauth.h"
#include "unit/client/kept_bench.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#define KEPT_FOLDER "renewed"
#define KEPT_FILE KEPT_FOLDER "/sign-in.json"
#define KEPT_LOCK KEPT_FILE ".lock"

/* Stores a sign-in that is valid between these times, in ms from now; `until` WHEN_NONE: it does
 * not expire. */
static inline void
store_sign_in(const struct oauth_rules *rules, const char *access, const char *refresh,
    int64_t since, int64_t until)
{
	struct stored_sign_in t;
	struct store_bench k;
	make_sign_in(&t, rules->issuer, access, refresh);
	buf_reset(&t.resource);
	buf_addz(&t.resource, rules->resource);
	buf_reset(&t.client_id);
	buf_addz(&t.client_id, rules->client_id);
	t.received_at = clock_real() + since;
	t.expires_at = until == WHEN_NONE ? WHEN_NONE : clock_real() + until;
	store_bench_begin(&k, KEPT_FILE, NULL);
	if (!store_bench_save(&k, &t))
		abort();
	stored_sign_in_free(&t);
	store_bench_end(&k);
}

/* Reads the saved sign-in; stored_sign_in_free() afterwards. */
static inline void
read_sign_in(struct stored_sign_in *t)
{
	struct store_bench k;
	store_bench_begin(&k, KEPT_FILE, NULL);
	if (!store_bench_load(&k))
		abort();
	stored_sign_in_copy(t, &k.tokens);
	store_bench_end(&k);
}

static inline bool
is_lock_free(void)
{
	int fd = open(KEPT_LOCK, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	bool got = fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0;
	if (fd >= 0)
		close(fd);
	return got;
}

#endif
