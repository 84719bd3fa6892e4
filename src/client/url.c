#include "client/url.h"

#include "base/mem.h"

#include <arpa/inet.h>
#include <curl/curl.h>
#include <string.h>
#include <strings.h>

/* One part of the URL as written (not decoded), or NULL. */
static char *
get_url_part(CURLU *handle, CURLUPart what)
{
	char *text = NULL;
	if (curl_url_get(handle, what, &text, 0) != CURLUE_OK)
		return NULL;
	char *own = x_strdup(text);
	curl_free(text);
	return own;
}

bool
url_split(struct url *u, const char *address)
{
	memset(u, 0, sizeof(*u));
	CURLU *handle = curl_url();
	bool ok = handle &&
	    curl_url_set(handle, CURLUPART_URL, address,
		CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS) == CURLUE_OK;
	if (ok) {
		u->scheme = get_url_part(handle, CURLUPART_SCHEME);
		u->user = get_url_part(handle, CURLUPART_USER);
		u->host = get_url_part(handle, CURLUPART_HOST);
		u->port = get_url_part(handle, CURLUPART_PORT);
		u->path = get_url_part(handle, CURLUPART_PATH);
		u->query = get_url_part(handle, CURLUPART_QUERY);
		u->fragment = get_url_part(handle, CURLUPART_FRAGMENT);
	}
	curl_url_cleanup(handle);
	return ok;
}

void
url_free(struct url *u)
{
	x_free(u->scheme);
	x_free(u->user);
	x_free(u->host);
	x_free(u->port);
	x_free(u->path);
	x_free(u->query);
	x_free(u->fragment);
	memset(u, 0, sizeof(*u));
}

void
url_append_host(struct buf *out, struct str address)
{
	char *own = str_dup(address);
	struct url u;
	if (url_split(&u, own) && u.host) {
		buf_addz(out, u.host);
		if (u.port)
			buf_addf(out, ":%s", u.port);
	}
	url_free(&u);
	x_free(own);
}

void
url_append_origin(struct buf *out, struct str address)
{
	char *own = str_dup(address);
	struct url u;
	if (url_split(&u, own) && u.scheme && u.host) {
		buf_addf(out, "%s://%s", u.scheme, u.host);
		if (u.port)
			buf_addf(out, ":%s", u.port);
	}
	url_free(&u);
	x_free(own);
}

bool
url_is_loopback(struct str address)
{
	char *own = str_dup(address);
	struct url u;
	struct in_addr v4;
	bool loopback = url_split(&u, own) && u.host &&
	    (!strcasecmp(u.host, "localhost") || !strcmp(u.host, "[::1]") ||
		(inet_pton(AF_INET, u.host, &v4) == 1 && ntohl(v4.s_addr) >> 24 == 127));
	url_free(&u);
	x_free(own);
	return loopback;
}
