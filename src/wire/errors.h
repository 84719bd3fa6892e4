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
/* Reads what a server sent with `status`: fills kind, code, request_id and text, which an issuer of
 * tokens calls error and error_description. A plain text is
 * taken as the server's words; of a body that is neither, the text says in ours what came instead.
 */
void error_body_read(struct err *err, int status, struct str body);

/* Appends what came where JSON was expected: "an empty answer", "an HTML page titled \"Sign in\"",
 * "the text \"…\"". Foreign text: to be cleaned. */
void error_body_describe(struct buf *out, struct str body);

#endif
