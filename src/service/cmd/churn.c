#include "service/cmd/churn.h"

#include "base/log.h"
#include "base/mem.h"
#include "base/worker.h"
#include "service/api/diff.h"
#include "wire/member.h"

enum { CHANGES_PER_NEW_BASKET = 3 /* changes between two new baskets */, NEXT_ITEM_TRIES = 100 };

struct churn {
	struct service *service;
	int interval_s;
	unsigned change_count;
	int64_t last_offer_number; /* number of the last changed offer */
	struct worker worker;
};

/* The next standalone offer, as stored. */
struct next_offer {
	int64_t number;
	bool published;
	struct buf path, id, json;
};

static bool
on_next_offer(void *ctx, const struct store_item *item)
{
	struct next_offer *n = ctx;
	n->number = item->number;
	n->published = item->published;
	buf_adds(&n->path, item->path);
	buf_adds(&n->id, item->id);
	buf_adds(&n->json, item->json);
	return false;
}

static void
next_offer_free(struct next_offer *n)
{
	buf_free(&n->path);
	buf_free(&n->id);
	buf_free(&n->json);
}

static bool
find_next_offer(struct churn *l, struct store_tx *tx, struct next_offer *n, struct err *err)
{
	struct store_item_query q = { .list = STORE_OFFERS,
		.limit = 1,
		.path_prefix = STR("/offers2/"),
		.modified_after = WHEN_NONE,
		.after_number = l->last_offer_number };
	if (!store_list_items(tx, &q, on_next_offer, n, err))
		return false;
	l->last_offer_number = n->number; /* 0 at the end of the list: starts again */
	return true;
}

static bool
log_change(struct churn *l, struct store_tx *tx, struct err *err)
{
	struct store_audit entry = { .recorded_at = clock_real(),
		.request_id = STR(""),
		.subject = STR("demo"),
		.operation = str_of(endpoint_infos[ENDPOINT_BULK].operation),
		.target = str_of(l->service->names.catalog),
		.outcome = STR("done"),
		.detail = STR("{}") };
	return store_append_audit(tx, &entry, err);
}

/* Changes the offer's price if it has a single charge, in pounds. */
static bool
change_next_offer(
    struct churn *l, struct store_tx *tx, struct next_offer *n, bool *changed, struct err *err)
{
	struct diff_stamp stamp = { clock_now(&l->service->clock), STR("demo") };
	struct buf price = { 0 }, json = { 0 };
	struct err why;
	bool ok = true;
	buf_addf(&price, "{\"price\":\"%u.49\"}", 9 + l->change_count % 7);
	*changed = str_find(buf_str(&n->json), STR("\"currencyCode\":\"GBP\"")) != SIZE_MAX &&
	    diff_apply(&json, changed, buf_str(&n->json), buf_str(&price), &stamp, &why) &&
	    *changed;
	if (*changed) {
		struct store_item item = { .list = STORE_OFFERS,
			.path = buf_str(&n->path),
			.id = buf_str(&n->id),
			.modified = stamp.now,
			.published = n->published,
			.json = buf_str(&json) };
		ok = store_put_item(tx, &item, NULL, err) && log_change(l, tx, err);
	}
	buf_free(&price);
	buf_free(&json);
	return ok;
}

static bool
change_offer(struct churn *l, struct store_tx *tx, struct err *err)
{
	bool ok = true, changed = false;
	for (int i = 0; i < NEXT_ITEM_TRIES && ok && !changed; i++) {
		struct next_offer n = { 0 };
		ok = find_next_offer(l, tx, &n, err) &&
		    (n.number == 0 || change_next_offer(l, tx, &n, &changed, err));
		next_offer_free(&n);
	}
	return ok;
}

static bool
add_basket(struct churn *l, struct store_tx *tx, struct err *err)
{
	unsigned char random[16];
	struct buf id = { 0 }, json = { 0 };
	int64_t now = clock_now(&l->service->clock);
	digest_random(random, sizeof(random));
	buf_addz(&id, "basket-");
	hex_encode(&id, random, sizeof(random));
	buf_addf(&json, "{\"id\":\"%s\",\"created\":\"", buf_z(&id));
	when_write(&json, now);
	buf_addf(&json,
	    "\",\"customerDetails\":{\"email\":\"reader.%02x@example.org\"},\"orderItems\":"
	    "[{\"name\":\"Ad-free add-on\",\"path\":\"/offers2/ad-free\",\"products\":[{\"path\":"
	    "\"/products/ad-free\",\"productCode\":\"NL-AD-FREE\"}]}],\"customFields\":"
	    "{\"checkoutKind\":\"new\"},\"tracking\":{\"offers\":[\"/offers2/ad-free\"],"
	    "\"campaign\":\"/offers/2026 Spring Launch\",\"tag\":\"/tags/uk/direct\"},"
	    "\"identities\":[],\"entry\":\"https://www.northlight.example/spring\","
	    "\"completed\":false,\"recoveryLink\":\"/checkout/resume?basket=%s\"}",
	    random[0], buf_z(&id));
	struct store_basket basket = { .created = now, .id = buf_str(&id), .json = buf_str(&json) };
	bool ok = store_put_basket(tx, &basket, err);
	buf_free(&id);
	buf_free(&json);
	return ok;
}

static bool
change_store_in_tx(struct churn *l, struct err *err)
{
	struct store_tx tx;
	struct err ignored;
	l->change_count++;
	if (!store_begin(l->service->store, &tx, STORE_WRITE, err))
		return false;
	bool ok = store_lock_chain(&tx, store_catalog_subject, err) && change_offer(l, &tx, err) &&
	    (l->change_count % CHANGES_PER_NEW_BASKET != 0 || add_basket(l, &tx, err));
	if (ok)
		return store_end(&tx, true, err);
	store_end(&tx, false, &ignored);
	return false;
}

static void *
run_churn(void *arg)
{
	struct churn *l = arg;
	struct err err;
	while (worker_sleep(&l->worker, (int64_t)l->interval_s * 1000))
		if (!change_store_in_tx(l, &err))
			log_event(LOG_ERROR, "changing the demo data failed",
			    LOG_TEXT("reason", str_of(err.text)));
	return NULL;
}

struct churn *
churn_start(struct service *service, int every_s, struct err *err)
{
	struct churn *l = x_new(struct churn);
	l->service = service;
	l->interval_s = every_s;
	if (worker_start(&l->worker, run_churn, l))
		return l;
	x_free(l);
	err_set(err, ERR_IO, "cannot start a thread for --living");
	return NULL;
}

void
churn_stop(struct churn *l)
{
	if (!l)
		return;
	worker_stop(&l->worker);
	x_free(l);
}
