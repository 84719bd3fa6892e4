/*
 * url.h - addresses taken apart and put together by curl's own parser, so that what is shown
 * is what would be asked. Owns nothing but struct url's parts.
 */
#ifndef CLIENT_URL_H
#define CLIENT_URL_H

#include "base/buf.h"

struct url {
	char *scheme, *user, *host, *port, *path, *query, *fragment; /* NULL when absent */
};

/* Splits an absolute address; false if it is not one. url_free() afterwards, always. */
bool url_split(struct url *u, const char *address);
void url_free(struct url *u);
/* Appends host, and :port where one is written; nothing when it cannot be read. */
void url_host(struct buf *out, struct str address);
/* Appends scheme://host[:port]. */
void url_origin(struct buf *out, struct str address);
/* 127.0.0.0/8, ::1 or localhost? */
bool url_is_loopback(struct str address);

#endif
