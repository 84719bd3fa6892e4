/*
 * params.h - the query inputs of a call by meaning, whatever their names here (wire/params.def),
 * and their valid values. A refusal has the input's name.
 */
#ifndef SERVICE_API_PARAMS_H
#define SERVICE_API_PARAMS_H

#include "service/api/route.h"

/* The input's value under its name or its alias; STR_NONE when it is not there. */
struct str param_get(struct call *call, enum param p);
/* The name of the input at this service. */
const char *param_name(const struct call *call, enum param p);
/* 1 to STORE_PAGE_MAX; *out stays as it is when the input is not there. */
bool param_read_count(struct call *call, enum param p, size_t *out, struct err *err);
/* A date or a date-time in ms; WHEN_NONE when the input is not there. */
bool param_read_time(struct call *call, enum param p, int64_t *out, struct err *err);
/* true or false; *out stays as it is when the input is not there. */
bool param_read_flag(struct call *call, enum param p, bool *out, struct err *err);

/* The two ways a cursor can be wrong, said of the input it came in. Always false. */
bool param_refuse_cursor(struct call *call, enum param p, bool mismatch, struct err *err);

#endif
