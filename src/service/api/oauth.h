/*
 * oauth.h - what the OAuth endpoints have in common: which client asks, and how RFC 6749 says no.
 */
#ifndef SERVICE_API_OAUTH_H
#define SERVICE_API_OAUTH_H

#include "service/api/route.h"
#include "service/auth/grants.h"

enum oauth_answer {
	OAUTH_OK,
	OAUTH_BAD_REQUEST,
	OAUTH_NO_CREDENTIALS,
	OAUTH_NO_HOST,
	OAUTH_UNKNOWN_GRANT,
	OAUTH_WRONG_CLIENT,
	OAUTH_NOT_FOR_CLIENT,
	OAUTH_NO_SCOPE,
	OAUTH_NO_MORE_TRIES,
	OAUTH_FULL,
	OAUTH_INVALID_GRANT,
	OAUTH_PENDING,
	OAUTH_SLOW_DOWN,
	OAUTH_DENIED,
	OAUTH_EXPIRED,
	OAUTH_ANSWERS
};

/* Fills rs with what is not OAUTH_OK: {"error", "error_description"}. Always true. */
bool oauth_refuse(struct response *rs, enum oauth_answer why);

/* Calls `answer` with the decoded form; refuses any other body. */
typedef bool oauth_handler(
    struct call *call, struct query *form, struct response *rs, struct err *err);
bool oauth_with_form(
    struct call *call, oauth_handler *answer, struct response *rs, struct err *err);

/* Finds the client, by Basic or by the form's client_id and client_secret. With OAUTH_OK *found
 * lives as long as the clients. */
enum oauth_answer oauth_identify_client(
    const struct call *call, struct query *form, const struct oauth_client **found);
/* Is there neither a secret nor a client that has none? */
bool oauth_has_no_secret(const struct call *call, struct query *form);

#endif
