/*
 * signer.h - an identity provider's key for tests: signs tokens, and shows its public key as a JWK
 * or in PEM.
 *
 * The key is new for each signer. Ends the program if OpenSSL fails.
 */
#ifndef TESTS_SIGNER_H
#define TESTS_SIGNER_H

#include "base/buf.h"
#include "lib/cleanup.h"

enum signer_kind { SIGNER_RS256, SIGNER_PS256, SIGNER_ES256, SIGNER_EDDSA };

struct signer;

/* `kid`: NULL for a key without one. */
struct signer *signer_new(enum signer_kind kind, const char *kid);
void signer_free(struct signer *s);
static inline void
signer_free_at(struct signer **s)
{
	signer_free(*s);
}
#define auto_signer CLEANUP(signer_free_at) struct signer

/* Appends the public key as a JWK with these members after its own (",\"use\":\"sig\"", or ""). */
void signer_write_jwk(struct buf *out, const struct signer *s, const char *more);
/* Appends a JWK Set of these keys, with kid, alg and use. */
void signer_write_set(struct buf *out, struct signer *const *signers, size_t n);
void signer_write_pem(struct buf *out, const struct signer *s);
/* Appends a compact token: the header has alg, kid and `typ` (NULL: none). */
void signer_sign(struct buf *out, const struct signer *s, const char *typ, const char *claims);
/* Like signer_sign() with a whole header. */
void signer_sign_with_header(
    struct buf *out, const struct signer *s, const char *header, const char *claims);

#endif
