/*
 * origin.h - the service's URL as its caller sees it, and whether the caller is on this machine.
 */
#ifndef SERVICE_API_ORIGIN_H
#define SERVICE_API_ORIGIN_H

#include "service/api/service.h"
#include "service/http/message.h"

/* Appends the configured public URL, or "http://HOST" from the request's Host header, without a
 * trailing slash. Returns false if Host has characters that are not valid in a host and port. */
bool origin_add(struct buf *out, const struct service *service, const struct request *rq);

/* True if the text is an http or https URL with a host, perhaps a port and path, but no user,
 * query or fragment. */
bool origin_is_url(struct str url);

/* True if the request comes from a user of this machine. False if a proxy header is present, or
 * if the Host is not a name of this machine: a foreign name that resolves to this machine would
 * let a foreign web page use ours in the user's browser. */
bool origin_is_local(const struct request *rq);

#endif
