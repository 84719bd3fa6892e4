/*
 * descriptors.h - how many connections the limit on file descriptors allows.
 */
#ifndef SERVICE_HTTP_DESCRIPTORS_H
#define SERVICE_HTTP_DESCRIPTORS_H

#include "base/err.h"

/* Raises this process's own limit as far as allowed. Sets *connections to the number of `wanted`
 * connections that fit, in addition to the service's own descriptors. ERR_IO with the numbers if
 * that is too few to serve at all. */
bool descriptors_for(unsigned wanted, unsigned *connections, struct err *err);

#endif
