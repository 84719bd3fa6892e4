/*
 * catalog.h - campaigns, offers, assets, products, segments and journeys as defined by the API.
 * Pure data: texts are borrowed from the arena they were read into. A text that was absent, null or
 * of another type has a NULL pointer.
 *
 * Attributes are named without their suffix here: `label` for label__svc in JSON.
 */
#ifndef MODEL_CATALOG_H
#define MODEL_CATALOG_H

#include "base/str.h"
#include "model/when.h"

/* The value of an item's own text that was null in JSON: empty; its pointer distinguishes it
 * from an absent text. */
extern const struct str catalog_null_text;
bool catalog_is_null(struct str text);

/* Special values for a charge's numbers: absent or null, and present but not a whole number.
 * Both are less than any valid number. */
#define CHARGE_NONE INT64_MIN
#define CHARGE_ODD (INT64_MIN + 1)

/* The API's 13 members. schedule.h computes their days and amounts. */
struct charge {
	struct str name, label, currency;
	struct str value;         /* decimal text as sent; for a JSON number, its digits */
	struct str type;          /* "onetime", "recurring" … */
	struct str trigger;       /* "subscription_start", "order_date" … */
	int64_t repeat_interval;  /* repeat_interval */
	struct str interval_unit; /* repeat_interval_type: "months" */
	int64_t repeat_count;     /* repeat_count; 0: endless */
	struct str delay_trigger; /* delay_trigger */
	int64_t delay;            /* delay_interval */
	struct str delay_unit;    /* delay_interval_type */
	struct str attributes;    /* JSON as sent; STR_NONE if absent */
	struct str json;          /* the whole charge as sent: null, 0 and absent differ there */
	bool is_unreadable;       /* its name, currency or value has an unexpected type */
};

struct bundle_part {
	struct str product; /* the product's path */
	struct str split;   /* decimal text; NULL if it was not a text */
	struct str rate_plan;
};

enum flag_value { FLAG_ABSENT, FLAG_NO, FLAG_YES, FLAG_VALUES };

/* The facts of a product, both as an item and as a copy inside an offer. */
struct product_facts {
	struct str display_name, code;
	enum flag_value delivery;
};

struct embedded_product {
	struct str path;
	struct product_facts facts;
	enum flag_value synced;
	struct str source; /* syncedFrom */
	int64_t synced_at; /* lastSynced: ms; WHEN_NONE if absent or not a time */
};

struct text_list {
	const struct str *v;
	size_t n;
};

struct catalog_item {
	struct str id, name, path;
	struct str parent; /* parent_path */
	struct str modified_text;
	int64_t modified, created;               /* ms; WHEN_NONE if absent or not a time */
	struct str version, user, base;          /* base: the template's path */
	struct str price_reference, copied_from; /* priceReference, duplicatedFrom */
	struct str key;                          /* assets only */
	struct product_facts facts; /* display_name for any item; the rest for products */
	struct text_list tags, segments, labels, countries;
	struct text_list product_ids;
	struct text_list product_names; /* a legacy offer's data.products[].name */
	struct text_list images;        /* values of attributes called image__… */
	const struct charge *charges;
	size_t charges_n;
	const struct bundle_part *bundles;
	size_t bundles_n;
	const struct embedded_product *embedded_products;
	size_t embedded_products_n;
	/* JSON as sent, for comparisons; STR_NONE if absent. */
	struct str attributes, price_json, bundles_text;
	bool price_differs;         /* the item has different charges in two places */
	bool malformed;             /* some member had an unexpected type */
	bool has_duplicate_members; /* duplicate names: the value is ambiguous */
	/* They exist but are completely or partly unreadable. */
	bool charges_unreadable, attributes_unreadable;
};

/* The name without its namespace suffix: "label" for "label__svc". */
struct str catalog_strip_namespace(struct str name);

struct journey_condition {
	struct str type, value;
};

struct journey_destination {
	struct str tag;
	struct str split;    /* decimal text; NULL if it was not a text */
	size_t action_index; /* index of the action it belongs to */
};

struct journey {
	struct str id;
	const struct journey_condition *conditions;
	size_t conditions_n;
	const struct journey_destination *destinations; /* those of all its actions */
	size_t destinations_n;
	size_t actions_n;
	bool conditions_unreadable,
	    destinations_unreadable; /* there may be more that could not be read */
	bool malformed;
};

struct journeys {
	struct str starting_point, fallback_tag;
	const struct journey *v;
	size_t n;
	bool fallback_unreadable; /* not a text, or given twice */
};

/* True if the journey has a condition with this type and value. */
bool journey_has_condition(const struct journey *j, const struct journey_condition *c);

#endif
