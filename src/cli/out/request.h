/*
 * request.h - prints requests that were not sent: for a review before a write.
 */
#ifndef CLI_OUT_REQUEST_H
#define CLI_OUT_REQUEST_H

#include "cli/out/report.h"

/* A report of requests, as report_open() has it. */
bool request_open(struct report *r, const struct args *args, struct err *err);
/* Adds one: for people as it goes over the line, without the token and with the names of its
 * headers; for programs its parts. */
void request_add(
    struct report *r, struct str method, struct str url, const char *headers, struct str body);

#endif
