#include "service/http/shared_bytes.h"

#include "base/mem.h"

#include <stdatomic.h>

struct shared_bytes {
	atomic_uint holders;
	struct buf bytes;
};

struct shared_bytes *
shared_bytes_new(struct buf *bytes)
{
	struct shared_bytes *s = x_new(struct shared_bytes);
	atomic_init(&s->holders, 1);
	s->bytes = *bytes;
	*bytes = (struct buf){ 0 };
	return s;
}

struct shared_bytes *
shared_bytes_ref(struct shared_bytes *s)
{
	atomic_fetch_add(&s->holders, 1);
	return s;
}

void
shared_bytes_unref(struct shared_bytes *s)
{
	if (!s || atomic_fetch_sub(&s->holders, 1) > 1)
		return;
	buf_free(&s->bytes);
	x_free(s);
}

struct str
shared_bytes_str(const struct shared_bytes *s)
{
	return buf_str(&s->bytes);
}
