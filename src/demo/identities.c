#include "demo/identities.h"

#include "demo/owners.h"
#include "demo/people.h"
#include "demo/put.h"
#include "demo/rng.h"
#include "demo/situations.h"
#include "model/when.h"

unsigned
identities_of(unsigned number)
{
	/* 12 of the situations, 63 of the other owners of the tour, the rest dealt out evenly. */
	enum { LATER = MANY_IDENTITIES - 75, AMONG = MANY_OWNERS - OWNERS };
	if (number < SITUATIONS)
		return demo_situations[number].linked;
	if (number < OWNERS)
		return number % 10 == 0 ? 3 : 2;
	return (number - OWNERS + 1) * LATER / AMONG - (number - OWNERS) * LATER / AMONG;
}

void
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

/* The first identity is that of the situation or, of an ordinary owner, that of a person who leaves
 * baskets. */
static void
choose(struct demo_identity *identity, struct arena *a, unsigned owner, unsigned index)
{
	struct person person;
	struct buf sub = { 0 };
	if (index == 0 && owner < SITUATIONS) {
		identity->iss = str_of(demo_situations[owner].iss);
		identity->sub = str_of(demo_situations[owner].sub);
		return;
	}
	if (index == 0) {
		person_make(&person, a, owner - SITUATIONS + 1);
		identity->iss = person.iss;
		identity->sub = person.sub;
		return;
	}
	struct rng r = rng_start("identity", owner * 8 + index);
	identity->iss = person_issuer((owner + index) % PERSON_ISSUERS);
	person_add_sub(&sub, &r, (owner + index) % PERSON_ISSUERS);
	identity->sub = arena_str(a, buf_str(&sub));
	buf_free(&sub);
}

void
identity_make(struct buf *out, struct buf *id, unsigned owner, unsigned index, int64_t now_ms)
{
	struct rng r = rng_start("identity record", owner * 8 + index);
	struct arena a = { 0 };
	struct buf whose = { 0 };
	struct demo_identity identity = { 0 };
	choose(&identity, &a, owner, index);
	owner_add_id(&whose, owner);
	rng_add_uuid(&r, id);
	identity.owner = buf_str(&whose);
	identity.id = buf_str(id);
	identity.created = now_ms - (int64_t)(1 + rng_below(&r, 500)) * WHEN_DAY -
	    (int64_t)rng_below(&r, (unsigned)WHEN_DAY);
	identity_write(out, &identity);
	buf_free(&whose);
	arena_free(&a);
}
