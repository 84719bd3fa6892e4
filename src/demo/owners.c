#include "demo/owners.h"

#include "demo/put.h"
#include "demo/rng.h"

/* The last seven share a group with one of the first seven. */
void
owner_make(struct buf *out, struct buf *id, unsigned number)
{
	struct rng r = rng_start("owner", number);
	struct rng group = rng_start("subscription group", number % OWNER_GROUPS);
	struct buf root = { 0 };
	buf_addz(id, "id-");
	rng_add_hex(&r, id, 32);
	buf_addz(&root, "sub-");
	rng_add_hex(&group, &root, 16);
	put_open(out, NULL, '{');
	put_text(out, "id", buf_str(id));
	put_text(out, "root", buf_str(&root));
	put_close(out, '}');
	buf_free(&root);
}
