#include "base/clock.h"

#include <time.h>

static int64_t
read_ms(clockid_t id)
{
	struct timespec ts;
	clock_gettime(id, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static int64_t
unmoved_now(const struct clock *c)
{
	return c && c->fixed ? c->fixed_ms : clock_real();
}

int64_t
clock_now(const struct clock *c)
{
	return unmoved_now(c) + (c ? c->moved_ms : 0);
}

void
clock_move(struct clock *c, int64_t now)
{
	c->moved_ms = now - unmoved_now(c);
}

void
clock_move_back(struct clock *c)
{
	c->moved_ms = 0;
}

int64_t
clock_real(void)
{
	return read_ms(CLOCK_REALTIME);
}

int64_t
clock_ticks(void)
{
	return read_ms(CLOCK_MONOTONIC);
}

int64_t
clock_ticks_us(void)
{
	struct timespec ts;
	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000000 + ts.tv_nsec / 1000;
}
