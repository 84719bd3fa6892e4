/*
 * jwt_sign.h - creates access tokens, signed with the service's own key (HS256).
 */
#ifndef SERVICE_AUTH_JWT_SIGN_H
#define SERVICE_AUTH_JWT_SIGN_H

#include "base/buf.h"
#include "base/err.h"

/* All rights, and those that a user gets, as scope texts: `ingest` is for programs. */
extern const char jwt_known_rights[], jwt_user_rights[];

struct jwt_sign_params {
	struct str secret;
	const char *iss, *aud, *sub, *scope, *root;
	int64_t now_s;
	int64_t ttl_s;      /* a negative value makes an expired token */
	const char *client; /* the client that receives the token, or NULL */
};

/* Appends the compact token. ERR_IO if libjwt fails. */
bool jwt_sign(struct buf *out, const struct jwt_sign_params *order, struct err *err);

#endif
