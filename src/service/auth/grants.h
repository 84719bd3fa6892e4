/*
 * grants.h - pending sign-ins (device codes, RFC 8628) and active ones (families of refresh tokens,
 * RFC 6749).
 *
 * Both are in memory only: they end with the service and are not known to other services. At most
 * GRANTS_MAX of each are stored: a further code is refused, a further family evicts the least
 * recently used one. Only the SHA-256 of device codes and refresh tokens is stored. Clients are
 * borrowed and must outlive the grants. Times are monotonic milliseconds from the caller.
 * Thread-safe.
 */
#ifndef SERVICE_AUTH_GRANTS_H
#define SERVICE_AUTH_GRANTS_H

#include "base/str.h"
#include "service/auth/clients.h"

/* Rights as text: words separated by single spaces. */

enum { SCOPE_SIZE = 256 }; /* longest scope of a token, including a NUL */

/* Writes those of the requested rights that are in `has`, each once; all if none is requested,
 * "" if none is left. Omits rights that no longer fit. */
void scope_narrow(char out[SCOPE_SIZE], const char *has, struct str wanted);

enum {
	GRANTS_MAX = 1000,
	GRANTS_CODE_LIFETIME_S = 600,
	GRANTS_POLL_INTERVAL_S = 5, /* between polls; also added after a faster poll */
	GRANTS_REFRESH_LIFETIME_S = 12 * 3600,
	GRANTS_SECRET_SIZE = 65, /* size of a code or token as text, including the NUL */
	GRANTS_USER_CODE_SIZE = 10,
};

struct grants;

struct grants *grants_new(void);
void grants_free(struct grants *g);

struct grants_request {
	const struct oauth_client *client;
	const char *scope;
	int64_t now_ms;
};

/* The caller must wipe it once the codes are sent. */
struct grants_codes {
	char device_code[GRANTS_SECRET_SIZE];
	char user_code[GRANTS_USER_CODE_SIZE]; /* "BDWD-HQPK" */
};

/* Creates a device code for a program that wants to sign in. Returns false if GRANTS_MAX codes
 * are pending; none is evicted. */
bool grants_begin(struct grants *g, const struct grants_request *order, struct grants_codes *out);

/* ---- the user's decision ---- */

struct grants_attempt {
	const struct remote_address *remote;
	struct str user_code; /* upper or lower case, with any spaces and dashes */
	int64_t now_ms;
};

struct grants_view {
	const struct oauth_client *client;
	char scope[SCOPE_SIZE];
	char proof[GRANTS_SECRET_SIZE]; /* required to decide: shown on the consent page only */
};

/* CODE_UNKNOWN: the code does not exist, has expired, or was already decided. It counts like a
 * wrong secret (clients.h), and after too many tries unknown codes return CODE_LIMITED. A valid
 * code is never limited: otherwise any user of this machine could keep all others from deciding. */
enum code_verdict { CODE_OK, CODE_UNKNOWN, CODE_LIMITED, CODE_UNPROVEN, CODE_VERDICTS };

/* Fills in *out if it returns CODE_OK. */
enum code_verdict grants_find_code(
    struct grants *g, const struct grants_attempt *try, struct grants_view *out);
/* Stores the user's decision, once per code. Changes nothing if the proof is wrong. */
enum code_verdict grants_decide(struct grants *g, const struct grants_attempt *try,
    struct str proof, bool yes, struct grants_view *out);

/* ---- the program's tokens ---- */

enum grant_verdict {
	GRANT_OK,
	GRANT_PENDING,
	GRANT_SLOW_DOWN, /* polled too soon: the poll interval is longer from now on */
	GRANT_DENIED,
	GRANT_EXPIRED,
	GRANT_UNKNOWN,
	GRANT_REPLAYED, /* the refresh token was used before: its family is revoked */
	GRANT_NO_SCOPE,
	GRANT_VERDICTS
};

/* The caller must wipe it once the tokens are sent. */
struct grants_tokens {
	char refresh_token[GRANTS_SECRET_SIZE];
	char scope[SCOPE_SIZE]; /* for the new access token */
};

/* With GRANT_OK, uses up the device code and sets *out to the first token of a new family. */
enum grant_verdict grants_poll(struct grants *g, const struct oauth_client *client, struct str code,
    int64_t now_ms, struct grants_tokens *out);

struct grants_renewal {
	const struct oauth_client *client;
	struct str refresh_token;
	struct str scope; /* a subset of the family's rights, for this token only; "": all */
	int64_t now_ms;
};

/* With GRANT_OK, uses up the token and sets *out to the next one. */
enum grant_verdict grants_renew(
    struct grants *g, const struct grants_renewal *order, struct grants_tokens *out);

/* Ends the family of this token, used or not. Does nothing if the client has no such token. */
void grants_revoke(struct grants *g, const struct oauth_client *client, struct str token);

#endif
