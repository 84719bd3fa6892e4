#include "service/auth/jwt_sign.h"

#include <jwt.h>
#include <stdlib.h>

const char jwt_known_rights[] = "read catalog:write identity:admin audit:read ingest";
const char jwt_user_rights[] = "read catalog:write identity:admin audit:read";

static bool
fill_jwt(jwt_t *jwt, const struct jwt_sign_params *o)
{
	return jwt_add_grant(jwt, "iss", o->iss) == 0 && jwt_add_grant(jwt, "aud", o->aud) == 0 &&
	    jwt_add_grant(jwt, "sub", o->sub) == 0 && jwt_add_grant(jwt, "scope", o->scope) == 0 &&
	    jwt_add_grant(jwt, "root", o->root) == 0 &&
	    (!o->client || jwt_add_grant(jwt, "client_id", o->client) == 0) &&
	    jwt_add_grant_int(jwt, "iat", (long)o->now_s) == 0 &&
	    jwt_add_grant_int(jwt, "exp", (long)(o->now_s + o->ttl_s)) == 0 &&
	    jwt_set_alg(jwt, JWT_ALG_HS256, (const unsigned char *)o->secret.p, (int)o->secret.n) ==
	    0;
}

bool
jwt_sign(struct buf *out, const struct jwt_sign_params *order, struct err *err)
{
	jwt_t *jwt = NULL;
	char *text = NULL;
	if (jwt_new(&jwt) == 0 && fill_jwt(jwt, order))
		text = jwt_encode_str(jwt);
	jwt_free(jwt);
	if (!text)
		return err_set(err, ERR_IO, "cannot make a token");
	buf_addz(out, text);
	free(text); /* allocated by malloc: libjwt 1.10 has no function to free it */
	return true;
}
