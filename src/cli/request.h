/*
 * request.h - prints requests that were not sent: for a review before a write.
 */
#ifndef CLI_REQUEST_H
#define CLI_REQUEST_H

#include "cli/report.h"

/* Opens a report of requests; see report_open(). */
bool request_open(struct report *r, const struct args *args, struct err *err);
/* Adds a request: for people as it would be sent, without the token and with the names of
 * headers; for programs its parts. */
void request_add(
    struct report *r, struct str method, struct str url, const char *headers, struct str body);

#endif
