/*
 * url.h - splits and builds addresses. Plain ones, which have one reading, are split here, so that
 * libcurl is not loaded for them; all others by curl's own parser, so that an address is shown
 * exactly as it would be requested. Owns only the parts of struct url.
 */
#ifndef CLIENT_URL_H
#define CLIENT_URL_H

#include "base/buf.h"
#include "base/err.h"

struct url {
	char *scheme, *user, *host, *port, *path, *query, *fragment; /* NULL if absent */
};

/* Splits an absolute address; returns false if it is not one. Call url_free() in either case. */
bool url_split(struct url *u, const char *address);
void url_free(struct url *u);
/* Fails if only plain addresses can be split, because libcurl is not installed. */
bool url_can_split_all(struct err *err);
/* Appends the host, and :port if given. Appends nothing if the address is not valid. */
void url_append_host(struct buf *out, struct str address);
/* Appends scheme://host[:port]. */
void url_append_origin(struct buf *out, struct str address);
/* True for 127.0.0.0/8, ::1 and localhost. */
bool url_is_loopback(struct str address);

#endif
