/*
 * redact.h - removes secrets from messages of other programs and servers.
 */
#ifndef CLIENT_REDACT_H
#define CLIENT_REDACT_H

#include "base/buf.h"
#include "base/str.h"

/* Appends the text and replaces every long run of token characters: one that begins like a JWT,
 * or one of more than 32 characters with both letters and digits. */
void redact_secrets(struct buf *out, struct str text);
/* True if the text contains the secret, or a piece of it too long to be a coincidence. */
bool redact_text_has_secret(struct str secret, struct str text);

/*
 * Writes a log line for each exchange with the service: method, endpoint template,
 * status, milliseconds, request id.
 *
 * Never logs the query, owner, body or token, nor a request id in which the server repeats part of
 * the request.
 */

enum { REQUEST_ID_MAX = 63 }; /* longest part of a request id that is stored */

struct exchange_line {
	const char *method, *path; /* path is the endpoint's template */
	int http_status;           /* HTTP status; 0: no response */
	int64_t duration_ms;
	struct str request_id;
	struct str owner, body; /* request data, to find it in request_id; body is JSON, or empty */
};

void exchange_log(const struct exchange_line *line);

#endif
