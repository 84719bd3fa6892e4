/*
 * json_text.h - rewrites JSON from the service for its destination without changing its meaning:
 * values keep their text, numbers too.
 */
#ifndef WIRE_JSON_TEXT_H
#define WIRE_JSON_TEXT_H

#include "base/buf.h"

enum json_text_flag {
	JSON_ONE_LINE = 1,      /* no newline between values */
	JSON_REPAIR = 2,        /* repair: escape control characters, replace bad UTF-8 by U+FFFD */
	JSON_TERMINAL_SAFE = 4, /* escape characters that a terminal would interpret */
};

/* Appends a text that json_scan.h accepted, rewritten by json_text bits; 0 copies it. */
void json_text_add(struct buf *out, struct str json, unsigned how);

#endif
