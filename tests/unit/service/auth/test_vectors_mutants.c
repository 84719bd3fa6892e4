/* labels: slow
 *
 * Valid tokens, each changed in one small way or with a part of another token: none of a hundred
 * thousand may be accepted. The changes are the same in every run. */
#include "base/clock.h"
#include "base/digest.h"
#include "lib/test.h"
#include "lib/one_issuer.h"
#include "public_vectors.h"
#include "service/auth/jwt_sign.h"

#ifndef MUTANTS
#define MUTANTS 100000
#endif

enum { MUTANT_TOKENS = 4 };

struct mutants {
	uint64_t random;
	struct buf minted[2];
	struct str tokens[MUTANT_TOKENS]; /* HS256 twice, RS256, ES256 */
	struct jwt_verifier *gates[MUTANT_TOKENS];
};

static uint64_t
mutants_random(struct mutants *m, uint64_t below)
{
	m->random ^= m->random << 13;
	m->random ^= m->random >> 7;
	m->random ^= m->random << 17;
	return m->random % below;
}

static void
mutate_bit(struct mutants *m, struct buf *t)
{
	t->p[mutants_random(m, t->n)] ^= (char)(1 << mutants_random(m, 8));
}

static void
mutate_letter(struct mutants *m, struct buf *t)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/ ";
	t->p[mutants_random(m, t->n)] = letters[mutants_random(m, sizeof(letters) - 1)];
}

static void
mutate_swap(struct mutants *m, struct buf *t)
{
	size_t a = mutants_random(m, t->n), b = mutants_random(m, t->n);
	char was = t->p[a];
	t->p[a] = t->p[b];
	t->p[b] = was;
}

static void
mutate_cut(struct mutants *m, struct buf *t)
{
	t->n = mutants_random(m, t->n);
}

/* Removes or duplicates a stretch of the token. */
static void
mutate_stretch(struct mutants *m, struct buf *t)
{
	struct buf out = { 0 };
	size_t from = mutants_random(m, t->n), to = from + 1 + mutants_random(m, t->n - from);
	size_t again = mutants_random(m, 2) ? from : to;
	buf_adds(&out, str_sub(buf_str(t), 0, again == from ? to : from));
	buf_adds(&out, str_sub(buf_str(t), again, SIZE_MAX));
	buf_free(t);
	*t = out;
}

/* Replaces one of the three parts by a part of another token, or by another part of the same
 * token. */
static void
mutate_part(struct mutants *m, struct buf *t)
{
	struct str part[3], other[3], rest = buf_str(t);
	struct str from = m->tokens[mutants_random(m, MUTANT_TOKENS)];
	struct buf out = { 0 };
	for (size_t i = 0; i < 3; i++) {
		str_next(&rest, '.', &part[i]);
		str_next(&from, '.', &other[i]);
	}
	part[mutants_random(m, 3)] = other[mutants_random(m, 3)];
	for (size_t i = 0; i < 3; i++) {
		buf_addz(&out, i ? "." : "");
		buf_adds(&out, part[i]);
	}
	buf_free(t);
	*t = out;
}

static void (*const mutations[])(struct mutants *m, struct buf *t) = { mutate_bit, mutate_letter,
	mutate_swap, mutate_cut, mutate_stretch, mutate_part };

static void
mutants_begin(struct mutants *m)
{
	static const char secret[] = "0123456789abcdef0123456789abcdef";
	static const char *const keys[] = { secret, secret, rsa_key, p256_key };
	static const enum jwt_algorithm algorithms[] = { JWT_HS256, JWT_HS256, JWT_RS256,
		JWT_ES256 };
	struct err err;
	m->random = 88172645463325252;
	for (size_t i = 0; i < 2; i++) {
		struct jwt_sign_params order = { STR(secret), "backroom", "backroom-api",
			i ? "ann" : "bob", i ? "read" : "read catalog:write", "*",
			clock_real() / 1000, 86400, NULL };
		assert_true(jwt_sign(&m->minted[i], &order, &err));
		m->tokens[i] = buf_str(&m->minted[i]);
	}
	m->tokens[2] = STR(rs256_good);
	m->tokens[3] = STR(es256_good);
	for (size_t i = 0; i < MUTANT_TOKENS; i++)
		m->gates[i] = verifier_of_one_issuer(&(struct one_issuer){ .algorithm = algorithms[i],
		    .key = str_of(keys[i]),
		    .iss = "backroom",
		    .aud = "backroom-api",
		    .leeway_s = JWT_LEEWAY_S });
}

static bool
is_original(const struct mutants *m, struct str token)
{
	for (size_t i = 0; i < MUTANT_TOKENS; i++)
		if (str_eq(token, m->tokens[i]))
			return true;
	return false;
}

/* Seven of eight use HS256, since verifying the others takes fifty times as long. */
static size_t
token_kind(size_t i)
{
	return i % 16 < 14 ? i % 2 : i % 16 - 12;
}

static enum jwt_verdict
verify(struct mutants *m, size_t gate, struct str token)
{
	struct verified_claims who;
	const char *reason;
	return jwt_verify(m->gates[gate], token, clock_real(), false, &who, &reason);
}

/* Each mutant is checked by the verifier for its original token. */
TEST(no_changed_token_passes)
{
	struct mutants m = { 0 };
	mutants_begin(&m);
	for (size_t i = 0; i < MUTANT_TOKENS; i++)
		assert_int_equal(verify(&m, i, m.tokens[i]), JWT_OK);
	for (size_t i = 0, made = 0; made < MUTANTS; i++) {
		auto_buf t = { 0 };
		buf_adds(&t, m.tokens[token_kind(i)]);
		mutations[mutants_random(&m, sizeof(mutations) / sizeof(*mutations))](&m, &t);
		bool is_mutant = !is_original(&m, buf_str(&t));
		made += is_mutant;
		if (is_mutant && verify(&m, token_kind(i), buf_str(&t)) != JWT_INVALID)
			fail_msg("passed: %.*s", STR_ARG(buf_str(&t)));
	}
	for (size_t i = 0; i < MUTANT_TOKENS; i++)
		jwt_verifier_free(m.gates[i]);
	buf_free(&m.minted[0]);
	buf_free(&m.minted[1]);
}
