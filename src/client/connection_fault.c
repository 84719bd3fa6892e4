#include "client/connection_fault.h"

#include "base/buf.h"
#include "client/url.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Messages for curl's result codes that say what to check. */
static const char *
network_words(const struct curl_functions *curl, CURLcode code)
{
	static const struct {
		CURLcode code;
		const char *message;
	} known[] = {
		{ CURLE_COULDNT_RESOLVE_HOST, "name not found" },
		{ CURLE_COULDNT_CONNECT, "could not connect" },
		{ CURLE_OPERATION_TIMEDOUT, "no response in time" },
		{ CURLE_SSL_CONNECT_ERROR, "TLS handshake failed" },
		{ CURLE_SSL_CACERT_BADFILE, "the CA file could not be read" },
		{ CURLE_SSL_CERTPROBLEM, "client-cert or client-key could not be used" },
		{ CURLE_GOT_NOTHING, "the connection closed without a response" },
		{ CURLE_RECV_ERROR, "the connection broke" },
		{ CURLE_SEND_ERROR, "the connection broke" },
		{ CURLE_PARTIAL_FILE, "the response ended too early" },
		{ CURLE_UNSUPPORTED_PROTOCOL, "https is required, except to this machine" },
		{ CURLE_URL_MALFORMAT, "the address is not a URL" },
		{ CURLE_BAD_CONTENT_ENCODING, "the response could not be decompressed" },
	};
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (known[i].code == code)
			return known[i].message;
	return curl->easy_strerror(code);
}

/* Refused connections and certificate errors would be the same a second later: no retry. */
static bool
is_lasting(CURLcode code)
{
	return code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_PROXY ||
	    code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CONNECT_ERROR ||
	    code == CURLE_SSL_CACERT_BADFILE || code == CURLE_SSL_CERTPROBLEM ||
	    code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL;
}

/* The reason why the service's certificate was rejected. */
static const char *
certificate_words(const struct connection_fault *f)
{
	/* OpenSSL's X509_V_ERR_… codes. Curl compares the host name by itself, before it gets
	 * OpenSSL's result: the code is UNSPECIFIED then. */
	enum {
		CERT_OK = 0,
		CERT_UNSPECIFIED = 1,
		CERT_NO_ISSUER = 2,
		CERT_NOT_YET_VALID = 9,
		CERT_EXPIRED = 10,
		CERT_SELF_SIGNED = 18,
		CERT_SELF_SIGNED_ROOT = 19,
		CERT_UNKNOWN_ISSUER = 20,
		CERT_UNKNOWN_LEAF = 21,
		CERT_REVOKED = 23,
		CERT_OTHER_HOST = 62,
		CERT_OTHER_ADDRESS = 64
	};
	long fault = 0;
	f->curl->easy_getinfo(f->easy, CURLINFO_SSL_VERIFYRESULT, &fault);
	switch (fault) {
	case CERT_NOT_YET_VALID:
		return "its certificate is not valid yet; or this machine's clock is behind";
	case CERT_EXPIRED:
		return "its certificate has expired; or this machine's clock is ahead";
	case CERT_REVOKED:
		return "its certificate was revoked";
	case CERT_OK:
	case CERT_UNSPECIFIED:
	case CERT_OTHER_HOST:
	case CERT_OTHER_ADDRESS:
		return "its certificate is for another name";
	case CERT_NO_ISSUER:
	case CERT_SELF_SIGNED:
	case CERT_SELF_SIGNED_ROOT:
	case CERT_UNKNOWN_ISSUER:
	case CERT_UNKNOWN_LEAF:
		return "its certificate is from an unknown authority; set ca-file or "
		       "BACKROOM_CA_FILE to trust it";
	default:
		return "its certificate is not trusted";
	}
}

/* True if the service requires a client certificate. Curl has no code for this TLS alert; it
 * shows in the error text of a read or write. */
static bool
is_client_certificate_required(const struct connection_fault *f)
{
	bool tls = f->code == CURLE_RECV_ERROR || f->code == CURLE_SSL_CONNECT_ERROR ||
	    f->code == CURLE_SEND_ERROR;
	return tls && strstr(f->curl_message, "alert") &&
	    (strstr(f->curl_message, "certificate required") ||
		strstr(f->curl_message, "bad certificate") ||
		strstr(f->curl_message, "handshake failure"));
}

/* The system's reason for the failed connection. */
static const char *
connect_words(const struct connection_fault *f)
{
	long number = 0;
	f->curl->easy_getinfo(f->easy, CURLINFO_OS_ERRNO, &number);
	switch (number) {
	case 0:
	case ECONNREFUSED:
		return "connection refused";
	case ENETUNREACH:
		return "its network is unreachable";
	case EHOSTUNREACH:
		return "no route to it";
	case EACCES:
	case EPERM:
		return "this machine blocks the connection";
	default:
		return strerror((int)number);
	}
}

