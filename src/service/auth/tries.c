#include "service/auth/tries.h"

#include "base/buf.h"
#include "base/digest.h"
#include "base/mem.h"

#include <string.h>

enum { COUNTERS_PER_SET = 8, COUNTER_SETS = TRIES_COUNTERS / COUNTERS_PER_SET };

struct counter {
	unsigned char whose[DIGEST_SIZE];
	unsigned wrong; /* 0: unused entry */
	int64_t since;  /* time of the first wrong secret of this minute */
};

struct tries {
	unsigned char key[DIGEST_SIZE]; /* random: an attacker cannot predict a counter's place */
	struct counter counters[COUNTER_SETS][COUNTERS_PER_SET];
};

struct tries *
tries_new(void)
{
	struct tries *t = x_new(struct tries);
	digest_random(t->key, sizeof(t->key));
	return t;
}

void
tries_free(struct tries *t)
{
	x_free(t);
}

static void
name_counter(const struct tries *t, const struct remote *from, struct str name,
    unsigned char whose[DIGEST_SIZE])
{
	struct buf bytes = { 0 };
	buf_addc(&bytes, from->v6 ? '6' : '4');
	buf_add(&bytes, from->bytes, sizeof(from->bytes));
	buf_adds(&bytes, name);
	digest_hmac(str_from((const char *)t->key, sizeof(t->key)), buf_str(&bytes), whose);
	buf_free(&bytes);
}

static struct counter *
set_of(struct tries *t, const unsigned char whose[DIGEST_SIZE])
{
	return t->counters[(whose[0] | whose[1] << 8) % COUNTER_SETS];
}

static bool
is_over(const struct counter *c, int64_t now_ms)
{
	return c->wrong == 0 || now_ms - c->since >= TRIES_WINDOW_MS;
}

static struct counter *
find_tries_counter(struct tries *t, const unsigned char whose[DIGEST_SIZE], int64_t now_ms)
{
	struct counter *set = set_of(t, whose), *found = NULL;
	for (size_t i = 0; i < COUNTERS_PER_SET; i++)
		if (!is_over(&set[i], now_ms) && memcmp(set[i].whose, whose, DIGEST_SIZE) == 0)
			found = &set[i];
	return found;
}

/* The counter to replace: one whose minute is over, else the one with the fewest tries. */
static struct counter *
place_for(struct tries *t, const unsigned char whose[DIGEST_SIZE], int64_t now_ms)
{
	struct counter *set = set_of(t, whose), *least = &set[0];
	for (size_t i = 0; i < COUNTERS_PER_SET; i++) {
		if (is_over(&set[i], now_ms))
			return &set[i];
		if (set[i].wrong < least->wrong)
			least = &set[i];
	}
	return least;
}

bool
tries_are_used_up(struct tries *t, const struct remote *from, struct str name, int64_t now_ms)
{
	unsigned char whose[DIGEST_SIZE];
	name_counter(t, from, name, whose);
	const struct counter *c = find_tries_counter(t, whose, now_ms);
	return c && c->wrong >= TRIES_MAX;
}

void
tries_add(struct tries *t, const struct remote *from, struct str name, int64_t now_ms)
{
	unsigned char whose[DIGEST_SIZE];
	name_counter(t, from, name, whose);
	struct counter *c = find_tries_counter(t, whose, now_ms);
	if (!c) {
		c = place_for(t, whose, now_ms);
		*c = (struct counter){ .since = now_ms };
		memcpy(c->whose, whose, DIGEST_SIZE);
	}
	c->wrong++;
}
