/*
 * jwt_sign.h - makes access tokens under the service's own key (HS256).
 */
#ifndef SERVICE_AUTH_JWT_SIGN_H
#define SERVICE_AUTH_JWT_SIGN_H

#include "base/buf.h"
#include "base/err.h"

/* Every right there is. */
extern const char jwt_all_rights[];

struct jwt_sign_params {
	struct str secret;
	const char *iss, *aud, *sub, *scope, *root;
	int64_t now_s;
	int64_t ttl_s;      /* negative makes an expired one */
	const char *client; /* the program that it is given to, or NULL */
};

/* Appends the compact token. ERR_IO when libjwt refuses. */
bool jwt_sign(struct buf *out, const struct jwt_sign_params *order, struct err *err);

#endif
