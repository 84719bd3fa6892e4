/*
 * check.h - rules that find errors in the catalog and the journeys. Each rule has a permanent name.
 *
 * Pure: checks the data that was read and reports findings in no particular order.
 */
#ifndef MODEL_CHECK_H
#define MODEL_CHECK_H

#include "base/buf.h"

struct catalog_item;
struct journeys;

enum check_severity { CHECK_ERROR, CHECK_WARNING, CHECK_NOTE, CHECK_SEVERITIES };

enum check_rule {
	CHECK_REF_PRODUCT,
	CHECK_REF_SEGMENT,
	CHECK_REF_PRICE,
	CHECK_REF_COPY,
	CHECK_REF_ASSET,
	CHECK_BUNDLE_SUM,
	CHECK_BUNDLE_ROUNDING,
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
	CHECK_JOURNEY_ROUNDING,
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

struct whatif_policy;

struct check_rule_info {
	const char *id;
	enum check_severity severity;
	const char *meaning;    /* a description in one line */
	const char *how_to_fix; /* how to fix it, in one line */
};

extern const struct check_rule_info check_rules[CHECK_RULES];
extern const char *const check_severities[];
/* Returns CHECK_RULES if no rule has that id. */
enum check_rule check_find_rule(struct str id);

/* Items sorted by path. */
struct check_items {
	const struct catalog_item *v;
	size_t n;
};

struct check_catalog {
	struct check_items campaigns, offers, assets, products, segments;
	const struct journeys *journeys; /* NULL: not read, unused segments not reported */
	int64_t now;                     /* ms; later times are in the future */
};

struct check_finding {
	enum check_rule rule;
	struct str path;       /* the item's own text of its path, or id of the journey */
	struct str message;    /* a sentence; owned by the check */
	struct str mentioned;  /* the path of another item in the message; or STR_NONE */
	size_t journey_number; /* from 1, since ids may repeat; 0: not about a journey */
};

typedef void check_finding_fn(void *ctx, const struct check_finding *found);

void check_catalog(const struct check_catalog *c, check_finding_fn *fn, void *ctx);
/* If `offers` is NULL (not read), the rules that need them are skipped. `policy` is assumed for
 * journeys that others shadow; NULL: the usual one. */
void check_journeys(const struct journeys *j, const struct check_items *segments,
    const struct check_items *offers, const struct whatif_policy *policy, check_finding_fn *fn,
    void *ctx);

/* True if the sum of a journey's splits or a bundle's shares is not 100, but differs no more than
 * rounding explains (3 times 33.33): by at most 0.05. */
bool check_is_rounding_error(int64_t sum);

/* For the implementation of rules: the callback for findings, and a buffer for the sentence. */
struct check_context {
	check_finding_fn *on_finding;
	void *ctx;
	size_t journey_number; /* number of the journey being checked; 0: none */
	struct buf message;
};

void check_add_finding(struct check_context *c, enum check_rule rule, struct str path,
    const char *format, ...) __attribute__((format(printf, 4, 5)));
/* Adds a finding about the path of another item: the message is `before`, that path and `after`. */
void check_add_reference(struct check_context *c, enum check_rule rule, struct str path,
    const char *before, struct str mentioned, const char *after);
/* The first item with that path, or NULL. */
const struct catalog_item *check_find_item(const struct check_items *items, struct str path);
/* Prices of offers: references, currencies, values. */
void check_prices(struct check_context *c, const struct check_items *offers);
/* Prices that may be intended but are probably mistakes. */
void check_price_warnings(struct check_context *c, const struct check_items *offers);
/* References from copies to their originals. */
void check_copied_offers(struct check_context *c, const struct check_items *offers);
/* Products, segments and assets that nothing refers to. */
void check_orphans(struct check_context *c, const struct check_catalog *catalog);

#endif
