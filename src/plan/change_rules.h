/*
 * change_rules.h - the rules of a plan as typed: rules that compute new prices, and rules that set
 * or remove attributes: percent=5, attribute.NAME=TEXT, label=a,b, remove=NAME.
 *
 * Borrows the words. Prices do not count as attributes here: the rules for prices change them.
 */
#ifndef PLAN_CHANGE_RULES_H
#define PLAN_CHANGE_RULES_H

#include "model/price_rule.h"

enum { PLAN_ATTRIBUTES_MAX = 16 };

/* The new value of one attribute. */
struct attribute_rule {
	struct str name;      /* with or without its suffix in the service */
	struct str new_value; /* may be an empty text */
	bool removes_attribute;
};

struct change_rules {
	struct price_rules prices;
	struct attribute_rule attributes[PLAN_ATTRIBUTES_MAX];
	size_t attributes_n;
};

/* Parses one word, such as "percent=5", and adds it. On ERR_USAGE, err says what is wrong with
 * the word. */
bool change_rules_add(struct change_rules *rules, struct str word, struct err *err);
/* True if the rules change something and none of them is without effect. */
bool change_rules_check(const struct change_rules *rules, struct err *err);
/* Appends the rules as a sentence. */
void change_rules_write(struct buf *out, const struct change_rules *rules);
/* The direction in which all rules that add or subtract move a price. */
enum price_direction { PRICE_EITHER_WAY, PRICE_UP, PRICE_DOWN };
enum price_direction change_rules_direction(const struct change_rules *rules);
/* True for the name of a price: price, price__svc, price[monthly]. */
bool attribute_is_price(struct str name);

#endif
