/*
 * grants.h - the OAuth clients and their sign-ins: pending ones (device codes, RFC 8628) and
 * active ones (families of refresh tokens, RFC 6749).
 *
 * All of it is in memory only: sign-ins end with the service and are not known to other services.
 * At most GRANTS_MAX of each kind are stored: a further code is refused, a further family evicts
 * the least recently used one. Only the SHA-256 of secrets, codes and refresh tokens is stored.
 * Times are monotonic milliseconds from the caller. Thread-safe once all clients are added.
 */
#ifndef SERVICE_AUTH_GRANTS_H
#define SERVICE_AUTH_GRANTS_H

#include "base/digest.h"
#include "service/http/remote.h"

enum { TRIES_COUNTER_COUNT = 2048, TRIES_MAX = 10, TRIES_WINDOW_MS = 60000 };
enum {
	GRANTS_MAX = 1000,
	GRANTS_CODE_LIFETIME_S = 600,
	GRANTS_POLL_INTERVAL_S = 5, /* between polls; also added after a faster poll */
	GRANTS_REFRESH_LIFETIME_S = 12 * 3600,
	GRANTS_SECRET_SIZE = 65, /* size of a code or token as text, including the NUL */
	SCOPE_SIZE = 256,        /* longest scope of a token, including a NUL */
};

enum oauth_result {
	OAUTH_OK,
#define R(id, status, code, text) OAUTH_##id,
#include "service/auth/oauth.def"
#undef R
	OAUTH_FAILED /* err has the reason */
};

struct oauth_client {
	const char *name;
	const char *scope, *root, *subject;
	bool allows_device_code; /* users may approve it by a device code */
	bool is_public;          /* it has no secret: anyone can claim to be this client */
	unsigned char secret_hash[DIGEST_SIZE]; /* set by grants_add_client() */
};

struct grants;

struct grants *grants_new(void);
void grants_free(struct grants *g);
/* Borrows the client's texts. The secret is ignored if the client is public. */
void grants_add_client(struct grants *g, const struct oauth_client *client, struct str secret);
bool grants_client_is_public(const struct grants *g, struct str name);

/* After TRIES_MAX failures within a minute, further tries from the same address with the same
 * client name are refused until the minute is over, even with the right secret. All unknown user
 * codes are counted as one name. */
struct grants_attempt {
	const struct remote_address *remote;
	struct str name;   /* the client's name; or the user code, with any case, spaces, dashes */
	struct str secret; /* the client's secret, empty if it is public; or the page's proof */
	int64_t now_ms;
};

/* Checks a client's name and secret. An unknown name takes the same time and is counted the same.
 * With OAUTH_OK *found is valid as long as the grants. */
enum oauth_result grants_check_client(
    struct grants *g, const struct grants_attempt *try, const struct oauth_client **found);

/* The caller must wipe it once the secrets are sent. */
struct grants_answer {
	const struct oauth_client *client;
	char scope[SCOPE_SIZE];
	char secret[GRANTS_SECRET_SIZE];     /* device code, refresh token, page's proof, or "" */
	char user_code[sizeof("BDWD-HQPK")]; /* of a new device code */
};

enum decision { DECISION_NONE, DECISION_YES, DECISION_NO };

/* Finds the undecided sign-in of a user code and stores the user's decision if there is one, which
 * needs the proof that *out has without a decision. A valid code is never limited: otherwise any
 * user of this machine could keep all others from deciding. */
enum oauth_result grants_decide(struct grants *g, const struct grants_attempt *try,
    enum decision decision, struct grants_answer *out);

struct grants_request {
	const struct oauth_client *client;
	struct str secret; /* the device code or refresh token, if there is one */
	struct str scope;  /* requested rights, separated by spaces; "": all */
	int64_t now_ms;
};

typedef enum oauth_result grants_exchange(
    struct grants *g, const struct grants_request *rq, struct grants_answer *out);

/* Reduces the requested rights to those of the client. */
grants_exchange grants_narrow_scope;
/* Creates a device code for a program that wants to sign in. */
grants_exchange grants_begin;
/* With OAUTH_OK, uses up the device code and sets *out to the first token of a new family. */
grants_exchange grants_poll;
/* With OAUTH_OK, uses up the refresh token and sets *out to the next one. The requested rights are
 * for the new access token only. */
grants_exchange grants_renew;
/* Ends the family of this token, used or not. OAUTH_OK even if the client has no such token. */
grants_exchange grants_revoke;

#endif
