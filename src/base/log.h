/*
 * log.h - writes events as JSON lines for machines: the event's name, then its fields.
 *
 *	log_event(LOG_INFO, "listening", LOG_NUMBER("port", port));
 *
 * Writes nothing before log_open(). Values are escaped here. Never pass a token, a link, an e-mail,
 * a subject or a query string.
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

/* Writes to fd from now on; -1 stops writing. The caller keeps the descriptor. */
void log_open(int fd, enum log_level least);
/* Limits the log to `lines` lines of each kind within LOG_LIMIT_WINDOW_MS; kinds after the first
 * LOG_KINDS_MAX - 1 share one limit. Suppressed lines are counted and reported as one line per
 * kind. A kind is the event plus its code or reason. 0: no limit. */
void log_set_limit(unsigned lines);
/* Reports the suppressed lines of windows that have ended; with `all`, also of current windows.
 * Writing a line reports ended windows, too. */
void log_report_suppressed(bool all);
enum { LOG_LIMIT_WINDOW_MS = 5000, LOG_KINDS_MAX = 32 };

/* Writes one line, `{"at":"…","level":"…","event":"…",…}`, in a single write(). */
void log_fields(enum log_level level, const char *event, const struct log_field *fields, size_t n);

/* Writes a line regardless of the limit, for lines that were explicitly requested. */
void log_fields_unlimited(
    enum log_level level, const char *event, const struct log_field *fields, size_t n);

#define log_event(level, event, ...)                                            \
	log_fields((level), (event), (const struct log_field[]){ __VA_ARGS__ }, \
	    sizeof((const struct log_field[]){ __VA_ARGS__ }) / sizeof(struct log_field))

#endif
