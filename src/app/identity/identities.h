/*
 * identities.h - external identities as far as baskets show them: no endpoint lists them, so they
 * are gathered from the baskets that were read, each basket once.
 */
#ifndef APP_IDENTITY_IDENTITIES_H
#define APP_IDENTITY_IDENTITIES_H

#include "app/basket/baskets.h"

struct identity_known {
	struct basket_identity id;
	uint32_t baskets; /* that carry it */
	/* The newest of them: its id, whose it is (STR_NONE: it does not say), and when, WHEN_NONE
	 * when that is not known. */
	struct str basket, customer;
	int64_t at;
};

/* Owns everything until identities_free(). */
struct identities;

struct identities *identities_new(void);
void identities_free(struct identities *ids);
/* Counts an item of the baskets list, once for each identity it carries. */
void identities_add(struct identities *ids, struct str json, unsigned flags);
/* Counts the baskets that were read and are not counted yet. */
void identities_add_baskets(struct identities *ids, const struct baskets *baskets);
/* How many there are, and one of them, in the order in which they were first seen. */
size_t identities_count(const struct identities *ids);
const struct identity_known *identities_at(const struct identities *ids, size_t i);
/* One by its issuer and subject, byte for byte; NULL when no basket has it. */
const struct identity_known *identities_find(
    const struct identities *ids, struct str iss, struct str sub);
/* One as JSON: {"iss","sub","type","service","baskets"}. */
void identities_write(struct buf *out, const struct identities *ids, size_t i);

#endif
