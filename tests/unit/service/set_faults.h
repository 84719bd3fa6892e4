/*
 * set_faults.h - rules of simulated faults for the service of a test.
 */
#ifndef TESTS_UNIT_SERVICE_SET_FAULTS_H
#define TESTS_UNIT_SERVICE_SET_FAULTS_H

#include "unit/service/calls.h"

/* Replaces the rules. */
static inline void
set_faults(struct fixture *f, const char *rules)
{
	struct err err;
	if (!f->service.faults)
		f->service.faults = faults_new(routes, routes_n);
	assert_true(faults_set(f->service.faults, str_of(rules), &f->service.names, &err));
}

#endif
