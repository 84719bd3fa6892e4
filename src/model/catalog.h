/*
 * catalog.h - campaigns, offers, assets, products, segments and journeys as the contract describes
 * them. Pure data: texts are borrowed from whatever arena they were read into. A text that was
 * absent, null or of another kind has a NULL pointer.
 *
 * Attributes are named bare here: `label` for what the wire calls label__svc.
 */
#ifndef MODEL_CATALOG_H
#define MODEL_CATALOG_H

#include "base/str.h"
#include "model/when.h"

/* An item's own text that was null: empty, and distinguished from an absent one by its pointer. */
extern const struct str catalog_null;
bool catalog_is_null(struct str text);

/* For the numbers of a charge: absent or null; and there, but no whole number. Both are below
 * every number that means something. */
#define CHARGE_NONE INT64_MIN
#define CHARGE_ODD (INT64_MIN + 1)

/* The contract's 13 members. schedule.h computes their days and amounts. */
struct charge {
	struct str name, label, currency;
	struct str value;      /* decimal text as sent; of a number its digits as written */
	struct str type;       /* "onetime", "recurring" … */
	struct str trigger;    /* "subscription_start", "order_date" … */
	int64_t every;         /* repeat_interval */
	struct str unit;       /* repeat_interval_type: "months" */
	int64_t times;         /* repeat_count; 0 without end */
	struct str delay_trigger; /* delay_trigger */
	int64_t delay;         /* delay_interval */
	struct str delay_unit; /* delay_interval_type */
	struct str attributes; /* JSON as sent; STR_NONE when absent */
	struct str json;       /* all of it as sent: null, 0 and absent are three things */
	bool unread;           /* its name, currency or value is of another kind */
};

struct bundle {
	struct str product; /* a path */
	struct str split;   /* decimal text; NULL when it was no text */
};

enum flag_value { FLAG_ABSENT, FLAG_NO, FLAG_YES, FLAG_VALUES };

/* The facts of a product, as an item and as a copy inside an offer. */
struct product_facts {
	struct str display, code;
	enum flag_value delivery;
};

struct embedded_product {
	struct str path;
	struct product_facts facts;
	enum flag_value synced;
	struct str source; /* syncedFrom */
	int64_t synced_at; /* lastSynced: ms, WHEN_NONE when absent or no time */
};

struct text_list {
	const struct str *v;
	size_t n;
};

struct catalog_item {
	struct str id, name, path;
	struct str parent; /* parent_path */
	struct str modified_text;
	int64_t modified, created;      /* ms, WHEN_NONE when absent or no time */
	struct str version, user, base; /* base: path of the template */
	struct str price_reference, copied_from; /* priceReference, duplicatedFrom */
	struct str key;                 /* of an asset */
	struct product_facts facts;     /* display_name of any item; the rest of products */
	struct text_list tags, segments, labels, countries;
	struct text_list product_ids;
	struct text_list product_names; /* a legacy offer's data.products[].name */
	struct text_list images;        /* values of attributes called image__… */
	const struct charge *charges;
	size_t charges_n;
	const struct bundle *bundles;
	size_t bundles_n;
	const struct embedded_product *embedded;
	size_t embedded_n;
	/* JSON as sent, for comparing: STR_NONE when absent. */
	struct str attributes, price, bundles_text;
	bool price_differs; /* it has charges in two places, and not the same ones */
	bool odd; /* some member was of an unexpected kind */
	bool has_duplicate_members; /* an object has two members of one name: which of them counts
				       is not known */
	/* These are there and cannot be read, or not all of them. */
	bool charges_unreadable, attributes_unreadable;
};

/* A name without its namespace's suffix: "label" of "label__svc". */
struct str catalog_strip_namespace(struct str name);

struct journey_condition {
	struct str type, value;
};

struct journey_destination {
	struct str tag;
	struct str split; /* decimal text; NULL when it was no text */
	size_t action;    /* which one it is a value of */
};

struct journey {
	struct str id;
	const struct journey_condition *conditions;
	size_t conditions_n;
	const struct journey_destination *destinations; /* of all its actions */
	size_t destinations_n;
	size_t actions_n;
	bool conditions_unreadable,
	    destinations_unreadable; /* there may be others, which cannot be read */
	bool odd;
};

struct journeys {
	struct str start, fallback;
	const struct journey *v;
	size_t n;
	bool fallback_unreadable; /* it is not a text, or there are two */
};

/* Has it a condition of this type and value? */
bool journey_has_condition(const struct journey *j, const struct journey_condition *c);

#endif
