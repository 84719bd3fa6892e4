/*
 * price_rule.h - rules that compute new prices from old ones: set, add, percent and round, applied
 * in order to the selected charges. Pure and exact, without floats: a price that cannot be computed
 * exactly is refused with a reason, and only a `round` rule rounds.
 *
 * Between steps an amount keeps all its digits. At the end it is rounded to its currency's decimals
 * unless a `round` rule did so: halves up, or to even. A price of zero stays zero unless a rule
 * sets or adds an amount.
 */
#ifndef MODEL_PRICE_RULE_H
#define MODEL_PRICE_RULE_H

#include "base/buf.h"
#include "base/err.h"
#include "model/catalog.h"

enum { PRICE_STEPS_MAX = 8 };

enum price_verb { PRICE_SET, PRICE_ADD, PRICE_PERCENT, PRICE_ROUND, PRICE_VERBS };
enum price_rounding { PRICE_HALF_UP, PRICE_HALF_EVEN };

struct price_step {
	enum price_verb verb;
	int64_t amount;        /* a value from decimal_read() */
	bool amount_is_ending; /* round: to an amount with this ending (.99), not to a multiple */
};

struct price_rules {
	struct price_step steps[PRICE_STEPS_MAX];
	size_t n;
	enum price_rounding rounding;
	struct str charge_name, currency; /* select charges by name and currency; NULL: any */
};

/* True if a rule has that name. */
bool price_rule_exists(struct str name);
/* Adds one rule: "percent", "5". Returns false and sets err (ERR_USAGE) if it is invalid. The
 * texts are borrowed. */
bool price_rules_add(struct price_rules *rules, struct str name, struct str value, struct err *err);
/* Appends the rules as a sentence: "GBP charges called monthly: add 5 %, then to the nearest
 * that ends in .99". */
void price_rules_write(struct buf *out, const struct price_rules *rules);

enum price_rule_result {
	PRICE_NOT_SELECTED, /* the rules select another charge or currency */
	PRICE_UNCHANGED,    /* the new price equals the old one */
	PRICE_UPDATED,      /* `out` has the new value */
	PRICE_REFUSED,      /* `out` has the reason; it may contain text of the charge: clean it */
};

enum price_rule_result price_rules_apply(
    struct buf *out, const struct price_rules *rules, const struct charge *charge);

#endif
