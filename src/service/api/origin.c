#include "service/api/origin.h"

enum { HOST_MAX = 260, URL_MAX = 500 };

static bool
has_only_alnum_or_chars(struct str text, const char *marks)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];
		bool alnum = (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
		if (!alnum && str_find_char(str_of(marks), c) == SIZE_MAX)
			return false;
	}
	return true;
}

static bool
is_host(struct str host)
{
	return host.n > 0 && host.n <= HOST_MAX && host.p[0] != ':' &&
	    has_only_alnum_or_chars(host, ".-_:[]");
}

bool
origin_add(struct buf *out, const struct service *service, const struct request *rq)
{
	struct str host = request_header(rq, "Host");
	if (service->public_url) {
		buf_addz(out, service->public_url);
		return true;
	}
	if (!is_host(host))
		return false;
	buf_addz(out, "http://");
	buf_adds(out, host);
	return true;
}

bool
origin_is_url(struct str url)
{
	size_t scheme = str_starts(url, STR("https://")) ? 8 : 7;
	if (url.n > URL_MAX || (scheme == 7 && !str_starts(url, STR("http://"))))
		return false;
	struct str rest = str_sub(url, scheme, url.n);
	size_t slash = str_find_char(rest, '/');
	return is_host(str_sub(rest, 0, slash)) &&
	    (slash == SIZE_MAX || has_only_alnum_or_chars(str_sub(rest, slash, rest.n), "/.-_~%"));
}

static bool
is_name_of_this_machine(struct str host)
{
	bool v6 = str_starts(host, STR("["));
	struct str name = str_sub(
	    host, 0, v6 ? str_find_char(host, ']') : str_find_char(host, ':'));
	if (v6)
		return str_eqz(name, "[::1");
	for (size_t i = 0; str_starts(name, STR("127.")) && i < name.n; i++)
		if (name.p[i] != '.' && (name.p[i] < '0' || name.p[i] > '9'))
			return false;
	return str_starts(name, STR("127.")) || str_eq_nocase(name, STR("localhost"));
}

bool
origin_is_local(const struct request *rq)
{
	static const char *const of_proxies[] = { "Forwarded", "X-Forwarded-For", "X-Real-IP",
		"Via", "X-Forwarded-Host", "X-Forwarded-Proto", "CF-Connecting-IP",
		"True-Client-IP" };
	for (size_t i = 0; i < sizeof(of_proxies) / sizeof(*of_proxies); i++)
		if (request_header(rq, of_proxies[i]).p)
			return false;
	return rq->remote.is_loopback && is_name_of_this_machine(request_header(rq, "Host"));
}
