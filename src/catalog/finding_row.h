/*
 * finding_row.h - findings of the checks of catalog and journeys, one per row.
 */
#ifndef CATALOG_FINDING_ROW_H
#define CATALOG_FINDING_ROW_H

#include "app/command_variables.h"
#include "app/mute.h"
#include "catalog/catalog.h"
#include "list/doc.h"
#include "list/rows.h"
#include "model/check.h"

struct finding_row {
	struct str key; /* unique key of the row */
	struct str id, severity, message;
	struct str short_message; /* the message with only the last part of a path */
	struct str path;          /* path of the item, or the journey's id */
	struct str name;          /* short name of the item: "journey 3", "Digital Monthly" */
	struct str location;      /* the path; for a journey, its number and its id */
	enum check_rule rule;
	struct doc_target target; /* link to the item; none if its kind is GRAPH_KINDS */
	size_t journey_number;    /* number of the journey, 0: not about a journey */
};

struct findings {
	struct arena text_arena;
	VEC(struct finding_row) rows; /* sorted by severity, rule and path */
	size_t muted_count;
};

/* The lists to check, as bits. */
enum { FINDINGS_CATALOG = 1, FINDINGS_JOURNEYS = 2, FINDINGS_ALL = 3 };

/* Checks the catalog as far as it was read; no findings before it is linked. Muted rules are
 * only counted. Free with findings_free(). */
void findings_collect(struct findings *f, const struct catalog *c, unsigned subjects,
    const struct muted_checks *mute);
/* Sorts the findings by rule, ignoring severity. */
void findings_sort_by_rule(struct findings *f);
void findings_free(struct findings *f);

extern const struct view_resource findings_resource;
/* Adds the variables of a row for a user command. */
void finding_row_add_variables(struct command_variables *v, const struct finding_row *row);

#endif
