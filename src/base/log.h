/*
 * log.h - what happened, as JSON lines for machines: one event, then its fields.
 *
 *	log_event(LOG_INFO, "listening", LOG_NUMBER("port", port));
 *
 * Owns the descriptor it writes to. Without log_open() nothing is written. Values are escaped
 * here. Never give it a token, a link, an e-mail, a subject or a query string.
 */
#ifndef BASE_LOG_H
#define BASE_LOG_H

#include "base/str.h"

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR, LOG_LEVELS };

struct log_field {
	const char *name;
	struct str text;
	int64_t number;
	bool is_number;
};

#define LOG_TEXT(field, value) ((struct log_field){ .name = (field), .text = (value) })
#define LOG_NUMBER(field, value) \
	((struct log_field){ .name = (field), .number = (int64_t)(value), .is_number = true })

/* Writes to fd from now on; -1 stops. The descriptor stays the caller's. */
void log_open(int fd, enum log_level least);
/* From now on, of lines of one kind at most so many are written within LOG_WINDOW_MS, and so many
 * times LOG_KINDS of all kinds together; the others are counted, and told as one line: how many
 * more there were like it. A kind is an event with its code or its reason. 0: no limit. */
void log_set_limit(unsigned lines);
/* Tells what was counted in windows that are over, or with `all` in those that are not, too. Lines
 * that are written do it as well. */
void log_report_suppressed(bool all);
enum { LOG_WINDOW_MS = 5000, LOG_KINDS = 32 };

/* One line `{"at":"…","level":"…","event":"…",…}` in a single write. */
void log_fields(enum log_level level, const char *event, const struct log_field *fields, size_t n);

/* A line that was asked for: it is written whatever the limit is. */
void log_unlimited(
    enum log_level level, const char *event, const struct log_field *fields, size_t n);

#define log_event(level, event, ...)                                            \
	log_fields((level), (event), (const struct log_field[]){ __VA_ARGS__ }, \
	    sizeof((const struct log_field[]){ __VA_ARGS__ }) / sizeof(struct log_field))

#endif
