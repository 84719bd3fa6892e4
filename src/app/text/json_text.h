/*
 * json_text.h - JSON as the service sent it, made fit for where it goes without changing what it
 * says: values keep their text, numbers too.
 */
#ifndef APP_TEXT_JSON_TEXT_H
#define APP_TEXT_JSON_TEXT_H

#include "base/buf.h"

enum json_text {
	JSON_ONE_LINE = 1, /* no newline between values */
	JSON_FIX = 2,      /* what is not JSON becomes so: control characters in strings are
			    * escaped, bad UTF-8 is U+FFFD */
	JSON_SHOWN = 4,    /* what a terminal would act on is escaped too */
};

/* Appends a text that json_scan.h took, by json_text bits; 0 copies it. */
void json_text_add(struct buf *out, struct str json, unsigned how);

#endif
