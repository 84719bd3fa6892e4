#include "demo/big/custom.h"

#include "demo/big/put.h"
#include "demo/rng.h"

static const char *const checkout_words[] = {
	[CHECKOUT_NEW] = "new",
	[CHECKOUT_UPDATE] = "update",
	[CHECKOUT_RENEWAL] = "renewal",
};
_Static_assert(sizeof(checkout_words) / sizeof(*checkout_words) == CHECKOUT_KINDS,
    "every kind needs a row in this table");

static const struct {
	const char *city, *postcode;
} delivery_places[] = { { "Northwick", "NW7 4QD" }, { "Saltmarsh", "SA1 9TT" },
	{ "Port Ellery", "PE2 0LK" }, { "Upper Tarn", "UT14 3BD" }, { "Kelsey Green", "KG8 1AA" } };

static bool
has_product(const struct choice *c, bool (*is)(unsigned))
{
	for (size_t i = 0; i < c->offers_n; i++)
		for (size_t k = 0; c->offers[i] && k < 4 && c->offers[i]->products[k]; k++)
			if (is(c->offers[i]->products[k]))
				return true;
	return false;
}

static bool
is_delivered(unsigned p)
{
	struct product_storage storage;
	return catalog_product(p, &storage)->delivery;
}

static bool
is_seat(unsigned p)
{
	return p == SEAT;
}

static bool
is_student(unsigned p)
{
	return p == STUDENT;
}

static void
put_delivery(struct buf *out, struct rng *r)
{
	unsigned place = rng_below(r, 5);
	put_open(out, "delivery", '{');
	put_open(out, "address", '{');
	put_textf(out, "street", "%u Lantern Row", 1 + rng_below(r, 140));
	put_text(out, "city", str_of(delivery_places[place].city));
	put_text(out, "postcode", str_of(delivery_places[place].postcode));
	put_close(out, '}');
	put_open(out, "days", '[');
	put_text(out, NULL, STR("Saturday"));
	if (rng_percent(r, 50))
		put_text(out, NULL, STR("Sunday"));
	put_close(out, ']');
	put_flag(out, "leaveWithNeighbour", rng_percent(r, 40));
	put_close(out, '}');
}

static void
put_gift(struct buf *out, struct rng *r)
{
	static const char *const messages[] = { "Happy birthday, and a year of good mornings!",
		"For the long train rides.", "So that you stop borrowing mine." };
	put_open(out, "gift", '{');
	put_text(out, "message", str_of(messages[rng_below(r, 3)]));
	put_open(out, "recipient", '{');
	put_text(out, "firstName", rng_percent(r, 50) ? STR("Robin") : STR("Toni"));
	put_flag(out, "surprise", rng_percent(r, 60));
	put_close(out, '}');
	put_close(out, '}');
}

/* Writes the price that the visitor saw. If the offer's price has risen since, some baskets have
 * the former price. */
static void
put_quoted(struct buf *out, const struct choice *c, const struct basket_slot *slot, struct rng *r)
{
	const struct demo_offer *first = c->offers[0];
	bool changed = slot->trouble == PRICE_CHANGED;
	if (!first || !first->value || (!changed && !rng_percent(r, 40)))
		return;
	put_open(out, "quoted", '{');
	put_text(out, "amount", str_of(changed ? first->former_value : first->value));
	put_text(out, "currency", str_of(first->currency));
	put_close(out, '}');
}

static void
put_experiment(struct buf *out, struct rng *r)
{
	put_open(out, "experiment", '{');
	put_text(out, "id", STR("checkout-steps-3"));
	put_text(out, "arm", rng_percent(r, 50) ? STR("a") : STR("b"));
	put_number(out, "step", 1 + rng_below(r, 4));
	put_close(out, '}');
}

void
custom_put(struct buf *out, const struct choice *c, const struct basket_slot *slot, unsigned number)
{
	static const char *const devices[] = { "phone", "desktop", "tablet", "phone" };
	struct rng r = rng_start("custom fields", number);
	const struct demo_offer *first = c->offers[0];
	put_open(out, "customFields", '{');
	put_text(out, "checkoutKind", str_of(checkout_words[slot->checkout]));
	put_text(out, "billingCountry", str_of(c->country));
	put_text(out, "device", str_of(devices[rng_below(&r, 4)]));
	put_quoted(out, c, slot, &r);
	if (has_product(c, is_delivered))
		put_delivery(out, &r);
	if (first && !catalog_is_standalone(first) && first->campaign == GIFT)
		put_gift(out, &r);
	if (has_product(c, is_seat)) {
		put_number(out, "seats", 5 + rng_below(&r, 40));
		put_textf(out, "purchaseOrder", "PO-%05u", rng_below(&r, 100000));
	}
	if (has_product(c, is_student)) {
		put_open(out, "verification", '{');
		put_text(out, "provider", STR("https://verify.campus.example"));
		put_text(out, "state", rng_percent(&r, 70) ? STR("pending") : STR("refused"));
		put_close(out, '}');
	}
	if (rng_percent(&r, 30))
		put_experiment(out, &r);
	put_close(out, '}');
}
