/*
 * params.h - reads the query parameters of a call by their meaning (wire/params.def), whatever they
 * are named at this service, and validates them. An error message names the parameter.
 */
#ifndef SERVICE_API_PARAMS_H
#define SERVICE_API_PARAMS_H

#include "service/api/route.h"

/* The value of the parameter under its name or its alias; STR_NONE if absent. */
struct str param_get(struct call *call, enum param p);
/* The parameter's name at this service. */
const char *param_name(const struct call *call, enum param p);
/* Accepts 1 to STORE_PAGE_ITEMS_MAX; *out is unchanged if the parameter is absent. */
bool param_read_count(struct call *call, enum param p, size_t *out, struct err *err);
/* Accepts a date or date-time; *out is in ms, or WHEN_NONE if the parameter is absent. */
bool param_read_time(struct call *call, enum param p, int64_t *out, struct err *err);
/* Accepts true or false; *out is unchanged if the parameter is absent. */
bool param_read_flag(struct call *call, enum param p, bool *out, struct err *err);

/* Refuses the cursor in this parameter, as invalid or as one of a list with other filters
 * (`mismatch`). Always returns false. */
bool param_refuse_cursor(struct call *call, enum param p, bool mismatch, struct err *err);

#endif
