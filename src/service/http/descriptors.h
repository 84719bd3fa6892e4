/*
 * descriptors.h - how many connections there are descriptors for.
 */
#ifndef SERVICE_HTTP_DESCRIPTORS_H
#define SERVICE_HTTP_DESCRIPTORS_H

#include "base/err.h"

/* Raises this process's own limit as far as it may. *connections becomes the number of `wanted`
 * connections that fit besides the service's own descriptors; ERR_IO with the numbers if these
 * are too few to serve at all. */
bool descriptors_for(unsigned wanted, unsigned *connections, struct err *err);

#endif
