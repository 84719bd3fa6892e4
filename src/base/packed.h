/*
 * packed.h - a text made smaller and given back, over zstd: quickly rather than tightly, and in
 * pieces, so that a large one does not take a turn of the loop.
 */
#ifndef BASE_PACKED_H
#define BASE_PACKED_H

#include "base/buf.h"

/* Makes one text after the other smaller. */
struct packer;

struct packer *packer_new(void);
void packer_free(struct packer *p);
/* The next piece of a text of `size` bytes; what comes of it is appended to out. After the last one
 * the next text may begin. False when zstd refuses, and what was appended is of no use. */
bool packer_add(struct packer *p, struct buf *out, struct str piece, size_t size);
/* Begins anew, whatever was added. */
void packer_reset(struct packer *p);

/* Appends the text that was so many bytes. False when these are not its packed bytes. */
bool unpack(struct buf *out, struct str packed, size_t size);

#endif
