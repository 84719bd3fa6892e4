/*
 * living.h - a demo that does not stand still: every so often one offer gets another price, through
 * the same functions as a bulk update, and now and then a basket is left behind.
 *
 * Owns a thread. The service is borrowed until living_stop().
 */
#ifndef SERVICE_LIVING_H
#define SERVICE_LIVING_H

#include "service/service.h"

enum { LIVING_USUAL_S = 120 };

struct living;

/* NULL with err set (ERR_IO). */
struct living *living_start(struct service *service, int every_s, struct err *err);
void living_stop(struct living *l); /* NULL is fine */

#endif
