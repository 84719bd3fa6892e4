#include "base/packed.h"

#include "base/mem.h"

#include <limits.h>
#include <zlib.h>

/* No head and no sum: these bytes never leave the program. */
enum { WINDOW = -15, MEMORY = 8, ROOM = 16384 };

struct packer {
	z_stream z;
	bool ready;
};

struct packer *
packer_new(void)
{
	return x_new(struct packer);
}

void
packer_free(struct packer *p)
{
	if (p && p->ready)
		deflateEnd(&p->z);
	x_free(p);
}

void
packer_reset(struct packer *p)
{
	if (p->ready)
		deflateReset(&p->z);
}

static bool
get_ready(struct packer *p)
{
	if (!p->ready)
		p->ready = deflateInit2(&p->z, Z_BEST_SPEED, Z_DEFLATED, WINDOW, MEMORY,
			       Z_DEFAULT_STRATEGY) == Z_OK;
	return p->ready;
}

bool
packer_add(struct packer *p, struct buf *out, struct str piece, bool last)
{
	int said = Z_OK;
	if (piece.n > UINT_MAX || !get_ready(p))
		return false;
	p->z.next_in = (Bytef *)(uintptr_t)piece.p;
	p->z.avail_in = (uInt)piece.n;
	do {
		p->z.next_out = (Bytef *)buf_room(out, ROOM);
		p->z.avail_out = ROOM;
		said = deflate(&p->z, last ? Z_FINISH : Z_NO_FLUSH);
		out->n += ROOM - p->z.avail_out;
	} while (said == Z_OK && p->z.avail_out == 0);
	if (last)
		deflateReset(&p->z);
	return said == (last ? Z_STREAM_END : Z_OK) || said == Z_BUF_ERROR;
}

bool
unpack(struct buf *out, struct str packed, size_t size)
{
	z_stream z = { 0 };
	if (packed.n > UINT_MAX || size > UINT_MAX || inflateInit2(&z, WINDOW) != Z_OK)
		return false;
	z.next_in = (Bytef *)(uintptr_t)packed.p;
	z.avail_in = (uInt)packed.n;
	z.next_out = (Bytef *)buf_room(out, size);
	z.avail_out = (uInt)size;
	bool whole = inflate(&z, Z_FINISH) == Z_STREAM_END && z.total_out == size;
	out->n += whole ? size : 0;
	inflateEnd(&z);
	return whole;
}
