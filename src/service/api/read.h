/*
 * read.h - reading from the store for a caller: from a replica where that keeps what the service
 * promises. A caller that says by X-Seen what it has seen is never shown less, and may be shown
 * what is as old as the service allows; everybody else is shown what there is.
 */
#ifndef SERVICE_API_READ_H
#define SERVICE_API_READ_H

#include "service/api/route.h"
#include "store/replica.h"

struct store_terms read_terms(const struct service *service, const struct request *rq);
/* Begins a reader; the call says then what it sees. End it with store_end(). */
bool read_begin(struct call *call, struct store_tx *tx, struct err *err);
/* Adds X-Seen, where there is a replica to read from. */
void read_set_seen_header(
    const struct service *service, const struct watermark *seen, struct response *rs);

#endif
