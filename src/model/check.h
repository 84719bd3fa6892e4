/*
 * check.h - what is wrong in a catalog or in the journeys: rules, each with a name that stays.
 *
 * Pure: looks at what was read and says what it finds, in no order that means anything.
 */
#ifndef MODEL_CHECK_H
#define MODEL_CHECK_H

#include "base/buf.h"
#include "model/catalog.h"

enum check_severity { CHECK_ERROR, CHECK_WARNING, CHECK_NOTE, CHECK_SEVERITIES };

enum check_rule {
	CHECK_REF_PRODUCT,
	CHECK_REF_SEGMENT,
	CHECK_REF_PRICE,
	CHECK_REF_COPY,
	CHECK_REF_ASSET,
	CHECK_BUNDLE_SUM,
	CHECK_BUNDLE_SPLIT,
	CHECK_EMBED_STALE,
	CHECK_COPY_FORGOTTEN,
	CHECK_ORPHAN_PRODUCT,
	CHECK_SAME_PATH,
	CHECK_MALFORMED,
	CHECK_PRICE_TWICE,
	CHECK_PRICE_CYCLE,
	CHECK_PRICE_CHAIN,
	CHECK_CURRENCY_UNKNOWN,
	CHECK_CHARGE_VALUE,
	CHECK_CHARGE_SCHEDULE,
	CHECK_CHARGE_TWICE,
	CHECK_CHARGE_ENDLESS,
	CHECK_CHARGE_TRIAL,
	CHECK_PRICE_NEGATIVE,
	CHECK_PRICE_ZERO,
	CHECK_PRICE_PLACES,
	CHECK_PRICE_DIGITS,
	CHECK_PRICE_ENDING,
	CHECK_PRICE_CURRENCY,
	CHECK_COPY_CYCLE,
	CHECK_COPY_TWIN,
	CHECK_EMBED_TIME,
	CHECK_TIME_ORDER,
	CHECK_ORPHAN_SEGMENT,
	CHECK_ORPHAN_ASSET,
	CHECK_JOURNEY_SUM,
	CHECK_JOURNEY_SPLIT,
	CHECK_JOURNEY_SEGMENT,
	CHECK_JOURNEY_SHADOWED,
	CHECK_JOURNEY_DUPLICATE,
	CHECK_JOURNEY_UNREAD,
	CHECK_JOURNEY_EMPTY,
	CHECK_JOURNEY_LOOP,
	CHECK_JOURNEY_FALLBACK,
	CHECK_JOURNEY_TAG,
	CHECK_RULES
};

struct check_rule_info {
	const char *id;
	enum check_severity severity;
	const char *meaning; /* one line */
	const char *how_to_fix; /* what to do about it, one line */
};

extern const struct check_rule_info check_rules[CHECK_RULES];
extern const char *const check_severities[];
/* CHECK_RULES when there is none of that id. */
enum check_rule check_find_rule(struct str id);

/* Items in the order of their paths. */
struct check_items {
	const struct catalog_item *v;
	size_t n;
};

struct check_catalog {
	struct check_items campaigns, offers, assets, products, segments;
	const struct journeys *journeys; /* NULL: not read; then no segment is in none */
	int64_t now;                     /* ms: what is later lies in the future */
};

struct check_finding {
	enum check_rule rule;
	struct str path;    /* of what is wrong; a journey's id */
	struct str message; /* a sentence that belongs to the check */
	size_t journey; /* its number from 1 on, for several may have one id; 0: is about none */
};

typedef void check_finding_fn(void *ctx, const struct check_finding *found);

void check_catalog(const struct check_catalog *c, check_finding_fn *fn, void *ctx);
/* `offers` NULL: they were not read, and what looks at them is left out. */
void check_journeys(const struct journeys *j, const struct check_items *segments,
    const struct check_items *offers, check_finding_fn *fn, void *ctx);

/* Is a journey's sum of splits 100, or no further from it than rounding leaves it (3 times 33.33)?
 */
bool check_is_rounding_error(int64_t sum);

/* For the checks themselves: where findings go, and a scratch for the sentence. */
struct check_context {
	check_finding_fn *fn;
	void *ctx;
	size_t journey; /* that is looked at; 0: none */
	struct buf message;
};

void check_add_finding(struct check_context *c, enum check_rule rule, struct str path,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* The first item of that path, or NULL. */
const struct catalog_item *check_find_item(const struct check_items *items, struct str path);
/* Prices of offers: references, currencies, values. */
void check_prices(struct check_context *c, const struct check_items *offers);
/* Prices that may be meant so, but are likely slips. */
void check_price_warnings(struct check_context *c, const struct check_items *offers);
/* Origins of copies. */
void check_copies(struct check_context *c, const struct check_items *offers);
/* Products, segments and assets that nothing names. */
void check_orphans(struct check_context *c, const struct check_catalog *catalog);

#endif
