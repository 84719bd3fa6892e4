#include "service/http/request_id.h"

#include "base/digest.h"

#include <string.h>

void
request_ids_init(struct request_ids *names)
{
	digest_random(names->run, sizeof(names->run));
}

/* Random bytes for each id would cost as much as a page's query. Multiplying by an odd factor
 * visits every number once and hides the number of requests. */
void
request_ids_next(struct request_ids *names, char id[REQUEST_ID_SIZE])
{
	uint32_t nth = atomic_fetch_add(&names->asked, 1) * UINT32_C(2654435761);
	struct buf hex = { 0 };
	hex_encode(&hex, names->run, sizeof(names->run));
	hex_encode(&hex, (const unsigned char *)&nth, sizeof(nth));
	memcpy(id, buf_z(&hex), hex.n + 1);
	buf_free(&hex);
}
