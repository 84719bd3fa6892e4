#include "demo/demo.h"

#include "base/buf.h"
#include "model/when.h"

bool
demo_make(const char *pack, int64_t now_ms, unsigned kinds, demo_take *take, void *ctx,
    struct err *err)
{
	bool ok = true;
	if (!str_eqz(STR("tour"), pack))
		return err_field(err, ERR_USAGE, "demo", "there is no demo pack %s: use tour", pack);
	for (int i = 0; ok && i < 240 && (kinds & DEMO_BASKETS); i++) {
		struct buf id = { 0 }, json = { 0 };
		int64_t at = now_ms - 18 * 60000 - i * 10000000LL;
		buf_addf(&id, "basket-%08d", i);
		buf_addf(&json, "{\"id\":\"%s\",\"created\":\"", buf_z(&id));
		when_write(&json, at);
		buf_addz(&json, "\",\"completed\":false}");
		struct demo_item item = { DEMO_BASKETS, buf_str(&id), at, false, false,
			buf_str(&json) };
		ok = take(ctx, &item, err);
		buf_free(&id);
		buf_free(&json);
	}
	return ok;
}
