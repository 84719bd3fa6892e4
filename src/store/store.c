#include "store/store.h"

#include "store/sqlite/sqlite.h"

static const struct {
	struct str scheme;
	struct store *(*open)(struct str rest, struct err *err);
} schemes[] = {
	{ { "sqlite:", 7 }, sqlite_store_open },
};

struct store *
store_open(struct str url, struct err *err)
{
	for (size_t i = 0; i < sizeof(schemes) / sizeof(*schemes); i++)
		if (str_starts(url, schemes[i].scheme))
			return schemes[i].open(str_sub(url, schemes[i].scheme.n, url.n), err);
	err_field(err, ERR_USAGE, "store",
	    "no store is called %.*s: use sqlite:FILE or "
	    "sqlite::memory:",
	    STR_ARG(url));
	return NULL;
}

void
store_close(struct store *s)
{
	if (s)
		s->ops->close(s);
}

bool
store_list_baskets(struct store *s, const struct store_basket_query *q, store_basket_fn *take,
    void *ctx, struct err *err)
{
	return s->ops->list_baskets(s, q, take, ctx, err);
}

bool
store_is_empty(struct store *s, bool *empty, struct err *err)
{
	return s->ops->is_empty(s, empty, err);
}

bool
store_load_begin(struct store *s, struct err *err)
{
	return s->ops->load_begin(s, err);
}

bool
store_load_basket(struct store *s, const struct store_basket *b, struct err *err)
{
	if (b->id.n == 0 || b->id.n > STORE_ID_MAX)
		return err_field(
		    err, ERR_INVALID, "id", "a basket's id has 1 to %d bytes", STORE_ID_MAX);
	if (b->json.n > STORE_ITEM_MAX)
		return err_field(
		    err, ERR_INVALID, "item", "an item has at most %d bytes", STORE_ITEM_MAX);
	return s->ops->load_basket(s, b, err);
}

bool
store_load_end(struct store *s, bool commit, struct err *err)
{
	return s->ops->load_end(s, commit, err);
}
