/*
 * identities.h - external identities found in baskets: no endpoint lists them, so they are
 * collected from the baskets that were read, each basket once.
 */
#ifndef IDENTITY_IDENTITIES_H
#define IDENTITY_IDENTITIES_H

#include "model/basket.h"

struct baskets;

struct known_identity {
	struct basket_identity id;
	uint32_t basket_count; /* number of baskets with this identity */
	/* The newest basket with it: its id, its customer (STR_NONE: none given), and its time
	 * (WHEN_NONE: not known). */
	struct str newest_basket_id, customer_name, customer_email;
	int64_t newest_basket_at;
};

/* Owns everything until identities_free(). */
struct identities;

struct identities *identities_new(void);
void identities_free(struct identities *ids);
/* Counts an item of the baskets list, once for each of its identities. */
void identities_add(struct identities *ids, struct str json, unsigned flags);
/* Counts the baskets that were read and not counted yet. */
void identities_add_baskets(struct identities *ids, const struct baskets *baskets);
/* The number of identities, and the i-th of them, in the order found. */
size_t identities_count(const struct identities *ids);
const struct known_identity *identities_at(const struct identities *ids, size_t i);
/* Finds an identity by issuer and subject, byte for byte; NULL if no basket has it. */
const struct known_identity *identities_find(
    const struct identities *ids, struct str iss, struct str sub);

#endif
