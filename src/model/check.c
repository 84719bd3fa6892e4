#include "model/check.h"

#include "model/catalog.h"

#include <stdarg.h>

const char *const check_severities[] = {
	[CHECK_ERROR] = "error",
	[CHECK_WARNING] = "warning",
	[CHECK_NOTE] = "note",
};
_Static_assert(sizeof(check_severities) / sizeof(*check_severities) == CHECK_SEVERITIES,
    "every severity needs a row in this table");

const struct check_rule_info check_rules[] = {
	[CHECK_REF_PRODUCT] = { .id = "ref-product",
	    .severity = CHECK_ERROR,
	    .meaning = "an offer refers to a product that does not exist",
	    .how_to_fix = "point to another product, or remove it from the offer" },
	[CHECK_REF_SEGMENT] = { .id = "ref-segment",
	    .severity = CHECK_ERROR,
	    .meaning = "an offer refers to a segment that does not exist",
	    .how_to_fix = "point to another segment, or remove it from the offer" },
	[CHECK_REF_PRICE] = { .id = "ref-price",
	    .severity = CHECK_ERROR,
	    .meaning = "an offer takes its price from an offer that does not exist",
	    .how_to_fix = "point to an existing offer, or give it its own charges" },
	[CHECK_REF_COPY] = { .id = "ref-copy",
	    .severity = CHECK_NOTE,
	    .meaning = "an offer was copied from one that no longer exists",
	    .how_to_fix = "nothing to fix: only the origin of the copy is unknown" },
	[CHECK_REF_ASSET] = { .id = "ref-asset",
	    .severity = CHECK_WARNING,
	    .meaning = "an image__ attribute refers to an asset that does not exist",
	    .how_to_fix = "point to another asset, or upload the missing one" },
	[CHECK_BUNDLE_SUM] = { .id = "bundle-sum",
	    .severity = CHECK_ERROR,
	    .meaning = "the revenue shares of a bundle do not add up to 100",
	    .how_to_fix = "change the shares until they add up to 100" },
	[CHECK_BUNDLE_ROUNDING] = { .id = "bundle-rounding",
	    .severity = CHECK_NOTE,
	    .meaning = "the revenue shares of a bundle miss 100 by a rounding error",
	    .how_to_fix = "add the rest to one share, as in 33.33, 33.33 and 33.34" },
	[CHECK_BUNDLE_SPLIT] = { .id = "bundle-split",
	    .severity = CHECK_ERROR,
	    .meaning = "a revenue share of a bundle is not a number",
	    .how_to_fix = "write the share as a number, such as 12.5" },
	[CHECK_EMBED_STALE] = { .id = "embed-stale",
	    .severity = CHECK_WARNING,
	    .meaning = "an offer's copy of a product differs from the product",
	    .how_to_fix = "sync the copy in the offer, or change the product" },
	[CHECK_COPY_FORGOTTEN] = { .id = "copy-forgotten",
	    .severity = CHECK_NOTE,
	    .meaning = "a copy of an offer was never changed",
	    .how_to_fix = "finish the copy, or remove it" },
	[CHECK_ORPHAN_PRODUCT] = { .id = "orphan-product",
	    .severity = CHECK_NOTE,
	    .meaning = "a product is not in any offer",
	    .how_to_fix = "add it to an offer, or remove it" },
	[CHECK_SAME_PATH] = { .id = "same-path",
	    .severity = CHECK_ERROR,
	    .meaning = "two items have the same path",
	    .how_to_fix = "give one of them another path: writes to this path fail" },
	[CHECK_MALFORMED] = { .id = "malformed",
	    .severity = CHECK_WARNING,
	    .meaning = "members of an item have the wrong type, or appear twice",
	    .how_to_fix = "correct the item: what is shown here may be wrong" },
	[CHECK_PRICE_TWICE] = { .id = "price-twice",
	    .severity = CHECK_WARNING,
	    .meaning = "an offer has different charges in data.price and data.attributes.price",
	    .how_to_fix = "keep one of the two" },
	[CHECK_PRICE_CYCLE] = { .id = "price-cycle",
	    .severity = CHECK_ERROR,
	    .meaning = "a price reference refers back to itself",
	    .how_to_fix = "give one of them its own charges" },
	[CHECK_PRICE_CHAIN] = { .id = "price-chain",
	    .severity = CHECK_WARNING,
	    .meaning = "a price reference goes through more than 8 offers",
	    .how_to_fix = "refer to the offer that has the charges" },
	[CHECK_CURRENCY_UNKNOWN] = { .id = "currency-unknown",
	    .severity = CHECK_WARNING,
	    .meaning = "a charge's currency is not an ISO 4217 code",
	    .how_to_fix = "write a currency code, such as GBP" },
	[CHECK_CHARGE_VALUE] = { .id = "charge-value",
	    .severity = CHECK_ERROR,
	    .meaning = "a charge's value is not a decimal",
	    .how_to_fix = "write the value as a decimal, such as 9.99" },
	[CHECK_CHARGE_SCHEDULE] = { .id = "charge-schedule",
	    .severity = CHECK_WARNING,
	    .meaning = "the payment dates of a charge cannot be computed",
	    .how_to_fix = "give the charge a valid type, interval and count" },
	[CHECK_CHARGE_TWICE] = { .id = "charge-twice",
	    .severity = CHECK_WARNING,
	    .meaning = "two charges of an offer are the same",
	    .how_to_fix = "remove one of them, or make them different" },
	[CHECK_CHARGE_ENDLESS] = { .id = "charge-endless",
	    .severity = CHECK_WARNING,
	    .meaning = "a charge has no end, though another follows it",
	    .how_to_fix = "give the first one a repeat_count, or remove the second" },
	[CHECK_CHARGE_TRIAL] = { .id = "charge-trial",
	    .severity = CHECK_WARNING,
	    .meaning = "a trial is paid, but no charge follows it",
	    .how_to_fix = "add the charge that follows the trial" },
	[CHECK_PRICE_NEGATIVE] = { .id = "price-negative",
	    .severity = CHECK_WARNING,
	    .meaning = "a price is less than zero",
	    .how_to_fix = "remove the minus sign, or remove the charge" },
	[CHECK_PRICE_ZERO] = { .id = "price-zero",
	    .severity = CHECK_NOTE,
	    .meaning = "a price is zero, but neither name nor label says free",
	    .how_to_fix = "enter the price, or call it free in the name or label" },
	[CHECK_PRICE_PLACES] = { .id = "price-places",
	    .severity = CHECK_WARNING,
	    .meaning = "a price has more decimals than its currency",
	    .how_to_fix = "round the price to the currency's decimals" },
	[CHECK_PRICE_DIGITS] = { .id = "price-digits",
	    .severity = CHECK_WARNING,
	    .meaning = "a price is about 10 or 100 times higher or lower than its siblings'",
	    .how_to_fix = "compare it with its siblings: extra or missing digit?" },
	[CHECK_PRICE_ENDING] = { .id = "price-ending",
	    .severity = CHECK_NOTE,
	    .meaning = "a price just misses the .99 ending of all its siblings",
	    .how_to_fix = "compare it with its siblings: is this price ending intended?" },
	[CHECK_PRICE_CURRENCY] = { .id = "price-currency",
	    .severity = CHECK_NOTE,
	    .meaning = "one offer of a campaign has a different currency from all the others",
	    .how_to_fix = "compare it with its siblings: is the currency intended?" },
	[CHECK_COPY_CYCLE] = { .id = "copy-cycle",
	    .severity = CHECK_WARNING,
	    .meaning = "an offer is marked as a copy of its own copy",
	    .how_to_fix = "correct duplicatedFrom in one of them" },
	[CHECK_COPY_TWIN] = { .id = "copy-twin",
	    .severity = CHECK_NOTE,
	    .meaning = "copies of an offer are identical, but differ from the offer",
	    .how_to_fix = "keep one of the copies, or finish the others" },
	[CHECK_EMBED_TIME] = { .id = "embed-time",
	    .severity = CHECK_WARNING,
	    .meaning = "a copy of a product was synced in the future, or before 1971",
	    .how_to_fix = "sync the copy again, and check the clock that set its time" },
	[CHECK_TIME_ORDER] = { .id = "time-order",
	    .severity = CHECK_NOTE,
	    .meaning = "an item was modified before it was created",
	    .how_to_fix = "save the item again: that sets its times" },
	[CHECK_ORPHAN_SEGMENT] = { .id = "orphan-segment",
	    .severity = CHECK_NOTE,
	    .meaning = "a segment is not in any offer or journey",
	    .how_to_fix = "use it in an offer or a journey, or remove it" },
	[CHECK_ORPHAN_ASSET] = { .id = "orphan-asset",
	    .severity = CHECK_NOTE,
	    .meaning = "an asset is not used in any image__ attribute",
	    .how_to_fix = "show it in an image attribute, or remove it" },
	[CHECK_JOURNEY_SUM] = { .id = "journey-sum",
	    .severity = CHECK_WARNING,
	    .meaning = "the splits of a journey do not add up to 100",
	    .how_to_fix = "change the splits until they add up to 100" },
	[CHECK_JOURNEY_ROUNDING] = { .id = "journey-rounding",
	    .severity = CHECK_NOTE,
	    .meaning = "the splits of a journey miss 100 by a rounding error",
	    .how_to_fix = "add the rest to one split, as in 33.33, 33.33 and 33.34" },
	[CHECK_JOURNEY_SPLIT] = { .id = "journey-split",
	    .severity = CHECK_ERROR,
	    .meaning = "a split is not a number, or is negative",
	    .how_to_fix = "write the split as a number from 0 to 100" },
	[CHECK_JOURNEY_SEGMENT] = { .id = "journey-segment",
	    .severity = CHECK_ERROR,
	    .meaning = "a condition refers to a segment that does not exist",
	    .how_to_fix = "point to another segment, or remove the condition" },
	[CHECK_JOURNEY_SHADOWED] = { .id = "journey-shadowed",
	    .severity = CHECK_WARNING,
	    .meaning = "an earlier journey gets all visitors of this one",
	    .how_to_fix = "move it before that journey, or remove it" },
	[CHECK_JOURNEY_DUPLICATE] = { .id = "journey-duplicate",
	    .severity = CHECK_WARNING,
	    .meaning = "an earlier journey has the same id, or the same conditions",
	    .how_to_fix = "give it its own id and conditions, or remove it" },
	[CHECK_JOURNEY_UNREAD] = { .id = "journey-unread",
	    .severity = CHECK_ERROR,
	    .meaning = "a journey's conditions or destinations cannot be read",
	    .how_to_fix = "write conditions, actions and their values as lists of objects" },
	[CHECK_JOURNEY_EMPTY] = { .id = "journey-empty",
	    .severity = CHECK_WARNING,
	    .meaning = "a journey has no destination",
	    .how_to_fix = "give it an action with a destination, or remove it" },
	[CHECK_JOURNEY_LOOP] = { .id = "journey-loop",
	    .severity = CHECK_WARNING,
	    .meaning = "a journey sends visitors back to its starting point",
	    .how_to_fix = "send visitors to another tag" },
	[CHECK_JOURNEY_FALLBACK] = { .id = "journey-fallback",
	    .severity = CHECK_WARNING,
	    .meaning = "there is no fallback for visitors that no journey matches",
	    .how_to_fix = "set fallback_tag" },
	[CHECK_JOURNEY_TAG] = { .id = "journey-tag",
	    .severity = CHECK_WARNING,
	    .meaning = "a journey sends visitors to a tag that no offer has",
	    .how_to_fix = "tag an offer with it, or choose another tag" },
};
_Static_assert(sizeof(check_rules) / sizeof(*check_rules) == CHECK_RULES,
    "every rule needs a row in this table");

void
check_add_finding(
    struct check_context *c, enum check_rule rule, struct str path, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	buf_reset(&c->message);
	buf_addv(&c->message, format, args);
	va_end(args);
	const struct check_finding found = { .rule = rule,
		.path = path,
		.message = buf_str(&c->message),
		.journey_number = c->journey_number };
	c->on_finding(c->ctx, &found);
}

void
check_add_reference(struct check_context *c, enum check_rule rule, struct str path,
    const char *before, struct str mentioned, const char *after)
{
	buf_reset(&c->message);
	buf_addz(&c->message, before);
	size_t start = c->message.n;
	buf_adds(&c->message, mentioned);
	buf_addz(&c->message, after);
	const struct check_finding found = { .rule = rule,
		.path = path,
		.message = buf_str(&c->message),
		.mentioned = str_sub(buf_str(&c->message), start, mentioned.n),
		.journey_number = c->journey_number };
	c->on_finding(c->ctx, &found);
}

const struct catalog_item *
check_find_item(const struct check_items *items, struct str path)
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
check_find_rule(struct str id)
{
	enum check_rule rule = 0;
	while (rule < CHECK_RULES && !str_eqz(id, check_rules[rule].id))
		rule++;
	return rule;
}
