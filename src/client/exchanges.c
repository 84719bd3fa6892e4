#include "client/exchanges.h"

#include "base/mem.h"

struct exchanges {
	struct exchange ring[EXCHANGES_MAX];
	unsigned last_number; /* of the newest one; 0: none yet */
	unsigned count;       /* kept */
	void (*added)(void *ctx);
	void *ctx;
};

struct exchanges *
exchanges_new(void)
{
	struct exchanges *e = x_new(struct exchanges);
	*e = (struct exchanges){ 0 };
	return e;
}

static void
exchange_free(struct exchange *x)
{
	x_free(x->address);
	x_free(x->query);
	x_free(x->body);
	x_free(x->request_id);
	x_free(x->error);
	*x = (struct exchange){ 0 };
}

const struct exchange *
exchanges_find(const struct exchanges *e, struct str request_id)
{
	const struct exchange *x;
	for (unsigned i = 0; request_id.n && (x = exchanges_nth_newest(e, i)); i++)
		if (str_eqz(request_id, x->request_id))
			return x;
	return NULL;
}

void
exchanges_clear(struct exchanges *e)
{
	for (unsigned i = 0; i < EXCHANGES_MAX; i++)
		exchange_free(&e->ring[i]);
	e->count = 0;
}

void
exchanges_free(struct exchanges *e)
{
	if (!e)
		return;
	exchanges_clear(e);
	x_free(e);
}

void
exchanges_add(struct exchanges *e, const struct exchange *x, struct str address, struct str query,
    struct str body, struct str request_id, struct str error)
{
	struct exchange *slot = &e->ring[e->last_number % EXCHANGES_MAX];
	exchange_free(slot);
	*slot = *x;
	slot->number = ++e->last_number;
	slot->address = str_dup(str_sub(address, 0, EXCHANGE_QUERY_MAX));
	slot->query = str_dup(str_sub(query, 0, EXCHANGE_QUERY_MAX));
	slot->body = str_dup(str_sub(body, 0, EXCHANGE_BODY_MAX));
	slot->is_body_cut = body.n > EXCHANGE_BODY_MAX;
	slot->request_id = str_dup(request_id);
	slot->error = str_dup(str_sub(error, 0, EXCHANGE_ERROR_MAX));
	e->count += e->count < EXCHANGES_MAX;
	if (e->added)
		e->added(e->ctx);
}

void
exchanges_watch(struct exchanges *e, void (*added)(void *ctx), void *ctx)
{
	e->added = added;
	e->ctx = ctx;
}

unsigned
exchanges_count(const struct exchanges *e)
{
	return e->count;
}

const struct exchange *
exchanges_nth_newest(const struct exchanges *e, unsigned i)
{
	return i < e->count ? &e->ring[(e->last_number - 1 - i) % EXCHANGES_MAX] : NULL;
}
