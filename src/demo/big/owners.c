#include "demo/big/owners.h"

#include "demo/big/put.h"
#include "demo/rng.h"

void
owner_add_id(struct buf *out, unsigned number)
{
	struct rng r = rng_start("owner", number);
	buf_addz(out, "id-");
	rng_add_hex(&r, out, 32);
}

void
owner_make(struct buf *out, unsigned number)
{
	/* Every fifth owner shares the group of the previous one. */
	struct rng group = rng_start("subscription group", number % 5 == 4 ? number - 1 : number);
	struct buf id = { 0 }, root = { 0 };
	owner_add_id(&id, number);
	buf_addz(&root, "sub-");
	rng_add_hex(&group, &root, 16);
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(&id));
	put_text(out, "root", buf_str(&root));
	put_close(out, '}');
	buf_free(&id);
	buf_free(&root);
}
