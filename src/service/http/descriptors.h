/*
 * descriptors.h - how many connections there are descriptors for.
 */
#ifndef SERVICE_HTTP_DESCRIPTORS_H
#define SERVICE_HTTP_DESCRIPTORS_H

#include "base/err.h"

/* Raises this process's own limit as far as it may. *connections becomes how many of `wanted` there
 * is room for, beside what the service itself opens; ERR_IO with the numbers when these are too few
 * to serve anybody. */
bool descriptors_for(unsigned wanted, unsigned *connections, struct err *err);

#endif
