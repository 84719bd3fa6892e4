#include "service/http/request_name.h"

#include "base/digest.h"

#include <string.h>

void
request_names_begin(struct request_names *names)
{
	digest_random(names->run, sizeof(names->run));
}

/* Random bytes for each would cost as much as a page's query. The odd factor passes through every
 * number once, and does not show how many requests there were. */
void
request_name(struct request_names *names, char id[REQUEST_NAME])
{
	uint32_t nth = atomic_fetch_add(&names->asked, 1) * UINT32_C(2654435761);
	struct buf hex = { 0 };
	hex_encode(&hex, names->run, sizeof(names->run));
	hex_encode(&hex, (const unsigned char *)&nth, sizeof(nth));
	memcpy(id, buf_z(&hex), hex.n + 1);
	buf_free(&hex);
}
