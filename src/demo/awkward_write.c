#include "demo/awkward.h"

#include "demo/catalog_write.h"
#include "demo/put.h"

static const char usual_price[] =
    "[{'name':'monthly','label':'Every month','currencyCode':'GBP','value':'9.99',"
    "'type':'recurring','trigger':'subscription_start','repeat_interval':1,"
    "'repeat_interval_type':'months','repeat_count':0,'delay_trigger':null,"
    "'delay_interval':null,'delay_interval_type':'months','attributes':{}}]";

static bool
is_standalone(const struct awkward *w)
{
	return str_starts(str_of(w->path), STR("/offers2/"));
}

static bool
is_legacy(const struct awkward *w)
{
	return w->kind == DEMO_OFFERS && !is_standalone(w);
}

static const char *
folder_of(enum demo_kind kind)
{
	static const struct {
		enum demo_kind kind;
		const char *folder;
	} folders[] = { { DEMO_SEGMENTS, "segments" }, { DEMO_PRODUCTS, "products" },
		{ DEMO_ASSETS, "assets" } };
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		if (folders[i].kind == kind)
			return folders[i].folder;
	return "offers"; /* campaigns lie there, too */
}

/* The path up to its last piece. */
static struct str
parent_of(struct str path)
{
	size_t n = path.n;
	while (n > 1 && path.p[n - 1] != '/')
		n--;
	return str_sub(path, 0, n > 1 ? n - 1 : n);
}

static void
put_members(struct buf *out, const char *json)
{
	if (*json)
		put_json(out, NULL, json);
}

static void
put_times(struct buf *out, const struct awkward *w, int64_t now_ms)
{
	int64_t modified = catalog_some_time("awkward", w->id, now_ms);
	if (w->times) {
		put_members(out, w->times);
		return;
	}
	if (is_standalone(w))
		put_when(out, "created", modified);
	put_when(out, "modified", modified);
}

static void
put_head(struct buf *out, const struct awkward *w, int64_t now_ms)
{
	put_times(out, w, now_ms);
	if (is_standalone(w)) {
		put_json(out, NULL, "'version':'1','record_type':'offer','user':'user-01'");
		catalog_put_template(out, "offers2", 0);
	} else if (w->kind != DEMO_CAMPAIGNS) {
		put_text(out, "parent_path", parent_of(str_of(w->path)));
	}
	if (w->head)
		put_members(out, w->head);
}

/* An array of values, each JSON; none for NULL. */
static void
put_list(struct buf *out, const char *name, const char *const *values)
{
	put_open(out, name, '[');
	for (; values && *values; values++)
		put_json(out, NULL, *values);
	put_close(out, ']');
}

static void
put_price(struct buf *out, const struct awkward *w)
{
	if (w->charges)
		put_list(out, "price", w->charges);
	else
		put_json(out, "price", w->price ? w->price : usual_price);
}

static void
put_shares(struct buf *out, const char *shares)
{
	struct str rest = str_of(shares), share;
	put_open(out, "productBundles", '[');
	while (str_next(&rest, ' ', &share)) {
		size_t colon = str_find_char(share, ':');
		put_open(out, NULL, '{');
		put_textf(out, "product_path", "/products/%.*s", (int)colon, share.p);
		put_text(out, "revenue_split", str_sub(share, colon + 1, share.n));
		put_text(out, "rate_plan", STR("standard"));
		put_close(out, '}');
	}
	put_close(out, ']');
}

static void
put_attributes(struct buf *out, const struct awkward *w)
{
	put_open(out, "attributes", '{');
	if (w->attributes)
		put_members(out, w->attributes);
	else
		put_text(out, "display_name__svc", str_of(w->name));
	if (w->more)
		w->more(out);
	if (is_legacy(w))
		put_price(out, w);
	put_close(out, '}');
}

static void
put_data(struct buf *out, const struct awkward *w)
{
	put_open(out, "data", '{');
	put_attributes(out, w);
	if (is_standalone(w))
		put_price(out, w);
	else
		catalog_put_template(out, folder_of(w->kind), 0);
	if (w->data) {
		put_members(out, w->data);
	} else if (w->kind == DEMO_ASSETS) {
		put_textf(out, "key", "%s.png", w->id);
	} else if (is_standalone(w)) {
		put_shares(out, w->shares ? w->shares : "digital-all-access:100");
		put_list(out, "products", w->products);
	}
	put_close(out, '}');
}

void
awkward_write(struct buf *out, const struct awkward *w, int64_t now_ms)
{
	put_open(out, NULL, '{');
	put_text(out, "id", str_of(w->id));
	if (!w->whole)
		put_text(out, "name", str_of(w->name));
	put_text(out, "path", str_of(w->path));
	if (w->whole) {
		put_members(out, w->whole);
	} else {
		put_head(out, w, now_ms);
		put_data(out, w);
	}
	put_close(out, '}');
}
