#include "model/check.h"

#include <stdarg.h>

const char *const check_severities[] = {
	[CHECK_ERROR] = "error",
	[CHECK_WARNING] = "warning",
	[CHECK_NOTE] = "note",
};
_Static_assert(sizeof(check_severities) / sizeof(*check_severities) == CHECK_SEVERITIES,
    "a row for every severity");

const struct check_rule_info check_rules[] = {
	[CHECK_REF_PRODUCT] = { "ref-product", CHECK_ERROR,
	    "an offer names a product that does "
	    "not exist" },
	[CHECK_REF_SEGMENT] = { "ref-segment", CHECK_ERROR,
	    "an offer names a segment that does "
	    "not exist" },
	[CHECK_REF_PRICE] = { "ref-price", CHECK_ERROR,
	    "a price is that of an offer that does not exist" },
	[CHECK_REF_COPY] = { "ref-copy", CHECK_NOTE,
	    "an offer was copied from one that does not exist any more" },
	[CHECK_REF_ASSET] = { "ref-asset", CHECK_WARNING,
	    "an image__ attribute names an asset that does not exist" },
	[CHECK_BUNDLE_SUM] = { "bundle-sum", CHECK_ERROR,
	    "the revenue of a bundle is not split into 100" },
	[CHECK_BUNDLE_SPLIT] = { "bundle-split", CHECK_ERROR,
	    "a share of a bundle's revenue is no number" },
	[CHECK_EMBED_STALE] = { "embed-stale", CHECK_WARNING,
	    "an offer's copy of a product differs from the product" },
	[CHECK_COPY_FORGOTTEN] = { "copy-forgotten", CHECK_NOTE,
	    "a copy of an offer was never changed" },
	[CHECK_ORPHAN_PRODUCT] = { "orphan-product", CHECK_NOTE, "a product is in no offer" },
	[CHECK_SAME_PATH] = { "same-path", CHECK_ERROR, "two items have one path" },
	[CHECK_PRICE_CYCLE] = { "price-cycle", CHECK_ERROR,
	    "a price refers to another and comes round to itself" },
	[CHECK_PRICE_CHAIN] = { "price-chain", CHECK_WARNING,
	    "a price is found over more than 8 others" },
	[CHECK_CURRENCY_UNKNOWN] = { "currency-unknown", CHECK_WARNING,
	    "a charge's currency is no code of ISO 4217" },
	[CHECK_CHARGE_VALUE] = { "charge-value", CHECK_ERROR, "a charge's value is no decimal" },
	[CHECK_CHARGE_SCHEDULE] = { "charge-schedule", CHECK_WARNING,
	    "when a charge is due cannot be computed from what it says" },
	[CHECK_CHARGE_TWICE] = { "charge-twice", CHECK_WARNING,
	    "two charges of an offer look like one" },
	[CHECK_CHARGE_ENDLESS] = { "charge-endless", CHECK_WARNING,
	    "a charge has no end, though another follows it" },
	[CHECK_CHARGE_TRIAL] = { "charge-trial", CHECK_WARNING,
	    "a trial is paid, and nothing follows it" },
	[CHECK_PRICE_NEGATIVE] = { "price-negative", CHECK_WARNING, "a price is less than zero" },
	[CHECK_PRICE_ZERO] = { "price-zero", CHECK_NOTE,
	    "a price is zero, and nothing calls it free" },
	[CHECK_PRICE_PLACES] = { "price-places", CHECK_WARNING,
	    "a price has more decimals than its currency" },
	[CHECK_PRICE_DIGITS] = { "price-digits", CHECK_WARNING,
	    "a price is some 10 or 100 times its siblings', or so small a part of them" },
	[CHECK_PRICE_ENDING] = { "price-ending", CHECK_NOTE,
	    "a price misses by little the .99 that all its siblings end in" },
	[CHECK_PRICE_CURRENCY] = { "price-currency", CHECK_NOTE,
	    "one offer of a campaign has another currency than all others" },
	[CHECK_COPY_CYCLE] = { "copy-cycle", CHECK_WARNING,
	    "an offer is said to be a copy of its own copy" },
	[CHECK_COPY_TWIN] = { "copy-twin", CHECK_NOTE,
	    "copies of one offer are the same, and not as the offer" },
	[CHECK_EMBED_TIME] = { "embed-time", CHECK_WARNING,
	    "a copy of a product was synced in the future, or before 1971" },
	[CHECK_TIME_ORDER] = { "time-order", CHECK_NOTE, "an item was changed before it was made" },
	[CHECK_ORPHAN_SEGMENT] = { "orphan-segment", CHECK_NOTE,
	    "a segment is in no offer and in no journey" },
	[CHECK_ORPHAN_ASSET] = { "orphan-asset", CHECK_NOTE,
	    "no image__ attribute names an asset" },
	[CHECK_JOURNEY_SUM] = { "journey-sum", CHECK_WARNING,
	    "the splits of a journey do not add up to 100" },
	[CHECK_JOURNEY_SPLIT] = { "journey-split", CHECK_ERROR,
	    "a split is no number, or less than nothing" },
	[CHECK_JOURNEY_SEGMENT] = { "journey-segment", CHECK_ERROR,
	    "a condition names a segment that does not exist" },
	[CHECK_JOURNEY_SHADOWED] = { "journey-shadowed", CHECK_WARNING,
	    "an earlier journey takes everybody that this one would" },
	[CHECK_JOURNEY_DUPLICATE] = { "journey-duplicate", CHECK_WARNING,
	    "an earlier journey has the same id, or the same conditions" },
	[CHECK_JOURNEY_EMPTY] = { "journey-empty", CHECK_WARNING, "a journey leads nowhere" },
	[CHECK_JOURNEY_LOOP] = { "journey-loop", CHECK_WARNING,
	    "a journey leads to where journeys start" },
	[CHECK_JOURNEY_FALLBACK] = { "journey-fallback", CHECK_WARNING,
	    "there is no fallback for who is in no journey" },
	[CHECK_JOURNEY_TAG] = { "journey-tag", CHECK_WARNING,
	    "a journey leads to a tag that no offer bears" },
};
_Static_assert(sizeof(check_rules) / sizeof(*check_rules) == CHECK_RULES, "a row for every rule");

void
check_found(struct checking *c, enum check_rule rule, struct str path, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buf_reset(&c->message);
	buf_addv(&c->message, format, args);
	va_end(args);
	const struct check_finding found = {
		.rule = rule, .path = path, .message = buf_str(&c->message), .journey = c->journey
	};
	c->fn(c->ctx, &found);
}

const struct catalog_item *
check_find(const struct check_items *items, struct str path)
{
	size_t low = 0, high = items->n;
	while (low < high) {
		size_t middle = low + (high - low) / 2;
		if (str_cmp(items->v[middle].path, path) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	bool there = low < items->n && str_eq(items->v[low].path, path);
	return there ? &items->v[low] : NULL;
}

enum check_rule
check_rule_named(struct str id)
{
	enum check_rule rule = 0;
	while (rule < CHECK_RULES && !str_eqz(id, check_rules[rule].id))
		rule++;
	return rule;
}
