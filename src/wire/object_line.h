/*
 * object_line.h - one line of a file of objects: {"kind","published"?,"item"}. Used by imports and
 * the demo's data packs.
 *
 * Owns nothing; the item points into the line.
 */
#ifndef WIRE_OBJECT_LINE_H
#define WIRE_OBJECT_LINE_H

#include "base/err.h"

/* Maximum size of a line: an item plus the text around it. */
enum { OBJECT_LINE_SIZE_MAX = (1 << 20) + 4096 };

struct object_line {
	char kind[48]; /* truncated if longer; no valid kind is that long */
	bool published;
	struct str item; /* a JSON object, as written */
};

/* Checks and parses the JSON. Returns false and sets err to ERR_INVALID or json_scan.h's error,
 * without the byte's number, if it is not such a line. err.at is the place in `text`, or NULL if a
 * member is missing. */
bool object_line_read(struct object_line *line, struct str text, struct err *err);

#endif
