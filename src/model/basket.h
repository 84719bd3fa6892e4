/*
 * basket.h - an abandoned basket as the contract describes it. Pure data: texts are borrowed
 * from whatever arena they were read into.
 */
#ifndef MODEL_BASKET_H
#define MODEL_BASKET_H

#include "base/str.h"
#include "model/when.h"

struct basket_product {
	struct str path, code;
};

struct basket_item {
	struct str name, path;
	const struct basket_product *products;
	size_t products_n;
};

struct basket_identity {
	struct str sub, iss, service, type;
};

struct basket {
	struct str id;
	struct str created_text; /* as sent */
	int64_t created;         /* ms, WHEN_NONE when absent or not a time */
	struct str email, first, last, company;
	const struct basket_item *items;
	size_t items_n;
	const struct str *offers; /* tracking.offers */
	size_t offers_n;
	struct str page; /* tracking.campaign: the path where checkout began */
	struct str tag;
	const struct basket_identity *identities;
	size_t identities_n;
	struct str custom; /* customFields as JSON text, STR_NONE when absent */
	struct str entry;
	bool completed;
	bool maybe_completed; /* what says so cannot be read */
	struct str link; /* recoveryLink; p NULL when absent or null */
	bool odd;        /* some member was of an unexpected kind */
	bool unsure;     /* so much so that who left it, or what they agreed to, is not certain */
};

enum basket_reach {
	REACH_NONE,
	REACH_EMAIL = 1,
	REACH_IDENTITY = 2,
	REACH_BOTH = 3,
	BASKET_REACHES
};

enum basket_reach basket_reach(const struct basket *b);
/* "e-mail, identity" … "unreachable" */
const char *basket_reach_words(enum basket_reach reach);
/* Do the two belong to one person: same e-mail (ASCII case aside) or same issuer and subject? */
bool basket_is_same_person(const struct basket *a, const struct basket *b);

#endif
