/*
 * object_line.h - one line of a file of objects: {"kind","published"?,"item"}. Imports and the
 * demo's packs read such lines.
 *
 * Owns nothing; the item points into the line.
 */
#ifndef WIRE_OBJECT_LINE_H
#define WIRE_OBJECT_LINE_H

#include "base/err.h"

/* An item, and room for the line around it. */
enum { OBJECT_LINE_MAX = (1 << 20) + 4096 };

struct object_line {
	char kind[48]; /* cut where it is longer, which no kind is */
	bool published;
	struct str item; /* an object, as it is written */
};

/* Checks the JSON and parses it; ERR_INVALID, or json_scan.h's error, if it is not such a line. */
bool object_line_read(struct object_line *line, struct str text, struct err *err);

#endif
