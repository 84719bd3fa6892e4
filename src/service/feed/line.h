/*
 * line.h - one line of a feed: what to do with which object, as a JSON object.
 *
 *	{"op":"put","kind":"basket","item":{…}}      without "op" as well: a snapshot is a feed
 *	{"op":"complete","kind":"basket","id":"…","at":"…"}
 *	{"op":"remove","kind":"offer","path":"…"}    basket, owner: "id"
 *
 * Each may have "source" and "seq", its place in the sequence of that source.
 */
#ifndef SERVICE_FEED_LINE_H
#define SERVICE_FEED_LINE_H

#include "service/feed/object.h"

enum feed_op { FEED_PUT, FEED_COMPLETE, FEED_REMOVE };

enum feed_outcome {
	FEED_DONE,
	FEED_UNCHANGED, /* the data was so already */
	FEED_SKIPPED,   /* its source is past this number: applied earlier */
	FEED_REFUSED,   /* a mistake in the line; later lines are applied */
	FEED_OUTCOMES,
};

extern const char *const feed_outcome_names[FEED_OUTCOMES];

struct feed_line {
	size_t number;     /* in the input, from 1 */
	size_t size;       /* bytes */
	struct str source; /* "": none */
	int64_t seq;       /* -1: none */
	enum feed_op op;
	enum object_kind kind;
	struct object object;    /* put */
	struct str id, path, at; /* p NULL: not given; `at` is JSON */
	enum feed_outcome outcome;
	struct str error; /* of a refused line; its text is in the arena */
	bool is_misread;  /* refused before the store was asked */
};

/* Reads a line without its end. A mistake makes it FEED_REFUSED; source and seq are set if they
 * can be read. Texts are in the arena or in `text`. `source` is that of a line without one. */
void feed_line_read(struct feed_line *line, struct arena *a, struct str text, struct str source);
/* Makes it FEED_REFUSED with this reason. */
void feed_line_refuse(struct feed_line *line, struct arena *a, const char *reason);
/* Appends {"line":1,"seq":7,"result":"refused","error":"…"} and a newline. */
void feed_line_write_result(struct buf *out, const struct feed_line *line);
/* True if it can be the name of a source; else sets err to ERR_INVALID. */
bool feed_check_source(struct str source, struct err *err);

#endif
