#include "demo/big/identities.h"

#include "demo/big/owners.h"
#include "demo/big/people.h"
#include "demo/big/put.h"
#include "demo/rng.h"
#include "model/when.h"

enum {
	TOUR_IDENTITIES = 75,
	OWNERS_WITHOUT_BASKET = 10
}; /* OWNERS_WITHOUT_BASKET: the tour's owners without a basket */

struct demo_identity {
	struct str iss, sub;
	struct str owner, id;
	int64_t created; /* ms */
};

/* Distributes the identities that are not in the tour evenly. */
unsigned
identities_of(unsigned number)
{
	enum {
		MANY_ONLY_IDENTITIES = MANY_IDENTITIES - TOUR_IDENTITIES,
		MANY_ONLY_OWNERS = MANY_OWNERS - OWNERS
	};
	return (number - OWNERS + 1) * MANY_ONLY_IDENTITIES / MANY_ONLY_OWNERS -
	    (number - OWNERS) * MANY_ONLY_IDENTITIES / MANY_ONLY_OWNERS;
}

/* Writes an identity's record, which has twelve fields. */
static void
identity_write(struct buf *out, const struct demo_identity *identity)
{
	put_open(out, NULL, '{');
	put_text(out, "name", identity->sub);
	put_open(out, "data", '{');
	put_text(out, "iss", identity->iss);
	put_text(out, "sub", identity->sub);
	put_close(out, '}');
	put_text(out, "status", STR("active"));
	put_text(out, "record_type", STR("identity"));
	put_text(out, "record_variant", STR("@svc/external-id"));
	put_text(out, "owner", identity->owner);
	put_text(out, "id", identity->id);
	put_text(out, "service", STR("svc"));
	put_when(out, "created", identity->created);
	put_when(out, "updated", identity->created);
	put_text(out, "mode", STR("sandbox"));
	put_close(out, '}');
}

/* An owner's first identity belongs to a person with baskets. */
static void
choose_identity_of_owner(
    struct demo_identity *identity, struct arena *a, unsigned owner, unsigned index)
{
	if (index == 0) {
		struct demo_person person;
		person_make(&person, a, owner - OWNERS_WITHOUT_BASKET + 1);
		identity->iss = person.iss;
		identity->sub = person.sub;
		return;
	}
	struct rng r = rng_start("identity", owner * 8 + index);
	struct buf sub = { 0 };
	identity->iss = person_issuer((owner + index) % PERSON_ISSUERS);
	person_add_sub(&sub, &r, (owner + index) % PERSON_ISSUERS);
	identity->sub = arena_str(a, buf_str(&sub));
	buf_free(&sub);
}

void
identity_make(struct buf *out, unsigned owner, unsigned index, int64_t now_ms)
{
	struct rng r = rng_start("identity record", owner * 8 + index);
	struct arena a = { 0 };
	struct buf whose = { 0 }, id = { 0 };
	struct demo_identity identity = { 0 };
	choose_identity_of_owner(&identity, &a, owner, index);
	owner_add_id(&whose, owner);
	rng_add_uuid(&r, &id);
	identity.owner = buf_str(&whose);
	identity.id = buf_str(&id);
	identity.created = now_ms - (int64_t)(1 + rng_below(&r, 500)) * WHEN_DAY -
	    (int64_t)rng_below(&r, (unsigned)WHEN_DAY);
	identity_write(out, &identity);
	buf_free(&whose);
	buf_free(&id);
	arena_free(&a);
}
