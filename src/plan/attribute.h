/*
 * attribute.h - the current and the new value of an offer's attribute: the name and text to
 * send, and the reason if it cannot be sent.
 *
 * The service keeps the type of the current value: for a boolean, a number, an array or an object
 * the text must be JSON of that type; otherwise it stays a text. An attribute that the offer lacks
 * takes its name and type from the other offers, so that `label` is not created next to
 * `label__svc`. Pure.
 */
#ifndef PLAN_ATTRIBUTE_H
#define PLAN_ATTRIBUTE_H

#include "catalog/listing.h"
#include "plan/change_rules.h"
#include "plan/warning.h"

/* The form in which the offers have an attribute. Texts point into their JSON. */
struct attribute_convention {
	struct str name;     /* in quotes; STR_NONE if no offer has it */
	struct str value;    /* a value from some offer, not null; STR_NONE if there is none */
	bool exists_outside; /* an offer has a member with that name outside its attributes */
};

struct attribute_convention attribute_convention_find(
    const struct listing *offers, struct str name);

enum attribute_result {
	ATTRIBUTE_SAME,
	ATTRIBUTE_NEW,
	ATTRIBUTE_REFUSED, /* `refusal` has the reason */
};

/* Owns its texts until attribute_change_free(). Initialise it to zero, with warning set to
 * PLAN_WARNINGS. */
struct attribute_change {
	struct buf name, old, new;
	bool had_old, has_new;     /* whether `old` and `new` exist */
	const char *refusal;       /* why it is refused */
	enum plan_warning warning; /* what to review; PLAN_WARNINGS: nothing */
};

enum attribute_result attribute_change_make(struct attribute_change *change, struct str offer,
    const struct attribute_rule *rule, const struct attribute_convention *habit);
/* True if an item of the list contains this character, so that it cannot be the separator. */
bool attribute_list_has(struct str list, char c);
void attribute_change_free(struct attribute_change *change);

#endif
