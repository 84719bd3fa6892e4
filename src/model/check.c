#include "model/check.h"

#include <stdarg.h>

const char *const check_severities[] = {
	[CHECK_ERROR] = "error",
	[CHECK_WARNING] = "warning",
	[CHECK_NOTE] = "note",
};

const struct check_rule_info check_rules[CHECK_RULES] = {
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
};

void
check_found(struct checking *c, enum check_rule rule, struct str path, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buf_reset(&c->message);
	buf_addv(&c->message, format, args);
	va_end(args);
	c->fn(c->ctx, rule, path, buf_str(&c->message));
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