/* True if NO_PROXY names the host or one of its parent domains, by curl's rules. */
static bool
is_host_in_no_proxy(struct str host)
{
	const char *names = getenv("no_proxy") ? getenv("no_proxy") : getenv("NO_PROXY");
	struct str rest = str_of(names), name;
	while (rest.n && str_next(&rest, ',', &name)) {
		name = str_trim(name);
		if (name.n && name.p[0] == '.')
			name = str_sub(name, 1, name.n);
		size_t before = host.n > name.n ? host.n - name.n : 0;
		bool ends = host.n >= name.n && str_eq_nocase(str_sub(host, before, name.n), name);
		if (str_eqz(name, "*") ||
		    (name.n && ends && (!before || host.p[before - 1] == '.')))
			return true;
	}
	return false;
}

/* Appends host and port of the proxy in use, or nothing. Only curl 8.7 and newer report the
 * proxy. */
static void
add_proxy(struct buf *out, const struct connection_fault *f, const char *address)
{
	static const char *const variables[] = { "https_proxy", "HTTPS_PROXY", "all_proxy",
		"ALL_PROXY" };
	const char *proxy = f->proxy;
	struct url u = { 0 };
	bool plain = str_starts(str_of(address), STR("http://"));
	if (!proxy && plain)
		proxy = getenv("http_proxy");
	for (size_t i = plain ? 2 : 0; !proxy && i < sizeof(variables) / sizeof(*variables); i++)
		proxy = getenv(variables[i]);
	if (proxy && *proxy && url_split(&u, address) && u.host &&
	    !url_is_loopback(str_of(address)) && !is_host_in_no_proxy(str_of(u.host))) {
		const char *at = strrchr(proxy, '@');
		url_append_host(out, str_of(proxy));
		if (!out->n) /* the address has no scheme */
			buf_addz(out, at ? at + 1 : proxy);
	}
	url_free(&u);
}

/* If the proxy fails, the service was never asked: the message names the proxy. */
static bool
classify_proxy_fault(
    struct err *err, const struct connection_fault *f, struct str proxy, struct str host)
{
	long status = 0;
	f->curl->easy_getinfo(f->easy, CURLINFO_HTTP_CONNECTCODE, &status);
	bool refused = f->code == CURLE_COULDNT_CONNECT,
	     nameless = f->code == CURLE_COULDNT_RESOLVE_PROXY;
	if (!proxy.n || !(status >= 400 || refused || nameless))
		return false;
	if (status == 407)
		err_set(err, ERR_NETWORK,
		    "no connection to %.*s: the proxy %.*s requires a sign-in (407). Put user and "
		    "password into its address: http://USER:PASSWORD@%.*s",
		    STR_ARG(host), STR_ARG(proxy), STR_ARG(proxy));
	else if (status >= 400)
		err_set(err, ERR_NETWORK,
		    "no connection to %.*s: the proxy %.*s refused it (%ld). NO_PROXY names hosts "
		    "that are "
		    "reached without it",
		    STR_ARG(host), STR_ARG(proxy), status);
	else
		err_set(err, ERR_NETWORK, "no connection to the proxy %.*s: %s", STR_ARG(proxy),
		    refused ? connect_words(f) : "its name was not found");
	/* A 5xx of the proxy may be temporary. */
	snprintf(err->code, sizeof(err->code), "%s", status >= 500 ? "passing" : "lasting");
	return true;
}

void
connection_fault_classify(struct err *err, const struct connection_fault *f)
{
	struct buf host = { 0 }, proxy = { 0 };
	char *address = NULL;
	f->curl->easy_getinfo(f->easy, CURLINFO_EFFECTIVE_URL, &address);
	url_append_host(&host, str_of(address));
	add_proxy(&proxy, f, address ? address : "");
	if (!classify_proxy_fault(err, f, buf_str(&proxy), buf_str(&host))) {
		bool wanted = is_client_certificate_required(f);
		err_set(err, ERR_NETWORK, "no connection to %s: %s", buf_z(&host),
		    wanted ? "it requires a client certificate: set client-cert and client-key"
			: f->code == CURLE_PEER_FAILED_VERIFICATION ? certificate_words(f)
			: f->code == CURLE_COULDNT_CONNECT          ? connect_words(f)
							   : network_words(f->curl, f->code));
		snprintf(err->code, sizeof(err->code), "%s",
		    wanted || is_lasting(f->code) ? "lasting" : "passing");
	}
	buf_free(&host);
	buf_free(&proxy);
}
