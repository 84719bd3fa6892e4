#include "service/auth/jwks_fetch.h"

#include "base/curl_functions.h"
#include "service/auth/jwks.h"

#include <string.h>

struct fetch {
	struct buf *body;
	const atomic_bool *stop;
	bool is_too_large;
};

static size_t
on_body(char *bytes, size_t size, size_t n, void *ctx)
{
	struct fetch *f = ctx;
	f->is_too_large = f->body->n + size * n > JWKS_SIZE_MAX;
	if (f->is_too_large)
		return 0;
	buf_adds(f->body, str_from(bytes, size * n));
	return size * n;
}

static int
on_progress(void *ctx, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
	(void)a, (void)b, (void)c, (void)d;
	return atomic_load(((struct fetch *)ctx)->stop);
}

static bool
is_this_machine(const char *host)
{
	static const char *const names[] = { "localhost", "127.0.0.1", "[::1]" };
	for (size_t i = 0; host && i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(host, names[i]) == 0)
			return true;
	return false;
}

static bool
has_valid_parts(const struct curl_functions *c, CURLU *parts)
{
	char *scheme = NULL, *host = NULL, *user = NULL;
	bool ok = c->url_get(parts, CURLUPART_SCHEME, &scheme, 0) == CURLUE_OK &&
	    c->url_get(parts, CURLUPART_HOST, &host, 0) == CURLUE_OK &&
	    c->url_get(parts, CURLUPART_USER, &user, 0) == CURLUE_NO_USER &&
	    (strcmp(scheme, "https") == 0 ||
		(strcmp(scheme, "http") == 0 && is_this_machine(host)));
	c->free(scheme);
	c->free(host);
	c->free(user);
	return ok;
}

bool
jwks_check_url(struct str url, struct err *err)
{
	struct curl_functions c;
	if (!curl_functions_load(&c, err))
		return false;
	CURLU *parts = c.url();
	bool ok = parts && url.p && strlen(url.p) == url.n &&
	    c.url_set(parts, CURLUPART_URL, url.p, 0) == CURLUE_OK && has_valid_parts(&c, parts);
	c.url_cleanup(parts);
	return ok ||
	    err_set(err, ERR_CONFIG,
		"jwks-url must be an https URL, or http at localhost, not \"%.*s\"", STR_ARG(url));
}

static void
set_options(const struct curl_functions *c, CURL *easy, struct fetch *f, const char *url,
    const char *ca_file)
{
	curl_set_text(c, easy, CURLOPT_URL, url);
	curl_set_text(c, easy, CURLOPT_PROTOCOLS_STR, "https,http");
	curl_set_number(c, easy, CURLOPT_NOSIGNAL, 1);
	curl_set_number(c, easy, CURLOPT_QUICK_EXIT, 1);
	curl_set_text(c, easy, CURLOPT_PROXY, "");
	curl_set_number(c, easy, CURLOPT_NETRC, CURL_NETRC_IGNORED);
	curl_set_number(c, easy, CURLOPT_TIMEOUT_MS, JWKS_FETCH_TIMEOUT_MS);
	curl_set_text(c, easy, CURLOPT_USERAGENT, "backroom/" BACKROOM_VERSION);
	c->easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
	curl_set_data(c, easy, CURLOPT_WRITEDATA, f);
	curl_set_number(c, easy, CURLOPT_NOPROGRESS, 0);
	c->easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, on_progress);
	curl_set_data(c, easy, CURLOPT_XFERINFODATA, f);
	if (ca_file)
		curl_set_text(c, easy, CURLOPT_CAINFO, ca_file);
}

static bool
check_response(const struct curl_functions *c, CURL *easy, CURLcode code, const struct fetch *f,
    const char *why, struct err *err)
{
	long status = 0;
	c->easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
	if (f->is_too_large)
		return err_set(
		    err, ERR_NETWORK, "the key set has more than %d bytes", JWKS_SIZE_MAX);
	if (code != CURLE_OK)
		return err_set(err, ERR_NETWORK, "%s", *why ? why : c->easy_strerror(code));
	return status == 200 ||
	    err_set(err, ERR_NETWORK, "the response has the status %ld, not 200", status);
}

bool
jwks_fetch_prepare(struct err *err)
{
	struct curl_functions c;
	return curl_functions_load(&c, err) &&
	    (c.global_init(CURL_GLOBAL_DEFAULT) == CURLE_OK ||
		err_set(err, ERR_IO, "libcurl cannot be started"));
}

bool
jwks_fetch(
    struct buf *out, const char *url, const char *ca_file, const atomic_bool *stop, struct err *err)
{
	char why[CURL_ERROR_SIZE] = "";
	struct fetch f = { .body = out, .stop = stop };
	struct curl_functions c;
	if (!curl_functions_load(&c, err))
		return false;
	CURL *easy = c.easy_init();
	if (!easy)
		return err_set(err, ERR_NETWORK, "libcurl cannot be started");
	set_options(&c, easy, &f, url, ca_file);
	curl_set_data(&c, easy, CURLOPT_ERRORBUFFER, why);
	bool ok = check_response(&c, easy, c.easy_perform(easy), &f, why, err);
	c.easy_cleanup(easy);
	return ok;
}
