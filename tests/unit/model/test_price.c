/* The offer that an offer's price comes from, following references. */
#include "lib/test.h"
#include "model/catalog.h"
#include "model/price.h"

enum { MOST = 16 };

/* Makes offers, each named by its letter. For each, `refers` has the letter of the offer whose
 * price it takes, '.' for its own price, '?' for a missing offer. */
static const char paths[] = "/a/b/c/d/e/f/g/h/i/j/k/l/m/n/o/p";

static void
make(struct catalog_item items[MOST], const char *refers)
{
	for (size_t i = 0; i < MOST; i++) {
		items[i] = (struct catalog_item){ .path = str_from(paths + 2 * i, 2) };
		if (!refers[i])
			break;
		if (refers[i] == '?')
			items[i].price_reference = STR("/gone");
		else if (refers[i] != '.')
			items[i].price_reference = str_from(paths + 2 * (refers[i] - 'a'), 2);
	}
}

/* Case WA26 of tests/README.md. */
TEST(wa26_references_are_followed_to_the_last_price)
{
	static const struct {
		const char *refers;
		enum price_end end;
		size_t length, links;
		const char *owner; /* the owner's path */
	} cases[] = {
		{ ".", PRICE_FOUND, 0, 1, "/a" },
		{ "b.", PRICE_FOUND, 1, 2, "/b" },
		{ "bcdefghi.", PRICE_FOUND, 8, 9, "/i" },
		{ "bcdefghij.", PRICE_TOO_DEEP, 9, 9, NULL },
		{ "bcdefghijkl.", PRICE_TOO_DEEP, 11, 9, NULL },
		{ "?", PRICE_MISSING, 0, 1, NULL },
		{ "b?", PRICE_MISSING, 1, 2, NULL },
		{ "bcdefghijk?", PRICE_MISSING, 10, 9, NULL },
		{ "a", PRICE_CYCLE, 1, 1, NULL },
		{ "bca", PRICE_CYCLE, 3, 3, NULL },
		{ "bcdefghijkla", PRICE_CYCLE, 12, 9, NULL },
		{ "bcb", PRICE_LOOP, 4, 4, NULL },
		{ "bb", PRICE_LOOP, 3, 3, NULL },
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct catalog_item items[MOST];
		struct check_items offers = { items, 0 };
		struct price_chain chain;
		while (cases[i].refers[offers.n])
			offers.n++;
		make(items, cases[i].refers);
		/* A copy of an offer's data is followed like the offer itself. */
		const struct catalog_item copy = items[0];
		price_follow_references(&chain, &offers, &copy);
		assert_int_equal(chain.end, cases[i].end);
		assert_int_equal(chain.n, cases[i].links);
		price_follow_references(&chain, &offers, &items[0]);
		if (chain.end != cases[i].end || chain.reference_count != cases[i].length ||
		    chain.n != cases[i].links || chain.offers[0] != &items[0])
			fail_msg("%s: end %d over %zu, %zu links", cases[i].refers, (int)chain.end,
			    chain.reference_count, chain.n);
		assert_int_equal(chain.owner != NULL, cases[i].owner != NULL);
		if (chain.owner)
			assert_true(str_eqz(chain.owner->path, cases[i].owner));
		assert_int_equal(chain.missing_path.n, cases[i].end == PRICE_MISSING ? 5 : 0);
	}
}

/* WA26: a legacy offer's price can be used as well; a reference takes precedence over own
 * charges. */
TEST(wa26_a_reference_has_precedence_over_own_charges)
{
	static const struct charge charge = { .repeat_interval = 1 };
	const struct catalog_item items[] = {
		{ .path = STR("/offers/c/old"), .charges = &charge, .charges_n = 1 },
		{ .path = STR("/offers2/new"),
		    .price_reference = STR("/offers/c/old"),
		    .charges = &charge,
		    .charges_n = 1 }
	};
	const struct check_items offers = { items, 2 };
	struct price_chain chain;
	price_follow_references(&chain, &offers, &items[1]);
	assert_int_equal(chain.end, PRICE_FOUND);
	assert_ptr_equal(chain.owner, &items[0]);
}
