/*
 * oauth.h - shared by the OAuth endpoints: identifies the client and makes the error responses of
 * RFC 6749.
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
	OAUTH_GRANT_NOT_ALLOWED,
	OAUTH_NO_SCOPE,
	OAUTH_NO_MORE_TRIES,
	OAUTH_TOO_MANY_SIGN_INS,
	OAUTH_INVALID_GRANT,
	OAUTH_PENDING,
	OAUTH_SLOW_DOWN,
	OAUTH_DENIED,
	OAUTH_EXPIRED,
	OAUTH_ANSWERS
};

/* Fills rs with the error response {"error", "error_description"}; not for OAUTH_OK. Always
 * returns true. */
bool oauth_refuse(struct response *rs, enum oauth_answer why);

/* Calls `answer` with the decoded form; refuses any other body. */
typedef bool oauth_handler(
    struct call *call, struct query *form, struct response *rs, struct err *err);
bool oauth_answer_form(
    struct call *call, oauth_handler *answer, struct response *rs, struct err *err);

/* Finds the client by Basic authentication or by the form's client_id and client_secret. With
 * OAUTH_OK *found is valid as long as the clients. */
enum oauth_answer oauth_identify_client(
    const struct call *call, struct query *form, const struct oauth_client **found);
/* True if the request contains no secret although its client has one. */
bool oauth_has_no_secret(const struct call *call, struct query *form);

#endif
