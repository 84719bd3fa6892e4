/*
 * pack.h - the packs that are files: JSON lines in packs/, which the build put into the program.
 */
#ifndef DEMO_PACK_H
#define DEMO_PACK_H

#include "base/embedded.h"
#include "demo/demo.h"

/* The files, by name without its ending; ends with a NULL name. */
extern const struct embedded embedded_packs[];

struct demo_request {
	int64_t now;    /* ms */
	unsigned kinds; /* demo_kind bits: what is wanted */
	demo_item_fn *take;
	void *ctx;
};

bool pack_is_known(const char *pack);
/* Passes on the items of a known pack kind by kind, in the order of their lines, with their time
 * marks replaced. Stops at the first line that is wrong or refused: err then has file and line. */
bool pack_read(const char *pack, const struct demo_request *request, struct err *err);

#endif
