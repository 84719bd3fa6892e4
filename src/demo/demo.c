#include "demo/demo.h"

#include "demo/big/big.h"
#include "demo/pack.h"

#include <string.h>

bool
demo_make(const char *pack, int64_t now_ms, unsigned kinds, demo_item_fn *take, void *ctx,
    struct err *err)
{
	const struct demo_request request = {
		.now = now_ms, .kinds = kinds, .on_item = take, .ctx = ctx
	};
	if (strcmp(pack, "big") == 0)
		return big_make_items(&request, err);
	if (pack_is_known(pack))
		return pack_read(pack, &request, err);
	return err_set_with_field(err, ERR_USAGE, "demo",
	    "there is no demo pack %s: use tour, awkward, big or ./FILE", pack);
}

bool
demo_pack_is_file(const char *pack)
{
	return strchr(pack, '/') != NULL;
}

void
demo_add_owners(struct buf *out)
{
	struct str rest = str_of(embedded_find(embedded_packs, "demo-owners")), line;
	bool first = true;
	while (str_next(&rest, '\n', &line)) {
		if (line.n == 0)
			continue;
		buf_addz(out, first ? "" : ",");
		buf_adds(out, line);
		first = false;
	}
}
