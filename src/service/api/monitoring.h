/*
 * monitoring.h - requests at the address for monitoring: health, readiness and metrics, without a
 * token.
 */
#ifndef SERVICE_API_MONITORING_H
#define SERVICE_API_MONITORING_H

#include "service/api/service.h"
#include "service/http/message.h"

/* Waits for the store for a second at most. */
void monitoring_answer(struct service *service, const struct request *rq, struct response *rs);

#endif
