#include "base/packed.h"

#include "base/mem.h"

#include <zstd.h>

enum { COMPRESSION_LEVEL = 1, OUTPUT_PIECE_SIZE = 16384 };

struct packer {
	ZSTD_CCtx *ctx;     /* NULL: not used yet */
	size_t input_bytes; /* bytes of the current text added so far */
};

struct packer *
packer_new(void)
{
	return x_new(struct packer);
}

void
packer_free(struct packer *p)
{
	if (p)
		ZSTD_freeCCtx(p->ctx);
	x_free(p);
}

void
packer_reset(struct packer *p)
{
	if (p->ctx)
		ZSTD_CCtx_reset(p->ctx, ZSTD_reset_session_only);
	p->input_bytes = 0;
}

/* Setting the size in advance lets zstd allocate only what the text needs. */
static bool
begin_block(struct packer *p, size_t size)
{
	if (!p->ctx)
		p->ctx = ZSTD_createCCtx();
	return p->ctx &&
	    !ZSTD_isError(
		ZSTD_CCtx_setParameter(p->ctx, ZSTD_c_compressionLevel, COMPRESSION_LEVEL)) &&
	    !ZSTD_isError(ZSTD_CCtx_setPledgedSrcSize(p->ctx, size));
}

bool
packer_add(struct packer *p, struct buf *out, struct str piece, size_t size)
{
	ZSTD_inBuffer in = { piece.p, piece.n, 0 };
	size_t left = 0;
	if (!p->input_bytes && !begin_block(p, size))
		return false;
	p->input_bytes += piece.n;
	bool last = p->input_bytes == size;
	do {
		ZSTD_outBuffer room = { buf_reserve(out, OUTPUT_PIECE_SIZE), OUTPUT_PIECE_SIZE, 0 };
		left = ZSTD_compressStream2(
		    p->ctx, &room, &in, last ? ZSTD_e_end : ZSTD_e_continue);
		if (ZSTD_isError(left))
			return false;
		out->n += room.pos;
	} while (last ? left > 0 : in.pos < in.size);
	if (last)
		p->input_bytes = 0;
	return true;
}

bool
unpack(struct buf *out, struct str packed, size_t size)
{
	size_t got = ZSTD_decompress(buf_reserve(out, size), size, packed.p, packed.n);
	bool whole = !ZSTD_isError(got) && got == size;
	out->n += whole ? size : 0;
	return whole;
}

const char *
packed_library_version(void)
{
	return ZSTD_versionString();
}
