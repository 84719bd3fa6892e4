/*
 * finding_row.h - what the checks found in the catalog and the journeys, one a row.
 */
#ifndef APP_CATALOG_FINDING_ROW_H
#define APP_CATALOG_FINDING_ROW_H

#include "app/catalog/catalog.h"
#include "app/config/mute.h"
#include "app/list/rows.h"
#include "app/text/doc.h"
#include "model/check.h"

struct finding_row {
	struct str key; /* of the row: no other finding has it */
	struct str id, severity, message;
	struct str path;  /* of the item; a journey's id */
	struct str name;  /* of the item, short: "journey 3", "Digital Monthly" */
	struct str where; /* the path; of a journey its number before the id */
	enum check_rule rule;
	struct doc_target target; /* to the item; kind GRAPH_KINDS: to none */
	size_t journey;          /* its number, 0: about none */
};

struct findings {
	struct arena texts;
	VEC(struct finding_row) rows; /* by severity, rule and path */
	size_t muted;
};

/* The lists to check, by bits. */
enum { FINDINGS_CATALOG = 1, FINDINGS_JOURNEYS = 2, FINDINGS_ALL = 3 };

/* Checks what is read of the catalog; nothing before it is linked. Muted rules are only counted.
 * findings_free() it. */
void findings_collect(
    struct findings *f, const struct catalog *c, unsigned subjects, const struct mute *mute);
/* Puts them into the order of the rules, whatever their severity. */
void findings_sort_by_rule(struct findings *f);
void findings_free(struct findings *f);

extern const struct view_resource findings_resource;

#endif
