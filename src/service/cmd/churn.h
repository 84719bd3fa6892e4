/*
 * churn.h - a demo with changing data: now and then an offer gets another price, through the same
 * functions as a bulk update, and a basket is abandoned.
 *
 * Owns a thread. The service is borrowed until churn_stop().
 */
#ifndef SERVICE_CMD_CHURN_H
#define SERVICE_CMD_CHURN_H

#include "service/api/service.h"

enum { CHURN_DEFAULT_S = 120 };

struct churn;

/* NULL with err set (ERR_IO). */
struct churn *churn_start(struct service *service, int every_s, struct err *err);
void churn_stop(struct churn *l); /* NULL is fine */

#endif
