/*
 * packed.h - compresses and decompresses texts with zstd: fast rather than small, and in pieces, so
 * that a large text does not block the loop.
 */
#ifndef BASE_PACKED_H
#define BASE_PACKED_H

#include "base/buf.h"

/* Compresses texts one after the other. */
struct packer;

struct packer *packer_new(void);
void packer_free(struct packer *p);
/* Compresses the next piece of a text with `size` bytes in total, and appends the output to out.
 * After the last piece a new text may start. Returns false if zstd fails; the output is then
 * unusable. */
bool packer_add(struct packer *p, struct buf *out, struct str piece, size_t size);
/* Abandons the current text, ready for a new one. */
void packer_reset(struct packer *p);

/* Appends the decompressed text, which must have `size` bytes. Returns false if `packed` is not
 * valid. */
bool unpack(struct buf *out, struct str packed, size_t size);

/* The version of zstd that this program runs with. */
const char *packed_library_version(void);

#endif
