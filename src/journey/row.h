/*
 * row.h - a journey in a list: its conditions and destinations in words.
 */
#ifndef JOURNEY_ROW_H
#define JOURNEY_ROW_H

#include "list/columns.h"
#include "list/rows.h"

struct journey_row {
	struct str id;
	struct str conditions;   /* "segment is /segments/student"; one per line */
	struct str destinations; /* "/tags/uk/direct 50"; one per line */
	struct str search_text;  /* folded */
	bool malformed;
};

extern const struct row_ops journey_row_ops;
extern const struct column journey_columns[];

#endif
