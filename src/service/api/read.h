/*
 * read.h - begins a read from the store for a request, from a replica if it is recent enough. A
 * caller that sends X-Seen is never shown less than it has seen, but possibly data as old as the
 * service allows; all other callers are shown the current data.
 */
#ifndef SERVICE_API_READ_H
#define SERVICE_API_READ_H

#include "service/api/route.h"
#include "store/replica.h"

struct store_terms read_terms_of_request(const struct service *service, const struct request *rq);
/* Begins a reader and sets the call's `seen`. End it with store_end(). */
bool read_begin(struct call *call, struct store_tx *tx, struct err *err);
/* Passes a page of baskets to `take`, and sets the call's `seen`. */
bool read_baskets(struct call *call, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err);
/* Adds the X-Seen header if the store has a replica. */
void read_set_seen_header(
    const struct service *service, const struct watermark *seen, struct response *rs);

#endif
