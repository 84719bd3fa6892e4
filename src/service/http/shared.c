#include "service/http/shared.h"

#include "base/mem.h"

#include <stdatomic.h>

struct shared {
	atomic_uint holders;
	struct buf bytes;
};

struct shared *
shared_new(struct buf *bytes)
{
	struct shared *s = x_new(struct shared);
	atomic_init(&s->holders, 1);
	s->bytes = *bytes;
	*bytes = (struct buf){ 0 };
	return s;
}

struct shared *
shared_hold(struct shared *s)
{
	atomic_fetch_add(&s->holders, 1);
	return s;
}

void
shared_let_go(struct shared *s)
{
	if (!s || atomic_fetch_sub(&s->holders, 1) > 1)
		return;
	buf_free(&s->bytes);
	x_free(s);
}

struct str
shared_str(const struct shared *s)
{
	return buf_str(&s->bytes);
}
