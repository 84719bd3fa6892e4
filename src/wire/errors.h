/*
 * errors.h - reads and writes error bodies: {"requestId","code","message"}, or only {"message"}
 * where the API says so.
 */
#ifndef WIRE_ERRORS_H
#define WIRE_ERRORS_H

#include "base/buf.h"
#include "base/err.h"

/* Append the error's body; the second function writes only its message. */
void error_body_write(struct buf *out, const struct err *err);
void error_body_write_message(struct buf *out, const struct err *err);
/* Reads the body of an error response with that status: sets kind, code, request_id and text. A
 * token issuer's error and error_description are read, too. A plain text is taken as the
 * server's message; for any other body, the text describes what came instead. */
void error_body_read(struct err *err, int status, struct str body);

/* Appends a description of a body that is not JSON: "an empty answer", "an HTML page titled
 * \"Sign in\"", "the text \"…\"". Contains untrusted text: clean it. */
void error_body_describe(struct buf *out, struct str body);

#endif
