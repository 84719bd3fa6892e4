/*
 * errors.h - error bodies, both ways: {"requestId","code","message"}, and {"message"} alone
 * where the contract says so.
 */
#ifndef WIRE_ERRORS_H
#define WIRE_ERRORS_H

#include "base/buf.h"
#include "base/err.h"

/* Appends the body for err. */
void error_body_write(struct buf *out, const struct err *err);
void error_body_write_message(struct buf *out, const struct err *err);
/* Reads what a server sent with `status`: fills kind, code, request_id and text; a body
 * that is no such object gives a text in our words that says what came instead. */
void error_body_read(struct err *err, int status, struct str body);

#endif
