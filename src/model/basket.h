/*
 * basket.h - an abandoned basket as defined by the API. Pure data: texts are borrowed from the
 * arena they were read into.
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
	struct str created_text; /* as the service sent it */
	int64_t created;         /* ms; WHEN_NONE if absent or not a time */
	struct str email, first_name, last_name, company;
	const struct basket_item *items;
	size_t items_n;
	const struct str *offers; /* tracking.offers */
	size_t offers_n;
	struct str start_page; /* tracking.campaign: the path where checkout began */
	struct str tag;
	const struct basket_identity *identities;
	size_t identities_n;
	struct str custom_fields; /* customFields as JSON text; STR_NONE if absent */
	struct str entry_url;
	bool completed;
	bool maybe_completed; /* the member that marks it as completed is unreadable */
	struct str link;      /* recoveryLink; p is NULL if absent or null */
	bool malformed;       /* some member had an unexpected type */
	bool ambiguous;       /* so odd that the person or the consent is uncertain */
};

enum basket_reach {
	REACH_NONE,
	REACH_EMAIL = 1,
	REACH_IDENTITY = 2,
	REACH_EMAIL_AND_IDENTITY = 3,
	BASKET_REACHES
};

enum basket_reach basket_reach(const struct basket *b);
/* True if both belong to the same person: same e-mail (ignoring ASCII case), or same issuer and
 * subject. */
bool basket_is_same_person(const struct basket *a, const struct basket *b);

#endif
