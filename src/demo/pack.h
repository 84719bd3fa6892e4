/*
 * pack.h - the packs that are files: JSON lines in packs/, embedded in the program by the build.
 */
#ifndef DEMO_PACK_H
#define DEMO_PACK_H

#include "base/embedded.h"
#include "demo/demo.h"

/* The embedded files by name, without extension; ends with a NULL name. */
extern const struct embedded embedded_packs[];

struct demo_request {
	int64_t now;    /* ms */
	unsigned kinds; /* requested demo_kind bits */
	demo_item_fn *take;
	void *ctx;
};

bool pack_is_known(const char *pack);
/* Passes on the items of a known pack, one kind after the other, in the order of the lines, with
 * time placeholders replaced. Stops at the first invalid or refused line: err then has file and
 * line. */
bool pack_read(const char *pack, const struct demo_request *request, struct err *err);

#endif
