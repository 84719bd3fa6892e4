/*
 * churn.h - a demo with changing data: now and then an offer's price changes, through the same
 * functions as a bulk update, and a basket is abandoned.
 *
 * Owns a thread. Borrows the service until churn_stop().
 */
#ifndef SERVICE_CMD_CHURN_H
#define SERVICE_CMD_CHURN_H

#include "service/api/service.h"

enum { CHURN_DEFAULT_INTERVAL_S = 120 };

struct churn;

/* Returns NULL and sets err (ERR_IO) if it fails. */
struct churn *churn_start(struct service *service, int every_s, struct err *err);
void churn_stop(struct churn *l); /* NULL is allowed */

#endif
