/*
 * price_rule.h - rules that make new prices of old ones: set, add, percent and round, one after the
 * other, for the charges they mean. Pure; exact, without floats: what cannot be computed to the
 * last digit is refused with a reason, and nothing is rounded but by a rule that says so.
 *
 * Between steps an amount keeps all its digits. At the end it is rounded to its currency's decimals
 * unless a `round` did: halves up, or to the even neighbour. A price of zero stays zero unless a
 * rule sets or adds an amount.
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
	int64_t amount; /* as decimal_read() has it */
	bool
	    ending; /* of a round: to the nearest amount that ends so, as .99, else to a multiple */
};

struct price_rules {
	struct price_step steps[PRICE_STEPS_MAX];
	size_t n;
	enum price_rounding half;
	struct str charge, currency; /* only charges of this name, in this currency; NULL: any */
};

/* Is there a rule of that name? */
bool price_rule_exists(struct str name);
/* Takes one rule: "percent", "5". ERR_USAGE says what is wrong with it; the texts are borrowed. */
bool price_rules_add(struct price_rules *rules, struct str name, struct str value, struct err *err);
/* Appends them as they are understood, as a sentence: "GBP charges called monthly: add 5 %, then to
 * the nearest that ends in .99". */
void price_rules_write(struct buf *out, const struct price_rules *rules);

enum price_rule_result {
	PRICE_NOT_SELECTED, /* another charge, or another currency */
	PRICE_UNCHANGED,    /* it is that already */
	PRICE_UPDATED,      /* `out` has the new value */
	PRICE_REFUSED,      /* `out` has the reason, which may hold text of the charge: clean it */
};

enum price_rule_result price_rules_apply(
    struct buf *out, const struct price_rules *rules, const struct charge *charge);

#endif
