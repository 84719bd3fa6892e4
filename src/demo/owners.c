#include "demo/owners.h"

#include "demo/put.h"
#include "demo/rng.h"
#include "demo/situations.h"

void
owner_add_id(struct buf *out, unsigned number)
{
	struct rng r = rng_start("owner", number);
	if (number < SITUATIONS) {
		buf_addz(out, demo_situations[number].owner);
		return;
	}
	buf_addz(out, "id-");
	rng_add_hex(&r, out, 32);
}

/* The last seven of the tour share a group with one of the first seven; beyond it, every fifth
 * shares the one before. */
static unsigned
group_of(unsigned number)
{
	if (number < OWNERS)
		return number % OWNER_GROUPS;
	return number % 5 == 4 ? number - 1 : number;
}

void
owner_make(struct buf *out, struct buf *id, unsigned number)
{
	struct rng group = rng_start("subscription group", group_of(number));
	struct buf root = { 0 };
	owner_add_id(id, number);
	buf_addz(&root, "sub-");
	rng_add_hex(&group, &root, 16);
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(id));
	put_text(out, "root", buf_str(&root));
	put_close(out, '}');
	buf_free(&root);
}
