#include "client/url.h"

#include "base/curl_functions.h"
#include "base/mem.h"

#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

/* ---- plain addresses ---- */

/* True for a name such as shop.example, which no library reads as a number, or for four decimal
 * numbers. */
static bool
is_plain_host(struct str host)
{
	static const char allowed[] = "abcdefghijklmnopqrstuvwxyz0123456789-.";
	char text[INET_ADDRSTRLEN];
	struct in_addr v4;
	size_t last = 0; /* start of the last label */
	for (size_t i = 0; i < host.n; i++) {
		if (!memchr(allowed, host.p[i], sizeof(allowed) - 1))
			return false;
		if (host.p[i] == '.' && i == last) /* an empty label */
			return false;
		if (host.p[i] == '.')
			last = i + 1;
	}
	if (last < host.n && host.p[last] >= 'a' && host.p[last] <= 'z')
		return true;
	if (!host.n || host.n >= sizeof(text))
		return false;
	memcpy(text, host.p, host.n);
	text[host.n] = '\0';
	return inet_pton(AF_INET, text, &v4) == 1;
}

/* Without a leading zero, which a library drops. */
static bool
is_plain_port(struct str port)
{
	enum { PORT_MAX = 65535 };
	int64_t n;
	return port.n && port.p[0] >= '1' && port.p[0] <= '9' && str_to_int64(port, &n) &&
	    n <= PORT_MAX;
}

static bool
is_plain_path(struct str path)
{
	static const char allowed[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._/";
	for (size_t i = 0; i < path.n; i++)
		if (!memchr(allowed, path.p[i], sizeof(allowed) - 1))
			return false;
	return true;
}

/* Splits an address that has one reading only, as those of config.conf: no user, query, escape or
 * capital letter before the path. False for any other, which is left to curl. */
static bool
split_plain(struct url *u, struct str address)
{
	struct str scheme = str_sub(address, 0, str_find(address, STR("://")));
	if (!str_eqz(scheme, "http") && !str_eqz(scheme, "https"))
		return false;
	struct str rest = str_sub(address, scheme.n + strlen("://"), address.n);
	struct str host = str_sub(rest, 0, str_find_char(rest, '/'));
	struct str path = str_sub(rest, host.n, rest.n), port = STR_NONE;
	size_t colon = str_find_char(host, ':');
	bool has_port = colon < host.n;
	if (has_port) {
		port = str_sub(host, colon + 1, host.n);
		host = str_sub(host, 0, colon);
	}
	if (!is_plain_host(host) || !is_plain_path(path) || (has_port && !is_plain_port(port)))
		return false;
	u->scheme = str_dup(scheme);
	u->host = str_dup(host);
	u->port = has_port ? str_dup(port) : NULL;
	u->path = str_dup(path.n ? path : STR("/"));
	return true;
}

/* ---- all others ---- */

/* One part of the URL as written (not decoded), or NULL. */
static char *
get_url_part(const struct curl_functions *curl, CURLU *handle, CURLUPart what)
{
	char *text = NULL;
	if (curl->url_get(handle, what, &text, 0) != CURLUE_OK)
		return NULL;
	char *own = x_strdup(text);
	curl->free(text);
	return own;
}

bool
url_split(struct url *u, const char *address)
{
	struct curl_functions curl;
	struct err ignored;
	memset(u, 0, sizeof(*u));
	if (split_plain(u, str_of(address)))
		return true;
	if (!curl_functions_load(&curl, &ignored))
		return false;
	CURLU *handle = curl.url();
	bool ok = handle &&
	    curl.url_set(handle, CURLUPART_URL, address,
		CURLU_NON_SUPPORT_SCHEME | CURLU_PATH_AS_IS) == CURLUE_OK;
	if (ok) {
		u->scheme = get_url_part(&curl, handle, CURLUPART_SCHEME);
		u->user = get_url_part(&curl, handle, CURLUPART_USER);
		u->host = get_url_part(&curl, handle, CURLUPART_HOST);
		u->port = get_url_part(&curl, handle, CURLUPART_PORT);
		u->path = get_url_part(&curl, handle, CURLUPART_PATH);
		u->query = get_url_part(&curl, handle, CURLUPART_QUERY);
		u->fragment = get_url_part(&curl, handle, CURLUPART_FRAGMENT);
	}
	curl.url_cleanup(handle);
	return ok;
}

bool
url_can_split_all(struct err *err)
{
	struct curl_functions curl;
	return curl_functions_load(&curl, err);
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
