/*
 * grants.h - pending sign-ins (device codes, RFC 8628) and continuing ones (families of refresh
 * tokens, RFC 6749).
 *
 * Owns both, in memory: they end with the service, and no other service knows them. At most
 * GRANTS_MAX of each are kept; one more evicts the oldest code, or the least recently used family.
 * Only the SHA-256 of device codes and refresh tokens is kept. Clients are borrowed and must live
 * as long. Times are milliseconds of a monotonic clock, given by the caller. Thread-safe.
 */
#ifndef SERVICE_AUTH_GRANTS_H
#define SERVICE_AUTH_GRANTS_H

#include "service/auth/clients.h"
#include "service/auth/scope.h"

enum {
	GRANTS_MAX = 1000,
	GRANTS_CODE_S = 600,
	GRANTS_INTERVAL_S = 5, /* between polls; and what a hasty one adds to it */
	GRANTS_REFRESH_S = 12 * 3600,
	GRANTS_SECRET = 65, /* a code or token as text, with its NUL */
	GRANTS_USER_CODE = 10,
};

struct grants;

struct grants *grants_new(void);
void grants_free(struct grants *g);

struct grants_request {
	const struct oauth_client *client;
	const char *scope;
	int64_t now_ms;
};

/* Wipe it when it is told. */
struct grants_codes {
	char device[GRANTS_SECRET];
	char user[GRANTS_USER_CODE]; /* "BDWD-HQPK" */
};

/* A program asks to be let in. False when as many wait as there is room for: none of these goes for
 * it. */
bool grants_begin(struct grants *g, const struct grants_request *order, struct grants_codes *out);

/* ---- what people do about it ---- */

struct grants_attempt {
	const struct remote *from;
	struct str user_code; /* in any case, with spaces and dashes anywhere */
	int64_t now_ms;
};

struct grants_view {
	const struct oauth_client *client;
	char scope[SCOPE_MAX];
	char proof[GRANTS_SECRET]; /* only who was shown it may decide */
};

/* Unknown is a code that does not exist, has expired, or was already decided: it counts like a
 * wrong secret (tries.h), and after too many of them wrong ones are limited. A right one never
 * is: otherwise any user of this machine could keep all others from deciding. */
enum code_verdict { CODE_OK, CODE_UNKNOWN, CODE_LIMITED, CODE_UNPROVEN, CODE_VERDICTS };

/* Fills *out with CODE_OK. */
enum code_verdict grants_find_code(
    struct grants *g, const struct grants_attempt *try, struct grants_view *out);
/* Once for each code. Without its proof nothing changes. */
enum code_verdict grants_decide(struct grants *g, const struct grants_attempt *try,
    struct str proof, bool yes, struct grants_view *out);

/* ---- what the program gets ---- */

enum grant_verdict {
	GRANT_OK,
	GRANT_PENDING,
	GRANT_SLOW_DOWN, /* asked again too soon: it may ask less often from now on */
	GRANT_DENIED,
	GRANT_EXPIRED,
	GRANT_UNKNOWN,
	GRANT_REPLAYED, /* a refresh token that was used before: its family has ended */
	GRANT_NO_SCOPE,
	GRANT_VERDICTS
};

/* Wipe it when it is told. */
struct grants_tokens {
	char refresh[GRANTS_SECRET];
	char scope[SCOPE_MAX]; /* of the access token that may be made now */
};

/* With GRANT_OK the device code is used up and *out has the first token of a family. */
enum grant_verdict grants_poll(struct grants *g, const struct oauth_client *client, struct str code,
    int64_t now_ms, struct grants_tokens *out);

struct grants_renewal {
	const struct oauth_client *client;
	struct str token;
	struct str scope; /* fewer rights than the family has, this once; "": all */
	int64_t now_ms;
};

/* With GRANT_OK the token is used up and *out has the next one. */
enum grant_verdict grants_renew(
    struct grants *g, const struct grants_renewal *order, struct grants_tokens *out);

/* Ends the family that this token, used or not, is of; nothing when the client has no such. */
void grants_revoke(struct grants *g, const struct oauth_client *client, struct str token);

#endif
