/*
 * origin.h - where this service is, as its caller sees it, and whether its caller sits at this
 * machine.
 */
#ifndef SERVICE_API_ORIGIN_H
#define SERVICE_API_ORIGIN_H

#include "service/api/service.h"
#include "service/http/message.h"

/* Appends "http://HOST" by the request's Host, or the public URL that the configuration says;
 * without a slash at the end. False for a Host with characters that no host and port have. */
bool origin_add(struct buf *out, const struct service *service, const struct request *rq);

/* Is it an http or https URL of a host, perhaps with port and path, without user, query and
 * fragment? */
bool origin_is_url(struct str url);

/* Does the request come from a user of this machine? Not through a proxy that says so, and not
 * with a host name other than this machine's: a foreign name that resolves to this machine would
 * make a foreign page look like ours to its browser. */
bool origin_is_local(const struct request *rq);

#endif
