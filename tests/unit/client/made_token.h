/*
 * made_token.h - tokens in compact form with the test's own claims; the signature is not valid.
 */
#ifndef TESTS_UNIT_CLIENT_MADE_TOKEN_H
#define TESTS_UNIT_CLIENT_MADE_TOKEN_H

#include "base/digest.h"

#define SIGNATURE "c2lnbmVkLWJ5LW5vYm9keQ"

/* Appends a token with these claims; `signature` may be "". */
static inline void
make_token(struct buf *out, struct str claims, const char *signature)
{
	base64url_encode(out, STR("{\"alg\":\"ES256\"}"));
	buf_addc(out, '.');
	base64url_encode(out, claims);
	buf_addf(out, ".%s", signature);
}

#endif
